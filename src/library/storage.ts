import { ok } from '../domain';
import { expire } from './purge';
import type { StorageRepository, StorageState } from './repository';
import type { Store } from './store';
import { commit } from './write';

/** What the library asks of `navigator.storage`. */
export type BrowserStorage = Partial<Pick<StorageManager, 'estimate' | 'persist' | 'persisted'>>;

const LOW_SHARE = 0.05;
const LOW_BYTES = 100_000_000;

export function storageRepository(store: Store, disk: BrowserStorage): StorageRepository {
  const { db } = store;
  const firstAnswer = async (): Promise<boolean | null> => {
    const row = await db.meta.get('persist');
    return row?.key === 'persist' ? row.granted : null;
  };
  return {
    async state() {
      const asked = await firstAnswer();
      // A browser may change its mind, so what holds now is asked, without asking a person.
      const persisted = asked === null ? null : ((await disk.persisted?.()) ?? asked);
      return { ...(await room(disk)), persisted };
    },
    async askToPersist({ again } = { again: false }) {
      const asked = await firstAnswer();
      if (asked !== null && !again) return asked;
      const granted = (await disk.persist?.()) ?? false;
      // An answer that can't be kept for want of room is asked for again.
      await commit(db, ['meta'], async () => ok(await db.meta.put({ key: 'persist', granted })));
      return granted;
    },
    expire: (now) => expire(store, now),
  };
}

async function room(disk: BrowserStorage): Promise<Omit<StorageState, 'persisted'>> {
  const { usage, quota } = (await disk.estimate?.()) ?? {};
  if (usage === undefined || quota === undefined) {
    return { usedBytes: usage ?? null, quotaBytes: quota ?? null, isLow: false };
  }
  const left = quota - usage;
  return {
    usedBytes: usage,
    quotaBytes: quota,
    isLow: left < quota * LOW_SHARE || left < LOW_BYTES,
  };
}
