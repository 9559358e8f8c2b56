import { ok } from '../../domain';
import type { LibraryDatabase } from '../database';
import type { Written } from '../repository';
import { commit } from '../write';
import type { SyncStatus } from './sync-repository';
import { FIRST_META, type Shadow, type SyncMeta } from './sync-rows';

export async function readMeta(db: LibraryDatabase): Promise<SyncMeta> {
  const row = await db.meta.get('sync');
  return row?.key === 'sync' ? { ...FIRST_META, ...row.sync } : FIRST_META;
}

export const changeMeta = (db: LibraryDatabase, change: Partial<SyncMeta>): Written<void> =>
  commit(db, ['meta'], async () => {
    await db.meta.put({ key: 'sync', sync: { ...(await readMeta(db)), ...change } });
    return ok(undefined);
  });

/** Counts by index: no row is read. */
export async function readStatus(db: LibraryDatabase): Promise<SyncStatus> {
  const [meta, waiting, attention, articlesWanted, articlesHere] = await Promise.all([
    readMeta(db),
    db.outbox.count(),
    db.outbox.where('state').equals('attention').count(),
    wantedArticles(db).count(),
    shadowsBy(db, 'here').count(),
  ]);
  return { ...meta, waiting, attention, articlesWanted, articlesHere };
}

/** The shadows whose article is to be fetched, oldest first. */
export const wantedArticles = (db: LibraryDatabase) => shadowsBy(db, 'wanted');

const shadowsBy = (db: LibraryDatabase, article: Shadow['article']) =>
  db.shadows
    .where('[article+version.created]')
    .between([article, Number.NEGATIVE_INFINITY], [article, Number.POSITIVE_INFINITY]);
