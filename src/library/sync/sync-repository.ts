import type { BookmarkId } from '../../domain/bookmark';
import { keptSince } from '../../domain/retention';
import { type UnixMs, unixMs } from '../../domain/time';
import { type CollectionState, collectionStates } from '../collections/collection-row';
import { confirmTime, readConfirmedTime } from '../database/clock';
import { countArticles } from '../database/shadow-rows';
import { readRetention } from '../database/storage';
import type { Store } from '../database/store';
import type { Shadow, SyncMeta } from '../database/sync-rows';
import { highlightStatesOf } from '../highlights/highlight-states';
import { bookmarkEntries } from '../outbox/outbox';
import {
  dropArticles,
  pendingArticles,
  requeueSkippedArticles,
  skipArticles,
  storedArticles,
} from './article-selection';
import type { SyncTransaction, TransactionScope } from './bookmark-states';
import { KnownBookmarks } from './known-bookmarks';
import {
  type CollectionTransaction,
  type HighlightTransaction,
  pendingAnnotations,
  runCollectionTransaction,
  runHighlightTransaction,
  withAnnotations,
} from './record-transactions';
import { type ReceivedArticle, storeArticles } from './store-articles';
import { changeMeta, readMeta } from './sync-status';
import { runBookmarkTransaction } from './sync-transaction';

export type LinkedShadow = Pick<
  Shadow,
  'bookmarkId' | 'serverId' | 'updated' | 'article' | 'sentCaptured'
>;

/**
 * Bookmarks with something to send, in the order of their entries. If they are more than a page: those
 * that are deleted, then the others, newest first.
 */
export interface QueuedBookmarks {
  readonly ids: readonly BookmarkId[];
  /** The number of their last outbox entry; null: there is none. */
  readonly last: number | null;
  readonly hasCreates: boolean;
  /** The part of `ids` that is deleted. */
  readonly deleted: ReadonlySet<BookmarkId>;
  /** The trash keeps what was deleted since then. */
  readonly keptSince: UnixMs;
}

export type SyncRepository = ReturnType<typeof syncRepository>;

