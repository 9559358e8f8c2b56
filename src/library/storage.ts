import { ok } from '../domain';
import type { LibraryDatabase } from './database';
import type { StorageState } from './repository';
import type { BrowserStorage, Store } from './store';
import { commit } from './write';

const LOW_SHARE = 0.05;
const LOW_BYTES = 100_000_000;

export async function readStorage({ db, disk }: Store): Promise<StorageState> {
  const asked = await firstAnswer(db);
  // A browser may change its mind, so what holds now is asked, without asking a person.
  const persisted = asked === null ? null : ((await disk.persisted?.()) ?? asked);
  return { ...(await room(disk)), persisted };
}

export async function askToPersist(
  { db, disk }: Store,
  { again } = { again: false },
): Promise<boolean> {
  const asked = await firstAnswer(db);
  if (asked !== null && !again) return asked;
  const granted = (await disk.persist?.()) ?? false;
  // An answer that can't be kept for want of room is asked for again.
  await commit(db, ['meta'], async () => ok(await db.meta.put({ key: 'persist', granted })));
  return granted;
}

async function firstAnswer(db: LibraryDatabase): Promise<boolean | null> {
  const row = await db.meta.get('persist');
  return row?.key === 'persist' ? row.granted : null;
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
