import { ok } from '../../domain';
import { commit } from '../database/commit';
import { countArticles } from '../database/shadow-rows';
import type { Store } from '../database/store';
import {
  dropArticles,
  pendingArticles,
  requeueSkippedArticles,
  skipArticles,
  storedArticles,
} from './article-selection';
import {
  highlightStates,
  pendingAnnotations,
  runHighlightTransaction,
  withAnnotations,
} from './highlight-transaction';
import { KnownBookmarks } from './known-bookmarks';
import { storeArticles } from './store-articles';
import type { SyncRepository } from './sync-repository';
import { changeMeta, readMeta } from './sync-status';
import { runCollectionTransaction, runTransaction } from './sync-transaction';

export function syncRepository(store: Store): SyncRepository {
  const { db } = store;
  return {
    meta: () => readMeta(db),
    setMeta: (change) => changeMeta(store, change),
    transaction: (scope, work) => runTransaction(store, scope, work),
    knownBookmarks: (added) => KnownBookmarks.read(db, added),
    async queued(after, pageSize) {
      const rows = await db.outbox.where('seq').above(after).toArray();
      const ids = new Set(rows.map(({ bookmarkId }) => bookmarkId));
      // The order of all bookmarks is read only if they do not fit into one page.
      const isOnePage = ids.size <= pageSize;
      const listed = isOnePage ? [] : await db.bookmarks.orderBy('[inAll+id]').primaryKeys();
      const newestFirst = listed.reverse().filter((id) => ids.has(id));
      const isListed = new Set(newestFirst);
      const others = [...ids].filter((id) => !isListed.has(id));
      const hasCreates = rows.some(({ intent }) => intent.kind === 'create');
      return { ids: [...others, ...newestFirst], last: rows.at(-1)?.seq ?? null, hasCreates };
    },
    async hasDeletes(ids) {
      const rows = db.outbox.where('bookmarkId').anyOf(ids);
      const deletes = rows.filter(
        ({ intent, state }) => intent.kind === 'delete' && state !== 'attention',
      );
      return (await deletes.count()) > 0;
    },
    async linked(serverIds) {
      const ids = db.shadows.where('serverId');
      const shadows = await (serverIds ? ids.anyOf([...serverIds]) : ids.above('')).toArray();
      return shadows.map(({ bookmarkId, serverId, updated }) => ({
        bookmarkId,
        serverId,
        updated,
      }));
    },
    pendingArticles: (limit) => pendingArticles(store, limit),
    skipArticles: (ids) => skipArticles(store, ids),
    requeueSkippedArticles: () => requeueSkippedArticles(store),
    storeArticles: (received) => storeArticles(store, received),
    articleCounts: () => countArticles(db),
    storedArticles: () => storedArticles(store),
    dropArticles: (ids) => dropArticles(store, ids, 'skipped'),
    collections: () => db.collections.toArray(),
    waitingCollections: () => db.collections.where('state').above('').toArray(),
    collectionTransaction: (work) => runCollectionTransaction(store, work),
    pendingAnnotations: (limit) => pendingAnnotations(db, limit),
    countPendingAnnotations: () => db.shadows.where('annotations').above('').count(),
    withAnnotations: (serverIds) => withAnnotations(db, serverIds),
    async waitingHighlights() {
      const rows = await db.highlightShadows.where('state').anyOf('waiting', 'aside').toArray();
      return [...new Set(rows.map(({ bookmarkId }) => bookmarkId))];
    },
    async bookmarksOfSentHighlights() {
      const sent = db.highlightShadows.filter(
        ({ parts, isDeleted }) => parts.length > 0 && !isDeleted,
      );
      return (await sent.toArray()).map(({ bookmarkId }) => bookmarkId);
    },
    highlightStates: (id) => highlightStates(db, id),
    highlightTransaction: (id, work) => runHighlightTransaction(store, id, work),
    trimJournal: (before) =>
      commit(store.db, ['journal'], async () => {
        await db.journal.where('at').below(before).delete();
        return ok(undefined);
      }),
  };
}
