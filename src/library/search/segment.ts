import { PackedReader, PackedWriter, sealed, unsealed } from './packed';

/**
 * The texts of a bookmark are indexed as two documents, so that a new label does not tokenise the
 * article again. Both have the same number.
 */
export type Family = 'fields' | 'text';

/** A number of a bookmark in the index. It is never used again. */
export type DocNumber = number;

/** The version of the format and of the words in it. An index of another version is built again. */
export const FORMAT_VERSION = 2;

/** The documents of a segment in ascending order. */
export interface SegmentDocs {
  readonly docs: ArrayLike<DocNumber>;
  /** Number of tokens + 1; 0 if the document is removed and hides those of older segments. */
  readonly lengths: ArrayLike<number>;
  /** When the bookmark was created, in seconds since 1970; 0 in `text`. */
  readonly created: ArrayLike<number>;
}

/** A part of the index that never changes. A newer segment hides the same documents of older ones. */
export interface OpenSegment extends SegmentDocs {
  readonly id: number;
  readonly family: Family;
  /** Newer segments have larger numbers. */
  readonly order: number;
  /** The first term of each block. */
  readonly firstTerms: readonly string[];
  /** The blocks of a segment that is not stored. */
  readonly blocks?: readonly Uint8Array[];
}

export function encodeHead(
  { docs, lengths, created }: SegmentDocs,
  firstTerms: readonly string[],
): Uint8Array<ArrayBuffer> {
  const writer = new PackedWriter();
  writer.varint(FORMAT_VERSION);
  writer.varint(docs.length);
  writeRuns(writer, docs);
  for (let at = 0; at < docs.length; at++) writer.varint(lengths[at] ?? 0);
  // Most segments have documents of similar age, or none with a time.
  let last = 0;
  for (let at = 0; at < docs.length; at++) {
    writer.varint(zigzag((created[at] ?? 0) - last));
    last = created[at] ?? 0;
  }
  writer.varint(firstTerms.length);
  for (const term of firstTerms) writer.text(term);
  return sealed(writer.view());
}

/** Numbers are mostly consecutive, so runs are written: the distance to the last one, and the length. */
function writeRuns(writer: PackedWriter, docs: ArrayLike<DocNumber>): void {
  let last = 0;
  for (let start = 0; start < docs.length; ) {
    const first = docs[start] ?? 0;
    let end = start + 1;
    while (end < docs.length && docs[end] === first + end - start) end += 1;
    writer.varint(first - last);
    writer.varint(end - start);
    last = first + end - start;
    start = end;
  }
}

const zigzag = (value: number): number => ((value << 1) ^ (value >> 31)) >>> 0;
const unzigzag = (value: number): number => (value >>> 1) ^ -(value & 1);

/** Returns null if the head is damaged or of another version. */
export function decodeHead(head: unknown): (SegmentDocs & { firstTerms: string[] }) | null {
  const bytes = unsealed(head);
  if (bytes === null) return null;
  const reader = new PackedReader(bytes);
  if (reader.varint() !== FORMAT_VERSION) return null;
  const count = reader.varint();
  const docs = new Uint32Array(count);
  for (let at = 0, doc = 0; at < count; ) {
    doc += reader.varint();
    for (let left = reader.varint(); left > 0; left--) docs[at++] = doc++;
  }
  const lengths = new Uint32Array(count);
  for (let at = 0; at < count; at++) lengths[at] = reader.varint();
  const created = new Uint32Array(count);
  for (let at = 0, last = 0; at < count; at++) {
    last = (last + unzigzag(reader.varint())) | 0;
    created[at] = last;
  }
  const firstTerms = new Array<string>(reader.varint());
  for (let at = 0; at < firstTerms.length; at++) firstTerms[at] = reader.text();
  return { docs, lengths, created, firstTerms };
}

/** A block ends after the term with which it reaches this size. */
const TERM_BLOCK_BYTES = 16_384;

