import type { Kysely } from 'kysely';
import type {
  AnnotationQuote,
  BookmarkLink,
  BookmarkType,
  CollectionFilters,
} from '../../../src/contract';
import { ACCOUNT_TABLES, ofUser } from './account-tables';
import { columnsOfFields, INFO_FIELDS, SUMMARY_FIELDS } from './bookmark-columns';
import {
  boolean,
  bytes,
  json,
  type RowOf,
  type StoredOf,
  serial,
  table,
  text,
  time,
  whole,
} from './column';
import type { BlobHash, BookmarkKey, UserId } from './ids';

/** 0 loaded, 1 error, 2 loading (spec section 3). */
export type BookmarkState = 0 | 1 | 2;

/** An image of a bookmark: its file name and its size in pixels. */
export interface BookmarkImage {
  readonly name: string;
  /** 0 when unknown. */
  readonly width: number;
  readonly height: number;
}

export interface BookmarkImages {
  readonly icon?: BookmarkImage;
  readonly image?: BookmarkImage;
  readonly thumbnail?: BookmarkImage;
}

/** The use of an image (protocol.md section 11). */
export type ResourceKind = 'icon' | 'image' | 'thumbnail' | 'embedded';

/** `receiving`: entries are still being stored. They are processed when the import is scheduled. */
export type ImportStatus = 'receiving' | 'scheduled' | 'running' | 'finished';

const ofBookmark = () => whole<BookmarkKey>().of('bookmarks(key)');

