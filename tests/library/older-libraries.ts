import { Dexie } from 'dexie';
import { databaseName } from '../../src/library/database/schema';

const SINCE_1 = {
  bookmarks:
    'id, urlKey, [inUnread+id], [inAll+id], [inFavourites+id], [inArchive+id], [trashedAt+id], *inLabels',
  articles: 'bookmarkId',
  revisions: '++id, bookmarkId, replacedAt',
  drafts: 'urlKey',
  assets: 'hash',
  assetUses: 'hash',
  labels: 'name',
  meta: 'key',
  pendingCaptures: 'urlKey',
};

/** The tables of each schema as released. They must never change. */
const SCHEMAS = {
  1: { ...SINCE_1, outbox: '++seq, bookmarkId' },
  2: {
    ...SINCE_1,
    outbox: '++seq, bookmarkId, state',
    shadows: 'bookmarkId, serverId, [article+version.created]',
    journal: '++id, at, bookmarkId',
  },
} as const;

export type OlderVersion = keyof typeof SCHEMAS;

/** Rows by table, in the format of that version. */
export type OlderRows = Readonly<Record<string, readonly object[]>>;

/**
 * Writes a library of no account into `indexedDB` in the format of an older version of Leafmark.
 */
export async function writeOlderLibrary(
  indexedDB: IDBFactory,
  version: OlderVersion,
  rows: OlderRows,
): Promise<void> {
  const db = new Dexie(databaseName(null), { indexedDB });
  db.version(version).stores(SCHEMAS[version]);
  await db.open();
  for (const [table, these] of Object.entries(rows)) await db.table(table).bulkAdd(these);
  db.close();
}

const AT = 1_768_435_200_000;

/** A bookmark with a title and defaults, in the format of schema 1 and 2. */
export const olderBookmark = (id: string, url: string, title: string) => ({
  ...{ id, url, urlKey: url, title, serverId: null, siteName: '', site: 'pages.example' },
  ...{ authors: [], published: null, lang: '', textDirection: null, description: '', excerpt: '' },
  ...{ type: 'article', content: { kind: 'address', reason: 'failed' }, wordCount: 0 },
  ...{ readingTimeMinutes: 0, labels: [], isFavourite: false, isArchived: false },
  ...{ readProgress: 0, readAnchor: '', icon: null, image: null },
  ...{ created: AT, updated: AT, trashedAt: null, inUnread: AT, inAll: AT },
});

/** Adds a label to a bookmark and to its list. */
export const olderLabelled = (bookmark: ReturnType<typeof olderBookmark>, label: string) => ({
  ...bookmark,
  ...{ labels: [label], inLabels: [[label, bookmark.created, bookmark.id]] },
});

export const olderIntent = (bookmarkId: string, intent: object, more: object = {}) => ({
  ...{ bookmarkId, intent, queuedAt: AT, notBefore: AT, state: 'waiting', attempts: 0 },
  ...more,
});

/** The version of such a bookmark on a server. */
export const olderVersionOf = ({ url, title, created }: ReturnType<typeof olderBookmark>) => ({
  ...{ url, title, created, siteName: '', authors: [], published: null, labels: [] },
  ...{ description: '', lang: '', textDirection: null, type: 'article', hasArticle: false },
  ...{ isFavourite: false, isArchived: false, readProgress: 0, readAnchor: '' },
  ...{ wordCount: 0, readingTimeMinutes: 0 },
});
