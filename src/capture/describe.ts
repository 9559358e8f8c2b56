import { countWords, readingTimeMinutes } from '../domain';
import type { CapturedArticle, WantedImage } from './capture';

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
