import {
  Dexie,
  type PromiseExtended,
  type Table,
  type Transaction,
} from 'dexie/dist/modern/dexie.mjs';
import type { AssetHash, BookmarkId } from '../../domain/bookmark';
import type { CollectionId } from '../../domain/collection';
import type { HighlightId } from '../../domain/highlight';
import { NOT_REVIEWED } from '../../domain/review';
import type { SiteRule, SiteRuleId } from '../../domain/site-rules/site-rule';
import type { UrlKey } from '../../domain/url-identity';
import type { ContentsBlockRow } from './contents-block';
import type { HighlightShadow } from './highlight-shadow';
import type { JobPartRow, JobRow, NewJob } from './job-rows';
import type { GroupRow, LogRow } from './log-rows';
import type { NewOutboxRow, OutboxRow } from './outbox-rows';
import type {
  AccountKey,
  ArticleRow,
  AssetRow,
  AssetUseRow,
  BookmarkRow,
  CollectionRow,
  DeletedHighlightRow,
  Draft,
  GroupId,
  HighlightRow,
  LabelCount,
  MetaRow,
  PendingCapture,
  RevisionRow,
  ThumbnailRow,
} from './rows';
import { markSearchChanges } from './search-changes';
import type {
  NewSearchChanges,
  SearchChangesRow,
  SearchDocRow,
  SearchMergeRow,
  SearchPendingRow,
  SearchSegmentRow,
  SearchStateRow,
} from './search-rows';
import type { SentPageRow } from './sent-rows';
import { recordSizes, type SizedTable } from './stored-sizes';
import type { JournalRow, ShadowRow } from './sync-rows';
import type { WantedHostRow, WantedPageRow } from './wanted-rows';

export const SCHEMA_VERSION = 11;

/** Returns the name of the database of an account, or of the one without an account. */
export const databaseName = (account: AccountKey): string =>
  account === null ? 'leafmark' : `leafmark:${account}`;

/** Returns true if there is this library, in this version. */
export async function isLibraryMade(account: AccountKey): Promise<boolean> {
  const name = databaseName(account);
  // Dexie counts in tenths.
  const isOf = (found: IDBDatabaseInfo) =>
    found.name === name && (found.version ?? 0) >= SCHEMA_VERSION * 10;
  return (await indexedDB.databases()).some(isOf);
}

/** Each record of `meta` has the type of its key. */
interface MetaReads {
  get<Key extends MetaRow['key']>(
    key: Key,
  ): PromiseExtended<Extract<MetaRow, { readonly key: Key }> | undefined>;
}

/** Highlights of earlier versions have no review. */
const addReviews = async (transaction: Transaction): Promise<void> => {
  for (const name of ['highlights', 'deletedHighlights']) {
    await transaction
      .table<Partial<HighlightRow>>(name)
      .toCollection()
      .modify((row) => {
        if (row.review === undefined) Object.assign(row, { review: NOT_REVIEWED });
      });
  }
};

