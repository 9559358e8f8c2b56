import { type BookmarkId, VIEWS, type View } from '../../domain/bookmark';
import type { BookmarkType } from '../../domain/bookmark-fields';
import { Slice } from '../../domain/slice';
import type { ListSort } from '../bookmarks/list-page';
import type { Dispose } from '../database/commit';
import { BLOCK_SIZE } from '../database/contents-block';
import type { Counts } from '../database/rows';
import { repository, type Store } from '../database/store';
import { type ContentsFilter, otherStatesOf, type Test, testOf } from './conditions';
import { follow } from './follow';
import { ListOrders } from './list-orders';
import { LoadedContents } from './loaded-contents';

export interface ContentsQuery extends ContentsFilter {
  readonly sort: ListSort;
}

/** How many bookmarks of a part of the library have which properties. */
export interface Facets {
  /** Number of bookmarks by view. The other counts are those of the view of the filter. */
  readonly views: Counts;
  readonly labels: ReadonlyMap<string, number>;
  /** By host name. */
  readonly sites: ReadonlyMap<string, number>;
  /** By name. */
  readonly authors: ReadonlyMap<string, number>;
  readonly types: Readonly<Record<BookmarkType, number>>;
}

/** A bookmark outside the trash, as the contents have it. */
export interface ContentsEntry {
  /** The host name. */
  readonly site: string;
  /** In Unix ms. */
  readonly created: number;
  readonly words: number;
  /** The reading time. */
  readonly minutes: number;
  /** From 0 to 100. */
  readonly progress: number;
}

export type ContentsRepository = ReturnType<typeof contentsRepository>;

/**
 * Sorts, filters and counts bookmarks. The contents of the library are read into memory once for each
 * page. All functions reject if the storage fails.
 */
export const contentsRepository = repository({
  /** Returns the ids of a list in its order. Bookmarks without a value, such as a date, come last. */
  ids: (store, query: ContentsQuery): Promise<readonly BookmarkId[]> =>
    contentsOf(store).list(query),

  /**
   * Calls `listener` with the ids of a list, and when each was saved, now and some time after they have
   * changed.
   */
  watchIds(
    store,
    query: ContentsQuery,
    listener: (ids: readonly BookmarkId[], savedAt: Float64Array) => void,
  ): Dispose {
    const contents = contentsOf(store);
    let last: readonly BookmarkId[] | null = null;
    return follow(
      store,
      contents.loaded,
      () => contents.listWithTimes(query),
      ({ ids, savedAt }) => {
        if (last !== null && isSameOrder(last, ids)) return;
        last = ids;
        listener(ids, savedAt);
      },
    );
  },

  count: (store, filter: ContentsFilter): Promise<number> => contentsOf(store).count(filter),

  /** Counts by view, label, site, author and type in one pass. */
  facets: (store, filter: ContentsFilter): Promise<Facets> => contentsOf(store).facets(filter),

  /** Calls `visit` with each bookmark outside the trash, without blocking the page. */
  visit: (store, visit: (entry: ContentsEntry) => void): Promise<void> =>
    contentsOf(store).visit(visit),

  /** Calls `listener` now and some time after each change of the contents in any context. */
  watch(store, listener: () => void): Dispose {
    const { loaded } = contentsOf(store);
    return follow(store, loaded, () => loaded.run(() => null), listener);
  },
});

const known = new WeakMap<Store, Contents>();

/** Returns the contents that all parts of a page share. */
export function contentsOf(store: Store): Contents {
  const made = known.get(store) ?? new Contents(store);
  known.set(store, made);
  return made;
}

const isSameOrder = (one: readonly BookmarkId[], other: readonly BookmarkId[]): boolean =>
  one.length === other.length && one.every((id, at) => id === other[at]);

/** Answers questions about the contents of a library from memory. */
export class Contents {
  readonly loaded: LoadedContents;
  readonly #store: Store;
  readonly #orders: ListOrders;

  constructor(store: Store) {
    this.#store = store;
    this.loaded = new LoadedContents(store);
    this.#orders = new ListOrders(this.loaded);
  }

