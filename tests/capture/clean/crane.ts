import { expect } from 'vitest';
import { cleanArticle } from '../../../src/capture/clean/clean-article';
import { openHtml } from '../../../src/capture/open-html';

export const PAGE = {
  url: 'https://harbour.example/2025/the-old-crane',
  canonicalUrl: 'https://www.haven.example/2025/kraan',
  title: 'The old crane comes down',
  siteName: 'Harbour Post',
  authors: ['Ines Halloran'],
  published: '2025-03-04T09:00:00Z',
  articleText: '',
};

export const FIRST =
  'The crane has stood at the end of the quay for sixty years, and nobody remembers a time before it.';
export const SECOND =
  'On Monday the last of its cables was cut, while a few hundred people watched from the bridge.';
export const LAST =
  'What comes in its place will be decided by the council, which meets again in spring.';

/** Cleans the article in `html`, which the DOM of the server has to do in the same way. */
export function cleaned(html: string) {
  const article = cleanedBy(document, html);
  const onServer = cleanedBy(openHtml('<!doctype html>', PAGE.url).document, html);
  const again = document.createElement('div');
  again.innerHTML = onServer.innerHTML;
  expect(again.innerHTML).toBe(article.innerHTML);
  return { article, text: textOf(article) };
}

function cleanedBy(owner: Document, html: string): HTMLElement {
  const article = owner.createElement('div');
  article.innerHTML = html;
  cleanArticle(article, PAGE);
  return article;
}

export const textOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();

/** Puts something in the middle, before the first or after the last paragraph of an article. */
export const amid = (html: string) => `<p>${FIRST}</p><p>${SECOND}</p>${html}<p>${LAST}</p>`;
export const withStart = (html: string) => `${html}<p>${FIRST}</p><p>${SECOND}</p><p>${LAST}</p>`;
export const withEnd = (html: string) => `<p>${FIRST}</p><p>${SECOND}</p><p>${LAST}</p>${html}`;
/** Such an article is no notice, so that its end is looked at. */
export const MORE =
  'The men who ran it came back for the day. They brought the gloves and the lamps they had kept, and told the children how the harbour sounded when four ships were unloaded in one night.';
export const withLongEnd = (html: string) =>
  `<p>${FIRST}</p><p>${SECOND}</p><p>${LAST}</p>${`<p>${MORE}</p>`.repeat(2)}${html}`;
export const CARDS = ['bridge', 'lighthouse', 'ferry']
  .map(
    (name) =>
      `<div class="card"><a href="/2024/${name}"><img src="${name}.jpg"></a><p>Why the ${name} stays closed, and who pays for it this time.</p></div>`,
  )
  .join('');
export const PROSE = `${FIRST} ${SECOND} ${LAST}`;
export const plain = (text: string) => text.replace(/\s+/g, '');

export const link = (text: string, href = '/2024/other') => `<a href="${href}">${text}</a>`;
