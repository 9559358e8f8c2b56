import { Dexie } from 'dexie/dist/modern/dexie.mjs';
import type { LibraryDatabase } from '../database/schema';
import type {
  DocRange,
  SearchDocRow,
  SearchMergeRow,
  SearchSegmentRow,
  SearchStateRow,
} from '../database/search-rows';
import { type DocNumber, encodeHead, type Family, FORMAT_VERSION } from './segment';
import type { BuiltSegment } from './segment-builder';
import { type NewSegments, numbersOf } from './sources';

/** Every write of the index is a transaction over some of these tables. */
export const INDEX_TABLES = [
  'searchSegments',
  'searchBlocks',
  'searchMerges',
  'searchDocs',
  'searchPending',
  'searchState',
] as const;

/** Returns the state of the index; null if there is none of this version. */
export async function readState(db: LibraryDatabase): Promise<SearchStateRow | null> {
  const state = await db.searchState.get('state');
  return state?.version === FORMAT_VERSION ? state : null;
}

/** Empties the index. It is then built again from the first bookmark. */
export const resetIndex = (db: LibraryDatabase): Promise<void> =>
  db.transaction('rw', INDEX_TABLES, async () => {
    const old = await db.searchState.get('state');
    const last = (await db.searchSegments.toCollection().last())?.id;
    for (const table of INDEX_TABLES) await db.table(table).clear();
    await db.searchState.put({
      key: 'state',
      version: FORMAT_VERSION,
      builtTo: '',
      isRepairing: false,
      // Open pages still have segments with the old ids in memory.
      nextSegment: old?.nextSegment ?? (last ?? 0) + 1,
      textLength: 0,
    });
  });

/** Larger segments are written in several transactions, so that no write of a person waits long. */
const BLOCKS_PER_TRANSACTION = 32;
/** The database takes longest for these, because each is in an index. */
const NUMBERS_PER_TRANSACTION = 250;

/** A segment whose first blocks may be stored already. */
interface Placed extends BuiltSegment {
  readonly id: number;
  readonly family: Family;
  /** The blocks that have to be stored with the head. */
  readonly rest: BuiltSegment['blocks'];
}

/**
 * Stores new segments with the numbers of their documents. `settle` runs in the same transaction
 * and returns false if the sources have been indexed by someone else; then nothing is stored.
 */
export async function storeSegments(
  db: LibraryDatabase,
  made: NewSegments,
  settle: (state: SearchStateRow) => Promise<boolean>,
): Promise<boolean> {
  const families = (['fields', 'text'] as const).flatMap((family) => {
    const built = made[family];
    return built === null ? [] : [{ family, built }];
  });
  const added = addedRows(made);
  const isSmall =
    added.length <= NUMBERS_PER_TRANSACTION &&
    families.every(({ built }) => built.blocks.length <= BLOCKS_PER_TRANSACTION);
  let isOvertaken = false;
  try {
    const large = isSmall ? null : await Promise.all(families.map((one) => placeLarge(db, one)));
    const given = large === null ? null : await giveNumbers(db, large, added);
    return await db.transaction('rw', INDEX_TABLES, async (transaction) => {
      const state = await readState(db);
      const isAlone = await areOnlyPlaced(db, large ?? []);
      if (state === null || !isAlone || !(await settle(state))) {
        isOvertaken = true;
        transaction.abort();
        return false;
      }
      const placed =
        large ??
        families.map(({ family, built }, at) => ({
          ...built,
          family,
          id: state.nextSegment + at,
          rest: built.blocks,
        }));
      await storeChanges(db, made);
      const numbers = given ?? (await db.searchDocs.bulkAdd(added, { allKeys: true }));
      const docs = docsOf(made, numbers);
      await Promise.all([
        ...placed.map((one) => storeHead(db, one, numbersOf(made, one.family, docs))),
        large !== null && db.searchMerges.bulkDelete(large.map(({ id }) => id)),
        advance(db, large === null ? placed.length : 0, growthOf(made)),
      ]);
      return true;
    });
  } catch (error) {
    if (isOvertaken || error instanceof Overtaken || isTakenNumber(error)) return false;
    throw error;
  }
}

/** Another context has dropped the segments that this one is storing. */
class Overtaken extends Error {}

/**
 * False if another context has dropped these segments, or is storing others. The numbers of its
 * documents would be taken for numbers of documents that are in the index.
 */
async function areOnlyPlaced(db: LibraryDatabase, large: readonly Placed[]): Promise<boolean> {
  const stored = await db.searchMerges.filter(({ inputs }) => inputs.length === 0).primaryKeys();
  const own = new Set(large.map(({ id }) => id));
  return stored.length === own.size && stored.every((id) => own.has(id));
}

/** True if another context has given a number to one of the bookmarks. */
const isTakenNumber = (error: unknown): boolean =>
  error instanceof Dexie.BulkError &&
  error.failures.every(({ name }) => name === 'ConstraintError');

async function advance(db: LibraryDatabase, segments: number, growth = 0): Promise<void> {
  const state = await db.searchState.get('state');
  if (state === undefined) return;
  const nextSegment = state.nextSegment + segments;
  await db.searchState.put({ ...state, nextSegment, textLength: state.textLength + growth });
}

const growthOf = ({ sources }: NewSegments): number =>
  sources.reduce(
    (sum, { known, next }) => sum + (next?.textLength ?? 0) - (known?.textLength ?? 0),
    0,
  );

