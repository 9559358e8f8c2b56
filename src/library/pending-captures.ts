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

/** Saves the address of each capture that was begun before and never ended. */
async function rescue(store: Store, before: UnixMs): Written<readonly Bookmark[]> {
  const { db, newId, now } = store;
  const lost = (await db.pendingCaptures.toArray()).filter(({ startedAt }) => startedAt < before);
  const rescued: Bookmark[] = [];
  for (const { url, urlKey, title } of lost) {
    const page = { kind: 'address', url, title, excerpt: '', reason: 'failed' } as const;
    const prepared = await preparePage(page, newId(), now());
    const bookmark = await db.transaction('rw', SAVE_TABLES, async () => {
      // Another context may have rescued it, or its capture may have come to an end after all.
      if ((await db.pendingCaptures.get(urlKey)) === undefined) return null;
      await db.pendingCaptures.delete(urlKey);
      return prepared === null ? null : (await savePrepared(db, prepared, now())).bookmark;
    });
    if (bookmark !== null) rescued.push(bookmark);
  }
  return ok(rescued);
}
