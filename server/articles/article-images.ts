import type { BookmarkImage } from '../storage';

const RESOURCES_FOLDER = '_resources/';

/** Makes the `src` of a stored image in a stored article. Names consist of letters, digits and `.-_`. */
export const storedImageSource = (name: string): string => `${RESOURCES_FOLDER}${name}`;

/** The addresses of an article's images, by their names. */
export interface ImageAddresses {
  readonly known: ReadonlyMap<string, string>;
  /** The address of any other image is this prefix and its name. */
  readonly prefix: string;
}

/** Makes addresses with the same prefix for all images. */
export const imagesBelow = (prefix: string): ImageAddresses => ({ known: new Map(), prefix });

/** A stored image in a serialised article. Text cannot match, because `<` is escaped there. */
const STORED_IMAGE = /<img((?:\s[^\s"=>]+="[^"]*")*?)\ssrc="_resources\/([\w.-]+)"/g;

/** False if `withImageAddresses` would not change the article. Twenty times as fast as the pattern. */
export const mayHaveImages = (article: string): boolean => article.includes(RESOURCES_FOLDER);

/** Replaces the stored addresses of images in an article. */
export function withImageAddresses(article: string, { known, prefix }: ImageAddresses): string {
  if (!mayHaveImages(article)) return article;
  return article.replace(STORED_IMAGE, (_, before: string, name: string) => {
    const address = (known.get(name) ?? `${prefix}${name}`).replaceAll('&', '&amp;');
    return `<img${before} src="${address.replaceAll('"', '&quot;')}"`;
  });
}

/**
 * An image in the form that `finishArticle` writes. Text and attribute values cannot match, because `<` and `"`
 * are escaped there.
 */
const IMAGE_ELEMENT = /<img loading="lazy" src="([^"]*)"((?:\s[^\s"=>]+="[^"]*")*)/g;
const SIZE_ATTRIBUTE = /\s(?:width|height)="/;

const ESCAPES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

/**
 * Replaces the addresses of images with their stored addresses, and adds their sizes where the page
 * gives none. Images that are not stored keep their addresses.
 * @param fileOf returns the file of an address; null when the image is not stored
 */
export const placeImages = (html: string, fileOf: (url: string) => BookmarkImage | null): string =>
  html.replace(IMAGE_ELEMENT, (whole, written: string, others: string) => {
    const url = written.replace(/&(?:amp|lt|gt|quot);/g, (escaped) => ESCAPES[escaped] ?? escaped);
    const file = fileOf(url);
    if (file === null) return whole;
    const { name, width, height } = file;
    const isKnown = width > 0 && height > 0 && !SIZE_ATTRIBUTE.test(others);
    const size = isKnown ? ` width="${width}" height="${height}"` : '';
    return `<img loading="lazy" src="${storedImageSource(name)}"${others}${size}`;
  });
