import { Dexie, type IntervalTree, type ObservabilitySet } from 'dexie';
import type { BookmarkId } from '../../domain';
import { readCounts } from '../database/bookmark-rows';
import type { Dispose } from '../database/commit';
import { BLOCK_SIZE, readBlock } from '../database/contents-block';
import type { Store } from '../database/store';
import { type LoadedBlock, loadBlock, newSharedTexts } from './loaded-block';
import { repairBlock, repairContents } from './repair-contents';
import { Slice } from './slice';

/** Number of blocks read at a time, about 2,000 bookmarks. */
const READ_STEP = 16;

/** The contents of a library in memory, the same for all parts of a page. */
export class LoadedContents {
  readonly #store: Store;
  readonly #shared = newSharedTexts();
  readonly #blocks: (LoadedBlock | undefined)[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #replaced = new Set<(block: number) => void>();
  /** Blocks that have to be read again. The first range is everything. */
  #outdated: Range[] = [EVERYTHING];
  #isChecked = false;
  /** null until somebody needs it. */
  #numbers: Map<BookmarkId, number> | null = null;
  #highlighted: Promise<ReadonlySet<BookmarkId>> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store) {
    this.#store = store;
    const { db } = store;
    const table = `idb://${db.name}/contents/`;
    const highlights = `idb://${db.name}/highlights/`;
    const onChange = (changed: ObservabilitySet) => {
      // `all` is sent when a page comes back from the cache of the browser.
      const trees = [changed[table], changed.all];
      const ranges = trees.flatMap((tree) => [...rangesOf(tree)]);
      const areHighlights = changed[highlights] !== undefined || changed.all !== undefined;
      if (ranges.length === 0 && !areHighlights) return;
      this.#outdated.push(...ranges);
      if (areHighlights) this.#highlighted = null;
      for (const listener of this.#listeners) listener();
    };
    Dexie.on('storagemutated', onChange);
    store.onClose(() => Dexie.on.storagemutated.unsubscribe(onChange));
  }

  get blocks(): readonly (LoadedBlock | undefined)[] {
    return this.#blocks;
  }

  /** The sites, by the positions in blocks. */
  get sites(): readonly { readonly host: string; readonly name: string }[] {
    return this.#shared.sites.values;
  }

  /** The sets of labels, by the positions in blocks. */
  get labels(): readonly (readonly string[])[] {
    return this.#shared.labels.values;
  }

  /** Returns the number of each bookmark. To be called in `run`. */
  async numbers(): Promise<ReadonlyMap<BookmarkId, number>> {
    if (this.#numbers !== null) return this.#numbers;
    const numbers = new Map<BookmarkId, number>();
    const slice = new Slice();
    for (const [block, loaded] of this.#blocks.entries()) {
      addNumbers(numbers, block, loaded);
      if (slice.isOver()) await slice.next();
    }
    this.#numbers = numbers;
    return numbers;
  }

  /** Returns the bookmarks that have a highlight. */
  async highlighted(): Promise<ReadonlySet<BookmarkId>> {
    const { db } = this.#store;
    this.#highlighted ??= Promise.resolve(
      db.highlights.orderBy('bookmarkId').uniqueKeys(),
      // The index contains only these keys.
    ).then((keys) => new Set(keys as unknown as readonly BookmarkId[]));
    try {
      return await this.#highlighted;
    } catch (error) {
      this.#highlighted = null;
      throw error;
    }
  }

  /** Calls `listener` after each change in any context. */
  onChange(listener: () => void): Dispose {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `listener` with each block that is replaced in memory. */
  onReplace(listener: (block: number) => void): void {
    this.#replaced.add(listener);
  }

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
    this.#outdated.push(EVERYTHING);
    await this.#readOutdated();
    if (await this.#isComplete()) return;
    await this.#repair(() => repairContents(this.#store.db));
    this.#outdated.push(EVERYTHING);
    await this.#readOutdated();
  }

  async #isComplete(): Promise<boolean> {
    const counts = await readCounts(this.#store.db);
    const loaded = this.#blocks.reduce((sum, block) => sum + (block?.count ?? 0), 0);
    return loaded === counts.all + counts.trash;
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
        .limit(READ_STEP)
        .toArray();
      const keys = rows.map((row) => (row as { readonly block: number }).block);
      const isLast = rows.length < READ_STEP;
      const end = isLast ? Math.min(to, this.#blocks.length - 1) : (keys.at(-1) ?? to);
      const found = new Set(keys);
      for (let block = next; block <= end; block++)
        if (!found.has(block)) this.#put(block, undefined);
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
    if (row === null) this.#put(block, undefined);
    else if (row.hash !== this.#blocks[block]?.hash) this.#put(block, loadBlock(row, this.#shared));
  }

  #put(block: number, loaded: LoadedBlock | undefined): void {
    if (loaded === undefined && this.#blocks[block] === undefined) return;
    const numbers = this.#numbers;
    if (numbers !== null) {
      for (const id of this.#blocks[block]?.ids ?? []) if (id !== '') numbers.delete(id);
      addNumbers(numbers, block, loaded);
    }
    this.#blocks[block] = loaded;
    for (const listener of this.#replaced) listener(block);
  }

  /** Reports that the contents are damaged, and what prevents their repair. */
  async #repair(repair: () => Promise<void>): Promise<void> {
    this.#store.onWatchError(
      new Error('The contents of the library are incomplete. They are made again.'),
    );
    try {
      await repair();
    } catch (error) {
      this.#store.onWatchError(error);
    }
  }
}

function addNumbers(
  numbers: Map<BookmarkId, number>,
  block: number,
  loaded: LoadedBlock | undefined,
): void {
  for (const [place, id] of (loaded?.ids ?? []).entries()) {
    if (id !== '') numbers.set(id, block * BLOCK_SIZE + place);
  }
}

/** Numbers of blocks. Both ends belong to it. */
interface Range {
  readonly from: number;
  readonly to: number;
}

const EVERYTHING: Range = { from: 0, to: Number.POSITIVE_INFINITY };

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
