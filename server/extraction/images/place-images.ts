import { storedImageSource } from '../../bookmarks/article-images';
import type { BookmarkImage } from '../../storage';

/**
 * An image as `finishArticle` writes it. Neither a text (where `<` is escaped) nor a value (where
 * `"` is) can look like one.
 */
const IMAGE = /<img loading="lazy" src="([^"]*)"((?:\s[^\s"=>]+="[^"]*")*)/g;
const SIZE = /\s(?:width|height)="/;

const ESCAPES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00a0',
};

/**
 * The article with the images that are kept in the place of where they came from, with their size
 * where the page says none; the others keep that address.
 * @param fileOf the file of an address; null when it is not kept
 */
export const placeImages = (html: string, fileOf: (url: string) => BookmarkImage | null): string =>
  html.replace(IMAGE, (whole, written: string, others: string) => {
    const url = written.replace(
      /&(?:amp|lt|gt|quot|nbsp);/g,
      (escaped) => ESCAPES[escaped] ?? escaped,
    );
    const file = fileOf(url);
    if (file === null) return whole;
    const { name, width, height } = file;
    const isKnown = width > 0 && height > 0 && !SIZE.test(others);
    const size = isKnown ? ` width="${width}" height="${height}"` : '';
    return `<img loading="lazy" src="${storedImageSource(name)}"${others}${size}`;
  });
