import { countWords, readingTimeMinutes } from '../domain/reading-time';
import { withoutFragment } from '../domain/url-identity';
import { decodedPart } from '../domain/web-address';
import { absoluteImageUrl, absolutePageUrl } from './addresses';
import type { CapturedArticle, ImageReference } from './capture';
import { BLOCKS } from './elements';
import { lettersIn } from './normal-text';
import { isPlaceholder } from './repair/image-address';

/**
 * Completes an article before it is sanitised: links to parts of the article become fragments, all
 * other links become absolute, and images without an address are removed.
 */
export function finishArticle(article: DocumentFragment, baseUrl: string, pageUrl: string): void {
  finishLinks(article, baseUrl, pageUrl);
  for (const image of article.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? '';
    const url = isPlaceholder(src) ? null : absoluteImageUrl(src, baseUrl);
    if (url === null) image.remove();
    else if (url !== src) image.setAttribute('src', url);
  }
  // A parser would end the paragraph at its first block, which would change the order of the text.
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
    const target = withoutFragment(url) === page ? decodedPart(url.slice(page.length + 1)) : '';
    link.setAttribute('href', target !== '' && targets.has(target) ? `#${target}` : url);
  }
}

/**
 * Readability compares headings with the title by these letters, so it has already dropped headings
 * that contain them.
 */
const LATIN_CHARACTER = /[a-z0-9]/i;

/**
 * Removes the first heading of an article if it repeats the title, because the reader shows the
 * title above it. Readability does so for Latin letters only. The title may also contain the name
 * of the site.
 */
export function dropRepeatedTitle(article: DocumentFragment, title: string): void {
  const heading = article.querySelector('h1,h2');
  const words = lettersIn(heading?.textContent ?? '');
  if (heading === null || words === '' || LATIN_CHARACTER.test(words)) return;
  // Long enough for the heading and the white space around it.
  const start = (article.textContent ?? '').slice(
    0,
    2 * (heading.textContent ?? '').length + 1_000,
  );
  const opens = lettersIn(start).startsWith(words);
  if (opens && lettersIn(title).includes(words)) heading.remove();
}

/**
 * Returns the article as it is stored: its HTML, its length and its images. `lang` is BCP 47, or
 * empty. Returns null when there is neither text nor image.
 */
export function describeArticle(fragment: DocumentFragment, lang: string): CapturedArticle | null {
  const holder = fragment.ownerDocument.createElement('div');
  holder.append(fragment);
  const text = holder.textContent?.trim() ?? '';
  const images = [...holder.querySelectorAll('img[src]')].map(imageReference);
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

function imageReference(image: Element): ImageReference {
  return {
    url: image.getAttribute('src') ?? '',
    width: Number(image.getAttribute('width')) || null,
    height: Number(image.getAttribute('height')) || null,
  };
}
