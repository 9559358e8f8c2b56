import { Dexie } from 'dexie/dist/modern/dexie.mjs';
import type { BookmarkId } from '../../domain/bookmark';
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
import { type NewSegments, numbersOf, type Source } from './sources';

/** Every write of the index is a transaction over some of these tables. */
export const INDEX_TABLES = [
  'searchSegments',
  'searchBlocks',
  'searchMerges',
  'searchDocs',
  'searchPending',
  'searchState',
] as const;

const WITH_CHANGES = [...INDEX_TABLES, 'searchChanges'] as const;

/** Tells those who follow the changes, inside a transaction over `searchChanges`. */
export async function passOn(db: LibraryDatabase, ids: readonly BookmarkId[]): Promise<void> {
  if (ids.length === 0 || (await db.searchChanges.get(0)) === undefined) return;
  await db.searchChanges.add({ bookmarkIds: ids });
}

/** Returns the state of the index; null if there is none of this version. */
export async function readState(db: LibraryDatabase): Promise<SearchStateRow | null> {
  const state = await db.searchState.get('state');
  return state?.version === FORMAT_VERSION ? state : null;
}

/** Empties the index. It is then built again from the first bookmark. */
export const resetIndex = (db: LibraryDatabase): Promise<void> =>
  db.transaction('rw', WITH_CHANGES, async () => {
    const old = await db.searchState.get('state');
    const marks = await db.searchPending.toArray();
    await passOn(db, [...new Set(marks.flatMap(({ bookmarkIds }) => bookmarkIds))]);
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
/**
 * The database takes longest for these, because each is in an index. So it writes them while the next
 * documents are read.
 */
const NUMBERS_PER_TRANSACTION = 250;

type NewDocument = Omit<SearchDocRow, 'doc'>;

/**
 * Gives numbers to new documents before their segments are complete. The reservation of the first
 * segment has them until then.
 */
export class Numbering {
  readonly #db: LibraryDatabase;
  /** The documents that have no numbers yet. If there are few, they get them with their segments. */
  waiting: NewDocument[] = [];
  /** The reserved segment; null while there are few documents. */
  segment: Promise<number> | null = null;
  #given: Promise<readonly DocNumber[]> = Promise.resolve([]);

  constructor(db: LibraryDatabase) {
    this.#db = db;
  }

  /** Adds documents in the order of the segments. */
  add(sources: readonly Source[]): void {
    this.waiting.push(...sources.flatMap(({ known, next }) => (known ? [] : (next ?? []))));
    if (this.waiting.length >= NUMBERS_PER_TRANSACTION) void this.give();
  }

  /** Gives numbers to those that wait, and returns those of all. Rejects with `Overtaken`. */
  give(): Promise<readonly DocNumber[]> {
    const db = this.#db;
    const some = this.waiting;
    this.waiting = [];
    this.segment ??= reserveSegment(db);
    this.#given = Promise.all([this.#given, this.segment]).then(([given, segment]) =>
      db.transaction('rw', ['searchDocs', 'searchMerges'], async () => {
        const row = await db.searchMerges.get(segment);
        if (row === undefined) throw new Overtaken();
        const docs = await db.searchDocs.bulkAdd(some, { allKeys: true });
        // No other transaction adds any meanwhile, so they are successive.
        const range: DocRange = [docs[0] ?? 0, (docs.at(-1) ?? -1) + 1];
        await db.searchMerges.put({ ...row, numbers: [...row.numbers, range] });
        return [...given, ...docs];
      }),
    );
    // The last call reports it.
    this.#given.catch(() => undefined);
    return this.#given;
  }
}

/** A segment whose first blocks may be stored already. */
interface Placed extends BuiltSegment {
  readonly id: number;
  readonly family: Family;
  /** The blocks that have to be stored with the head. */
  readonly rest: BuiltSegment['blocks'];
}

/**
 * Stores new segments with the numbers of their documents. `settle` runs in the same transaction
 * and returns the next state, or null if the sources have been indexed by someone else; then nothing
 * is stored.
 */
export async function storeSegments(
  db: LibraryDatabase,
  made: NewSegments,
  numbering: Numbering,
  settle: (state: SearchStateRow) => Promise<SearchStateRow | null>,
): Promise<void> {
  const families = (['fields', 'text'] as const).flatMap((family) => {
    const built = made[family];
    return built === null ? [] : [{ family, built }];
  });
  const isSmall =
    numbering.segment === null &&
    families.every(({ built }) => built.blocks.length <= BLOCKS_PER_TRANSACTION);
  try {
    const given = isSmall ? null : await numbering.give();
    const large =
      given &&
      (await Promise.all(
        families.map((one, at) => placeLarge(db, one, at === 0 ? numbering.segment : null)),
      ));
    await db.transaction('rw', WITH_CHANGES, async () => {
      const [before, isAlone] = await Promise.all([readState(db), areOnlyPlaced(db, large ?? [])]);
      if (before === null || !isAlone) throw new Overtaken();
      const [state, numbers] = await Promise.all([
        settle(before),
        given ?? db.searchDocs.bulkAdd(numbering.waiting, { allKeys: true }),
        storeChanges(db, made),
      ]);
      if (state === null) throw new Overtaken();
      const placed =
        large ??
        families.map(({ family, built }, at) => ({
          ...built,
          family,
          id: state.nextSegment + at,
          rest: built.blocks,
        }));
      const docs = docsOf(made, numbers);
      await Promise.all([
        ...placed.map((one) => storeHead(db, one, numbersOf(made, one.family, docs))),
        large !== null && db.searchMerges.bulkDelete(large.map(({ id }) => id)),
        db.searchState.put({
          ...state,
          nextSegment: state.nextSegment + (large === null ? placed.length : 0),
          textLength: state.textLength + growthOf(made),
        }),
      ]);
    });
  } catch (error) {
    if (!(error instanceof Overtaken || isTakenNumber(error))) throw error;
  }
}

/** Another context has indexed the sources, or dropped the segments that this one is storing. */
class Overtaken extends Error {}

/**
 * False if another context has dropped these segments, or is storing others. The numbers of its
 * documents would be taken for numbers of documents that are in the index.
 */
async function areOnlyPlaced(db: LibraryDatabase, large: readonly Placed[]): Promise<boolean> {
  // Both are in the order of their numbers.
  const interrupted = await readInterrupted(db);
  return interrupted.length === large.length && large.every(({ id }, at) => id === interrupted[at]);
}

/** True if another context has given a number to one of the bookmarks. */
const isTakenNumber = (error: unknown): boolean =>
  error instanceof Dexie.BulkError &&
  error.failures.every(({ name }) => name === 'ConstraintError');

const growthOf = ({ sources }: NewSegments): number =>
  sources.reduce(
    (sum, { known, next }) => sum + (next?.textLength ?? 0) - (known?.textLength ?? 0),
    0,
  );

/** Stores all blocks of a segment before its head. Without the head they are not part of the index. */
async function placeLarge(
  db: LibraryDatabase,
  { family, built }: { readonly family: Family; readonly built: BuiltSegment },
  reserved: Promise<number> | null,
): Promise<Placed> {
  const id = await (reserved ?? reserveSegment(db));
  for (let from = 0; from < built.blocks.length; from += BLOCKS_PER_TRANSACTION) {
    const some = built.blocks.slice(from, from + BLOCKS_PER_TRANSACTION);
    await db.transaction('rw', ['searchBlocks'], () => storeBlocks(db, id, from, some));
  }
  return { ...built, family, id, rest: [] };
}

/** Reserves the id of a segment whose blocks are stored in several transactions. */
export const reserveSegment = (
  db: LibraryDatabase,
  row: Pick<SearchMergeRow, 'inputs' | 'head'> = { inputs: [], head: new Uint8Array() },
): Promise<number> =>
  db.transaction('rw', ['searchMerges', 'searchState'], async () => {
    const state = await db.searchState.get('state');
    const id = state?.nextSegment ?? 1;
    if (state) await db.searchState.put({ ...state, nextSegment: id + 1 });
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

/** Returns the segments that are being built, or were when it was interrupted. */
export const readInterrupted = async (db: LibraryDatabase): Promise<readonly number[]> =>
  (await db.searchMerges.toArray()).flatMap(({ id, inputs }) => (inputs.length === 0 ? [id] : []));

/** Deletes reservations with the blocks and the numbers that were stored for them. */
export const dropReserved = (db: LibraryDatabase, ids: readonly number[]): Promise<void> =>
  db.transaction('rw', ['searchMerges', 'searchBlocks', 'searchDocs'], async () => {
    for (const row of await db.searchMerges.bulkGet([...ids])) {
      // Another context has completed the segment or dropped it.
      if (row === undefined) continue;
      await deleteBlocks(db, row.id);
      for (const [first, end] of row.numbers) {
        await db.searchDocs.where('doc').between(first, end).delete();
      }
      await db.searchMerges.delete(row.id);
    }
  });

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
  await Promise.all([db.searchSegments.put(row), storeBlocks(db, id, 0, rest)]);
}
