import { ok } from '../../domain';
import { commit } from '../database/commit';
import { countArticles } from '../database/shadow-rows';
import type { Store } from '../database/store';
import {
  articlesWanted,
  dropArticles,
  heldArticles,
  leaveArticles,
  wantLeftArticles,
} from './article-selection';
import { keepArticles } from './store-articles';
import type { SyncRepository } from './sync-repository';
import { changeMeta, readMeta } from './sync-status';
import { decideOver, decideOverCollections } from './sync-transaction';

export function syncRepository(store: Store): SyncRepository {
  const { db } = store;
  return {
    meta: () => readMeta(db),
    setMeta: (change) => changeMeta(store, change),
    decide: (query, decide) => decideOver(store, query, decide),
    queued: (after, limit) => db.outbox.where('seq').above(after).limit(limit).toArray(),
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
    articlesWanted: (limit) => articlesWanted(store, limit),
    leaveArticles: (ids) => leaveArticles(store, ids),
    wantLeftArticles: () => wantLeftArticles(store),
    keepArticles: (received) => keepArticles(store, received),
    articleCounts: () => countArticles(db),
    heldArticles: () => heldArticles(store),
    dropArticles: (ids) => dropArticles(store, ids),
    collections: () => db.collections.toArray(),
    waitingCollections: () => db.collections.where('state').above('').toArray(),
    decideCollections: (decide) => decideOverCollections(store, decide),
    trimJournal: (before) =>
      commit(store.db, ['journal'], async () => {
        await db.journal.where('at').below(before).delete();
        return ok(undefined);
      }),
  };
}
