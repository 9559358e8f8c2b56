import { ok } from '../../domain';
import type { LibraryDatabase } from '../database';
import type { Written } from '../repository';
import type { Store } from '../store';
import { commit } from '../write';
import { countArticles } from './article-counts';
import type { SyncStatus } from './sync-repository';
import { FIRST_META, type SyncMeta } from './sync-rows';

export async function readMeta(db: LibraryDatabase): Promise<SyncMeta> {
  const row = await db.meta.get('sync');
  return row?.key === 'sync' ? { ...FIRST_META, ...row.sync } : FIRST_META;
}

export const changeMeta = ({ db }: Store, change: Partial<SyncMeta>): Written<void> =>
  commit(db, ['meta'], async () => {
    await db.meta.put({ key: 'sync', sync: { ...(await readMeta(db)), ...change } });
    return ok(undefined);
  });

/** Small records, and counts of what waits: nothing of it grows with the library. */
export async function readStatus(db: LibraryDatabase): Promise<SyncStatus> {
  const [meta, waiting, [lastQueued = 0], attention, articles] = await Promise.all([
    readMeta(db),
    countUnsent(db),
    db.outbox.orderBy('seq').reverse().limit(1).primaryKeys(),
    countRefused(db),
    countArticles(db),
  ]);
  const { wanted: articlesWanted, here: articlesHere } = articles;
  return { ...meta, waiting, lastQueued, attention, articlesWanted, articlesHere };
}

/**
 * Counts the changes of a person that were not sent yet. A collection has a state only while a change
 * of it waits.
 */
export const countUnsent = async (db: LibraryDatabase): Promise<number> =>
  (await db.outbox.count()) -
  (await db.outbox.where('isInternal').equals(1).count()) +
  (await db.collections.where('state').above('').count());

const countRefused = async (db: LibraryDatabase): Promise<number> =>
  (await db.outbox.where('state').equals('attention').count()) +
  (await db.collections.where('state').equals('attention').count());
