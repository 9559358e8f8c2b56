import type { IncomingMessage } from 'node:http';
import * as http from 'node:http';
import * as https from 'node:https';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import type { AddressRule } from './address-rule';
import { TooLarge } from './fetch-error';

/** Some sites send a policy that alone is longer than node's own bound. */
const MAX_HEADER_BYTES = 64 * 1024;

/**
 * Asks for one address, redirects not followed; with a body it is posted. Rejects with node's own
 * errors.
 */
export type Ask = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  body?: Uint8Array,
) => Promise<http.IncomingMessage>;

/** Connections are kept for a moment: the images of a page are often at one place. */
export function createAsk(rule: AddressRule): Ask {
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  };
  return (url, headers, signal, body) =>
    new Promise((resolve, reject) => {
      const { request } = url.protocol === 'https:' ? https : http;
      const agent = url.protocol === 'https:' ? agents['https:'] : agents['http:'];
      const { lookup } = rule;
      const method = body === undefined ? 'GET' : 'POST';
      const options = { agent, method, headers, signal, lookup, maxHeaderSize: MAX_HEADER_BYTES };
      const asked = request(url, options);
      // Stays: what breaks later breaks the response too, and there it is awaited.
      asked.on('error', reject);
      asked.on('response', resolve);
      asked.end(body);
    });
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** The `Accept-Encoding` of requests. */
export const ACCEPTED_ENCODINGS = 'gzip, br, zstd';

/** Returns the decompressor for a coding; null for an unknown coding or several. */
export function decoderOf({ headers }: IncomingMessage): Transform | null {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return new PassThrough();
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  return decoder?.() ?? null;
}

/**
 * The body, unpacked. Neither what comes nor what it unpacks to is longer than `maxBytes`.
 * @throws TooLarge, or what node throws when the connection breaks or it can't be unpacked
 */
export async function readBody(
  response: IncomingMessage,
  decoder: Transform,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  await pipeline(
    response,
    (source: AsyncIterable<Uint8Array>) => bounded(source, maxBytes),
    decoder,
    async (source: AsyncIterable<Uint8Array>) => {
      for await (const chunk of bounded(source, maxBytes)) chunks.push(chunk);
    },
    { signal },
  );
  return Buffer.concat(chunks);
}

async function* bounded(source: AsyncIterable<Uint8Array>, maxBytes: number) {
  let length = 0;
  for await (const chunk of source) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new TooLarge();
    yield chunk;
  }
}
