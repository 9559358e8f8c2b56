import type { LibraryDatabase } from '../database/schema';
import type { IndexView, VisibleSegment } from './index-view';
import { unsealed } from './packed';
import { type BlockTerm, type Family, termsOf } from './segment';

/** A term, or the start of terms, of one family. */
export interface Lookup {
  readonly family: Family;
  readonly term: string;
  readonly isPrefix: boolean;
}

/** Terms of a segment that a lookup found. */
export interface FoundTerms {
  readonly segment: VisibleSegment;
  readonly terms: readonly BlockTerm[];
}

/** The terms of a lookup, newest segment first. */
export interface Found {
  readonly found: readonly FoundTerms[];
  /** True if there were too many blocks, so that older segments were left out. */
  readonly isCut: boolean;
}

/**
 * A lookup reads at most so many blocks of 16 kB. Only the start of a word of one or two letters in
 * a large library exceeds it.
 */
const MAX_BLOCKS_PER_LOOKUP = 64;

/** The blocks that are kept in memory, 8 MB. A person who types reads the same ones again. */
const MAX_CACHED_BLOCKS = 512;

/** Consecutive blocks of a segment. */
interface Range {
  readonly segment: VisibleSegment;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

type BlockKey = [segment: number, block: number];

/** Finds terms in the blocks of segments. */
export class TermReader {
  readonly #db: LibraryDatabase;
  /** Blocks without their checksums, by segment and number. */
  readonly #cache = new Map<string, Uint8Array>();

  constructor(db: LibraryDatabase) {
    this.#db = db;
  }

  /**
   * Finds the terms of each lookup, with requests of one transaction. Damaged segments are left out
   * and passed to `onDamage`.
   */
  async find(
    { segments }: IndexView,
    lookups: readonly Lookup[],
    onDamage: (segment: number) => void,
  ): Promise<readonly Found[]> {
    const plans = lookups.map((lookup) => rangesOf(segments, lookup));
    const stored = await this.#readBlocks(plans.flatMap(({ ranges }) => ranges));
    const blockOf = (segment: VisibleSegment, block: number) =>
      segment.blocks === undefined
        ? (stored.get(`${segment.id} ${block}`) ?? null)
        : unsealed(segment.blocks[block]);
    return lookups.map((lookup, at) => {
      const { ranges, isCut } = plans[at] ?? { ranges: [], isCut: false };
      const found = ranges.flatMap(({ segment, from, to }): FoundTerms[] => {
        const terms: BlockTerm[] = [];
        for (let number = from; number < to; number++) {
          const block = blockOf(segment, number);
          if (block === null) {
            onDamage(segment.id);
            return [];
          }
          pushTerms(block, lookup, terms);
        }
        return terms.length === 0 ? [] : [{ segment, terms }];
      });
      return { found, isCut };
    });
  }

  async #readBlocks(ranges: readonly Range[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const read = new Map<string, Uint8Array>();
    const missing = new Map<string, BlockKey>();
    for (const { segment, from, to } of ranges) {
      if (segment.blocks !== undefined) continue;
      for (let block = from; block < to; block++) {
        const key = `${segment.id} ${block}`;
        const known = this.#cache.get(key);
        if (known === undefined) missing.set(key, [segment.id, block]);
        else read.set(key, known);
      }
    }
    if (missing.size === 0) return read;
    const blocks = await this.#db.searchBlocks.bulkGet([...missing.values()]);
    let at = 0;
    for (const key of missing.keys()) {
      const block = unsealed(blocks[at++]);
      if (block === null) continue;
      read.set(key, block);
      this.#keep(key, block);
    }
    return read;
  }

  #keep(key: string, block: Uint8Array): void {
    this.#cache.set(key, block);
    if (this.#cache.size <= MAX_CACHED_BLOCKS) return;
    const [oldest] = this.#cache.keys();
    if (oldest !== undefined) this.#cache.delete(oldest);
  }
}

/** Greater than every term that starts with `prefix`. */
const afterPrefix = (prefix: string): string => `${prefix}\uFFFF`;

/** Returns the blocks that a lookup reads, at most so many. */
export function rangesOf(
  segments: readonly VisibleSegment[],
  { family, term, isPrefix }: Lookup,
  most = MAX_BLOCKS_PER_LOOKUP,
): { readonly ranges: readonly Range[]; readonly isCut: boolean } {
  const ranges: Range[] = [];
  const end = isPrefix ? afterPrefix(term) : term;
  let left = most;
  for (const segment of segments) {
    if (segment.family !== family || segment.firstTerms.length === 0) continue;
    const from = Math.max(0, countUpTo(segment.firstTerms, term) - 1);
    const to = countUpTo(segment.firstTerms, end);
    if (to <= from) continue;
    // An exact term is in one block of each segment.
    const taken = isPrefix ? Math.min(to, from + left) : to;
    if (taken > from) ranges.push({ segment, from, to: taken });
    if (taken < to) return { ranges, isCut: true };
    left -= to - from;
  }
  return { ranges, isCut: false };
}

/** The number of `terms`, which are in ascending order, that are not after `term`. */
function countUpTo(terms: readonly string[], term: string): number {
  let [low, high] = [0, terms.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] ?? '') <= term) low = middle + 1;
    else high = middle;
  }
  return low;
}

function pushTerms(block: Uint8Array, { term, isPrefix }: Lookup, into: BlockTerm[]): void {
  for (const entry of termsOf(block, term)) {
    if (isPrefix ? entry.term.startsWith(term) : entry.term === term) into.push(entry);
    else if (entry.term > term) return;
  }
}