/** The functions that only sync uses. */
export function syncRepository(store: Store) {
  const { db } = store;
  return {
    meta: () => readMeta(db),
    setMeta: (change: Partial<SyncMeta>) => changeMeta(store, change),
    transaction: <T>(scope: TransactionScope, work: (tx: SyncTransaction) => T) =>
      runBookmarkTransaction(store, scope, work),
    /**
     * Returns what the transactions of a pull with `added` new bookmarks share; null if looking each
     * up is cheaper.
     */
    knownBookmarks: (added: number) => KnownBookmarks.read(db, added),
    /** Returns the bookmarks with outbox entries after number `after`, which are sent in pages. */
    async queued(after: number, pageSize: number): Promise<QueuedBookmarks> {
      const all = await db.outbox.where('seq').above(after).toArray();
      const rows = all.filter((row) => row.kind === 'bookmark');
      const ids = new Set(rows.map(({ bookmarkId }) => bookmarkId));
      // The order of all bookmarks is read only if they do not fit into one page.
      const isOnePage = ids.size <= pageSize;
      const listed = isOnePage ? [] : await db.bookmarks.orderBy('[inAll+id]').primaryKeys();
      const newestFirst = listed.reverse().filter((id) => ids.has(id));
      const isListed = new Set(newestFirst);
      const others = [...ids].filter((id) => !isListed.has(id));
      const hasCreates = rows.some(({ intent }) => intent.kind === 'create');
      const deletes = rows.filter(({ intent }) => intent.kind === 'delete');
      const deleted = new Set(deletes.map(({ bookmarkId }) => bookmarkId));
      const last = rows.at(-1)?.seq ?? null;
      const { trashDays } = await readRetention(db);
      const now = await readConfirmedTime(db, store.now());
      const kept = unixMs(keptSince(now, trashDays));
      return { ids: [...others, ...newestFirst], last, hasCreates, deleted, keptSince: kept };
    },
    /** Returns true if the delete of one of the bookmarks is left, unless it waits for a person. */
    async hasDeletes(ids: readonly BookmarkId[]): Promise<boolean> {
      const rows = await bookmarkEntries(db, ids);
      return rows.some(({ intent, state }) => intent.kind === 'delete' && state !== 'attention');
    },
    /**
     * Returns the shadows linked to these server ids, or to any, with the time of their last change
     * there.
     */
    async linked(serverIds?: readonly string[]): Promise<readonly LinkedShadow[]> {
      const ids = db.shadows.where('serverId');
      const shadows = await (serverIds ? ids.anyOf([...serverIds]) : ids.above('')).toArray();
      return shadows.map(({ bookmarkId, serverId, updated, article, sentCaptured = null }) => ({
        bookmarkId,
        serverId,
        updated,
        article,
        sentCaptured,
      }));
    },
    /** Returns the linked bookmarks that have a note here or on the server. */
    async notedBookmarks(): Promise<readonly BookmarkId[]> {
      const here = db.bookmarks.filter(({ note, serverId }) => note !== '' && serverId !== null);
      const there = db.shadows.filter(
        ({ version, serverId }) => version.note !== '' && serverId !== null,
      );
      const ids = await Promise.all([here.primaryKeys(), there.primaryKeys()]);
      return [...new Set(ids.flat())];
    },
    pendingArticles: (limit: number) => pendingArticles(store, limit),
    skipArticles: (ids: readonly BookmarkId[]) => skipArticles(store, ids),
    requeueSkippedArticles: () => requeueSkippedArticles(store),
    storeArticles: (received: ReadonlyMap<BookmarkId, ReceivedArticle>) =>
      storeArticles(store, received),
    articleCounts: () => countArticles(db),
    storedArticles: () => storedArticles(store),
    dropArticles: (ids: readonly BookmarkId[]) => dropArticles(store, ids, 'skipped'),
    collections: () => db.collections.toArray(),
    /** Returns the collections with something to send. */
    async waitingCollections(): Promise<readonly CollectionState[]> {
      return [...(await collectionStates(db)).values()].filter(({ entry }) => entry !== null);
    },
    collectionTransaction: <T>(work: (tx: CollectionTransaction) => T) =>
      runCollectionTransaction(store, work),
    pendingAnnotations: (limit: number) => pendingAnnotations(db, limit),
    /** Returns the number of bookmarks whose highlights have to be read from the server. */
    countPendingAnnotations: () => db.shadows.where('annotations').above('').count(),
    withAnnotations: (serverIds: readonly string[]) => withAnnotations(db, serverIds),
    /** Returns the bookmarks of highlights that have something to send, or that wait for them. */
    async waitingHighlights(): Promise<readonly BookmarkId[]> {
      const [rows, aside] = await Promise.all([
        db.outbox.where('kind').equals('highlight').toArray(),
        db.highlightShadows.where('localOnly').equals('bookmark').toArray(),
      ]);
      const waiting = rows.flatMap((row) =>
        row.kind === 'highlight' && row.state !== 'attention' ? [row.of] : [],
      );
      return [...new Set([...waiting, ...aside.map(({ bookmarkId }) => bookmarkId)])];
    },
    /** Returns the bookmark of each highlight that is on the server, as far as is known. */
    async bookmarksOfSentHighlights(): Promise<readonly BookmarkId[]> {
      const sent = db.highlightShadows.filter(
        ({ parts, isDeleted }) => parts.length > 0 && !isDeleted,
      );
      return (await sent.toArray()).map(({ bookmarkId }) => bookmarkId);
    },
    highlightStates: (id: BookmarkId) => highlightStatesOf(db, [id]),
    highlightTransaction: <T>(id: BookmarkId, work: (tx: HighlightTransaction) => T) =>
      runHighlightTransaction(store, id, work),
    /** Compares the clock of the device with that of the server; null: only looks at it. */
    confirmTime: (server: UnixMs | null) => confirmTime(store, store.now(), server),
  };
}