/** Packs sorted terms with their postings into blocks. */
export class BlockWriter {
  readonly #writer = new PackedWriter();
  readonly #firstTerms: string[];
  readonly #finished: Uint8Array<ArrayBuffer>[] = [];
  #last = '';

  /** @param firstTerms those of the blocks that were written before */
  constructor(firstTerms: readonly string[] = []) {
    this.#firstTerms = [...firstTerms];
  }

  get firstTerms(): readonly string[] {
    return this.#firstTerms;
  }

  /** The terms must be added in ascending order of their code units. */
  add(term: string, count: number, postings: Uint8Array): void {
    if (this.#writer.length === 0) {
      this.#firstTerms.push(term);
      this.#last = '';
    }
    const shared = sharedLength(this.#last, term);
    this.#writer.varint(shared);
    this.#writer.text(term.slice(shared));
    this.#writer.varint(count);
    this.#writer.varint(postings.length);
    this.#writer.bytes(postings);
    this.#last = term;
    if (this.#writer.length >= TERM_BLOCK_BYTES) this.#endBlock();
  }

  /** Returns the blocks that are full since the last call. */
  take(): readonly Uint8Array<ArrayBuffer>[] {
    return this.#finished.splice(0);
  }

  /** Ends the last block, even if it is small. */
  end(): void {
    if (this.#writer.length > 0) this.#endBlock();
  }

  #endBlock(): void {
    this.#finished.push(sealed(this.#writer.view()));
    this.#writer.clear();
  }
}

function sharedLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  // A surrogate pair must not be split, because half of it cannot be encoded.
  return at > 0 && (other.charCodeAt(at - 1) & 0xfc00) === 0xd800 ? at - 1 : at;
}

/** A term of a block. */
export interface BlockTerm {
  readonly term: string;
  /** Number of documents, including hidden ones. */
  readonly count: number;
  readonly postings: Uint8Array;
}

/**
 * Yields the terms of a block, those before `from` left out. `unsealed` has removed the checksum.
 * Throws `DamagedBytes`.
 */
export function* termsOf(block: Uint8Array, from = ''): Generator<BlockTerm, void, undefined> {
  const reader = new PackedReader(block);
  let term = '';
  while (!reader.isAtEnd) {
    term = term.slice(0, reader.varint()) + reader.text();
    const count = reader.varint();
    const length = reader.varint();
    if (term < from) reader.skip(length);
    else yield { term, count, postings: reader.bytes(length) };
  }
}

/**
 * Calls `visit` with the ordinal of each document and its weight: a mask of fields in `fields`, the
 * number of occurrences in `text`.
 */
export function readPostings(
  family: Family,
  postings: Uint8Array,
  visit: (ordinal: number, weight: number) => void,
): void {
  const reader = new PackedReader(postings);
  const isText = family === 'text';
  let ordinal = 0;
  let usual = 1;
  while (!reader.isAtEnd) {
    const step = reader.varint();
    ordinal += step >>> 1;
    const weight = (step & 1) === 0 ? usual : reader.varint();
    if (!isText) usual = weight;
    visit(ordinal, weight);
  }
}

/**
 * Writes pairs of ordinal and weight, in ascending order of the ordinals. A usual weight takes no
 * byte: one occurrence in a text, or the same fields as in the last document.
 */
export function writePostings(
  writer: PackedWriter,
  family: Family,
  pairs: ArrayLike<number>,
): Uint8Array {
  writer.clear();
  let last = 0;
  let usual = 1;
  for (let at = 0; at < pairs.length; at += 2) {
    const ordinal = pairs[at] ?? 0;
    const weight = pairs[at + 1] ?? 0;
    const isUsual = weight === usual;
    writer.varint(((ordinal - last) << 1) | (isUsual ? 0 : 1));
    if (!isUsual) writer.varint(weight);
    if (family === 'fields') usual = weight;
    last = ordinal;
  }
  return writer.view();
}
