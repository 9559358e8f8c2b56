import { hash } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import { BOOKMARK_STATE } from '../../../src/contract';
import { pick } from '../../../src/domain/bookmark-fields';
import { blankValues } from '../../../src/domain/bookmark-values';
import { fold } from '../../../src/query';
import { flag } from '../database/rows';
import { slot, statement } from '../database/statement';
import { columnsOfFields, INFO_FIELDS, STORED_FIELDS } from '../schema/bookmark-columns';
import { rowConversions } from '../schema/column';
import { TABLES, type Tables } from '../schema/tables';
import type { BookmarkFields, BookmarkRow } from './bookmark';
import { SECONDS_PER_WORD, summaryOf } from './summary';

/** Finds the row with a short id, of any owner. */
export const findById = statement<Selectable<Tables['bookmarks']>, [id: string]>((db) =>
  db.selectFrom('bookmarks').selectAll().where('id', '=', slot<string>(0)),
);

/** The most characters of a name in an index. PostgreSQL allows 2704 bytes for all columns together. */
const MAX_INDEXED_NAME_LENGTH = 255;

/** Shortens names that are too long for indexes. Real names are shorter. */
export const bounded = (row: BookmarkRow): BookmarkRow => ({
  ...row,
  site: cut(row.site),
  siteName: cut(row.siteName),
  domain: cut(row.domain),
});

// Does not cut a surrogate pair.
const cut = (name: string): string =>
  name.length <= MAX_INDEXED_NAME_LENGTH
    ? name
    : name.slice(0, MAX_INDEXED_NAME_LENGTH).replace(/[\uD800-\uDBFF]$/, '');

/** The default fields of a new bookmark. */
export const EMPTY_FIELDS: Omit<BookmarkFields, 'url'> = {
  ...pick(blankValues(), STORED_FIELDS),
  published: null,
  state: BOOKMARK_STATE.loading,
  site: '',
  domain: '',
  documentType: '',
  hasArticle: false,
  omitDescription: false,
  embed: '',
  embedDomain: '',
  errors: [],
  images: {},
  durationSeconds: 0,
  deleteAt: null,
  captured: null,
};

const { columns } = TABLES.bookmarks;
const DETAILS = {
  ...pick(columns, [
    'key',
    'id',
    'updated',
    'omit_description',
    'captured',
    'embed',
    'embed_domain',
  ]),
  ...columnsOfFields(INFO_FIELDS),
};

/** The columns of `BookmarkDetails`, and those that identify its row. */
// Objects of this type have no other keys.
export const DETAIL_COLUMNS = Object.keys(DETAILS) as readonly (keyof typeof DETAILS)[];
export const toBookmarkDetails = rowConversions({ columns: DETAILS }).toRow;

const rows = rowConversions(TABLES.bookmarks);

/** Converts a stored row. */
export const toBookmark = rows.toRow;

/** Converts a row for storage and computes the derived columns. */
export const toColumns = (row: BookmarkRow): Insertable<Tables['bookmarks']> => ({
  ...rows.toColumns(row),
  url_hash: urlHash(row.url),
  initial_hash: urlHash(row.initialUrl),
  title_key: fold(row.title).slice(0, TITLE_KEY_LENGTH),
  known_type: row.documentType === '' && row.type === 'article' ? '' : row.type,
  has_errors: flag(row.errors.length > 0 || row.state === BOOKMARK_STATE.error),
  length: row.durationSeconds || Math.round(row.wordCount * SECONDS_PER_WORD),
  has_labels: flag(row.labels.length > 0),
  summary: summaryOf(row),
});

/** Lists sort by so much of a title. */
const TITLE_KEY_LENGTH = 128;

const URL_HASH_BYTES = 6;

/** Computes a number for an index, because addresses can be too long for one. */
export const urlHash = (url: string): number =>
  hash('sha1', url, 'buffer').readUIntBE(0, URL_HASH_BYTES);

/** Removes duplicates and sorts labels for display: ignoring case and accents, then exactly. */
export const sortedLabels = (labels: Iterable<string>): readonly string[] =>
  labelsInOrder([...new Set(labels)].map((label) => [fold(label), label] as const));

/** Sorts pairs of a folded label and the label like `sortedLabels`. Returns the labels. */
export const labelsInOrder = (pairs: readonly (readonly [folded: string, label: string])[]) =>
  pairs
    .toSorted(([a, first], [b, second]) => compare(a, b) || compare(first, second))
    .map(([, label]) => label);

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