  list(query: ContentsQuery): Promise<readonly BookmarkId[]> {
    return this.loaded.run(async () => this.#idsOf(await this.#sorted(query, query.sort)));
  }

  /** Returns the ids of a list, and in Unix ms when each was saved. */
  listWithTimes(query: ContentsQuery) {
    return this.loaded.run(async () => {
      const numbers = await this.#sorted(query, query.sort);
      const { created } = this.loaded.columns;
      const savedAt = Float64Array.from(numbers, (number) => created[number] ?? 0);
      return { ids: this.#idsOf(numbers), savedAt };
    });
  }

  /**
   * Returns the values of those bookmarks that are in the list, in the order of `sort`; null: in the
   * order of `values`.
   */
  pick<T>(
    values: ReadonlyMap<BookmarkId, T>,
    filter: ContentsFilter,
    sort: ListSort | null,
  ): Promise<readonly T[]> {
    return this.loaded.run(async () => {
      if (sort !== null) {
        const ids = this.#idsOf(await this.#sorted(filter, sort));
        return ids.flatMap((id) => values.get(id) ?? []);
      }
      const isListed = await this.#test(filter);
      const numbers = await this.loaded.numbers();
      const slice = new Slice();
      const picked: T[] = [];
      for (const [id, value] of values) {
        const number = numbers.get(id);
        if (number !== undefined && isListed(number)) picked.push(value);
        if (slice.isOver()) await slice.next();
      }
      return picked;
    });
  }

  count(filter: ContentsFilter): Promise<number> {
    return this.loaded.run(async () => {
      let count = 0;
      for (const isListed of await this.#listed(filter)) count += isListed;
      return count;
    });
  }

  facets(filter: ContentsFilter): Promise<Facets> {
    return this.loaded.run(async () => {
      const { columns } = this.loaded;
      const [inAll, inTrash] = [
        await this.#listed({ ...filter, view: 'all' }),
        await this.#listed({ ...filter, view: 'trash' }),
      ];
      const views: Record<View, number> = {
        unread: 0,
        all: 0,
        favourites: 0,
        archive: 0,
        trash: 0,
      };
      const types: Record<BookmarkType, number> = { article: 0, photo: 0, video: 0 };
      const sites = new Tally(columns.sites.length);
      const labels = new Tally(columns.labels.length);
      const authors = new Tally(columns.authors.length);
      const slice = new Slice();
      for (let number = 0; number < columns.length; number++) {
        if (number % BLOCK_SIZE === 0 && slice.isOver()) await slice.next();
        if (inAll[number] === 0 && inTrash[number] === 0) continue;
        for (const view of VIEWS) if (columns.isInView(number, view)) views[view] += 1;
        if (!columns.isInView(number, filter.view)) continue;
        types[columns.typeOf(number)] += 1;
        sites.add(columns.siteOf[number] ?? 0);
        labels.add(columns.labelsOf[number] ?? 0);
        authors.add(columns.authorsOf[number] ?? 0);
      }
      return {
        views,
        types,
        labels: labels.byName((set) => columns.labels[set] ?? []),
        sites: sites.byName((site) => [columns.sites[site]?.host ?? '']),
        authors: authors.byName((names) => columns.authors[names] ?? []),
      };
    });
  }

  /** Returns how many bookmarks of a site outside the trash have which label. */
  labelsOfSite(host: string): Promise<ReadonlyMap<string, number>> {
    return this.loaded.run(async () => {
      const { columns } = this.loaded;
      const isOfSite = columns.sites.map((site) => site.host === host);
      const labels = new Tally(columns.labels.length);
      const slice = new Slice();
      for (let number = 0; number < columns.length; number++) {
        if (number % BLOCK_SIZE === 0 && slice.isOver()) await slice.next();
        if (columns.ids[number] === '' || !isOfSite[columns.siteOf[number] ?? 0]) continue;
        if (columns.isInView(number, 'all')) labels.add(columns.labelsOf[number] ?? 0);
      }
      return labels.byName((set) => columns.labels[set] ?? []);
    });
  }

  visit(visit: (entry: ContentsEntry) => void): Promise<void> {
    return this.loaded.run(async () => {
      const { columns } = this.loaded;
      const listed = await this.#listed({ view: 'all' });
      const slice = new Slice();
      for (let number = 0; number < listed.length; number++) {
        if (number % BLOCK_SIZE === 0 && slice.isOver()) await slice.next();
        if (listed[number] === 0) continue;
        visit({
          site: columns.sites[columns.siteOf[number] ?? 0]?.host ?? '',
          created: columns.created[number] ?? 0,
          words: columns.words[number] ?? 0,
          minutes: columns.minutes[number] ?? 0,
          progress: columns.progress[number] ?? 0,
        });
      }
    });
  }

  async #test(filter: ContentsFilter): Promise<Test> {
    const states = otherStatesOf(filter);
    const sets = await Promise.all(states.map((state) => this.loaded.inState(state)));
    return testOf(filter, {
      columns: this.loaded.columns,
      clock: filter.clock ?? {
        now: this.#store.now(),
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
      inState: Object.fromEntries(states.map((state, at) => [state, sets[at]])),
    });
  }

  /** Returns 1 for the number of each bookmark that is in the list. */
  async #listed(filter: ContentsFilter): Promise<Uint8Array> {
    const isListed = await this.#test(filter);
    const slice = new Slice();
    const listed = new Uint8Array(this.loaded.columns.length);
    for (let number = 0; number < listed.length; number++) {
      if (isListed(number)) listed[number] = 1;
      if (number % BLOCK_SIZE === 0 && slice.isOver()) await slice.next();
    }
    return listed;
  }

  /** Returns the numbers of the bookmarks in the list, sorted. */
  async #sorted(filter: ContentsFilter, sort: ListSort): Promise<Uint32Array> {
    const { by, isReversed } = sort;
    const isTrash = filter.view === 'trash' && by === 'saved';
    const order = await this.#orders.get(isTrash ? 'trashed' : by === 'random' ? 'saved' : by);
    const listed = await this.#listed(filter);
    const sorted = order.filter((number) => listed[number] === 1);
    if (by === 'random') return shuffled(sorted, sort.seed);
    if (!isReversed) return sorted;
    const withValue = by === 'published' ? this.#countPublished(sorted) : sorted.length;
    sorted.subarray(0, withValue).reverse();
    return sorted;
  }

  /** Bookmarks without a date are last. */
  #countPublished(sorted: Uint32Array): number {
    const { publishedAt } = this.loaded.columns;
    const first = sorted.findIndex((number) => Number.isNaN(publishedAt[number]));
    return first < 0 ? sorted.length : first;
  }

