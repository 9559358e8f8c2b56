/** True for an absolute `http` or `https` address. */
export function isWebAddress(address: string): boolean {
  const protocol = URL.parse(address)?.protocol;
  return protocol === 'http:' || protocol === 'https:';
}

/**
 * Returns the last segment of an absolute URL's path, percent-decoded, or its host if the path is
 * empty.
 */
export function fileNameOf(address: string): string {
  return lastPartOf(address) || new URL(address).hostname;
}

/**
 * Returns `fileNameOf` without the file extension. An extension starts with a letter, so
 * `version-2.0` has none.
 */
export const fileTitleOf = (address: string): string =>
  lastPartOf(address).replace(/(?<=.)\.[a-z][a-z\d]{0,4}$/i, '') || new URL(address).hostname;

const lastPartOf = (address: string): string =>
  decodedPart(new URL(address).pathname.split('/').findLast((part) => part !== '') ?? '');

/** Decodes a part of an address, such as its fragment. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // The text is not encoded, for example `100%`.
  }
}
