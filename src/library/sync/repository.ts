import { ok } from '../../domain';
import { fromRow } from '../bookmark-row';
import { watch } from '../live';
import type { Store } from '../store';
import { commit } from '../write';
import { changeMeta, readMeta, readStatus, wantedArticles } from './sync-meta';
import type { SyncRepository } from './sync-repository';
import type { MakeSyncWriting, SyncWriting } from './writing';

/** What sync does with the library, over one database; `load` is called when it writes. */
export function syncRepository(store: Store, load: () => Promise<MakeSyncWriting>): SyncRepository {
  const { db } = store;
  const writing = async (): Promise<SyncWriting> => (await load())(store);
  return {
    meta: () => readMeta(db),
    setMeta: (change) => changeMeta(db, change),
    watchStatus: (listener) =>
      watch(
        store,
        () => readStatus(db),
        (status) => status,
        listener,
      ),
    decide: async (query, decide) => (await writing()).decide(query, decide),
    queued: (after, limit) => db.outbox.where('seq').above(after).limit(limit).toArray(),
    attention: () => db.outbox.where('state').equals('attention').toArray(),
    async linked(serverIds) {
      const ids = db.shadows.where('serverId');
      const shadows = await (serverIds ? ids.anyOf([...serverIds]) : ids.above('')).toArray();
      return shadows.map(({ bookmarkId, serverId, updated }) => ({
        bookmarkId,
        serverId,
        updated,
      }));
    },
    async articlesWanted(limit, skip) {
      const ids = await wantedArticles(db).reverse().offset(skip).limit(limit).primaryKeys();
      const rows = await db.bookmarks.bulkGet(ids);
      return rows.flatMap((row) => (row ? fromRow(row) : []));
    },
    keepArticle: async (id, article) => (await writing()).keepArticle(id, article),
    journal: (limit) => db.journal.orderBy('id').reverse().limit(limit).toArray(),
    trimJournal: (before) =>
      commit(db, ['journal'], async () => {
        await db.journal.where('at').below(before).delete();
        return ok(undefined);
      }),
  };
}
