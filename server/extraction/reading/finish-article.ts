import { type Metadata, sanitiseTree } from '../../../src/capture';
import type { BookmarkLink } from '../../../src/contract';
import { articleLinks } from './links';
import type { ReadArticle } from './page-reading';
import { searchedText } from './searched-text';

interface FinishedArticle {
  readonly article: Omit<ReadArticle, 'wordCount'>;
  readonly links: readonly BookmarkLink[];
}

/** Makes of a captured article what the service gives (protocol.md sections 7.6 and 14). */
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
  return {
    article: {
      imageUrls: finishImages(section),
      text: searchedText(section),
      html: section.outerHTML,
    },
    links: articleLinks(section, document.URL),
  };
}

/** Times that an article is read and sanitised before what is written of it has to stay the same. */
const MAX_READINGS = 4;

/**
 * Puts what a parser makes of sanitised HTML into `section`. Where that is not what was written, as
 * happens to elements that no parser nests like that, it is sanitised as it is now.
 * @throws when it never stays the same
 */
function readHarmless(html: string, section: Element): void {
  let written = html;
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    section.innerHTML = written;
    const article = section.ownerDocument.createDocumentFragment();
    while (section.firstChild !== null) article.append(section.firstChild);
    sanitiseTree(article);
    section.append(article);
    const again = section.innerHTML;
    if (again === written) return;
    written = again;
  }
  throw new Error('The article is another each time that it is read');
}

/** Puts `loading` first and `src` second, where `withImageAddresses` finds them. */
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
