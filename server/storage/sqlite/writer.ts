import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { ChangeNotification, ChangeNotifier } from '../change-notifier';
import type { Durability } from '../database-session';
import { isBusy, toUnavailable } from './connection';

/** Units that are committed together at most: one `fsync` acknowledges all of them. */
const MAX_TOGETHER = 64;
/** How long another process, such as a restore, may keep the database. */
const PATIENCE_MS = 10_000;
const RETRY_MS = 25;

export type Announce = (news: ChangeNotification) => void;

export interface Writer {
  /** Runs `work` in its turn, all or nothing; settles once it is committed, or is not. */
  run<T>(work: (announce: Announce) => Promise<T>, durability?: Durability): Promise<T>;
  /** How often it has committed. */
  commits(): number;
  /** Settles when nothing waits any more. */
  idle(): Promise<void>;
}

interface Failure {
  readonly error: unknown;
}

interface Waiting {
  readonly durability: Durability;
  /** Runs, keeps the outcome, and says why it must be undone; null when it must not. */
  readonly perform: (announce: Announce) => Promise<Failure | null>;
  /** Tells the one who waits: the outcome, or that nothing was kept. */
  readonly settle: (failure: Failure | null) => void;
}

/**
 * The one queue of writers. SQLite takes one at a time, and most of a write is waiting for the disk:
 * units that wait together are committed together, each in a savepoint of its own so that one that
 * fails takes none with it. Lazy ones that wait alone are committed without a sync; the next commit
 * with one takes them along, since the log is written in order.
 */
export function createWriter(file: DatabaseSync, notifier: ChangeNotifier): Writer {
  const queue: Waiting[] = [];
  let draining: Promise<void> | null = null;
  let commits = 0;
  let durability: Durability = 'synced';

  /** Before a transaction begins: within one, SQLite does not change it. */
  function setDurability(wanted: Durability): void {
    if (wanted === durability) return;
    file.exec(`pragma synchronous = ${wanted === 'lazy' ? 'normal' : 'full'}`);
    durability = wanted;
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      // Requests that came with the first join it.
      await nextTurn();
      await commitSome();
    }
    draining = null;
  }

  async function commitSome(): Promise<void> {
    const done: Waiting[] = [];
    const news: ChangeNotification[] = [];
    let failure: Failure | null = null;
    try {
      setDurability(queue.some((unit) => unit.durability === 'synced') ? 'synced' : 'lazy');
      await begin(file);
      while (done.length < MAX_TOGETHER) {
        // One that came meanwhile and needs the disk has the next commit.
        if (durability === 'lazy' && queue[0]?.durability === 'synced') break;
        const next = queue.shift();
        if (next === undefined) break;
        done.push(next);
        await performOne(next, news);
      }
      file.exec('commit');
      commits += 1;
    } catch (error) {
      failure = { error: toUnavailable(error) };
      if (file.isOpen && file.isTransaction) file.exec('rollback');
      // Nobody's turn came: the whole queue waits for the same database.
      if (done.length === 0) done.push(...queue.splice(0));
    }
    for (const unit of done) unit.settle(failure);
    if (failure === null) for (const item of news) notifier.publish(item);
  }

  async function performOne(unit: Waiting, news: ChangeNotification[]): Promise<void> {
    const own: ChangeNotification[] = [];
    file.exec('savepoint unit');
    const failure = await unit.perform((item) => own.push(item));
    // A full disk ends the whole transaction, not the savepoint alone.
    if (!file.isTransaction) throw failure?.error;
    if (failure === null) news.push(...own);
    else file.exec('rollback to unit');
    file.exec('release unit');
  }

  return {
    run<T>(
      work: (announce: Announce) => Promise<T>,
      durability: Durability = 'synced',
    ): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        let outcome: () => void;
        queue.push({
          durability,
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
        });
        draining ??= drain();
      });
    },
    commits: () => commits,
    idle: () => draining ?? Promise.resolve(),
  };
}

/** Begins to write; waits for other processes without stopping this one. */
async function begin(file: DatabaseSync): Promise<void> {
  for (let waited = 0; ; waited += RETRY_MS) {
    try {
      file.exec('begin immediate');
      return;
    } catch (error) {
      const failure = toUnavailable(error);
      if (!isBusy(failure) || waited >= PATIENCE_MS) throw failure;
      await wait(RETRY_MS);
    }
  }
}
