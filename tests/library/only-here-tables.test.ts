import type { Table } from 'dexie';
import { expect, it } from 'vitest';
import type { Bookmark } from '../../src/domain/bookmark';
import type { OnlyHereKind } from '../../src/library';
import type { BookmarkRow, MetaRow } from '../../src/library/database/rows';
import type { LibraryDatabase } from '../../src/library/database/schema';
import { testLibrary } from './library';

type TableName = {
  [Name in keyof LibraryDatabase]: LibraryDatabase[Name] extends Table ? Name : never;
}[keyof LibraryDatabase];

/** It comes back from the server. */
const SENT = 'sent';
/** It is made again from other data, or describes work that is over. */
const MADE_AGAIN = 'made again';

type Comes = typeof SENT | typeof MADE_AGAIN | readonly OnlyHereKind[];

/**
 * The kinds that the list has of each table. The compiler asks about a new table, about a new record of
 * `meta`, and about a new field of a row that other rooms do not know.
 */
const TABLES: Readonly<Record<TableName | 'meta', Comes>> = {
  bookmarks: ['trash', 'pages', 'notes', 'excerpts', 'details'],
  articles: ['articles', 'files'],
  revisions: ['earlierArticles'],
  drafts: ['drafts'],
  assets: ['articles', 'files', 'earlierArticles'],
  assetUses: MADE_AGAIN,
  thumbnails: MADE_AGAIN,
  labels: MADE_AGAIN,
  outbox: ['unsent'],
  shadows: SENT,
  journal: ['earlierValues'],
  groups: ['earlierValues'],
  log: ['earlierValues'],
  meta: ['labelColors', 'retention', 'distinctPairs', 'readingDays'],
  collections: ['collections'],
  highlights: ['highlights', 'reviews'],
  deletedHighlights: ['deletedHighlights'],
  highlightShadows: SENT,
  pendingCaptures: ['pages'],
  contents: MADE_AGAIN,
  searchSegments: MADE_AGAIN,
  searchBlocks: MADE_AGAIN,
  searchMerges: MADE_AGAIN,
  searchDocs: MADE_AGAIN,
  searchPending: MADE_AGAIN,
  jobs: ['unsent', 'imports'],
  jobParts: ['unsent', 'imports'],
  wantedPages: MADE_AGAIN,
  wantedHosts: MADE_AGAIN,
  siteRules: ['siteRules'],
  searchChanges: MADE_AGAIN,
  sentPages: MADE_AGAIN,
  searchState: MADE_AGAIN,
  storedSizes: MADE_AGAIN,
};

({
  counts: MADE_AGAIN,
  nextNumber: MADE_AGAIN,
  articles: MADE_AGAIN,
  persist: MADE_AGAIN,
  reading: ['readingDays'],
  retention: ['retention'],
  releasedImages: MADE_AGAIN,
  labelColors: ['labelColors'],
  apart: ['distinctPairs'],
  sync: SENT,
  clock: MADE_AGAIN,
}) satisfies Record<MetaRow['key'], Comes>;

/** The fields of a row that are not those of a bookmark. A capture of the page makes them again. */
({
  number: MADE_AGAIN,
  inUnread: MADE_AGAIN,
  inAll: MADE_AGAIN,
  inFavourites: MADE_AGAIN,
  inArchive: MADE_AGAIN,
  inLabels: MADE_AGAIN,
  originalValues: MADE_AGAIN,
  hasPageValues: MADE_AGAIN,
  canonicalKey: MADE_AGAIN,
  keywords: MADE_AGAIN,
  isOwn: MADE_AGAIN,
}) satisfies Record<Exclude<keyof BookmarkRow, keyof Bookmark>, Comes>;

it('the list of what only this device has knows each table of the library', async () => {
  const { tables } = await testLibrary();
  expect(Object.keys(TABLES).toSorted()).toEqual(tables.tables.map(({ name }) => name).toSorted());
});
