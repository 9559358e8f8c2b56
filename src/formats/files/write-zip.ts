import { deflateSync } from 'fflate';
import { joinedBytes } from '../../domain/read-bytes';
import type { UnixMs } from '../../domain/time';
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

/** A file of an archive. All of it is in memory, so it is smaller than 4 GB. */
export interface ZipEntry {
  /** Relative path with `/` and without `..`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** True for bytes that are compressed already. */
  readonly isStored?: boolean;
}

interface ZipOptions {
  /** The time of every file. By default it is the earliest one of the format. */
  readonly modified?: UnixMs;
  /** Compresses an entry. By default it gives the same bytes in every browser. */
  readonly deflate?: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;
}

/**
 * Writes a zip archive, one entry at a time. By default the same entries give the same bytes in
 * every browser. The memory that it keeps for each entry is the size of its line in the directory.
 * It uses Zip64 where needed.
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  { modified, deflate = (bytes) => deflateSync(bytes, { level: 6 }) }: ZipOptions = {},
): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = [];
  let offset = 0;
  for await (const { name, bytes, isStored = false } of entries) {
    const packed = isStored ? bytes : await deflate(bytes);
    const path = new TextEncoder().encode(name);
    const common = new Fields(CENTRAL_HEADER_LENGTH)
      // The version of the format that a reader needs; the flag for names in UTF-8.
      .u16(20)
      .u16(0x0800)
      .u16(isStored ? STORED : DEFLATED)
      .u32(modified === undefined ? EARLIEST_DOS_DATE : dosDate(modified))
      .u32(crc32(bytes))
      .u32(packed.length)
      .u32(bytes.length)
      .u16(path.length)
      .written();
    yield joinedBytes([
      new Fields(LOCAL_HEADER_LENGTH).u32(LOCAL_HEADER).bytes(common).u16(0).written(),
      path,
    ]);
    yield packed;
    directory.push(directoryLine(common, path, offset));
    offset += LOCAL_HEADER_LENGTH + path.length + packed.length;
  }
  yield* inChunks(directory);
  yield endOf(directory, offset);
}

/** 1 January 1980 as a date of MS-DOS. The format knows no earlier one. */
const EARLIEST_DOS_DATE = 0x0021_0000;

/**
 * Returns date and time in the form of MS-DOS: seven fields of bits, in steps of two seconds. They are local,
 * because programs read them so.
 */
function dosDate(at: UnixMs): number {
  const date = new Date(at);
  if (date.getFullYear() < 1980) return EARLIEST_DOS_DATE;
  const day = ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
  return day * 0x1_0000 + time;
}

/** Lines of the directory that are sent together. */
const DIRECTORY_LINES_AT_ONCE = 1_000;

function directoryLine(common: Uint8Array, path: Uint8Array, offset: number): Uint8Array {
  const isFar = offset >= IN_ZIP64_32;
  const extra = isFar ? new Fields(12).u16(ZIP64_EXTRA).u16(8).u64(offset).written() : NO_BYTES;
  const head = new Fields(CENTRAL_HEADER_LENGTH)
    .u32(CENTRAL_HEADER)
    .u16(45)
    .bytes(common)
    .u16(extra.length)
    // Comment, disk and attributes: none.
    .u16(0)
    .u16(0)
    .u16(0)
    .u32(0)
    .u32(isFar ? IN_ZIP64_32 : offset)
    .written();
  return joinedBytes([head, path, extra]);
}

const NO_BYTES = new Uint8Array();

function* inChunks(lines: readonly Uint8Array[]): Generator<Uint8Array> {
  for (let at = 0; at < lines.length; at += DIRECTORY_LINES_AT_ONCE)
    yield joinedBytes(lines.slice(at, at + DIRECTORY_LINES_AT_ONCE));
}

/** Returns the records after the directory, which starts at `start`. */
function endOf(directory: readonly Uint8Array[], start: number): Uint8Array {
  const size = directory.reduce((bytes, line) => bytes + line.length, 0);
  const count = directory.length;
  const isZip64 = count >= IN_ZIP64_16 || start >= IN_ZIP64_32 || size >= IN_ZIP64_32;
  const end = new Fields(END_RECORD_LENGTH)
    .u32(END_RECORD)
    .u32(0)
    .u16(Math.min(count, IN_ZIP64_16))
    .u16(Math.min(count, IN_ZIP64_16))
    .u32(Math.min(size, IN_ZIP64_32))
    .u32(Math.min(start, IN_ZIP64_32))
    .u16(0)
    .written();
  if (!isZip64) return end;
  const record = new Fields(ZIP64_END_RECORD_LENGTH)
    .u32(ZIP64_END_RECORD)
    // The size of the rest of the record.
    .u64(ZIP64_END_RECORD_LENGTH - 12)
    .u16(45)
    .u16(45)
    .u32(0)
    .u32(0)
    .u64(count)
    .u64(count)
    .u64(size)
    .u64(start)
    .written();
  const locator = new Fields(ZIP64_LOCATOR_LENGTH)
    .u32(ZIP64_LOCATOR)
    .u32(0)
    .u64(start + size)
    .u32(1)
    .written();
  return joinedBytes([record, locator, end]);
}

/** Writes numbers one after another, lowest byte first. */
class Fields {
  readonly #view: DataView<ArrayBuffer>;
  #at = 0;

  constructor(length: number) {
    this.#view = new DataView(new ArrayBuffer(length));
  }

  u16(value: number): this {
    this.#view.setUint16(this.#at, value, true);
    this.#at += 2;
    return this;
  }

  u32(value: number): this {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
    return this;
  }

  u64(value: number): this {
    this.#view.setBigUint64(this.#at, BigInt(value), true);
    this.#at += 8;
    return this;
  }

  bytes(bytes: Uint8Array): this {
    new Uint8Array(this.#view.buffer).set(bytes, this.#at);
    this.#at += bytes.length;
    return this;
  }

  written(): Uint8Array {
    return new Uint8Array(this.#view.buffer, 0, this.#at);
  }
}