/** The tables of docs/library.md. Only `openLibrary` opens them. */
export class LibraryDatabase extends Dexie {
  declare readonly bookmarks: Table<BookmarkRow, BookmarkId>;
  declare readonly articles: Table<ArticleRow, BookmarkId>;
  declare readonly revisions: Table<RevisionRow, number, Omit<RevisionRow, 'id'>>;
  declare readonly drafts: Table<Draft, UrlKey>;
  declare readonly assets: Table<AssetRow, AssetHash>;
  declare readonly assetUses: Table<AssetUseRow, AssetHash>;
  declare readonly thumbnails: Table<ThumbnailRow, AssetHash>;
  declare readonly labels: Table<LabelCount, string>;
  declare readonly outbox: Table<OutboxRow, number, NewOutboxRow>;
  declare readonly shadows: Table<ShadowRow, BookmarkId>;
  declare readonly journal: Table<JournalRow, number, Omit<JournalRow, 'id'>>;
  declare readonly groups: Table<GroupRow, GroupId, Omit<GroupRow, 'id'>>;
  declare readonly log: Table<LogRow, number, Omit<LogRow, 'seq'>>;
  declare readonly meta: MetaReads & Table<MetaRow, MetaRow['key']>;
  declare readonly collections: Table<CollectionRow, CollectionId>;
  declare readonly highlights: Table<HighlightRow, HighlightId>;
  declare readonly deletedHighlights: Table<DeletedHighlightRow, HighlightId>;
  declare readonly highlightShadows: Table<HighlightShadow, HighlightId>;
  declare readonly pendingCaptures: Table<PendingCapture, UrlKey>;
  declare readonly contents: Table<ContentsBlockRow, number>;
  declare readonly searchSegments: Table<SearchSegmentRow, number>;
  /** The key is the segment and the number of the block. */
  declare readonly searchBlocks: Table<Uint8Array<ArrayBuffer>, [number, number]>;
  declare readonly searchMerges: Table<SearchMergeRow, number>;
  declare readonly searchDocs: Table<SearchDocRow, number, Omit<SearchDocRow, 'doc'>>;
  declare readonly searchPending: Table<SearchPendingRow, number, Omit<SearchPendingRow, 'seq'>>;
  declare readonly searchChanges: Table<SearchChangesRow, number, NewSearchChanges>;
  declare readonly sentPages: Table<SentPageRow, BookmarkId>;
  declare readonly jobs: Table<JobRow, number, NewJob>;
  declare readonly jobParts: Table<JobPartRow, [number, number]>;
  declare readonly wantedPages: Table<WantedPageRow, BookmarkId>;
  declare readonly wantedHosts: Table<WantedHostRow, string>;
  declare readonly siteRules: Table<SiteRule, SiteRuleId>;
  declare readonly searchState: Table<SearchStateRow, 'state'>;
  /** Bytes, without what a database adds. The key is the table and the key of the row. */
  declare readonly storedSizes: Table<number, [SizedTable, string | number]>;

  constructor(account: AccountKey, indexedDB: IDBFactory | undefined) {
    super(databaseName(account), {
      // *Saved* is shown only when the data is on disk.
      chromeTransactionDurability: 'strict',
      // Live queries show only committed data.
      cache: 'disabled',
      ...(indexedDB === undefined ? {} : { indexedDB }),
    });
    this.version(SCHEMA_VERSION)
      .stores({
        bookmarks:
          'id, &number, urlKey, [inUnread+id], [inAll+id], [inFavourites+id], [inArchive+id], [trashedAt+id], *inLabels',
        articles: 'bookmarkId, original.hash',
        revisions: '++id, bookmarkId, replacedAt',
        drafts: 'urlKey',
        assets: 'hash',
        assetUses: 'hash',
        thumbnails: 'hash, madeAt',
        labels: 'name',
        outbox: '++seq, bookmarkId, kind, of, state, isInternal',
        shadows: 'bookmarkId, serverId, [article+version.created], annotations',
        journal: '++id, at, kind, bookmarkId',
        groups: '++id, at, undoing',
        log: '++seq, group, *about',
        meta: 'key',
        collections: 'id',
        highlights: 'id, bookmarkId, [created+id], [doubt+created], [review+created+id]',
        deletedHighlights: 'id, bookmarkId, deletedAt',
        highlightShadows: 'id, bookmarkId, localOnly',
        pendingCaptures: 'urlKey',
        contents: 'block',
        searchSegments: 'id',
        searchBlocks: '',
        searchMerges: 'id',
        searchDocs: '++doc, &bookmarkId',
        searchPending: '++seq',
        searchState: 'key',
        searchChanges: '++seq',
        sentPages: 'bookmarkId, &nameKey, problem',
        jobs: '++id, kind, group',
        jobParts: '[job+number], *back',
        wantedPages: 'bookmarkId, state, [host+state]',
        wantedHosts: 'host, notBefore',
        siteRules: 'id, site',
        storedSizes: '',
      })
      .upgrade(addReviews);
    this.use(markSearchChanges);
    this.use(recordSizes);
    this.on('ready', () => this.refuseNewerSchema(), true);
  }

  /**
   * Dexie would open a newer schema as it is; this version might write rows that the newer one
   * cannot read.
   */
  private refuseNewerSchema(): void {
    const installed = Math.floor(this.backendDB().version / 10);
    if (installed > SCHEMA_VERSION) {
      throw new Dexie.VersionError(`schema ${installed}, this version knows ${SCHEMA_VERSION}`);
    }
  }
}
