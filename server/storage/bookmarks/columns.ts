import { hash } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import { BOOKMARK_STATE, type BookmarkType } from '../../../src/contract';
import { unixMs } from '../../../src/domain';
import { fold } from '../../../src/query';
import { flag, parsed } from '../rows';
import type { BookmarkTable } from '../schema/tables';
import { slot, statement } from '../statement';
import type { BookmarkFields, BookmarkRow, BookmarkState } from './bookmark';
import { SECONDS_PER_WORD, summaryOf } from './summary';

/** Finds the row with a short id, of any owner. */
export const findById = statement<Selectable<BookmarkTable>, [id: string]>((db) =>
  db.selectFrom('bookmarks').selectAll().where('id', '=', slot<string>(0)),
);

/** The length of the part of a title by which lists are sorted. */
const TITLE_KEY_LENGTH = 128;

/** The most characters of a name in an index. PostgreSQL allows 2704 bytes for all columns together. */
const MAX_NAME_LENGTH = 255;

/** Shortens names that are too long for indexes. Real names are shorter. */
export const bounded = (row: BookmarkRow): BookmarkRow => ({
  ...row,
  site: cut(row.site),
  siteName: cut(row.siteName),
  domain: cut(row.domain),
});

// Does not cut a surrogate pair.
const cut = (name: string): string =>
  name.length <= MAX_NAME_LENGTH
    ? name
    : name.slice(0, MAX_NAME_LENGTH).replace(/[\uD800-\uDBFF]$/, '');

/** The default fields of a new bookmark. */
export const EMPTY: Omit<BookmarkFields, 'url'> = {
  state: BOOKMARK_STATE.loading,
  title: '',
  site: '',
  siteName: '',
  domain: '',
  published: null,
  authors: [],
  lang: '',
  textDirection: '',
  documentType: '',
  type: 'article',
  hasArticle: false,
  description: '',
  omitDescription: false,
  embed: '',
  embedDomain: '',
  errors: [],
  images: {},
  wordCount: 0,
  durationSeconds: 0,
  isMarked: false,
  isArchived: false,
  readProgress: 0,
  readAnchor: '',
  labels: [],
  deleteAt: null,
};

/** Converts a row for storage and computes the derived columns. */
export const toColumns = (row: BookmarkRow): Insertable<BookmarkTable> => ({
  key: row.key,
  id: row.id,
  user_id: row.userId,
  created: row.created,
  updated: row.updated,
  state: row.state,
  url: row.url,
  initial_url: row.initialUrl,
  url_hash: urlHash(row.url),
  initial_hash: urlHash(row.initialUrl),
  title: row.title,
  title_key: fold(row.title).slice(0, TITLE_KEY_LENGTH),
  site: row.site,
  site_name: row.siteName,
  domain: row.domain,
  published: row.published,
  authors: JSON.stringify(row.authors),
  lang: row.lang,
  text_direction: row.textDirection,
  document_type: row.documentType,
  // Filters use this column. A page that is not known to be an article must not match "article".
  type: row.documentType === '' && row.type === 'article' ? '' : row.type,
  has_article: flag(row.hasArticle),
  description: row.description,
  omit_description: flag(row.omitDescription),
  embed: row.embed,
  embed_domain: row.embedDomain,
  errors: JSON.stringify(row.errors),
  has_errors: flag(row.errors.length > 0 || row.state === BOOKMARK_STATE.error),
  images: JSON.stringify(row.images),
  word_count: row.wordCount,
  duration: row.durationSeconds,
  length: row.durationSeconds || Math.round(row.wordCount * SECONDS_PER_WORD),
  is_marked: flag(row.isMarked),
  is_archived: flag(row.isArchived),
  read_progress: row.readProgress,
  read_anchor: row.readAnchor,
  labels: JSON.stringify(row.labels),
  has_labels: flag(row.labels.length > 0),
  delete_at: row.deleteAt,
  summary: summaryOf(row),
});

/** Converts a stored row. */
export const toBookmark = (row: Selectable<BookmarkTable>): BookmarkRow => ({
  key: row.key,
  id: row.id,
  userId: row.user_id,
  created: unixMs(row.created),
  updated: unixMs(row.updated),
  state: row.state as BookmarkState, // This and the casts below: only such values are written.
  url: row.url,
  initialUrl: row.initial_url,
  title: row.title,
  site: row.site,
  siteName: row.site_name,
  domain: row.domain,
  published: row.published === null ? null : unixMs(row.published),
  authors: parsed(row.authors),
  lang: row.lang,
  textDirection: row.text_direction as BookmarkRow['textDirection'],
  documentType: row.document_type,
  type: (row.type || 'article') as BookmarkType,
  hasArticle: row.has_article === 1,
  description: row.description,
  omitDescription: row.omit_description === 1,
  embed: row.embed,
  embedDomain: row.embed_domain,
  errors: parsed(row.errors),
  images: parsed(row.images),
  wordCount: row.word_count,
  durationSeconds: row.duration,
  isMarked: row.is_marked === 1,
  isArchived: row.is_archived === 1,
  readProgress: row.read_progress,
  readAnchor: row.read_anchor,
  labels: parsed(row.labels),
  deleteAt: row.delete_at === null ? null : unixMs(row.delete_at),
});

const HASH_BYTES = 6;

/** Computes a number for an index, because addresses can be too long for one. */
export const urlHash = (url: string): number =>
  hash('sha1', url, 'buffer').readUIntBE(0, HASH_BYTES);

/** Removes duplicates and sorts labels for display: ignoring case and accents, then exactly. */
export const sortedLabels = (labels: Iterable<string>): readonly string[] =>
  [...new Set(labels)]
    .map((label) => [fold(label), label] as const)
    .sort(([a, first], [b, second]) => compare(a, b) || compare(first, second))
    .map(([, label]) => label);

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