  #idsOf(numbers: Uint32Array): readonly BookmarkId[] {
    const { ids } = this.loaded.columns;
    // The numbers are those of bookmarks that exist.
    return Array.from(numbers, (number) => ids[number] as BookmarkId);
  }
}

/** Counts positions. */
class Tally {
  readonly #counts: Uint32Array;

  constructor(length: number) {
    this.#counts = new Uint32Array(length);
  }

  add(position: number): void {
    this.#counts[position] = (this.#counts[position] ?? 0) + 1;
  }

  byName(namesOf: (position: number) => readonly string[]): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [position, count] of this.#counts.entries()) {
      for (const name of count === 0 ? [] : namesOf(position)) {
        counts.set(name, (counts.get(name) ?? 0) + count);
      }
    }
    return counts;
  }
}

/** A library has fewer bookmarks, so that a random number and theirs fit into one number. */
const MAX_NUMBERS = 2 ** 24;

/** Sorts numbers in an order that depends only on them and on `seed`. */
function shuffled(numbers: Uint32Array, seed: number): Uint32Array {
  const keys = Float64Array.from(
    numbers,
    (number) => (mixed(number, seed) >>> 4) * MAX_NUMBERS + number,
  ).sort();
  return Uint32Array.from(keys, (key) => key % MAX_NUMBERS);
}

/** Returns a 32-bit number that looks random. */
function mixed(number: number, seed: number): number {
  let mix = Math.imul(number + 1, 0x9e3779b1) ^ seed;
  for (const factor of [0x85ebca6b, 0xc2b2ae35]) mix = Math.imul(mix ^ (mix >>> 15), factor);
  return mix ^ (mix >>> 16);
}
