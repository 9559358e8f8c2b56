import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { TooLarge, UnknownCoding } from './fetch-error';

interface Coding {
  readonly create: (options?: { readonly finishFlush?: number }) => Transform;
  /** The flush that ends a body that was cut without an error. */
  readonly flush: number;
  /** The first bytes of each body. Without them it is not compressed, whatever its header says. */
  readonly magic?: readonly number[];
}

const GZIP: Coding = { create: createGunzip, flush: constants.Z_SYNC_FLUSH, magic: [0x1f, 0x8b] };
const CODINGS: Readonly<Record<string, Coding>> = {
  gzip: GZIP,
  'x-gzip': GZIP,
  deflate: { create: createInflate, flush: constants.Z_SYNC_FLUSH },
  br: { create: createBrotliDecompress, flush: constants.BROTLI_OPERATION_FLUSH },
  zstd: {
    create: createZstdDecompress,
    flush: constants.ZSTD_e_flush,
    magic: [0x28, 0xb5, 0x2f, 0xfd],
  },
};
const RAW_DEFLATE: Coding = { create: createInflateRaw, flush: constants.Z_SYNC_FLUSH };

/** Codings that nobody asked for and that no browser decodes without having asked. */
const UNREADABLE_CODINGS: ReadonlySet<string> = new Set(['compress', 'x-compress', 'dcb', 'dcz']);

/** The `Accept-Encoding` of requests. */
export const ACCEPTED_ENCODINGS = 'gzip, br, zstd';

/** Each one decompresses a body once more. */
const MAX_CODINGS = 4;

const named = (name: string): Coding | undefined =>
  Object.hasOwn(CODINGS, name) ? CODINGS[name] : undefined;

const namesIn = (header = ''): readonly string[] =>
  header
    .toLowerCase()
    .split(',', MAX_CODINGS + 1)
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');

/** Returns the decompressor for exactly one coding; null for an unknown coding or several. */
export function decoderOf(header: string | undefined): Transform | null {
  const [name, ...others] = namesIn(header);
  if (name === undefined) return new PassThrough();
  return others.length > 0 ? null : (named(name)?.create() ?? null);
}

/** A body without its compression. */
export interface Decoded {
  readonly bytes: Uint8Array;
  /** True when its end is missing. */
  readonly isCut: boolean;
}

/**
 * Decompresses a body as browsers do. `deflate` is with or without a header of zlib, a name that is no
 * coding (such as `UTF-8`) is passed over, and of a body that was cut all is kept that can be read.
 * @param maxBytes of each step
 * @throws UnknownCoding, TooLarge, or an error of zlib
 */
export async function decodeBody(
  body: Uint8Array,
  header: string | undefined,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Decoded> {
  const names = namesIn(header);
  if (names.length > MAX_CODINGS || names.some((name) => UNREADABLE_CODINGS.has(name))) {
    throw new UnknownCoding();
  }
  let decoded: Decoded = { bytes: body, isCut: false };
  for (const name of names.toReversed()) {
    const coding = codingOf(name, decoded.bytes);
    if (coding === null) continue;
    const next = await decode(decoded.bytes, coding, maxBytes, signal);
    decoded = { bytes: next.bytes, isCut: next.isCut || decoded.isCut };
  }
  return decoded;
}

/** Returns how to decode bytes with the coding `name`; null when they are not compressed. */
function codingOf(name: string, bytes: Uint8Array): Coding | null {
  const coding = named(name);
  if (coding === undefined || bytes.byteLength === 0) return null;
  if (name === 'deflate') return hasZlibHeader(bytes) ? coding : RAW_DEFLATE;
  return coding.magic?.every((byte, at) => bytes[at] === byte) === false ? null : coding;
}

/** @see https://www.rfc-editor.org/rfc/rfc1950#section-2.2 */
const hasZlibHeader = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;

async function decode(
  bytes: Uint8Array,
  { create, flush }: Coding,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Decoded> {
  try {
    return { bytes: await readAll([bytes], create(), maxBytes, signal), isCut: false };
  } catch (fault) {
    // Bytes behind the end of gzip are passed over, as those behind the other codings are.
    if (create === createGunzip && hasCode(fault, 'Z_DATA_ERROR'))
      return decode(bytes.subarray(startOfGzip(bytes)), RAW_DEFLATE, maxBytes, signal);
    if (!hasCode(fault, 'Z_BUF_ERROR')) throw fault;
    const decoder = create({ finishFlush: flush });
    const read = await readAll([bytes], decoder, maxBytes, signal);
    if (read.byteLength === 0) throw fault;
    return { bytes: read, isCut: true };
  }
}

const hasCode = (fault: unknown, code: string): boolean =>
  fault instanceof Error && 'code' in fault && fault.code === code;

/**
 * Returns the place of the data behind the header of a gzip body.
 * @see https://www.rfc-editor.org/rfc/rfc1952#section-2.3
 */
function startOfGzip(bytes: Uint8Array): number {
  const flags = bytes[3] ?? 0;
  let at = 10;
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const text of [8, 16]) if (flags & text) at = bytes.indexOf(0, at) + 1;
  return flags & 2 ? at + 2 : at;
}

/**
 * Reads what `decoder` makes of `source`.
 * @throws TooLarge when that is longer than `maxBytes`, or an error of `source` or `decoder`
 */
export async function readAll(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  decoder: Transform,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const collect = async (decoded: AsyncIterable<Uint8Array>) => {
    for await (const chunk of decoded) {
      length += chunk.byteLength;
      if (length > maxBytes) throw new TooLarge();
      chunks.push(chunk);
    }
  };
  await pipeline(source, decoder, collect, { signal });
  return Buffer.concat(chunks);
}
