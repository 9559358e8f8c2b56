const FOLDER = '_resources/';

/** How a stored article refers to an image that is kept with it. Names have letters, digits, `.-_`. */
export const storedImageSource = (name: string): string => `${FOLDER}${name}`;

/** An image as it is serialised. In a text there is no bare `<`: nothing that is told is taken for one. */
const IMAGE = /<img((?:\s[^\s"=>]+="[^"]*")*?)\ssrc="_resources\/([\w.-]+)"/g;

/** `article` with the images that are kept with it at the addresses that `addressOf` gives. */
export function withImageAddresses(article: string, addressOf: (name: string) => string): string {
  // Many have none, and to look for the tag takes twenty times as long.
  if (!article.includes(FOLDER)) return article;
  return article.replace(IMAGE, (_, before: string, name: string) => {
    const address = addressOf(name).replaceAll('&', '&amp;');
    return `<img${before} src="${address.replaceAll('"', '&quot;')}"`;
  });
}
