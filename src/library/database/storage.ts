import { ok } from '../../domain/result';
import { DEFAULT_RETENTION, type Retention } from '../../domain/retention';
import { commit } from './commit';
import type { LibraryDatabase } from './schema';
import type { BrowserStorage, Store } from './store';

const LOW_SHARE = 0.05;
const LOW_BYTES = 100_000_000;

export async function readStorage({ db, disk }: Store): Promise<StorageState> {
  const asked = await firstAnswer(db);
  // The browser may change its decision, so the current one is read, without a prompt.
  const persisted = asked === null ? null : ((await disk.persisted?.()) ?? asked);
  return { ...(await room(disk)), persisted };
}

/**
 * Asks the browser to keep the library permanently. Only the first call asks; later ones return the
 * first answer. With `again` it always asks, because a person wants it.
 */
export async function askToPersist(
  { db, disk }: Store,
  { again } = { again: false },
): Promise<boolean> {
  const asked = await firstAnswer(db);
  if (asked !== null && !again) return asked;
  const granted = (await disk.persist?.()) ?? false;
  // If the answer cannot be stored for lack of space, the prompt appears again.
  await commit(db, ['meta'], async () => ok(await db.meta.put({ key: 'persist', granted })));
  return granted;
}

async function firstAnswer(db: LibraryDatabase): Promise<boolean | null> {
  return (await db.meta.get('persist'))?.granted ?? null;
}

/** Returns the rules that a person has chosen, or those that are promised. */
export async function readRetention(db: LibraryDatabase): Promise<Retention> {
  return { ...DEFAULT_RETENTION, ...(await db.meta.get('retention'))?.rules };
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

export interface StorageState {
  /** null if the browser does not report it. */
  readonly usedBytes: number | null;
  readonly quotaBytes: number | null;
  /** True if the browser promised not to clear the library by itself; null: never asked. */
  readonly persisted: boolean | null;
  /** True if less than 5 % or less than 100 MB is left. */
  readonly isLow: boolean;
}
