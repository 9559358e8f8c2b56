import { Inflate, inflateSync } from 'fflate';
import { err, ok, type Result } from '../../domain/result';
import {
  CENTRAL_HEADER,
  CENTRAL_HEADER_LENGTH,
  crc32,
  DEFLATED,
  END_RECORD,
  END_RECORD_LENGTH,
  IN_ZIP64_16,
  IN_ZIP64_32,
  LOCAL_HEADER,
  LOCAL_HEADER_LENGTH,
  STORED,
  ZIP64_END_RECORD,
  ZIP64_END_RECORD_LENGTH,
  ZIP64_EXTRA,
  ZIP64_LOCATOR,
  ZIP64_LOCATOR_LENGTH,
} from './zip-format';

export type ZipFailure =
  /** It has no directory: it is another format, or its end is missing. */
  | { readonly kind: 'not-a-zip' }
  /** More entries, a larger directory or a larger entry than the reader accepts. */
  | { readonly kind: 'too-large' }
  /** The bytes of an entry are not those that were written. Reading it took as long as reading `size` bytes. */
  | { readonly kind: 'damaged'; readonly size: number }
  | { readonly kind: 'not-found' };

/** An archive whose entries are read one by one, in any order. */
export interface OpenZip {
  /** The names as they are in the file. They may be any paths, so use them only for comparisons. */
  readonly names: Iterable<string>;
  /** Reads an entry of at most `maxBytes` and compares it with its checksum. */
  read(name: string, maxBytes: number): Promise<Result<Uint8Array<ArrayBuffer>, ZipFailure>>;
}

/** The largest directory that is accepted. It is compared before the directory is read. */
export interface ZipBounds {
  readonly maxEntries: number;
  readonly maxDirectoryBytes: number;
}

/** A file is read in pieces of up to this size, because each piece is a round trip in a browser. */
const ZIP_PIECE_BYTES = 1_000_000;
const LEAST_PIECE = 16_384;
/** The end record may be followed by a comment of this length. */
const MAX_COMMENT = 0xffff;

/**
 * Opens a zip archive and reads only its directory. Sizes that it states are not believed: an entry
 * is inflated in pieces, up to the bound that its reader gives.
 */
export async function openZip(
  file: Blob,
  { maxEntries, maxDirectoryBytes }: ZipBounds,
): Promise<Result<OpenZip, ZipFailure>> {
  const end = await findEnd(file);
  if (end === null) return err({ kind: 'not-a-zip' });
  if (end.count > maxEntries || end.size > maxDirectoryBytes) return err({ kind: 'too-large' });
  const entries = await readDirectory(file, end);
  if (entries === null) return err({ kind: 'not-a-zip' });
  const pieces = new Pieces(file);
  return ok({
    names: entries.keys(),
    async read(name, maxBytes) {
      const entry = entries.get(name);
      return entry === undefined ? err({ kind: 'not-found' }) : readEntry(pieces, entry, maxBytes);
    },
  });
}

interface Directory {
  readonly start: number;
  readonly size: number;
  readonly count: number;
}

interface Entry {
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

async function findEnd(file: Blob): Promise<Directory | null> {
  const from = Math.max(0, file.size - END_RECORD_LENGTH - MAX_COMMENT - ZIP64_LOCATOR_LENGTH);
  const tail = await viewOf(file, from, file.size);
  for (let at = tail.byteLength - END_RECORD_LENGTH; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== END_RECORD) continue;
    const count = tail.getUint16(at + 10, true);
    const size = tail.getUint32(at + 12, true);
    const start = tail.getUint32(at + 16, true);
    const isZip64 = count === IN_ZIP64_16 || size === IN_ZIP64_32 || start === IN_ZIP64_32;
    const found = isZip64 ? await findZip64(file, tail, at) : { start, size, count };
    return found !== null && found.start + found.size <= file.size ? found : null;
  }
  return null;
}

async function findZip64(file: Blob, tail: DataView, end: number): Promise<Directory | null> {
  const at = end - ZIP64_LOCATOR_LENGTH;
  if (at < 0 || tail.getUint32(at, true) !== ZIP64_LOCATOR) return null;
  const offset = Number(tail.getBigUint64(at + 8, true));
  const record = await viewOf(file, offset, offset + ZIP64_END_RECORD_LENGTH);
  if (record.byteLength < ZIP64_END_RECORD_LENGTH) return null;
  if (record.getUint32(0, true) !== ZIP64_END_RECORD) return null;
  return {
    count: Number(record.getBigUint64(32, true)),
    size: Number(record.getBigUint64(40, true)),
    start: Number(record.getBigUint64(48, true)),
  };
}

/** Returns null if the directory is not one. */
async function readDirectory(
  file: Blob,
  { start, size, count }: Directory,
): Promise<ReadonlyMap<string, Entry> | null> {
  const entries = new Map<string, Entry>();
  const end = start + size;
  let from = start;
  let read = 0;
  while (read < count) {
    const view = await viewOf(file, from, Math.min(end, from + ZIP_PIECE_BYTES));
    let at = 0;
    for (; read < count; read += 1) {
      const length = lineLength(view, at);
      if (length === null) break;
      const line = new DataView(view.buffer, at, length);
      if (line.getUint32(0, true) !== CENTRAL_HEADER) return null;
      const name = nameOfEntry(line);
      // Of two entries with one name, the first counts, in every reader of ours.
      if (!entries.has(name)) entries.set(name, zipEntryOf(line));
      at += length;
    }
    // A line is shorter than a piece, so one that does not fit is cut off.
    if (at === 0) return null;
    from += at;
  }
  return entries;
}

