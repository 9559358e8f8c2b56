import type { AddressOnlyReason } from '../../domain/address-only';
import { type BookmarkId, shownSite } from '../../domain/bookmark';
import { BOOKMARK_TYPES } from '../../domain/bookmark-fields';
import { isSameValue } from '../../domain/bookmark-values';
import { hashNumbers, hashText } from '../../domain/hash';
import { fold } from '../../query';
import type { BookmarkRow } from './rows';

/** Number of bookmarks in a block. The bookmark with number n is in block n / 128, rounded down. */
export const BLOCK_SIZE = 128;

/** The columns of `numbers`. Times are in Unix ms; NaN: there is none. */
export const COLUMN = {
  created: 0,
  trashedAt: 1,
  publishedAt: 2,
  minutes: 3,
  progress: 4,
  flags: 5,
  words: 6,
} as const;
const COLUMN_COUNT = Object.keys(COLUMN).length;

/** The bits of the column `flags`. The rest is the position of the type in `BOOKMARK_TYPES`. */
export const FLAG = { archived: 1, favourite: 2, error: 4, noted: 8 } as const;
export const TYPE_SHIFT = 4;

/** The properties of bookmarks that lists and searches need. Arrays are indexed by the place in the block. */
export interface ContentsBlock {
  /** Empty where there is no bookmark. */
  readonly ids: (BookmarkId | '')[];
  /** The beginnings of titles without case and accents. */
  readonly titles: string[];
  /** The host names. */
  readonly sites: string[];
  /** The beginnings of the sites' names, or of the host names, without case and accents. */
  readonly shownSites: string[];
  readonly labels: (readonly string[])[];
  /** The names of the authors, one in each line. */
  readonly authors: string[];
  /** Column by column. */
  readonly numbers: Float64Array<ArrayBuffer>;
}

/** A block as it is stored. */
export interface ContentsBlockRow extends ContentsBlock {
  readonly block: number;
  /** Identifies the contents, and finds damage. */
  readonly hash: number;
}

export const blockOf = (number: number): number => Math.floor(number / BLOCK_SIZE);
export const placeInBlock = (number: number): number => number % BLOCK_SIZE;

const emptyTexts = (): ''[] => new Array<''>(BLOCK_SIZE).fill('');

export const emptyBlock = (): ContentsBlock => ({
  ids: emptyTexts(),
  titles: emptyTexts(),
  sites: emptyTexts(),
  shownSites: emptyTexts(),
  labels: Array.from({ length: BLOCK_SIZE }, () => []),
  authors: emptyTexts(),
  numbers: new Float64Array(COLUMN_COUNT * BLOCK_SIZE),
});

/** Returns a block that can be changed without changing `block`. */
export const copyOf = (block: ContentsBlock): ContentsBlock => ({
  ids: [...block.ids],
  titles: [...block.titles],
  sites: [...block.sites],
  shownSites: [...block.shownSites],
  labels: [...block.labels],
  authors: [...block.authors],
  numbers: block.numbers.slice(),
});

/** Puts a bookmark into a block; null: removes it. */
export function setPlace(block: ContentsBlock, place: number, row: BookmarkRow | null): void {
  block.ids[place] = row?.id ?? '';
  block.titles[place] = row === null ? '' : sortText(row.title);
  block.sites[place] = row?.site ?? '';
  block.shownSites[place] = row === null ? '' : sortText(shownSite(row));
  block.labels[place] = row?.labels ?? [];
  block.authors[place] = row === null ? '' : authorsText(row);
  const numbers = row === null ? NO_NUMBERS : numbersOf(row);
  numbers.forEach((value, column) => {
    block.numbers[column * BLOCK_SIZE + place] = value;
  });
}

const NO_NUMBERS: readonly number[] = new Array<number>(COLUMN_COUNT).fill(0);

/** The values in the order of `COLUMN`. */
const numbersOf = (row: BookmarkRow): readonly number[] => [
  row.created,
  row.trashedAt ?? Number.NaN,
  Date.parse(row.published ?? ''),
  row.readingTimeMinutes,
  row.readProgress,
  flagsOf(row),
  row.wordCount,
];

/** Pages without an article, where nothing went wrong. */
const NO_ERRORS: ReadonlySet<AddressOnlyReason> = new Set(['on-server', 'not-included']);

function flagsOf({ isArchived, isFavourite, content, type, note }: BookmarkRow): number {
  const isError = content.kind === 'address' && !NO_ERRORS.has(content.reason);
  return (
    (isArchived ? FLAG.archived : 0) |
    (isFavourite ? FLAG.favourite : 0) |
    (isError ? FLAG.error : 0) |
    (note === '' ? 0 : FLAG.noted) |
    (Math.max(0, BOOKMARK_TYPES.indexOf(type)) << TYPE_SHIFT)
  );
}

/** One text for each bookmark takes less time to read than a list. */
const authorsText = ({ authors }: BookmarkRow): string => authors.join('\n');

/** Longer texts that begin equally are sorted by date. */
const SORT_TEXT_LENGTH = 40;

const sortText = (text: string): string =>
  fold(text.slice(0, 2 * SORT_TEXT_LENGTH)).slice(0, SORT_TEXT_LENGTH);

/** True if the contents have the same of both. */
export function isListedAlike(one: BookmarkRow, other: BookmarkRow): boolean {
  const numbers = numbersOf(other);
  return (
    one.title === other.title &&
    one.site === other.site &&
    shownSite(one) === shownSite(other) &&
    isSameValue(one.authors, other.authors) &&
    isSameValue(one.labels, other.labels) &&
    numbersOf(one).every((value, at) => Object.is(value, numbers[at]))
  );
}

export const toBlockRow = (block: number, contents: ContentsBlock): ContentsBlockRow => ({
  ...contents,
  block,
  hash: hashOfBlock(block, contents),
});

/** Returns null if the block is missing or damaged. */
export function readBlock(stored: unknown, block: number): ContentsBlockRow | null {
  if (!isBlockRow(stored)) return null;
  return stored.block === block && stored.hash === hashOfBlock(block, stored) ? stored : null;
}

function isBlockRow(stored: unknown): stored is ContentsBlockRow {
  if (typeof stored !== 'object' || stored === null) return false;
  const row = stored as Partial<Record<keyof ContentsBlockRow, unknown>>;
  const columns = [row.ids, row.titles, row.sites, row.shownSites, row.labels, row.authors];
  return (
    columns.every((column) => Array.isArray(column) && column.length === BLOCK_SIZE) &&
    // In tests, arrays of the database are made in another realm.
    ArrayBuffer.isView(row.numbers) &&
    row.numbers.byteLength === COLUMN_COUNT * BLOCK_SIZE * Float64Array.BYTES_PER_ELEMENT
  );
}

/** Changes with `fold`, so that the beginnings of titles of an earlier version are made again. */
const FOLD_VERSION = 2;

function hashOfBlock(block: number, contents: ContentsBlock): number {
  const { ids, titles, sites, shownSites, labels, authors, numbers } = contents;
  let hash = hashNumbers(
    new Int32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length),
    block + FOLD_VERSION,
  );
  for (const texts of [ids, titles, sites, shownSites, authors, ...labels]) {
    hash = hashNumbers([texts.length], hash);
    for (const text of texts) hash = hashText(`${text}\n`, hash);
  }
  return hash;
}
