import { BLOCK_SIZE, blockOf, placeOf } from '../database/contents-block';
import { type LoadedBlock, numberAt } from './loaded-block';
import type { LoadedContents } from './loaded-contents';
import { Slice } from './slice';

/** The orders that are kept. Numbers of bookmarks are sorted. */
export type OrderBy = 'saved' | 'trashed' | 'published' | 'title' | 'site' | 'length' | 'progress';

type Compare = (one: number, other: number) => number;

interface Kept {
  order: Uint32Array;
  /** Blocks whose bookmarks have to be sorted again. */
  readonly outdated: Set<number>;
}

/** Sorts all bookmarks, and sorts only what has changed the next time. */
export class ListOrders {
  readonly #contents: LoadedContents;
  readonly #kept = new Map<OrderBy, Kept>();

  constructor(contents: LoadedContents) {
    this.#contents = contents;
    contents.onReplace((block) => {
      for (const { outdated } of this.#kept.values()) outdated.add(block);
    });
  }

  /** Returns the numbers of all bookmarks in ascending order. To be called in `Contents.run`. */
  async get(by: OrderBy): Promise<Uint32Array> {
    const { blocks } = this.#contents;
    const kept = this.#kept.get(by) ?? {
      order: new Uint32Array(),
      outdated: new Set(blocks.keys()),
    };
    this.#kept.set(by, kept);
    if (kept.outdated.size === 0) return kept.order;
    const slice = new Slice();
    const compare = this.#compare(by);
    const runs: Uint32Array[] = [];
    for (const block of kept.outdated) {
      runs.push(numbersOf(blocks[block], block).sort(compare));
      if (slice.isOver()) await slice.next();
    }
    const unchanged = kept.order.filter((number) => !kept.outdated.has(blockOf(number)));
    while (runs.length > 1) {
      const [one, other] = runs.splice(0, 2);
      if (one && other) runs.push(await merged(one, other, compare, slice));
    }
    kept.order = await merged(unchanged, runs[0] ?? new Uint32Array(), compare, slice);
    kept.outdated.clear();
    return kept.order;
  }

  #compare(by: OrderBy): Compare {
    const { blocks, sites } = this.#contents;
    const block = (number: number): LoadedBlock | undefined => blocks[blockOf(number)];
    const column = (name: Parameters<typeof numberAt>[1]) => (number: number) => {
      const found = block(number);
      return found === undefined ? 0 : numberAt(found, name, placeOf(number));
    };
    const created = column('created');
    const id = (number: number) => block(number)?.ids[placeOf(number)] ?? '';
    const newestFirst: Compare = (one, other) =>
      created(other) - created(one) || compareTexts(id(other), id(one));
    switch (by) {
      case 'saved':
        return newestFirst;
      case 'trashed': {
        const trashedAt = column('trashedAt');
        return (one, other) =>
          compareNumbers(trashedAt(other), trashedAt(one)) || compareTexts(id(other), id(one));
      }
      case 'published':
        return ascending(column('publishedAt'), compareNumbers, newestFirst);
      case 'length':
        return ascending(column('minutes'), compareNumbers, newestFirst);
      case 'progress':
        return ascending(column('progress'), compareNumbers, newestFirst);
      case 'title':
        return ascending(
          (number) => block(number)?.titles[placeOf(number)] ?? '',
          compareTexts,
          newestFirst,
        );
      case 'site':
        return ascending(
          (number) => sites[block(number)?.sites[placeOf(number)] ?? 0]?.name ?? '',
          compareTexts,
          newestFirst,
        );
    }
  }
}

const ascending =
  <T>(
    valueAt: (number: number) => T,
    compare: (a: T, b: T) => number,
    otherwise: Compare,
  ): Compare =>
  (one, other) =>
    compare(valueAt(one), valueAt(other)) || otherwise(one, other);

const compareTexts = (one: string, other: string): number =>
  one === other ? 0 : one < other ? -1 : 1;

/** NaN is after all numbers. */
function compareNumbers(one: number, other: number): number {
  if (Number.isNaN(one) || Number.isNaN(other)) {
    return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
  }
  return one - other;
}

/** The numbers of the bookmarks of a block. */
function numbersOf(loaded: LoadedBlock | undefined, block: number): Uint32Array {
  const numbers = new Uint32Array(loaded?.count ?? 0);
  let count = 0;
  for (const [place, id] of (loaded?.ids ?? []).entries()) {
    if (id !== '') numbers[count++] = block * BLOCK_SIZE + place;
  }
  return numbers;
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
