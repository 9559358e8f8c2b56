import { type BookmarkId, type BookmarkType, VIEWS, type View } from '../../domain';
import type { ListSort } from '../bookmarks/bookmark-repository';
import { BLOCK_SIZE, blockOf, placeOf } from '../database/contents-block';
import type { Store } from '../database/store';
import { type Test, testOf } from './conditions';
import type {
  ContentsEntry,
  ContentsFilter,
  ContentsQuery,
  ContentsRepository,
  Facets,
} from './contents-repository';
import { follow } from './follow';
import { ListOrders } from './list-orders';
import { isPlaceInView, numberAt, typeAt } from './loaded-block';
import { LoadedContents } from './loaded-contents';
import { Slice } from './slice';

/** Sorts, filters and counts the bookmarks of a library. */
export function contentsRepository(store: Store): ContentsRepository {
  const contents = contentsOf(store);
  const ids = (query: ContentsQuery) => contents.list(query);
  return {
    ids,
    watchIds(query, listener) {
      let last: readonly BookmarkId[] | null = null;
      return follow(
        store,
        contents.loaded,
        () => ids(query),
        (next) => {
          if (last !== null && isSameOrder(last, next)) return;
          last = next;
          listener(next);
        },
      );
    },
    count: (filter) => contents.count(filter),
    facets: (filter) => contents.facets(filter),
    visit: (visit) => contents.visit(visit),
    watch: (listener) =>
      follow(
        store,
        contents.loaded,
        () => contents.loaded.run(() => null),
        () => listener(),
      ),
  };
}

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
    return this.loaded.run(async () => {
      const sorted = await this.#sorted(query, await this.#test(query));
      return Array.from(sorted, (number) => this.#idOf(number));
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
      const isListed = await this.#test(filter);
      if (sort !== null) {
        const sorted = await this.#sorted({ ...filter, sort }, (block, place) => {
          const id = block.ids[place] ?? '';
          return id !== '' && values.has(id) && isListed(block, place);
        });
        return Array.from(sorted, (number) => values.get(this.#idOf(number)) as T);
      }
      const numbers = await this.loaded.numbers();
      const slice = new Slice();
      const picked: T[] = [];
      for (const [id, value] of values) {
        const number = numbers.get(id);
        const block = number === undefined ? undefined : this.loaded.blocks[blockOf(number)];
        if (number === undefined || block === undefined) continue;
        if (isListed(block, placeOf(number))) picked.push(value);
        if (slice.isOver()) await slice.next();
      }
      return picked;
    });
  }

  count(filter: ContentsFilter): Promise<number> {
    return this.loaded.run(async () => {
      const isListed = await this.#test(filter);
      const slice = new Slice();
      let count = 0;
      for (const block of this.loaded.blocks) {
        if (block === undefined) continue;
        for (let place = 0; place < BLOCK_SIZE; place++) if (isListed(block, place)) count += 1;
        if (slice.isOver()) await slice.next();
      }
      return count;
    });
  }

  facets(filter: ContentsFilter): Promise<Facets> {
    return this.loaded.run(async () => {
      const [isInAll, isInTrash] = await Promise.all([
        this.#test({ ...filter, view: 'all' }),
        this.#test({ ...filter, view: 'trash' }),
      ]);
      const views: Record<View, number> = {
        unread: 0,
        all: 0,
        favourites: 0,
        archive: 0,
        trash: 0,
      };
      const types: Record<BookmarkType, number> = { article: 0, photo: 0, video: 0 };
      const sites = new Map<string, number>();
      const sets = new Uint32Array(this.loaded.labels.length);
      const slice = new Slice();
      for (const block of this.loaded.blocks) {
        if (block === undefined) continue;
        for (let place = 0; place < BLOCK_SIZE; place++) {
          if (!isInAll(block, place) && !isInTrash(block, place)) continue;
          for (const view of VIEWS) if (isPlaceInView(block, place, view)) views[view] += 1;
          if (!isPlaceInView(block, place, filter.view)) continue;
          types[typeAt(block, place)] += 1;
          const host = this.loaded.sites[block.sites[place] ?? 0]?.host ?? '';
          sites.set(host, (sites.get(host) ?? 0) + 1);
          const set = block.labels[place] ?? 0;
          sets[set] = (sets[set] ?? 0) + 1;
        }
        if (slice.isOver()) await slice.next();
      }
      const labels = new Map<string, number>();
      for (const [set, count] of sets.entries()) {
        if (count === 0) continue;
        for (const name of this.loaded.labels[set] ?? []) {
          labels.set(name, (labels.get(name) ?? 0) + count);
        }
      }
      return { views, labels, sites, types };
    });
  }

  visit(visit: (entry: ContentsEntry) => void): Promise<void> {
    return this.loaded.run(async () => {
      const slice = new Slice();
      for (const block of this.loaded.blocks) {
        if (block === undefined) continue;
        for (let place = 0; place < BLOCK_SIZE; place++) {
          if (block.ids[place] === '' || !isPlaceInView(block, place, 'all')) continue;
          visit({
            site: this.loaded.sites[block.sites[place] ?? 0]?.host ?? '',
            created: numberAt(block, 'created', place),
            minutes: numberAt(block, 'minutes', place),
            progress: numberAt(block, 'progress', place),
          });
        }
        if (slice.isOver()) await slice.next();
      }
    });
  }

  async #test(filter: ContentsFilter): Promise<Test> {
    const needsHighlights = filter.conditions?.some(
      (term) => term.kind === 'state' && term.state === 'highlighted',
    );
    return testOf(filter, {
      contents: this.loaded,
      clock: filter.clock ?? {
        now: this.#store.now(),
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
      highlighted: needsHighlights ? await this.loaded.highlighted() : new Set(),
    });
  }

  /** Returns the numbers of the bookmarks that pass the test, sorted. */
  async #sorted({ view, sort }: ContentsQuery, isListed: Test): Promise<Uint32Array> {
    const { by, isReversed } = sort;
    const isTrash = view === 'trash' && by === 'saved';
    const order = await this.#orders.get(isTrash ? 'trashed' : by === 'random' ? 'saved' : by);
    const slice = new Slice();
    const listed = new Uint32Array(order.length);
    let count = 0;
    for (const [at, number] of order.entries()) {
      const block = this.loaded.blocks[blockOf(number)];
      if (block !== undefined && isListed(block, placeOf(number))) listed[count++] = number;
      if (at % BLOCK_SIZE === 0 && slice.isOver()) await slice.next();
    }
    const sorted = listed.subarray(0, count);
    if (by === 'random') return shuffled(sorted, sort.seed);
    if (!isReversed) return sorted;
    const withValue = by === 'published' ? this.#countPublished(sorted) : count;
    sorted.subarray(0, withValue).reverse();
    return sorted;
  }

  /** Bookmarks without a date are last. */
  #countPublished(sorted: Uint32Array): number {
    const first = sorted.findIndex((number) => {
      const block = this.loaded.blocks[blockOf(number)];
      return block === undefined || Number.isNaN(numberAt(block, 'publishedAt', placeOf(number)));
    });
    return first < 0 ? sorted.length : first;
  }

  #idOf(number: number): BookmarkId {
    // The numbers are those of bookmarks that exist.
    return this.loaded.blocks[blockOf(number)]?.ids[placeOf(number)] as BookmarkId;
  }
}

/** A library has fewer bookmarks, so that a random number and theirs fit into one number. */
const MOST_NUMBERS = 2 ** 24;

/** Sorts numbers in an order that depends only on them and on `seed`. */
function shuffled(numbers: Uint32Array, seed: number): Uint32Array {
  const keys = Float64Array.from(
    numbers,
    (number) => (mixed(number, seed) >>> 4) * MOST_NUMBERS + number,
  ).sort();
  return Uint32Array.from(keys, (key) => key % MOST_NUMBERS);
}

/** Returns a 32-bit number that looks random. */
function mixed(number: number, seed: number): number {
  let mix = Math.imul(number + 1, 0x9e3779b1) ^ seed;
  for (const factor of [0x85ebca6b, 0xc2b2ae35]) mix = Math.imul(mix ^ (mix >>> 15), factor);
  return mix ^ (mix >>> 16);
}
