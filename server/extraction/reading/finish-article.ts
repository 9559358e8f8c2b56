import type { Metadata } from '../../../src/capture';
import type { BookmarkLink } from '../../../src/contract';
import { articleLinks } from './links';
import type { ReadArticle } from './page-reading';
import { searchedText } from './searched-text';
import type { ServerWindow } from './server-dom';

interface FinishedArticle {
  readonly article: Omit<ReadArticle, 'wordCount'>;
  readonly links: readonly BookmarkLink[];
}

/** Makes of a captured article what the service gives (protocol.md sections 7.6 and 14). */
export function finishArticle(
  html: string,
  { lang, textDirection }: Metadata,
  { document }: ServerWindow,
): FinishedArticle {
  // A document of its own: nothing in it could load.
  const owner = document.implementation.createHTMLDocument('');
  const section = owner.createElement('section');
  if (lang !== '') section.lang = lang;
  if (textDirection !== null) section.dir = textDirection;
  section.innerHTML = html;
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
