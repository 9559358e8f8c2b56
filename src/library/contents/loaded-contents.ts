import { Dexie, type IntervalTree, type ObservabilitySet } from 'dexie/dist/modern/dexie.mjs';
import type { BookmarkId } from '../../domain/bookmark';
import { Slice } from '../../domain/slice';
import { readCounts } from '../database/bookmark-rows';
import type { Dispose } from '../database/commit';
import {
  BLOCK_SIZE,
  blockOf,
  type ContentsBlockRow,
  readBlock,
  toBlockRow,
} from '../database/contents-block';
import { blockOfRows } from '../database/contents-writes';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { Columns } from './columns';

/** Number of blocks read at a time, about 2,000 bookmarks. */
const BLOCKS_PER_READ = 16;

/** States that follow from another table, so that its writes do not write the contents as well. */
const TABLE_OF_STATE = { highlighted: 'highlights', offline: 'articles' } as const;
export type OtherState = keyof typeof TABLE_OF_STATE;

/** The contents of a library in memory, the same for all parts of a page. */
export class LoadedContents {
  readonly #store: Store;
  readonly columns = new Columns();
  /** The hash of each block in memory. */
  readonly #hashes = new Map<number, number>();
  readonly #listeners = new Set<() => void>();
  readonly #replaced = new Set<(block: number) => void>();
  /** Blocks that have to be read again. The first range is everything. */
  #outdated: Range[] = [WHOLE_RANGE];
  #isChecked = false;
  /** null until the first use. */
  #numbers: Map<BookmarkId, number> | null = null;
  readonly #inState = new Map<OtherState, Promise<ReadonlySet<BookmarkId>>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store) {
    this.#store = store;
    const { db } = store;
    const table = `idb://${db.name}/contents/`;
    const onChange = (changed: ObservabilitySet) => {
      // `all` is sent when a page comes back from the cache of the browser.
      const trees = [changed[table], changed.all];
      const ranges = trees.flatMap((tree) => [...rangesOf(tree)]);
      let isChanged = ranges.length > 0;
      for (const [state, name] of Object.entries(TABLE_OF_STATE)) {
        const isWritten = changed[`idb://${db.name}/${name}/`] ?? changed.all;
        // A change matters only if the ids were read before.
        if (isWritten && this.#inState.delete(state as OtherState)) isChanged = true;
      }
      if (!isChanged) return;
      this.#outdated.push(...ranges);
      for (const listener of this.#listeners) listener();
    };
    Dexie.on('storagemutated', onChange);
    store.onClose(() => Dexie.on.storagemutated.unsubscribe(onChange));
  }

  /** Returns the number of each bookmark. To be called in `run`. */
  async numbers(): Promise<ReadonlyMap<BookmarkId, number>> {
    if (this.#numbers !== null) return this.#numbers;
    const numbers = new Map<BookmarkId, number>();
    const slice = new Slice();
    for (let block = 0; block * BLOCK_SIZE < this.columns.length; block++) {
      this.#addNumbers(numbers, block);
      if (slice.isOver()) await slice.next();
    }
    this.#numbers = numbers;
    return numbers;
  }

  /** Returns the bookmarks in a state. */
  async inState(state: OtherState): Promise<ReadonlySet<BookmarkId>> {
    const known = this.#inState.get(state) ?? this.#readState(state);
    this.#inState.set(state, known);
    try {
      return await known;
    } catch (error) {
      this.#inState.delete(state);
      throw error;
    }
  }

  async #readState(state: OtherState): Promise<ReadonlySet<BookmarkId>> {
    const { highlights, articles } = this.#store.db;
    if (state === 'offline') return new Set(await articles.toCollection().primaryKeys());
    const keys: unknown = await highlights.orderBy('bookmarkId').uniqueKeys();
    // The index contains only these keys.
    return new Set(keys as readonly BookmarkId[]);
  }

  /** Calls `listener` after each change in any context. */
  onChange(listener: () => void): Dispose {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `listener` with each block that is replaced in memory. */
  readonly onReplace = (listener: (block: number) => void): void => {
    this.#replaced.add(listener);
  };

  /**
   * Runs `work` with contents that are up to date and do not change until it ends. Works run one
   * after the other.
   */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#last.then(async () => {
      await this.#refresh();
      return work();
    });
    this.#last = done.catch(() => {});
    return done;
  }

  async #refresh(): Promise<void> {
    await this.#readOutdated();
    if (this.#isChecked) return;
    this.#isChecked = true;
    if (await this.#isComplete()) return;
    // Another context may have written while the blocks were read.
    this.#outdated.push(WHOLE_RANGE);
    await this.#readOutdated();
    if (await this.#isComplete()) return;
    await this.#repair(() => repairContents(this.#store.db));
    this.#outdated.push(WHOLE_RANGE);
    await this.#readOutdated();
  }

  async #isComplete(): Promise<boolean> {
    const counts = await readCounts(this.#store.db);
    return this.columns.count === counts.all + counts.trash;
  }

  async #readOutdated(): Promise<void> {
    while (this.#outdated.length > 0) {
      const ranges = this.#outdated;
      this.#outdated = [];
      try {
        for (const range of ranges) await this.#read(range);
      } catch (error) {
        this.#outdated.push(...ranges);
        throw error;
      }
    }
  }

  /** Reads the blocks of a range. */
  async #read({ from, to }: Range): Promise<void> {
    const { db } = this.#store;
    let next = Math.max(0, from);
    while (next <= to) {
      const rows: readonly unknown[] = await db.contents
        .where('block')
        .between(next, to, true, true)
        .limit(BLOCKS_PER_READ)
        .toArray();
      const keys = rows.map((row) => (row as { readonly block: number }).block);
      const isLast = rows.length < BLOCKS_PER_READ;
      const end = isLast ? Math.min(to, this.columns.length / BLOCK_SIZE - 1) : (keys.at(-1) ?? to);
      const found = new Set(keys);
      for (let block = next; block <= end; block++) if (!found.has(block)) this.#put(block, null);
      for (const [at, block] of keys.entries()) await this.#load(block, rows[at]);
      if (isLast) return;
      next = end + 1;
    }
  }

  async #load(block: number, stored: unknown): Promise<void> {
    let row = readBlock(stored, block);
    if (row === null) {
      await this.#repair(() => repairBlock(this.#store.db, block));
      row = readBlock(await this.#store.db.contents.get(block), block);
    }
    if (row?.hash !== this.#hashes.get(block)) this.#put(block, row);
  }

  #put(block: number, row: ContentsBlockRow | null): void {
    if (row === null && !this.#hashes.delete(block)) return;
    if (row !== null) this.#hashes.set(block, row.hash);
    const numbers = this.#numbers;
    const start = block * BLOCK_SIZE;
    for (const id of this.columns.ids.slice(start, start + BLOCK_SIZE)) {
      if (id !== '') numbers?.delete(id);
    }
    this.columns.setBlock(block, row);
    if (numbers !== null) this.#addNumbers(numbers, block);
    for (const listener of this.#replaced) listener(block);
  }

  #addNumbers(numbers: Map<BookmarkId, number>, block: number): void {
    const start = block * BLOCK_SIZE;
    for (let number = start; number < start + BLOCK_SIZE; number++) {
      const id = this.columns.ids[number] ?? '';
      if (id !== '') numbers.set(id, number);
    }
  }

  /** Reports that the contents are damaged, and what prevents their repair. */
  async #repair(repair: () => Promise<void>): Promise<void> {
    this.#store.onWatchError(new Error('The list is made again.'));
    try {
      await repair();
    } catch (error) {
      this.#store.onWatchError(error);
    }
  }
}

