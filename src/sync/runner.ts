import { err, ok, type Result } from '../domain/result';
import { DAY_MS, type UnixMs, unixMs } from '../domain/time';
import type { Queued, TransactionScope, Written } from '../library';
import type { ServiceError } from '../service';
import type { SyncContext } from './context';
import {
  classifyFailure,
  ENDED,
  earlier,
  FAILURES_TO_STOP,
  type Failure,
  NO_PROGRESS,
  orStopped,
  RepeatLimit,
  SET_ASIDE,
  type Stopped,
  stoppedBy,
} from './stop';

/** A request to make. The attempt is recorded before it is made. */
export interface Attempt {
  /** The name of its object. The same one comes up again and again only if requests change nothing. */
  readonly about: string;
  /** Number of attempts, including this one. */
  readonly attempts: number;
}

/** Nothing is sent before `dueAt`; null: nothing is waiting, or a person has to decide. */
export interface NothingDue {
  readonly kind: 'nothing';
  readonly dueAt: UnixMs | null;
}

export const nothingBefore = (dueAt: UnixMs | null): NothingDue => ({ kind: 'nothing', dueAt });

/** Writes the result of a request to the library. */
export interface Settle<Tx> {
  (tx: Tx): void;
  /** The further bookmarks that the result concerns. */
  readonly scope?: SettleScope;
  /** True if nothing else is sent for the same item now. */
  readonly isLast?: boolean;
  /** True if the server was only read or not asked at all, which says nothing about its writes. */
  readonly isNoWrite?: boolean;
}

export type SettleScope = Pick<TransactionScope, 'ids' | 'serverIds' | 'urls'>;

/** An item of the outbox: a bookmark, a collection, or the highlights of a bookmark. */
export interface Outgoing<Tx, Claim extends Attempt> {
  /** Runs `work` over the item and writes all of its changes or none. */
  transaction(work: (tx: Tx) => void, scope: SettleScope): Written<void>;
  /** Returns the next request and marks it, or says when one is due. */
  claim(tx: Tx): Claim | NothingDue;
  /** Makes the request. The round ends if the error is a `Stopped`. */
  send(claim: Claim): Promise<Result<Settle<Tx>, ServiceError | Stopped>>;
  /** Records that the request failed, and when or whether it is made again. */
  fail(tx: Tx, claim: Claim, failure: Failure): void;
}

/** Sends items of the outbox, each in the same steps: claim, send, and settle or fail. */
export class Runner {
  readonly #context: SyncContext;
  #failures = 0;
  #stopped: Stopped | null = null;
  #dueAt: UnixMs | null = null;

  constructor(context: SyncContext) {
    this.#context = context;
  }

  /** Returns the time when the next waiting item is due, or why the round ends. null: none waits. */
  get result(): Result<UnixMs | null, Stopped> {
    return this.#stopped === null ? ok(this.#dueAt) : err(this.#stopped);
  }

  /** Sends what is due of an item until nothing is. */
  async run<Tx, Claim extends Attempt>(item: Outgoing<Tx, Claim>): Promise<void> {
    const limit = new RepeatLimit();
    const next = (tx: Tx) => (this.#isOver() ? null : item.claim(tx));
    let claimed = this.#isOver() ? null : await this.#transaction(item, next);
    while (claimed !== null) {
      if ('dueAt' in claimed) return this.wait(claimed.dueAt);
      if (limit.isReached([claimed.about])) return this.#setAside(item, claimed);
      const settle = await this.#send(item, claimed);
      if (settle === null) return;
      const settleAndClaim = (tx: Tx) => {
        settle(tx);
        return settle.isLast ? null : next(tx);
      };
      claimed = await this.#transaction(item, settleAndClaim, settle.scope);
    }
  }

  /** Notes that something is due at `dueAt`. */
  wait(dueAt: UnixMs | null): void {
    this.#dueAt = earlier(this.#dueAt, dueAt);
  }

  /** Returns true if something was to wait that is due by now. The time is forgotten then. */
  takeIsDue(): boolean {
    if (this.#dueAt === null || this.#dueAt > this.#context.now()) return false;
    this.#dueAt = null;
    return true;
  }

  /** Returns null if the round ends and nothing is to be written. */
  async #send<Tx, Claim extends Attempt>(
    item: Outgoing<Tx, Claim>,
    claim: Claim,
  ): Promise<Settle<Tx> | null> {
    const sent = await item.send(claim);
    if (sent.ok) {
      if (!sent.value.isNoWrite) this.#failures = 0;
      return sent.value;
    }
    const { error } = sent;
    if ('stop' in error) {
      this.#stop(error);
      return null;
    }
    const failure = classifyFailure(error, claim.attempts, this.#context.random());
    if (failure.kind === 'later') {
      this.#failures += 1;
      const isOver = !failure.isItemFailure || this.#failures >= FAILURES_TO_STOP;
      if (isOver) this.#stop(stoppedBy(error));
    }
    return (tx) => item.fail(tx, claim, failure);
  }

  /** Stops the round because the requests for an item change nothing. Others go first then. */
  async #setAside<Tx, Claim extends Attempt>(
    item: Outgoing<Tx, Claim>,
    claim: Claim,
  ): Promise<void> {
    await this.#transaction(item, (tx) => item.fail(tx, claim, SET_ASIDE));
    this.#stop(NO_PROGRESS);
  }

  /** Returns true if the round makes no more requests. */
  #isOver(): boolean {
    if (this.#context.signal.aborted) this.#stop(ENDED);
    return this.#stopped !== null;
  }

  #stop(stopped: Stopped): void {
    this.#stopped ??= stopped;
  }

