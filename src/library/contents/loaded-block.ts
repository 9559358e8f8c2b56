import type { BookmarkId, BookmarkType, View } from '../../domain';
import {
  BLOCK_SIZE,
  BLOCK_TYPES,
  COLUMN,
  type ContentsBlockRow,
  FLAG,
  TYPE_SHIFT,
} from '../database/contents-block';

/** Texts that many bookmarks share, each once in memory. */
class Shared<T> {
  readonly #positions = new Map<string, number>();
  readonly values: T[] = [];

  /** Returns the position of a value in `values`. */
  add(key: string, make: () => T): number {
    let position = this.#positions.get(key);
    if (position === undefined) {
      position = this.values.push(make()) - 1;
      this.#positions.set(key, position);
    }
    return position;
  }
}

export interface SharedTexts {
  readonly sites: Shared<{ readonly host: string; readonly name: string }>;
  readonly labels: Shared<readonly string[]>;
}

export const newSharedTexts = (): SharedTexts => ({ sites: new Shared(), labels: new Shared() });

/** A block in memory. */
export interface LoadedBlock {
  readonly hash: number;
  /** Number of bookmarks. */
  readonly count: number;
  readonly ids: readonly (BookmarkId | '')[];
  readonly titles: readonly string[];
  readonly numbers: Float64Array;
  /** Positions in the shared sites. */
  readonly sites: Uint32Array;
  /** Positions in the shared sets of labels. */
  readonly labels: Uint32Array;
}

export function loadBlock(row: ContentsBlockRow, shared: SharedTexts): LoadedBlock {
  const { ids, titles, numbers, hash } = row;
  const sites = Uint32Array.from(row.sites, (host, place) => {
    const name = row.siteNames[place] ?? '';
    return shared.sites.add(`${host}\n${name}`, () => ({ host, name }));
  });
  const labels = Uint32Array.from(row.labels, (names) =>
    shared.labels.add(names.join('\n'), () => names),
  );
  const count = ids.reduce((sum, id) => sum + (id === '' ? 0 : 1), 0);
  return { hash, count, ids, titles, numbers, sites, labels };
}

/** Returns a value of the bookmark at a place of a block. */
export const numberAt = (
  { numbers }: LoadedBlock,
  column: keyof typeof COLUMN,
  place: number,
): number => numbers[COLUMN[column] * BLOCK_SIZE + place] ?? 0;

export const hasFlag = (block: LoadedBlock, place: number, flag: keyof typeof FLAG): boolean =>
  (numberAt(block, 'flags', place) & FLAG[flag]) !== 0;

export const typeAt = (block: LoadedBlock, place: number): BookmarkType =>
  BLOCK_TYPES[numberAt(block, 'flags', place) >> TYPE_SHIFT] ?? 'article';

/** True if the bookmark at a place belongs to a view, as `isInView` defines it. */
export function isPlaceInView(block: LoadedBlock, place: number, view: View): boolean {
  const isTrashed = !Number.isNaN(numberAt(block, 'trashedAt', place));
  if (view === 'trash') return isTrashed;
  if (isTrashed) return false;
  switch (view) {
    case 'unread':
      return !hasFlag(block, place, 'archived');
    case 'all':
      return true;
    case 'favourites':
      return hasFlag(block, place, 'favourite');
    case 'archive':
      return hasFlag(block, place, 'archived');
  }
}