/** Stores all blocks of a segment before its head. Without the head they are not part of the index. */
async function placeLarge(
  db: LibraryDatabase,
  { family, built }: { readonly family: Family; readonly built: BuiltSegment },
): Promise<Placed> {
  const id = await reserveSegment(db, { inputs: [], head: new Uint8Array() });
  for (let from = 0; from < built.blocks.length; from += BLOCKS_PER_TRANSACTION) {
    const some = built.blocks.slice(from, from + BLOCKS_PER_TRANSACTION);
    await db.transaction('rw', ['searchBlocks'], () => storeBlocks(db, id, from, some));
  }
  return { ...built, family, id, rest: [] };
}

/** Reserves the id of a segment whose blocks are stored in several transactions. */
export const reserveSegment = (
  db: LibraryDatabase,
  row: Pick<SearchMergeRow, 'inputs' | 'head'>,
): Promise<number> =>
  db.transaction('rw', ['searchMerges', 'searchState'], async () => {
    const id = (await db.searchState.get('state'))?.nextSegment ?? 1;
    await advance(db, 1);
    await db.searchMerges.put({ ...row, id, lastTerm: '', firstTerms: [], bytes: 0, numbers: [] });
    return id;
  });

/** Stores consecutive blocks of a segment. To be called in a transaction. */
export async function storeBlocks(
  db: LibraryDatabase,
  segment: number,
  from: number,
  blocks: BuiltSegment['blocks'],
): Promise<void> {
  await Promise.all(blocks.map((block, at) => db.searchBlocks.put(block, [segment, from + at])));
}

/** Deletes the blocks of a segment. To be called in a transaction. */
export const deleteBlocks = (db: LibraryDatabase, segment: number): PromiseLike<number> =>
  db.searchBlocks
    .where(':id')
    .between([segment, 0], [segment, Number.POSITIVE_INFINITY], true, true)
    .delete();

/**
 * Deletes the blocks and the numbers that an interrupted build left. Merges are continued instead.
 * Returns false if there are none.
 */
export const dropInterrupted = (db: LibraryDatabase): Promise<boolean> =>
  db.transaction('rw', ['searchMerges', 'searchBlocks', 'searchDocs'], async () => {
    const left = await db.searchMerges.filter(({ inputs }) => inputs.length === 0).toArray();
    for (const { id, numbers } of left) {
      await deleteBlocks(db, id);
      for (const [first, end] of numbers) {
        await db.searchDocs.where('doc').between(first, end).delete();
      }
    }
    await db.searchMerges.bulkDelete(left.map(({ id }) => id));
    return left.length > 0;
  });

const addedRows = ({ sources }: NewSegments): readonly Omit<SearchDocRow, 'doc'>[] =>
  sources.flatMap(({ known, next }) => (known === null && next ? [next] : []));

/**
 * Gives numbers to new documents before their segments are complete. The reservation of the first
 * segment has them until then. Throws `Overtaken`.
 */
async function giveNumbers(
  db: LibraryDatabase,
  [first]: readonly Placed[],
  added: readonly Omit<SearchDocRow, 'doc'>[],
): Promise<readonly DocNumber[]> {
  const given: DocNumber[] = [];
  for (let from = 0; from < added.length; from += NUMBERS_PER_TRANSACTION) {
    const some = added.slice(from, from + NUMBERS_PER_TRANSACTION);
    const docs = await db.transaction('rw', ['searchDocs', 'searchMerges'], async () => {
      const row = first && (await db.searchMerges.get(first.id));
      if (row === undefined) throw new Overtaken();
      const numbers = await db.searchDocs.bulkAdd(some, { allKeys: true });
      await db.searchMerges.put({ ...row, numbers: withNumbers(row.numbers, numbers) });
      return numbers;
    });
    given.push(...docs);
  }
  return given;
}

/** Adds numbers to ranges. */
function withNumbers(ranges: readonly DocRange[], docs: readonly DocNumber[]): DocRange[] {
  const all = [...ranges];
  for (const doc of docs) {
    const [first, end] = all.at(-1) ?? [doc, Number.NaN];
    if (doc === end) all[all.length - 1] = [first, doc + 1];
    else all.push([doc, doc + 1]);
  }
  return all;
}

/** Returns the number of each source. `given` has those of the new ones. */
function docsOf({ sources }: NewSegments, given: readonly DocNumber[]): readonly DocNumber[] {
  let next = 0;
  return sources.map(({ known }) => known?.doc ?? given[next++] ?? 0);
}

/** Stores what has changed about documents that have a number. */
async function storeChanges(db: LibraryDatabase, { sources }: NewSegments): Promise<void> {
  const changed = sources.flatMap(({ known, next }) =>
    known !== null &&
    next !== null &&
    (known.textHash !== next.textHash || known.textLength !== next.textLength)
      ? [{ ...next, doc: known.doc }]
      : [],
  );
  const gone = sources.flatMap(({ known, next }) => (known && next === null ? [known.doc] : []));
  await Promise.all([
    changed.length > 0 && db.searchDocs.bulkPut(changed),
    gone.length > 0 && db.searchDocs.bulkDelete(gone),
  ]);
}

async function storeHead(
  db: LibraryDatabase,
  segment: Placed,
  docs: readonly DocNumber[],
): Promise<void> {
  const { id, family, blocks, rest } = segment;
  const head = encodeHead({ ...segment, docs }, segment.firstTerms);
  const row: SearchSegmentRow = {
    id,
    family,
    order: id,
    documents: docs.length,
    head,
    isDamaged: false,
    bytes: blocks.reduce((sum, block) => sum + block.length, head.length),
  };
  await Promise.all([
    db.searchSegments.put(row),
    storeBlocks(db, id, blocks.length - rest.length, rest),
  ]);
}
