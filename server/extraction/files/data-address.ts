const DATA = /^data:([^,]*?)(;\s*base64)?,/i;

/** The bytes of a `data:` address; null when it is none, or broken. */
export function bytesOfDataAddress(address: string): Uint8Array | null {
  const head = DATA.exec(address);
  if (head === null) return null;
  const body = address.slice(head[0].length);
  try {
    const text = decodeURIComponent(body);
    return Buffer.from(text, head[2] === undefined ? 'utf8' : 'base64');
  } catch {
    return null; // A per cent sign that encodes nothing.
  }
}
