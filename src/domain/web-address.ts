/** Parses an absolute address; null when the text is not one. */
export function parseAddress(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null; // Not an address. `URL.canParse` first would parse each good one twice.
  }
}

/** True for an absolute `http` or `https` address. */
export function isWebAddress(address: string): boolean {
  const protocol = parseAddress(address)?.protocol;
  return protocol === 'http:' || protocol === 'https:';
}

/** True when the path of the address ends with `.pdf`. The file itself may still be another one. */
export const isPdfAddress = (address: string): boolean =>
  /\.pdf$/i.test(parseAddress(address)?.pathname ?? '');

/** The last part of an absolute URL's path, percent-decoded; its host when the path is empty. */
export function fileNameOf(address: string): string {
  return lastPartOf(address) || new URL(address).hostname;
}

/** `fileNameOf` without the file extension. `version-2.0` has none: an extension begins with a letter. */
export const fileTitleOf = (address: string): string =>
  lastPartOf(address).replace(/(?<=.)\.[a-z][a-z\d]{0,4}$/i, '') || new URL(address).hostname;

const lastPartOf = (address: string): string =>
  decoded(new URL(address).pathname.split('/').findLast((part) => part !== '') ?? '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // Not encoded at all: `100%`.
  }
}
