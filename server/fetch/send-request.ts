import type { IncomingMessage } from 'node:http';
import * as http from 'node:http';
import * as https from 'node:https';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import type { AddressRule } from './address-rule';
import { TooLarge } from './fetch-error';

/** Some sites send a content security policy that alone exceeds the default limit of Node. */
const MAX_HEADER_BYTES = 64 * 1024;

/**
 * Sends a GET request, or a POST request with `body`, without following redirects. Rejects with the
 * errors of Node.
 */
export type SendRequest = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  body?: Uint8Array,
) => Promise<http.IncomingMessage>;

/** Creates a sender that reuses connections, because images of a page are often on one server. */
export function createRequestSender(rule: AddressRule): SendRequest {
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
      const outgoing = request(url, options);
      // The listener stays after the response: later errors also reach the reader of the response.
      outgoing.on('error', reject);
      outgoing.on('response', resolve);
      outgoing.end(body);
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
 * Reads and decompresses a body. Both the compressed and the decompressed size are limited.
 * @throws TooLarge, or an error of Node when the connection breaks or decompression fails
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
