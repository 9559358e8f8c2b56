import { type Metadata, sanitiseTree } from '../../../src/capture';
import type { BookmarkLink } from '../../../src/contract';
import { type PageNode, writeChildren } from '../../../src/dom';
import { withoutFragment } from '../../../src/domain/url-identity';
import { isWebAddress } from '../../../src/domain/web-address';
import type { ReadArticle } from './page-tasks';

interface FinishedArticle {
  readonly article: Omit<ReadArticle, 'wordCount'>;
  readonly links: readonly BookmarkLink[];
}

/** Converts a captured article to the form of the API (protocol.md sections 7.6 and 14). */
export function finishArticle(
  html: string,
  { lang, textDirection }: Metadata,
  document: Document,
): FinishedArticle {
  const section = document.createElement('section');
  if (lang !== '') section.setAttribute('lang', lang);
  if (textDirection !== null) section.setAttribute('dir', textDirection);
  readHarmless(html, section);
  for (const link of section.querySelectorAll('a[href]')) {
    link.setAttribute('rel', 'nofollow noopener noreferrer');
  }
  const article = document.createDocumentFragment();
  article.append(section);
  return {
    article: {
      imageUrls: finishImages(section),
      text: searchedText(section),
      // The nodes are those of `src/dom`.
      html: writeChildren(article as unknown as PageNode),
    },
    links: articleLinks(section, document.URL),
  };
}

/** The most times that an article is parsed and sanitised until it no longer changes. */
const MAX_READINGS = 4;

/**
 * Parses sanitised HTML into `section`. A parser may move elements that are nested incorrectly, so
 * the result is sanitised and parsed again until it no longer changes.
 * @throws when it still changes after `MAX_READINGS`
 */
function readHarmless(html: string, section: Element): void {
  let written = html;
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    section.innerHTML = written;
    const article = section.ownerDocument.createDocumentFragment();
    while (section.firstChild !== null) article.append(section.firstChild);
    section.append(sanitiseTree(article));
    const again = section.innerHTML;
    if (again === written) return;
    written = again;
  }
  throw new Error('The article changes each time that it is parsed');
}

/**
 * Puts the attributes `loading` and `src` of each image first, where `withImageAddresses` expects
 * them. Returns the addresses of the images without duplicates.
 */
function finishImages(section: Element): readonly string[] {
  const urls = new Set<string>();
  for (const image of section.querySelectorAll('img')) {
    const attributes = [...image.attributes].filter(({ name }) => name !== 'loading');
    const src = image.getAttribute('src') ?? '';
    for (const { name } of attributes) image.removeAttribute(name);
    image.removeAttribute('loading');
    image.setAttribute('loading', 'lazy');
    image.setAttribute('src', src);
    for (const { name, value } of attributes) image.setAttribute(name, value);
    urls.add(src);
  }
  return [...urls];
}

const MAX_ARTICLE_LINKS = 500;
/** The length of their addresses together, because a sync reads the links of a hundred bookmarks. */
const MAX_LINK_ADDRESSES_LENGTH = 100_000;
const MAX_LINK_TITLE_LENGTH = 200;

/** Media types of files by the endings of their addresses. */
const FILE_TYPES_OF_MEDIA: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  csv: 'text/csv',
  epub: 'application/epub+zip',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webm: 'video/webm',
  webp: 'image/webp',
  xml: 'application/xml',
  zip: 'application/zip',
};

/**
 * Lists the links of an article (spec 2.10) without duplicates and links within the page. The title is
 * the text of the link. The type is guessed from the ending, because nothing is requested.
 */
function articleLinks(root: Element, pageUrl: string): readonly BookmarkLink[] {
  const links = new Map<string, BookmarkLink>();
  const page = withoutFragment(pageUrl);
  let left = MAX_LINK_ADDRESSES_LENGTH;
  for (const anchor of root.querySelectorAll('a[href]')) {
    const href = anchor.getAttribute('href') ?? '';
    if (links.size >= MAX_ARTICLE_LINKS || links.has(href) || !isWebAddress(href)) continue;
    if (href.length > left || withoutFragment(href) === page) continue;
    left -= href.length;
    const { hostname, pathname } = new URL(href);
    const type = FILE_TYPES_OF_MEDIA[/\.(\w{2,5})$/.exec(pathname)?.[1]?.toLowerCase() ?? ''];
    links.set(href, {
      url: href,
      domain: hostname,
      title: (anchor.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_LINK_TITLE_LENGTH),
      is_page: type === undefined,
      content_type: type ?? 'text/html',
    });
  }
  return [...links.values()];
}

/** Elements that do not separate words. */
const INLINE_IN_ARTICLE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data del dfn em i ins kbd mark q ruby s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

/** Returns the text of an article with a space wherever a block, an image or a line ends. */
function searchedText(root: Element): string {
  const parts: string[] = [];
  let node: Node | null = root.firstChild;
  // Recursion could overflow the stack, because articles may be nested deeply.
  while (node !== null && node !== root) {
    parts.push(isElement(node) ? gapOf(node) : (node.nodeValue ?? ''));
    if (node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    while (node !== null && node !== root && node.nextSibling === null) {
      node = node.parentNode;
      if (node !== null && isElement(node)) parts.push(gapOf(node));
    }
    if (node === root) break;
    node = node?.nextSibling ?? null;
  }
  return parts.join('').replace(/\s+/g, ' ').trim();
}

const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE;

const gapOf = (element: Element): string => (INLINE_IN_ARTICLE.has(element.localName) ? '' : ' ');
