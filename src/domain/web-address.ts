/** The parts of an address, or null for a text that is none. */
export function parseAddress(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null; // Not an address. `URL.canParse` first would parse each good one twice.
  }
}

/** True for an absolute `http` or `https` address: what a page may link to or load. */
export function isWebAddress(address: string): boolean {
  const protocol = parseAddress(address)?.protocol;
  return protocol === 'http:' || protocol === 'https:';
}

/** True when the path of the address ends as that of a PDF does. Nobody has looked at what is there. */
export const isPdfAddress = (address: string): boolean =>
  /\.pdf$/i.test(parseAddress(address)?.pathname ?? '');
