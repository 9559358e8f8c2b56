import { type Bookmark, ok, type UnixMs } from '../domain';
import { preparePage } from './prepare-page';
import type { PendingCaptureRepository, Written } from './repository';
import { SAVE_TABLES, savePrepared } from './save-page';
import type { Store } from './store';
import { attempt } from './write';

export function pendingCaptureRepository(store: Store): PendingCaptureRepository {
  const { db, now } = store;
  return {
    begin: (pending) =>
      attempt(async () => {
        await db.pendingCaptures.put({ ...pending, startedAt: now() });
        return ok(undefined);
      }),
    end: (urlKey) =>
      attempt(async () => {
        await db.pendingCaptures.delete(urlKey);
        return ok(undefined);
      }),
    rescue: (before) => attempt(() => rescue(store, before)),
  };
}

/** Saves the address of each capture that was begun before and never ended, all or none. */
async function rescue({ db, newId, now }: Store, before: UnixMs): Written<readonly Bookmark[]> {
  const begun = await db.pendingCaptures.toArray();
  const lost = begun.filter(({ startedAt }) => startedAt < before);
  if (lost.length === 0) return ok([]);
  const pages = await Promise.all(
    lost.map(({ url, title }) =>
      preparePage({ kind: 'address', url, title, excerpt: '', reason: 'failed' }, newId(), now()),
    ),
  );
  return db.transaction('rw', SAVE_TABLES, async () => {
    const keys = lost.map(({ urlKey }) => urlKey);
    const stillLost = await db.pendingCaptures.bulkGet(keys);
    await db.pendingCaptures.bulkDelete(keys);
    const rescued: Bookmark[] = [];
    for (const [at, page] of pages.entries()) {
      // Another context may have rescued it, or its capture may have come to an end after all.
      if (page === null || stillLost[at] === undefined) continue;
      rescued.push((await savePrepared(db, page, now())).bookmark);
    }
    return ok(rescued);
  });
}
