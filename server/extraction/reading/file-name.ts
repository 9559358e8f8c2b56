/** The last part of an address's path, readable; its host when the path has none. */
export function fileNameOf(address: string): string {
  const { pathname, hostname } = new URL(address);
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  return decoded(last) || hostname;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // Not encoded at all: `100%`.
  }
}