/** All tables. Each comes after those that it refers to. Hidden columns are for queries only. */
export const TABLES = {
  ...ACCOUNT_TABLES,
  bookmarks: table(
    {
      key: whole<BookmarkKey>(),
      /** Short id. */
      id: text().unique(),
      user_id: ofUser(),
      created: time(),
      /** Increases with each change by at least one millisecond. */
      updated: time(),
      state: whole<BookmarkState>(),
      url: text(),
      /** The posted address without its fragment. */
      initial_url: text(),
      url_hash: whole().hidden(),
      initial_hash: whole().hidden(),
      /** Host name. */
      site: text(),
      /** Registered domain of the host. */
      domain: text(),
      /** Empty while loading. */
      document_type: text(),
      has_article: boolean(),
      /** The time of the scheduled deletion; null when none is scheduled. */
      delete_at: time().orNull(),
      // Labels are without duplicates, in the order of `sortedLabels`. Writes accept any order.
      ...columnsOfFields(SUMMARY_FIELDS),
      has_labels: whole().hidden(),
      /** The folded beginning of the title, by which lists are sorted. */
      title_key: text().hidden(),
      /** `type` for filters: empty for a page that is not known to be an article. */
      known_type: text<BookmarkType | ''>().hidden(),
      omit_description: boolean(),
      /** An `<iframe>` for a video; empty when there is none. */
      embed: text(),
      embed_domain: text(),
      /** Short error messages of the extraction. */
      errors: json<readonly string[]>(),
      has_errors: whole().hidden(),
      images: json<BookmarkImages>(),
      /** The duration of a video; 0 for others. */
      duration_seconds: whole(),
      /** `duration_seconds`, or an estimate from the words, by which lists are sorted. */
      length: whole().hidden(),
      /** The JSON for lists, without the server's address. */
      summary: text().hidden(),
      // Lists do not need these, so they stand behind what they read.
      ...columnsOfFields(INFO_FIELDS),
      /** When a person captured the article; null when the server has read the page itself. */
      captured: time().orNull(),
    },
    ['key'],
    {
      // The index of lists contains the filters, so that rows can be counted and skipped without
      // reading them.
      bookmarks_listed: `(user_id, created, key, is_archived, is_favourite, read_progress, known_type,
        state, has_errors, has_labels)`,
      // For the other orders. The title has its own index, because people sort by it.
      bookmarks_by_title: '(user_id, title_key, created, key)',
      bookmarks_ordered: '(user_id, key, created, site, site_name, domain, published, length)',
      bookmarks_changed: '(user_id, updated, key, id)',
      bookmarks_by_url: '(user_id, url_hash)',
      bookmarks_by_initial_url: '(user_id, initial_hash)',
      bookmarks_to_delete: '(delete_at) where delete_at is not null',
    },
  ),
  bookmark_labels: table(
    { user_id: whole<UserId>(), bookmark_key: ofBookmark(), label: text(), folded: text() },
    ['bookmark_key', 'label'],
    {
      labelled: '(user_id, label, bookmark_key)',
      labelled_like: '(user_id, folded, bookmark_key)',
    },
  ),
  tombstones: table({ user_id: ofUser(), id: text(), deleted_at: whole() }, ['user_id', 'id'], {
    tombstones_by_time: '(user_id, deleted_at)',
  }),
  /** The bodies of bookmarks, which lists never read. */
  contents: table(
    {
      bookmark_key: ofBookmark(),
      // SQLite reads a row from its start, so the columns for syncs stand before the article.
      links: json<readonly BookmarkLink[]>(),
      /** Sanitised HTML; null when there is no article. */
      article: text().orNull(),
      /** Its text for the search, with blanks between blocks. */
      text: text(),
      /** The content of `props.json`. */
      props: json<Readonly<Record<string, unknown>>>(),
      /** The log of the extraction, as text. */
      log: text(),
      changed: time(),
    },
    ['bookmark_key'],
  ),
  /** Articles that were replaced, kept for a time (`server/ops/sweep.ts`). */
  revisions: table(
    {
      /** Short id. */
      id: text(),
      bookmark_key: ofBookmark(),
      replaced: time(),
      /** As in `bookmarks`. */
      captured: time().orNull(),
      word_count: whole(),
      images: json<BookmarkImages>(),
      links: json<readonly BookmarkLink[]>(),
      article: text(),
      text: text(),
      props: json<Readonly<Record<string, unknown>>>(),
    },
    ['id'],
    { revisions_of_bookmark: '(bookmark_key)', revisions_by_time: '(replaced)' },
  ),
  blobs: table(
    {
      hash: text<BlobHash>(),
      size: whole(),
      /** The number of bytes as they are stored, which may be compressed. */
      stored_size: whole(),
      kept_at: whole(),
    },
    ['hash'],
  ),
  /** The stored bytes in pieces, so that a large file is never whole in memory for a reader. */
  blob_parts: table({ hash: text<BlobHash>().of('blobs(hash)'), part: whole(), bytes: bytes() }, [
    'hash',
    'part',
  ]),
  /** The files of bookmarks. Several can share the same bytes. */
  resources: table(
    {
      bookmark_key: ofBookmark().hidden(),
      /** The name in the path, such as `thumbnail.jpeg`, unique in a bookmark. */
      name: text(),
      /** The hash of the bytes, from `storeBlob`. */
      hash: text<BlobHash>().refersTo('blobs(hash)'),
      /**
       * `sent`: the file waits for the extraction. `former`: it is of an earlier article. Neither is
       * public.
       */
      kind: text<ResourceKind | 'sent' | 'former'>(),
      content_type: text(),
      /** The source address; empty for files that the server made. */
      url: text(),
      /** Pixels; 0 when unknown. */
      width: whole(),
      height: whole(),
      size_bytes: whole(),
    },
    ['bookmark_key', 'name'],
    { resources_by_hash: '(hash)' },
  ),
  /** Highlighted passages (spec 2.16, protocol.md section 9). */
  annotations: table(
    {
      /** Short id. */
      id: text(),
      user_id: ofUser().hidden(),
      bookmark_key: ofBookmark(),
      start_selector: text(),
      /** In Unicode code points. */
      start_offset: whole(),
      end_selector: text(),
      end_offset: whole(),
      /** The start in the text of the article, in code points. Lists are sorted by it. */
      position: whole(),
      text: text(),
      color: text(),
      note: text(),
      /** The last answer in the review; empty for none. */
      review: text(),
      /** null when the client sent none. */
      quote: json<AnnotationQuote>().orNull(),
      created: time(),
    },
    ['id'],
    {
      annotations_of_bookmark: '(bookmark_key, position)',
      annotations_of_user: '(user_id, (created / 1000) desc, created, id)',
      annotated: '(user_id, bookmark_key)',
    },
  ),
  /** Saved searches (spec 2.17). */
  collections: table(
    {
      /** Short id. */
      id: text(),
      user_id: ofUser(),
      name: text(),
      is_pinned: boolean(),
      filters: json<CollectionFilters>(),
      created: time(),
      updated: time(),
    },
    ['id'],
    { collections_of_user: '(user_id, name)' },
  ),
  /** Bookmarks whose words are not yet in the index or are outdated there. */
  unindexed: table(
    {
      bookmark_key: ofBookmark(),
      /** Differs after each change. Words that were read under another stamp are outdated. */
      stamp: whole(),
    },
    ['bookmark_key'],
  ),
  jobs: table(
    {
      id: serial<number>(),
      kind: text(),
      /** The user whose work it is; empty for none. */
      owner: text(),
      payload: json<Readonly<Record<string, unknown>>>(),
      /** Unique among waiting jobs. */
      unique_key: text().orNull().unique(),
      state: text<'waiting' | 'running' | 'failed'>(),
      priority: whole(),
      run_at: time(),
      attempts: whole(),
      max_attempts: whole(),
      lease: text().orNull(),
      leased_until: time().orNull(),
      last_error: text().orNull(),
      created: time(),
    },
    ['id'],
    {
      jobs_in_time: '(state, kind, run_at)',
      jobs_to_take: '(kind, state, owner, priority desc, run_at, id)',
    },
  ),
  /** Changes of bookmarks. Those of a user are numbered in the order of their commits. */
  events: table(
    {
      user_id: ofUser(),
      /** Increases, possibly with gaps. It is the `id` in the server-sent stream. */
      seq: whole(),
      bookmark_id: text(),
      type: text<'update' | 'delete'>(),
      time: time(),
    },
    ['user_id', 'seq'],
  ),
  idempotency_keys: table(
    {
      user_id: ofUser(),
      key: text(),
      fingerprint: text(),
      bookmark_id: text(),
      expires: time(),
    },
    ['user_id', 'key'],
  ),
  /** Public links to bookmarks. */
  share_links: table(
    {
      /** The hash of the code in the address, which itself is not stored. */
      hash: text().unique(),
      /** Short id, by which its owner withdraws it. */
      id: text(),
      bookmark_key: ofBookmark(),
      /** The link ends with the token that made it. */
      token_id: text().of('tokens(id)'),
      created: time(),
      /** null when it does not expire. */
      expires: time().orNull(),
    },
    ['id'],
    {
      share_links_of_bookmark: '(bookmark_key)',
      share_links_of_token: '(token_id)',
    },
  ),
  /** Imports and their progress. */
  imports: table(
    {
      /** The track id, a short id. */
      id: text(),
      user_id: ofUser(),
      source: text(),
      options: json<Readonly<Record<string, unknown>>>(),
      /** The credentials of the account to read; null for imports of files. */
      account: text().orNull().hidden(),
      status: text<ImportStatus>(),
      /** The number of entries; 0 until they are counted. */
      total: whole(),
      /** The number of entries that were imported or skipped. After a crash the import continues here. */
      done: whole(),
      created: time(),
    },
    ['id'],
  ),
  /** Consecutive entries of imports. */
  import_parts: table(
    {
      import_id: text().of('imports(id)').hidden(),
      /** The number of its first entry. An import starts at 0. */
      first: whole(),
      /** The number of the entry after its last. */
      next: whole(),
      /** The entries in the format of the importer. */
      bytes: bytes(),
    },
    ['import_id', 'first'],
  ),
};

export type TableName = keyof typeof TABLES;

/** The columns of each table in queries. */
export type Tables = {
  [Name in TableName]: StoredOf<(typeof TABLES)[Name]['columns']>;
} & { schema_versions: { version: number; applied_at: number } };

/** A row of a table in the program. */
export type Row<Name extends TableName> = RowOf<(typeof TABLES)[Name]['columns']>;

export type DatabaseKind = 'sqlite' | 'postgres';

/** The database or a transaction. */
export type Db = Kysely<Tables>;

/** Replaces NUL, which ends a text in SQLite and is refused by PostgreSQL. */
export const storable = (text: string): string =>
  text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
