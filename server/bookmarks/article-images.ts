const FOLDER = '_resources/';

/** How a stored article refers to an image that is kept with it. Names have letters, digits, `.-_`. */
export const storedImageSource = (name: string): string => `${FOLDER}${name}`;

/** Where the images of an article are, by their names. */
export interface ImageAddresses {
  readonly known: ReadonlyMap<string, string>;
  /** What stands before the name of any other. */
  readonly prefix: string;
}

/** Addresses that all begin alike. */
export const imagesBelow = (prefix: string): ImageAddresses => ({ known: new Map(), prefix });

/** An image as it is serialised. In a text there is no bare `<`: nothing that is told is taken for one. */
const IMAGE = /<img((?:\s[^\s"=>]+="[^"]*")*?)\ssrc="_resources\/([\w.-]+)"/g;

/** Whether `withImageAddresses` could change an article. To look for the tag takes twenty times as long. */
export const mayHaveImages = (article: string): boolean => article.includes(FOLDER);

/** `article` with the images that are kept with it at their addresses. */
export function withImageAddresses(article: string, { known, prefix }: ImageAddresses): string {
  if (!mayHaveImages(article)) return article;
  return article.replace(IMAGE, (_, before: string, name: string) => {
    const address = (known.get(name) ?? `${prefix}${name}`).replaceAll('&', '&amp;');
    return `<img${before} src="${address.replaceAll('"', '&quot;')}"`;
  });
}
