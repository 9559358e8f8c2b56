import { countWords, readingTimeMinutes, withoutFragment } from '../domain';
import { absoluteImageUrl, absolutePageUrl } from './addresses';
import type { CapturedArticle, WantedImage } from './capture';
import { BLOCKS } from './elements';
import { isPlaceholder } from './repair/image-address';

/**
 * The last touches to an article that is not yet sanitised: links within it lead to what it has,
 * all others to their full address; images that never got one are gone.
 */
export function finishArticle(article: DocumentFragment, baseUrl: string, pageUrl: string): void {
  finishLinks(article, baseUrl, pageUrl);
  for (const image of article.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? '';
    const url = isPlaceholder(src) ? null : absoluteImageUrl(src, baseUrl);
    if (url === null) image.remove();
    else if (url !== src) image.setAttribute('src', url);
  }
  // A parser would end the paragraph at the first block, and the place in the text would be lost.
  for (const paragraph of article.querySelectorAll('p')) {
    if (paragraph.querySelector(BLOCKS) === null) continue;
    const box = paragraph.ownerDocument.createElement('div');
    box.append(...paragraph.childNodes);
    paragraph.replaceWith(box);
  }
}

function finishLinks(article: DocumentFragment, baseUrl: string, pageUrl: string): void {
  const page = withoutFragment(pageUrl);
  const targets = new Set([...article.querySelectorAll('[id]')].map(({ id }) => id));
  for (const link of article.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href')?.trim() ?? '';
    const url = absolutePageUrl(href, href.startsWith('#') ? pageUrl : baseUrl);
    if (url === null) continue;
    const target = withoutFragment(url) === page ? decode(url.slice(page.length + 1)) : '';
    link.setAttribute('href', target !== '' && targets.has(target) ? `#${target}` : url);
  }
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // Not encoded at all: `#100%`.
    return fragment;
  }
}

/** Letters by which Readability compares a heading to the title: there it has dropped it itself. */
const LATIN = /[a-z0-9]/i;

/**
 * Takes away the heading that opens an article with its title, which a reader shows above it.
 * Readability does, in Latin letters only. The title may have the name of the site besides.
 */
export function dropRepeatedTitle(article: DocumentFragment, title: string): void {
  const heading = article.querySelector('h1,h2');
  const words = normal(heading?.textContent ?? '');
  if (heading === null || words === '' || LATIN.test(words)) return;
  // Long enough for the heading and the white space around it.
  const start = (article.textContent ?? '').slice(
    0,
    2 * (heading.textContent ?? '').length + 1_000,
  );
  const opens = normal(start).startsWith(words);
  if (opens && normal(title).includes(words)) heading.remove();
}

const normal = (text: string): string => text.normalize('NFKC').replace(/[\s\p{P}\p{S}]+/gu, '');

/**
 * The article as it is kept: its HTML, its size and the images it shows. `lang` is BCP 47, or empty.
 * null when there is neither text nor image.
 */
export function describeArticle(fragment: DocumentFragment, lang: string): CapturedArticle | null {
  const holder = fragment.ownerDocument.createElement('div');
  holder.append(fragment);
  const text = holder.textContent?.trim() ?? '';
  const images = [...holder.querySelectorAll('img[src]')].map(wantedImage);
  if (text === '' && images.length === 0) return null;
  const wordCount = countWords(text, lang);
  return {
    html: holder.innerHTML.trim(),
    textLength: text.length,
    wordCount,
    readingTimeMinutes: readingTimeMinutes(wordCount, lang),
    images,
  };
}

function wantedImage(image: Element): WantedImage {
  return {
    url: image.getAttribute('src') ?? '',
    width: Number(image.getAttribute('width')) || null,
    height: Number(image.getAttribute('height')) || null,
  };
}
