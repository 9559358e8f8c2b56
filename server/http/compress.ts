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

/** `body` in a coding that the client takes; null when it takes none, or it is not worth it. */
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

/** Of bytes that somebody keeps to send them again. */
const compressedOf = new WeakMap<Uint8Array, Map<ContentCoding, Buffer>>();

/** Whichever of ours the client wants most; of equals, the one that everybody can read. */
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
