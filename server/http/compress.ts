import { promisify } from 'node:util';
import { constants, gzip, zstdCompress } from 'node:zlib';
import type { ContentCoding } from '../../src/contract';

const MIN_BYTES = 1024; // protocol.md section 1
const COMPRESSIBLE =
  /^(application\/(json|atom\+xml|.*\+json)|image\/svg\+xml|text\/(?!event-stream))/;

const COMPRESS: Readonly<Record<ContentCoding, (body: Uint8Array) => Promise<Buffer>>> = {
  gzip: (body) => promisify(gzip)(body, { level: constants.Z_DEFAULT_COMPRESSION }),
  zstd: (body) => promisify(zstdCompress)(body),
};

export interface Compressed {
  readonly coding: ContentCoding;
  readonly bytes: Buffer;
}

/** Compresses `body` for the client; null when the client accepts no coding or it would not help. */
export async function compressFor(
  acceptEncoding: string | null,
  type: string,
  body: string | Uint8Array,
): Promise<Compressed | null> {
  if (body.length <= MIN_BYTES || !COMPRESSIBLE.test(type)) return null;
  const coding = codingFor(acceptEncoding);
  if (coding === null) return null;
  if (typeof body === 'string') return { coding, bytes: await COMPRESS[coding](Buffer.from(body)) };
  const known = compressedOf.get(body) ?? new Map<ContentCoding, Buffer>();
  const bytes = known.get(coding) ?? (await COMPRESS[coding](body));
  compressedOf.set(body, known.set(coding, bytes));
  return { coding, bytes };
}

/** Caches the results for byte arrays that are kept and sent again. */
const compressedOf = new WeakMap<Uint8Array, Map<ContentCoding, Buffer>>();

/** Chooses the coding that the client prefers. gzip wins a tie, because every client supports it. */
export function codingFor(acceptEncoding: string | null): ContentCoding | null {
  if (!acceptEncoding) return null;
  const wishes = new Map(
    acceptEncoding.split(',').map((part) => {
      const [name = '', quality] = part.split(';').map((text) => text.trim().toLowerCase());
      return [name, quality?.startsWith('q=') ? Number(quality.slice(2)) : 1];
    }),
  );
  const wish = (coding: ContentCoding) => wishes.get(coding) ?? wishes.get('*') ?? 0;
  const best: ContentCoding = wish('zstd') > wish('gzip') ? 'zstd' : 'gzip';
  return wish(best) > 0 ? best : null;
}
