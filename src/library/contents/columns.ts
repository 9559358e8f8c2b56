import type { BookmarkId, View } from '../../domain/bookmark';
import { BOOKMARK_TYPES, type BookmarkType } from '../../domain/bookmark-fields';
import {
  BLOCK_SIZE,
  COLUMN,
  type ContentsBlockRow,
  FLAG,
  TYPE_SHIFT,
} from '../database/contents-block';

/** Values that many bookmarks share, each once in memory. */
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

const FIRST_ROW_CAPACITY = 8 * BLOCK_SIZE;

/** The values of all bookmarks. Arrays are indexed by the number of the bookmark. */
export class Columns {
  /** Greater than every number. */
  length = 0;
  /** Number of bookmarks. */
  count = 0;
  /** Empty where there is no bookmark. */
  readonly ids: (BookmarkId | '')[] = [];
  readonly titles: string[] = [];
  created = new Float64Array(FIRST_ROW_CAPACITY);
  /** NaN: it is not in the trash. */
  trashedAt = new Float64Array(FIRST_ROW_CAPACITY);
  /** NaN: it is not known. */
  publishedAt = new Float64Array(FIRST_ROW_CAPACITY);
  minutes = new Float64Array(FIRST_ROW_CAPACITY);
  progress = new Float64Array(FIRST_ROW_CAPACITY);
  flags = new Uint8Array(FIRST_ROW_CAPACITY);
  words = new Uint32Array(FIRST_ROW_CAPACITY);
  /** Positions in `sites`. */
  siteOf = new Uint32Array(FIRST_ROW_CAPACITY);
  /** Positions in `labels`. */
  labelsOf = new Uint32Array(FIRST_ROW_CAPACITY);
  /** Positions in `authors`. */
  authorsOf = new Uint32Array(FIRST_ROW_CAPACITY);

  readonly #sites = new Shared<{ readonly host: string; readonly name: string }>();
  readonly #labels = new Shared<readonly string[]>();
  readonly #authors = new Shared<readonly string[]>();

  /** The sites, with the names by which they are sorted. */
  get sites(): readonly { readonly host: string; readonly name: string }[] {
    return this.#sites.values;
  }

  /** The sets of labels. */
  get labels(): readonly (readonly string[])[] {
    return this.#labels.values;
  }

  /** The names of the authors of a bookmark. */
  get authors(): readonly (readonly string[])[] {
    return this.#authors.values;
  }

  /** Replaces the bookmarks of a block; null: it has none. */
  setBlock(block: number, row: ContentsBlockRow | null): void {
    const start = block * BLOCK_SIZE;
    this.#reserve(start + BLOCK_SIZE);
    for (let place = 0; place < BLOCK_SIZE; place++) {
      const id = row?.ids[place] ?? '';
      this.count += Number(id !== '') - Number(this.ids[start + place] !== '');
      this.ids[start + place] = id;
      this.titles[start + place] = row?.titles[place] ?? '';
      if (row === null || id === '') continue;
      const [host = '', name = ''] = [row.sites[place], row.shownSites[place]];
      this.siteOf[start + place] = this.#sites.add(`${host}\n${name}`, () => ({ host, name }));
      const labels = row.labels[place] ?? [];
      this.labelsOf[start + place] = this.#labels.add(labels.join('\n'), () => labels);
      const authors = row.authors[place] ?? '';
      this.authorsOf[start + place] = this.#authors.add(authors, () =>
        authors === '' ? [] : authors.split('\n'),
      );
    }
    if (row === null) return;
    const column = (position: number) =>
      row.numbers.subarray(position * BLOCK_SIZE, (position + 1) * BLOCK_SIZE);
    this.created.set(column(COLUMN.created), start);
    this.trashedAt.set(column(COLUMN.trashedAt), start);
    this.publishedAt.set(column(COLUMN.publishedAt), start);
    this.minutes.set(column(COLUMN.minutes), start);
    this.progress.set(column(COLUMN.progress), start);
    this.flags.set(column(COLUMN.flags), start);
    this.words.set(column(COLUMN.words), start);
  }

  #reserve(length: number): void {
    for (; this.length < length; this.length++) {
      this.ids.push('');
      this.titles.push('');
    }
    if (length <= this.created.length) return;
    const capacity = Math.max(length, 2 * this.created.length);
    const larger = <T extends Float64Array | Uint8Array | Uint32Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.created = larger(this.created, new Float64Array(capacity));
    this.trashedAt = larger(this.trashedAt, new Float64Array(capacity));
    this.publishedAt = larger(this.publishedAt, new Float64Array(capacity));
    this.minutes = larger(this.minutes, new Float64Array(capacity));
    this.progress = larger(this.progress, new Float64Array(capacity));
    this.flags = larger(this.flags, new Uint8Array(capacity));
    this.words = larger(this.words, new Uint32Array(capacity));
    this.siteOf = larger(this.siteOf, new Uint32Array(capacity));
    this.labelsOf = larger(this.labelsOf, new Uint32Array(capacity));
    this.authorsOf = larger(this.authorsOf, new Uint32Array(capacity));
  }

  hasFlag(number: number, flag: number): boolean {
    return ((this.flags[number] ?? 0) & flag) !== 0;
  }

  typeOf(number: number): BookmarkType {
    return BOOKMARK_TYPES[(this.flags[number] ?? 0) >> TYPE_SHIFT] ?? 'article';
  }

  /** True if the bookmark belongs to a view, as `isInView` defines it. */
  isInView(number: number, view: View): boolean {
    const isTrashed = !Number.isNaN(this.trashedAt[number]);
    if (view === 'trash') return isTrashed;
    if (isTrashed) return false;
    switch (view) {
      case 'unread':
        return !this.hasFlag(number, FLAG.archived);
      case 'all':
        return true;
      case 'favourites':
        return this.hasFlag(number, FLAG.favourite);
      case 'archive':
        return this.hasFlag(number, FLAG.archived);
    }
  }
}