/** Numbers of blocks. Both ends belong to it. */
interface Range {
  readonly from: number;
  readonly to: number;
}

const WHOLE_RANGE: Range = { from: 0, to: Number.POSITIVE_INFINITY };

/** Yields the ranges of a tree. It comes from another context without its methods. */
function* rangesOf(tree: IntervalTree | undefined | null): Generator<Range> {
  if (!tree || !('from' in tree)) return;
  yield { from: numberOr(tree.from, 0), to: numberOr(tree.to, Number.POSITIVE_INFINITY) };
  yield* rangesOf(tree.l);
  yield* rangesOf(tree.r);
}

/** The ends of a range of everything are keys of other types. */
const numberOr = (key: unknown, otherwise: number): number =>
  typeof key === 'number' ? key : otherwise;

/** Makes one block from its bookmarks, if it is missing or does not agree with them. */
const repairBlock = (db: LibraryDatabase, block: number): Promise<void> =>
  db.transaction('rw', ['bookmarks', 'contents'], async () => {
    const [stored, contents] = await Promise.all([db.contents.get(block), blockOfRows(db, block)]);
    const row = toBlockRow(block, contents);
    if (readBlock(stored, block)?.hash !== row.hash) await db.contents.put(row);
  });

/**
 * Makes the contents agree with the bookmarks. Each step is a transaction of its own, so the work
 * can be interrupted at any time and begins again with what is missing.
 */
async function repairContents(db: LibraryDatabase): Promise<void> {
  const last = await db.bookmarks.orderBy('number').reverse().limit(1).keys();
  const end = last[0] === undefined ? 0 : blockOf(Number(last[0])) + 1;
  for (let block = 0; block < end; block++) await repairBlock(db, block);
  await db.transaction('rw', ['bookmarks', 'contents'], async () => {
    // Bookmarks may have been added since.
    const after = await db.contents.where('block').aboveOrEqual(end).primaryKeys();
    for (const block of after) {
      const start = block * BLOCK_SIZE;
      const used = db.bookmarks.where('number').between(start, start + BLOCK_SIZE);
      if ((await used.count()) === 0) await db.contents.delete(block);
    }
  });
}
