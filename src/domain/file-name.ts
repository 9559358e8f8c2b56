/** The last part of an absolute URL's path, percent-decoded; its host when the path is empty. */
export function fileNameOf(address: string): string {
  return lastPartOf(address) || new URL(address).hostname;
}

/** As `fileNameOf`, without the ending that says what kind of file it is. */
export const fileTitleOf = (address: string): string =>
  lastPartOf(address).replace(/(?<=.)\.[a-z\d]{1,5}$/i, '') || new URL(address).hostname;

const lastPartOf = (address: string): string =>
  decoded(new URL(address).pathname.split('/').findLast((part) => part !== '') ?? '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // Not encoded at all: `100%`.
  }
}