  async #transaction<Tx, Claim extends Attempt, T>(
    item: Outgoing<Tx, Claim>,
    work: (tx: Tx) => T,
    scope: SettleScope = {},
  ): Promise<T | null> {
    let value: T | null = null;
    const writing = item.transaction((tx) => {
      value = work(tx);
    }, scope);
    const written = await orStopped(writing);
    if (written.ok) return value;
    this.#stop(written.error);
    return null;
  }
}

// The states of an entry of the outbox, of whatever kind: it waits, is being sent, and is then
// settled, sent later or refused.

/** Returns true if an entry waits for its time and not for a person. */
export const isWaiting = <Entry extends Queued>(entry: Entry | null): entry is Entry =>
  entry !== null && entry.state !== 'attention';

/**
 * Returns true if an entry may be sent. A clock that was set back must not block anything, and nothing
 * has to wait for as long as a day.
 */
export const isDue = (
  { notBefore, queuedAt }: Pick<Queued, 'notBefore' | 'queuedAt'>,
  now: UnixMs,
): boolean => notBefore <= now || now < queuedAt || notBefore > now + DAY_MS;

/** Returns the entry of a request that is about to be made. */
export const attempted = <Entry extends Queued>(entry: Entry): Entry => ({
  ...entry,
  state: 'sending',
  attempts: entry.attempts + 1,
});

/** Returns an entry whose request was made. What still waits is another change. */
export const settled = <Entry extends Queued>(entry: Entry | null): Entry | null =>
  entry && { ...released(entry), attempts: 0 };

/** Returns an entry that is not being sent any more. */
export const released = <Entry extends Queued>(entry: Entry): Entry =>
  entry.state === 'sending' ? { ...entry, state: 'waiting' } : entry;

/** Returns an entry that is sent later. `isTried` is false if no request was made after all. */
export const delayed = <Entry extends Queued>(
  entry: Entry,
  { notBefore, isTried }: { readonly notBefore: UnixMs; readonly isTried: boolean },
): Entry => ({
  ...entry,
  state: 'waiting',
  notBefore,
  attempts: isTried ? entry.attempts : entry.attempts - 1,
});

/** Returns the entry of a request that has failed. After a refusal a person has to decide. */
export const afterFailure = <Entry extends Queued>(
  entry: Entry,
  failure: Failure,
  now: UnixMs,
): Entry =>
  failure.kind === 'refused'
    ? { ...entry, state: 'attention', refusal: failure.refusal }
    : delayed(entry, { notBefore: unixMs(now + failure.waitMs), isTried: failure.isTried });

/** Returns true if the server has certainly not acted on a failed request. */
export const isUntried = (failure: Failure): boolean =>
  failure.kind === 'refused' || !failure.isTried;

/** Returns a refused entry that is sent again. */
export function freed<Entry extends Queued>(entry: Entry): Entry {
  const { refusal, ...rest } = entry;
  // Only entries that were refused have a refusal.
  return entry.state === 'attention' ? ({ ...rest, state: 'waiting' } as Entry) : entry;
}
