import { sanitiseArticle } from '../../capture';
import { withoutFragment } from '../../domain';

/**
 * The article as it is shown: sanitised again (what is stored may be older than the sanitiser, or
 * not ours), links made safe, code blocks with their language. Images have no address any more:
 * `createArticleImages` gives them the library's.
 */
export function buildArticle(html: string, pageUrl: string): DocumentFragment {
  const body = sanitiseArticle(html);
  dropAddresses(body);
  for (const link of body.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    if (inPageFragment(link, pageUrl) !== null) continue;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  for (const block of body.querySelectorAll('pre')) {
    const language = languageOf(block);
    if (language) block.dataset.language = language;
  }
  return body;
}

/** What would be loaded as soon as it is in the document; images have a way of their own. */
const LOADS = ['src', 'srcset', 'poster', 'background', 'data', 'href', 'xlink:href'];

function dropAddresses(body: DocumentFragment): void {
  for (const element of body.querySelectorAll('*:not(a, area, img)')) {
    for (const name of LOADS) {
      if (!element.getAttribute(name)?.startsWith('#')) element.removeAttribute(name);
    }
  }
}

const LANGUAGE_CLASS = /(?:^|\s)(?:language|lang|highlight-source|brush:)[-\s]?([\w+#.-]+)/i;
const NO_LANGUAGE = /^(none|text|txt|plain|plaintext|auto)$/i;

/** The language a code block names, as it names it; null when it names none. */
function languageOf(pre: HTMLPreElement): string | null {
  for (const element of [pre.querySelector('code'), pre]) {
    if (!element) continue;
    const named =
      element.getAttribute('data-language') ??
      element.getAttribute('data-lang') ??
      LANGUAGE_CLASS.exec(element.className)?.[1];
    if (named && !NO_LANGUAGE.test(named)) return named;
  }
  return null;
}

/** The sanitiser puts this before every id, so that a page's ids can't shadow ours. */
const ID_PREFIX = 'user-content-';

/**
 * The fragment of a link that stays in the article, decoded; null for a link that leads elsewhere.
 * Captured links are absolute: one to the page's own address with a fragment stays in it.
 */
export function inPageFragment(link: HTMLAnchorElement, pageUrl: string): string | null {
  const href = link.getAttribute('href') ?? '';
  const hashAt = href.indexOf('#');
  // `#/` and `#!` are routes of the page: another text than the one that was captured.
  if (hashAt < 0 || /^#[/!]/.test(href.slice(hashAt))) return null;
  const address = href.slice(0, hashAt);
  if (address !== '' && address !== withoutFragment(pageUrl)) return null;
  return decoded(href.slice(hashAt + 1));
}

/** What `fragment` names in the article, or null. */
export function findTarget(root: Element, fragment: string): HTMLElement | null {
  if (fragment === '') return null;
  for (const element of root.querySelectorAll<HTMLElement>('[id], a[name]')) {
    for (const name of [element.id, element.getAttribute('name')]) {
      if (name === fragment || name === ID_PREFIX + fragment) return element;
    }
  }
  return null;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment; // A stray % stands for itself.
  }
}
