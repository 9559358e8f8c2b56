import { type Bookmark, ok, type UnixMs } from '../domain';
import { prepareAddress } from './prepare-page';
import type { PendingCaptureRepository, Written } from './repository';
import { SAVE_TABLES, savePrepared } from './save-page';
import type { Store } from './store';
import { commit } from './write';

export function pendingCaptureRepository(store: Store): PendingCaptureRepository {
  const { db, now } = store;
  return {
    begin: (pending) =>
      commit(db, ['pendingCaptures'], async () => {
        await db.pendingCaptures.put({ ...pending, startedAt: now() });
        return ok(undefined);
      }),
    end: (urlKey) =>
      commit(db, ['pendingCaptures'], async () => {
        await db.pendingCaptures.delete(urlKey);
        return ok(undefined);
      }),
    rescue: (before) => rescue(store, before),
  };
}

/** Saves the address of each capture that was begun before and never ended, all or none. */
async function rescue({ db, newId, now }: Store, before: UnixMs): Written<readonly Bookmark[]> {
  return commit(db, SAVE_TABLES, async () => {
    const begun = await db.pendingCaptures.toArray();
    const rescued: Bookmark[] = [];
    for (const { startedAt, url, title } of begun) {
      if (startedAt >= before) continue;
      const address = { kind: 'address', url, title, excerpt: '', reason: 'failed' } as const;
      const page = prepareAddress(address, newId(), now());
      if (page !== null) rescued.push((await savePrepared(db, page, now())).bookmark);
    }
    return ok(rescued);
  });
}