/** Returns null if the line at `at` is not complete in this piece. */
function lineLength(view: DataView, at: number): number | null {
  if (at + CENTRAL_HEADER_LENGTH > view.byteLength) return null;
  const name = view.getUint16(at + 28, true);
  const extra = view.getUint16(at + 30, true);
  const comment = view.getUint16(at + 32, true);
  const length = CENTRAL_HEADER_LENGTH + name + extra + comment;
  return at + length > view.byteLength ? null : length;
}

const nameOfEntry = (line: DataView): string =>
  new TextDecoder().decode(
    new Uint8Array(
      line.buffer as ArrayBuffer,
      line.byteOffset + CENTRAL_HEADER_LENGTH,
      line.getUint16(28, true),
    ),
  );

function zipEntryOf(line: DataView): Entry {
  const fields = {
    size: line.getUint32(24, true),
    packed: line.getUint32(20, true),
    offset: line.getUint32(42, true),
  };
  const large = largeFields(line);
  // The Zip64 field has only the values that do not fit, in this order.
  for (const field of ['size', 'packed', 'offset'] as const) {
    if (fields[field] === IN_ZIP64_32) fields[field] = large.shift() ?? fields[field];
  }
  return { ...fields, method: line.getUint16(10, true), crc: line.getUint32(16, true) };
}

function largeFields(line: DataView): number[] {
  const nameLength = line.getUint16(28, true);
  let at = CENTRAL_HEADER_LENGTH + nameLength;
  const end = at + line.getUint16(30, true);
  while (at + 4 <= end) {
    const length = line.getUint16(at + 2, true);
    const values = Math.floor(Math.min(length, end - at - 4) / 8);
    if (line.getUint16(at, true) === ZIP64_EXTRA) {
      const first = at + 4;
      return Array.from({ length: values }, (_, nth) =>
        Number(line.getBigUint64(first + nth * 8, true)),
      );
    }
    at += 4 + length;
  }
  return [];
}

async function readEntry(
  pieces: Pieces,
  { method, crc, packed, size, offset }: Entry,
  maxBytes: number,
): Promise<Result<Uint8Array<ArrayBuffer>, ZipFailure>> {
  if (size > maxBytes || packed > maxBytes) return err({ kind: 'too-large' });
  const damaged = err({ kind: 'damaged', size: Math.max(size, packed) } as const);
  const head = await pieces.view(offset, LOCAL_HEADER_LENGTH);
  if (head === null || head.getUint32(0, true) !== LOCAL_HEADER) return damaged;
  const start = offset + LOCAL_HEADER_LENGTH + head.getUint16(26, true) + head.getUint16(28, true);
  const view = await pieces.view(start, packed);
  if (view === null) return damaged;
  const bytes = new Uint8Array(view.buffer, view.byteOffset, packed);
  const content =
    method === STORED ? bytes.slice() : method === DEFLATED ? inflate(bytes, size) : null;
  if (content === null || content.length !== size || crc32(content) !== crc) return damaged;
  return ok(content);
}

/**
 * Input that is inflated in one call, which is twice as fast. Its output may be a thousand times as
 * long as it; what exceeds the stated size is dropped.
 */
const INFLATED_AT_ONCE = 65_536;
/** Input for one step of inflating, whose output is at most a thousand times as long. */
const INFLATE_STEP_BYTES = 16_384;

/** Returns null if the bytes are not deflated or inflate to another size. */
function inflate(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> | null {
  const content = new Uint8Array(size);
  if (bytes.length <= INFLATED_AT_ONCE) {
    try {
      // One more byte shows that an entry is longer than it states.
      const inflated = inflateSync(bytes, { out: new Uint8Array(size + 1) });
      content.set(inflated);
      return inflated.length === size ? content : null;
    } catch {
      return null;
    }
  }
  let length = 0;
  const inflating = new Inflate((chunk) => {
    if (length + chunk.length <= size) content.set(chunk, length);
    length += chunk.length;
  });
  try {
    for (let at = 0; at < bytes.length && length <= size; at += INFLATE_STEP_BYTES) {
      inflating.push(
        bytes.subarray(at, at + INFLATE_STEP_BYTES),
        at + INFLATE_STEP_BYTES >= bytes.length,
      );
    }
  } catch {
    return null;
  }
  return length === size ? content : null;
}

/**
 * Entries are mostly read in their order, so the piece that was read last often has the next one. A
 * piece is at most twice as long as what was used of the last one, because the entries of a hostile
 * archive may all be far from each other.
 */
class Pieces {
  readonly #file: Blob;
  #view = new DataView(new ArrayBuffer(0));
  #from = 0;
  /** The number of bytes that were asked for in this piece. */
  #used = 0;

  constructor(file: Blob) {
    this.#file = file;
  }

  /** Returns null if the file ends before. */
  async view(from: number, length: number): Promise<DataView<ArrayBuffer> | null> {
    if (from < this.#from || from + length > this.#from + this.#view.byteLength) {
      const piece = Math.min(ZIP_PIECE_BYTES, Math.max(LEAST_PIECE, 2 * this.#used));
      this.#used = 0;
      this.#view = await viewOf(this.#file, from, from + Math.max(length, piece));
      this.#from = from;
      if (this.#view.byteLength < length) return null;
    }
    this.#used += length;
    return new DataView(this.#view.buffer, from - this.#from, length);
  }
}

const viewOf = async (file: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> =>
  new DataView(await file.slice(from, to).arrayBuffer());
