import { storedImageSource } from '../../bookmarks/article-images';

/**
 * An image as `finishArticle` writes it. Neither a text (where `<` is escaped) nor a value (where
 * `"` is) can look like one.
 */
const IMAGE = /<img loading="lazy" src="([^"]*)"/g;

const ESCAPES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00a0',
};

/**
 * The article with the images that are kept in the place of where they came from; the others keep
 * that address.
 * @param nameOf the file of an address; null when it is not kept
 */
export const placeImages = (html: string, nameOf: (url: string) => string | null): string =>
  html.replace(IMAGE, (whole, written: string) => {
    const url = written.replace(
      /&(?:amp|lt|gt|quot|nbsp);/g,
      (escaped) => ESCAPES[escaped] ?? escaped,
    );
    const name = nameOf(url);
    return name === null ? whole : `<img loading="lazy" src="${storedImageSource(name)}"`;
  });
