import type { LibraryDatabase } from '../database/schema';
import type { SearchMergeRow, SearchSegmentRow } from '../database/search-rows';
import { PackedWriter, unsealed } from './packed';
import { reportDamage } from './repair-index';
import {
  type BlockTerm,
  BlockWriter,
  decodeHead,
  encodeHead,
  type Family,
  readPostings,
  type SegmentDocs,
  termsOf,
  writePostings,
} from './segment';
import {
  deleteBlocks,
  dropReserved,
  INDEX_TABLES,
  reserveSegment,
  storeBlocks,
} from './store-segments';

/** The number of segments of one size that are merged into one. */
const FAN_IN = 8;
/** The largest numbers of documents of the segments that are merged with each other. */
const SIZES = [8, 64, 512, 4_096];
/** No merge makes a larger segment. */
const MAX_DOCUMENTS = 10_000;

/** Blocks of each input that one step reads, which bounds its time to some tens of milliseconds. */
const BLOCKS_PER_STEP = 4;

/**
 * Does one step of a merge. The old segments stay valid until its last step replaces them. Returns
 * false if there is nothing to merge.
 */
export async function mergeStep(db: LibraryDatabase): Promise<boolean> {
  const merge = await db.searchMerges.filter(({ inputs }) => inputs.length > 0).first();
  if (merge) {
    await continueMerge(db, merge);
    return true;
  }
  const rows = await db.searchSegments.toArray();
  const choice = chooseInputs(rows, 'text') ?? chooseInputs(rows, 'fields');
  if (choice === null) return false;
  const head = mergedHead(choice.inputs, choice.hasOlder);
  if (head === null) await reportDamage(db, null);
  else await reserveSegment(db, { inputs: choice.inputs.map(({ id }) => id), head });
  return true;
}

interface Choice {
  /** From the oldest to the newest, without gaps. */
  readonly inputs: readonly SearchSegmentRow[];
  readonly hasOlder: boolean;
}

/** Chooses the newest segments of a size, because a merged segment has one place in the order. */
function chooseInputs(rows: readonly SearchSegmentRow[], family: Family): Choice | null {
  const sorted = rows.filter((row) => row.family === family).sort((a, b) => a.order - b.order);
  for (const size of SIZES) {
    const start = sorted.findLastIndex(({ documents }) => documents >= size) + 1;
    if (sorted.length - start < FAN_IN) continue;
    let end = start;
    let documents = 0;
    while (end < sorted.length && documents + (sorted[end]?.documents ?? 0) <= MAX_DOCUMENTS) {
      documents += sorted[end]?.documents ?? 0;
      end += 1;
    }
    return { inputs: sorted.slice(start, end), hasOlder: start > 0 };
  }
  return null;
}

/** The documents of a merged segment; null if the head of an input is damaged. */
function mergedHead(
  inputs: readonly SearchSegmentRow[],
  hasOlder: boolean,
): Uint8Array<ArrayBuffer> | null {
  const documents = new Map<number, readonly [length: number, created: number]>();
  for (const { head } of inputs) {
    const open = decodeHead(head);
    if (open === null) return null;
    for (const [at, doc] of Array.from(open.docs).entries()) {
      documents.set(doc, [open.lengths[at] ?? 0, open.created[at] ?? 0]);
    }
  }
  // A removed document is only needed to hide older ones.
  const kept = [...documents]
    .filter(([, [length]]) => length > 0 || hasOlder)
    .sort(([a], [b]) => a - b);
  const docs = kept.map(([doc]) => doc);
  const lengths = kept.map(([, [length]]) => length);
  return encodeHead({ docs, lengths, created: kept.map(([, [, created]]) => created) }, []);
}

/** An input of a merge. */
interface Input extends SegmentDocs {
  readonly row: SearchSegmentRow;
  readonly firstTerms: readonly string[];
  /** The ordinal of each document in the new segment; -1 if a newer input hides it. */
  readonly ordinals: readonly number[];
}

