import { Slice } from '../../domain/slice';
import type { ListSort } from '../bookmarks/list-page';
import { BLOCK_SIZE, blockOf } from '../database/contents-block';
import type { Columns } from './columns';
import type { LoadedContents } from './loaded-contents';

/** The orders that are kept. Numbers of bookmarks are sorted. */
type OrderBy = Exclude<ListSort['by'], 'random'> | 'trashed';

type Compare = (one: number, other: number) => number;

interface Kept {
  order: Uint32Array;
  /** Blocks whose bookmarks have to be sorted again. */
  readonly outdated: Set<number>;
}

/** The count of numbers that are sorted at once. */
const RUN_LENGTH = 32 * BLOCK_SIZE;

/** Sorts all bookmarks, and sorts only what has changed the next time. */
export class ListOrders {
  readonly #columns: Columns;
  readonly #kept = new Map<OrderBy, Kept>();

  constructor({ columns, onReplace }: Pick<LoadedContents, 'columns' | 'onReplace'>) {
    this.#columns = columns;
    onReplace((block) => {
      for (const { outdated } of this.#kept.values()) outdated.add(block);
    });
  }

  /** Returns the numbers of all bookmarks in ascending order. To be called in `run`. */
  async get(by: OrderBy): Promise<Uint32Array> {
    const blocks = this.#columns.length / BLOCK_SIZE;
    const kept = this.#kept.get(by) ?? {
      order: new Uint32Array(),
      outdated: new Set(Array.from({ length: blocks }, (_, block) => block)),
    };
    this.#kept.set(by, kept);
    if (kept.outdated.size === 0) return kept.order;
    const slice = new Slice();
    const compare = comparerOf(by, this.#columns);
    const changed = this.#numbersOf(kept.outdated);
    const runs: Uint32Array[] = [];
    for (let start = 0; start < changed.length; start += RUN_LENGTH) {
      runs.push(changed.subarray(start, start + RUN_LENGTH).sort(compare));
      if (slice.isOver()) await slice.next();
    }
    while (runs.length > 1) {
      const [one, other] = runs.splice(0, 2);
      if (one && other) runs.push(await merged(one, other, compare, slice));
    }
    const unchanged = kept.order.filter((number) => !kept.outdated.has(blockOf(number)));
    kept.order = await merged(unchanged, runs[0] ?? new Uint32Array(), compare, slice);
    kept.outdated.clear();
    return kept.order;
  }

  #numbersOf(blocks: ReadonlySet<number>): Uint32Array {
    const numbers = new Uint32Array(blocks.size * BLOCK_SIZE);
    let count = 0;
    for (const block of blocks) {
      const start = block * BLOCK_SIZE;
      for (let number = start; number < start + BLOCK_SIZE; number++) {
        if (this.#columns.ids[number] !== '') numbers[count++] = number;
      }
    }
    return numbers.subarray(0, count);
  }
}

function comparerOf(by: OrderBy, columns: Columns): Compare {
  const { ids, titles, created, sites, siteOf } = columns;
  const byId: Compare = (one, other) => compareTexts(ids[other] ?? '', ids[one] ?? '');
  const newestFirst: Compare = (one, other) =>
    (created[other] ?? 0) - (created[one] ?? 0) || byId(one, other);
  const ascending =
    (column: Float64Array): Compare =>
    (one, other) =>
      compareNumbers(column[one] ?? 0, column[other] ?? 0) || newestFirst(one, other);
  switch (by) {
    case 'saved':
      return newestFirst;
    case 'trashed': {
      const { trashedAt } = columns;
      return (one, other) =>
        compareNumbers(trashedAt[other] ?? 0, trashedAt[one] ?? 0) || byId(one, other);
    }
    case 'published':
      return ascending(columns.publishedAt);
    case 'length':
      return ascending(columns.minutes);
    case 'progress':
      return ascending(columns.progress);
    case 'title':
      return (one, other) =>
        compareTexts(titles[one] ?? '', titles[other] ?? '') || newestFirst(one, other);
    case 'site': {
      const ranks = ranksOf(sites.map(({ name }) => name));
      return (one, other) =>
        (ranks[siteOf[one] ?? 0] ?? 0) - (ranks[siteOf[other] ?? 0] ?? 0) ||
        newestFirst(one, other);
    }
  }
}

/** Returns numbers in the order of the texts. Equal texts have the same. */
function ranksOf(texts: readonly string[]): readonly number[] {
  const rank = new Map([...new Set(texts)].sort().map((text, at) => [text, at]));
  return texts.map((text) => rank.get(text) ?? 0);
}

const compareTexts = (one: string, other: string): number =>
  one === other ? 0 : one < other ? -1 : 1;

/** NaN is after all numbers. */
function compareNumbers(one: number, other: number): number {
  if (Number.isNaN(one) || Number.isNaN(other)) {
    return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
  }
  return one - other;
}

/** The time is looked at after so many comparisons. */
const COMPARISONS = 512;

async function merged(
  one: Uint32Array,
  other: Uint32Array,
  compare: Compare,
  slice: Slice,
): Promise<Uint32Array> {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const all = new Uint32Array(one.length + other.length);
  for (let at = 0, left = 0, right = 0; at < all.length; at++) {
    const [a, b] = [one[left], other[right]];
    const isLeft = a !== undefined && (b === undefined || compare(a, b) <= 0);
    all[at] = (isLeft ? a : b) ?? 0;
    if (isLeft) left++;
    else right++;
    if (at % COMPARISONS === 0 && slice.isOver()) await slice.next();
  }
  return all;
}
