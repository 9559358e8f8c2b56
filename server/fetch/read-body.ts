import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import { TooLarge } from './fetch-error';

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