async function continueMerge(db: LibraryDatabase, merge: SearchMergeRow): Promise<void> {
  const rows = await db.searchSegments.bulkGet([...merge.inputs]);
  const merged = decodeHead(merge.head);
  const inputs = merged === null ? null : openInputs(rows, merged.docs);
  if (inputs === null || merged === null) return dropReserved(db, [merge.id]);
  const read = await readTerms(db, inputs, merge.lastTerm);
  if (typeof read === 'number') {
    await reportDamage(db, read);
    return dropReserved(db, [merge.id]);
  }
  const writer = new BlockWriter(merge.firstTerms);
  const packed = new PackedWriter();
  const { family } = inputs[0]?.row ?? { family: 'fields' };
  for (const [term, parts] of read.terms) {
    const pairs = mergedPairs(family, parts);
    if (pairs.length > 0) writer.add(term, pairs.length / 2, writePostings(packed, family, pairs));
  }
  writer.end();
  const blocks = writer.take();
  const next: SearchMergeRow = {
    ...merge,
    lastTerm: read.lastTerm,
    firstTerms: writer.firstTerms,
    bytes: blocks.reduce((sum, block) => sum + block.length, merge.bytes),
  };
  await db.transaction('rw', INDEX_TABLES, async () => {
    const now = await db.searchMerges.get(merge.id);
    // Another context did this step.
    if (now === undefined || now.lastTerm !== merge.lastTerm) return;
    await storeBlocks(db, merge.id, merge.firstTerms.length, blocks);
    if (read.isLast) await replaceInputs(db, next, inputs, merged);
    else await db.searchMerges.put(next);
  });
}

function openInputs(
  rows: readonly (SearchSegmentRow | undefined)[],
  docs: ArrayLike<number>,
): readonly Input[] | null {
  const ordinalOf = new Map(Array.from(docs, (doc, ordinal) => [doc, ordinal] as const));
  const inputs: Input[] = [];
  const seen = new Set<number>();
  for (const row of rows.toReversed()) {
    const open = row && !row.isDamaged ? decodeHead(row.head) : null;
    if (row === undefined || open === null) return null;
    const numbers = Array.from(open.docs);
    const ordinals = numbers.map((doc) => (seen.has(doc) ? -1 : (ordinalOf.get(doc) ?? -1)));
    for (const doc of numbers) seen.add(doc);
    inputs.push({ ...open, row, ordinals });
  }
  return inputs;
}

interface Part {
  readonly input: Input;
  readonly entry: BlockTerm;
}

interface ReadTerms {
  /** In ascending order. */
  readonly terms: readonly (readonly [string, readonly Part[]])[];
  readonly lastTerm: string;
  readonly isLast: boolean;
}

/** Reads the next terms of all inputs. Returns the id of a damaged input. */
async function readTerms(
  db: LibraryDatabase,
  inputs: readonly Input[],
  after: string,
): Promise<ReadTerms | number> {
  const found = new Map<string, Part[]>();
  // The terms up to this one are complete.
  let limit: string | null = null;
  for (const input of inputs) {
    const { firstTerms, row } = input;
    const start = Math.max(
      0,
      firstTerms.findLastIndex((term) => term <= after),
    );
    const end = Math.min(start + BLOCKS_PER_STEP, firstTerms.length);
    const keys = Array.from({ length: end - start }, (_, at): [number, number] => [
      row.id,
      start + at,
    ]);
    const blocks = await db.searchBlocks.bulkGet(keys);
    let last = '';
    for (const block of blocks.map(unsealed)) {
      if (block === null) return row.id;
      for (const entry of termsOf(block)) {
        last = entry.term;
        if (after !== '' && entry.term <= after) continue;
        const parts = found.get(entry.term);
        if (parts) parts.push({ input, entry });
        else found.set(entry.term, [{ input, entry }]);
      }
    }
    if (end < firstTerms.length && (limit === null || last < limit)) limit = last;
  }
  const terms = [...found]
    .filter(([term]) => limit === null || term <= limit)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { terms, lastTerm: terms.at(-1)?.[0] ?? after, isLast: limit === null };
}

/** Combines the postings of a term and drops hidden documents. */
function mergedPairs(family: Family, parts: readonly Part[]): readonly number[] {
  const found: (readonly [ordinal: number, weight: number])[] = [];
  for (const { input, entry } of parts) {
    readPostings(family, entry.postings, (ordinal, weight) => {
      const next = input.ordinals[ordinal] ?? -1;
      if (next >= 0) found.push([next, weight]);
    });
  }
  return found.sort(([a], [b]) => a - b).flat();
}

async function replaceInputs(
  db: LibraryDatabase,
  { id, inputs: ids, firstTerms, bytes }: SearchMergeRow,
  inputs: readonly Input[],
  merged: SegmentDocs,
): Promise<void> {
  const rows = await db.searchSegments.bulkGet([...ids]);
  await db.searchMerges.delete(id);
  if (rows.some((row) => row === undefined || row.isDamaged)) {
    await deleteBlocks(db, id);
    return;
  }
  const [newest] = inputs;
  const head = encodeHead(merged, firstTerms);
  if (newest === undefined) return;
  const { family, order } = newest.row;
  const size = { documents: merged.docs.length, bytes: bytes + head.length };
  await db.searchSegments.bulkDelete([...ids]);
  for (const input of ids) await deleteBlocks(db, input);
  await db.searchSegments.put({ id, family, order, ...size, head, isDamaged: false });
}
