import type { WorstRequest } from './worst-bodies';

/** Returns the bytes of a request, with `headers` that those of the request replace. */
export function rawRequest(
  method: string,
  path: string,
  { headers: own, query, body: makeBody, isInBytes }: WorstRequest,
  headers: Readonly<Record<string, string>>,
): Buffer {
  const body = Buffer.from(makeBody());
  const all = {
    ...headers,
    ...(body.length > 0 &&
      (isInBytes ? { 'transfer-encoding': 'chunked' } : { 'content-length': `${body.length}` })),
    ...own,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const address = query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
  const head = `${method} ${address} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head), isInBytes ? inBytes(body) : body]);
}

/** Returns `body` in chunks of one byte each. */
function inBytes(body: Buffer): Buffer {
  const chunks = Buffer.alloc(body.length * 6 + 5);
  body.forEach((byte, at) => {
    chunks.write('1\r\n', at * 6, 'latin1');
    chunks[at * 6 + 3] = byte;
    chunks.write('\r\n', at * 6 + 4, 'latin1');
  });
  chunks.write('0\r\n\r\n', body.length * 6, 'latin1');
  return chunks;
}
