import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { ChangeNotification, ChangeNotifier } from '../database/change-notifier';
import type { Durability } from '../database/session';
import { isBusy, toStorageError } from './connection';

/** The most units in one commit, which needs one `fsync`. */
const MAX_UNITS_PER_COMMIT = 64;
/** The longest wait for another process that holds the database, such as a restore. */
const BUSY_TIMEOUT_MS = 10_000;
const BUSY_RETRY_MS = 25;

export type Announce = (notification: ChangeNotification) => void;

interface Failure {
  readonly error: unknown;
}

interface Waiting {
  readonly durability: Durability;
  /** Runs the work and stores the outcome. Returns the failure to roll back, or null. */
  readonly perform: (announce: Announce) => Promise<Failure | null>;
  /** Settles the promise with the outcome, or rejects it because nothing was kept. */
  readonly settle: (failure: Failure | null) => void;
}

/**
 * Creates the queue of writers. SQLite allows one at a time, and most of a write is waiting for the
 * disk. Units that wait together are therefore committed together, each in a savepoint, so that a
 * failure rolls back only its own unit. Lazy units that wait alone are committed without a sync. The
 * next synced commit writes them to disk too, even if it changes nothing itself.
 */
export function createWriter(file: DatabaseSync, notifier: ChangeNotifier) {
  const queue: Waiting[] = [];
  let draining: Promise<void> | null = null;
  let commits = 0;
  let durability: Durability = 'synced';
  /** Some lazy commits may not be on the disk. */
  let isBehind = false;

  /** Call it before a transaction begins: SQLite does not change the setting within one. */
  function setDurability(next: Durability): void {
    if (next === durability) return;
    file.exec(`pragma synchronous = ${next === 'lazy' ? 'normal' : 'full'}`);
    durability = next;
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      // Requests of the same turn join the commit.
      await nextTurn();
      await commitSome();
    }
    draining = null;
  }

  async function commitSome(): Promise<void> {
    const done: Waiting[] = [];
    const notifications: ChangeNotification[] = [];
    let failure: Failure | null = null;
    try {
      setDurability(queue.some((unit) => unit.durability === 'synced') ? 'synced' : 'lazy');
      await begin(file);
      // SQLite syncs its log only for a commit that adds to it. Setting this number always does.
      if (isBehind && durability === 'synced') file.exec('pragma user_version = 0');
      while (done.length < MAX_UNITS_PER_COMMIT) {
        // A synced unit that arrived meanwhile goes into the next commit.
        if (durability === 'lazy' && queue[0]?.durability === 'synced') break;
        const next = queue.shift();
        if (next === undefined) break;
        done.push(next);
        await performOne(next, notifications);
      }
      file.exec('commit');
      commits += 1;
      isBehind = durability === 'lazy';
    } catch (error) {
      failure = { error: toStorageError(error) };
      if (file.isOpen && file.isTransaction) file.exec('rollback');
      // The transaction could not begin, so the whole queue fails.
      if (done.length === 0) done.push(...queue.splice(0));
    }
    for (const unit of done) unit.settle(failure);
    if (failure === null) for (const item of notifications) notifier.publish(item);
  }

  async function performOne(unit: Waiting, notifications: ChangeNotification[]): Promise<void> {
    const own: ChangeNotification[] = [];
    file.exec('savepoint unit');
    const failure = await unit.perform((item) => own.push(item));
    // A full disk ends the whole transaction, not only the savepoint.
    if (!file.isTransaction) throw failure?.error;
    if (failure === null) notifications.push(...own);
    else file.exec('rollback to unit');
    file.exec('release unit');
  }

  return {
    /** Runs `work` in its turn and atomically. Settles after the commit or the failure. */
    run<T>(
      work: (announce: Announce) => Promise<T>,
      durability: Durability = 'synced',
    ): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        queue.push({ durability, ...unitOf(work, resolve, reject) });
        draining ??= drain();
      });
    },
    /** The number of commits. */
    commits: () => commits,
    /** Resolves when the queue is empty. */
    idle: () => draining ?? Promise.resolve(),
  };
}

export type Writer = ReturnType<typeof createWriter>;

/** Makes the unit of `work`, which calls `resolve` or `reject` when it is settled. */
function unitOf<T>(
  work: (announce: Announce) => Promise<T>,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): Pick<Waiting, 'perform' | 'settle'> {
  let outcome: () => void;
  return {
    async perform(announce) {
      try {
        const value = await work(announce);
        outcome = () => resolve(value);
        return null;
      } catch (error) {
        outcome = () => reject(error);
        return { error };
      }
    },
    settle: (failure) => (failure === null ? outcome() : reject(failure.error)),
  };
}

/** Begins a write transaction. Waits for other processes without blocking the event loop. */
async function begin(file: DatabaseSync): Promise<void> {
  for (let waited = 0; ; waited += BUSY_RETRY_MS) {
    try {
      file.exec('begin immediate');
      return;
    } catch (error) {
      const failure = toStorageError(error);
      if (!isBusy(failure) || waited >= BUSY_TIMEOUT_MS) throw failure;
      await wait(BUSY_RETRY_MS);
    }
  }
}
