import {
  type BookmarkId,
  err,
  MINUTE_MS,
  ok,
  type Result,
  SECOND_MS,
  type UnixMs,
  unixMs,
} from '../../domain';
import { eachBounded } from '../../domain/each-bounded';
import type { SyncRepository, SyncTransaction, Written } from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import {
  classifyFailure,
  earlier,
  FAILURES_TO_STOP,
  NO_PROGRESS,
  SET_ASIDE,
  type Stopped,
  stoppedBy,
  stoppedByLibrary,
  Turns,
} from '../stop';
import { type Claim, claim } from './claim';
import { recordRefused, retryLater } from './record-results';
import { type Sent, sendClaim } from './send-claim';

/** Changes of other devices are received after so many bookmarks. */
const PAGE = 100;
const PARALLEL = 4;
/** The server is still reading the page, or images are still arriving. */
const LOOK_AGAIN_MS = 5 * SECOND_MS;
/** A delete that was not sent on time usually waits longer than this. */
const DELETES_WAIT_MS = MINUTE_MS;

/** Most pages that were sent are read soon, so the first looks follow each other faster. */
function waitMs(kind: Claim['kind'], sinceMs: number): number {
  if (kind === 'verify') return DELETES_WAIT_MS;
  return kind === 'patch' && sinceMs < LOOK_AGAIN_MS ? Math.max(SECOND_MS, sinceMs) : LOOK_AGAIN_MS;
}

/** The push of one round: in order for each bookmark, several bookmarks in parallel. */
export class Push {
  readonly #context: SyncContext;
  readonly #transactions: SharedTransactions;
  /** The last outbox entry that was read. */
  #after = 0;
  /** The bookmarks of these entries that were not sent yet. */
  #left: readonly BookmarkId[] = [];
  #failures = 0;
  #stopped: Stopped | null = null;
  #dueAt: UnixMs | null = null;
  #hasMade = false;
  /** True if the server takes flags and the reading position with a create. */
  #sendsState = false;
  /** Bookmarks whose patch waits until the server has read their page, with the time to look again. */
  readonly #unread = new Map<BookmarkId, UnixMs>();
  /** Bookmarks whose `verify` waits for deletes that may be sent later in the round. */
  readonly #verifications = new Set<BookmarkId>();

  constructor(context: SyncContext) {
    this.#context = context;
    this.#transactions = new SharedTransactions(context.library.sync);
  }

  /** The time when the next waiting intent is due; null: nothing is waiting. */
  get dueAt(): UnixMs | null {
    return this.#dueAt;
  }

  /** Returns true if a bookmark was created since the last call. */
  takeHasCreated(): boolean {
    const hasMade = this.#hasMade;
    this.#hasMade = false;
    return hasMade;
  }

  /**
   * Sends what is due of the next bookmarks, at most `PAGE`, and returns them. When none is left,
   * later calls in the round send what has been queued or become due since.
   */
  async sendPage(): Promise<Result<readonly BookmarkId[], Stopped>> {
    const page = await this.#nextPage();
    for (const id of page) this.#unread.delete(id);
    await eachBounded(page, PARALLEL, async (id) => {
      await this.#pushBookmark(id);
      await this.#pushUnread();
    });
    return this.#stopped === null ? ok(page) : err(this.#stopped);
  }

  async #nextPage(): Promise<readonly BookmarkId[]> {
    if (this.#left.length === 0) {
      if (this.#dueAt !== null && this.#dueAt <= this.#context.now()) {
        this.#after = 0;
        this.#dueAt = null;
      }
      const { ids, last, hasCreates } = await this.#context.library.sync.queued(this.#after, PAGE);
      if (hasCreates) await this.#readFeatures();
      this.#left = ids;
      this.#after = last ?? this.#after;
    }
    const page = this.#left.slice(0, PAGE);
    this.#left = this.#left.slice(PAGE);
    if (page.length > 0) return page;
    // The deletes that these wait for were sent or have failed by now.
    const verifications = [...this.#verifications];
    this.#verifications.clear();
    return verifications;
  }

  /** Without an answer, creates send no state. It follows as a patch. */
  async #readFeatures(): Promise<void> {
    const features = await this.#context.features();
    this.#sendsState = features.ok && features.value.includes('state_on_create');
  }

  /**
   * Looks again at one page that the server was reading, so that a patch follows its create and does
   * not wait for all creates.
   */
  async #pushUnread(): Promise<void> {
    const [next] = this.#unread;
    if (next === undefined || next[1] > this.#context.now()) return;
    this.#unread.delete(next[0]);
    await this.#pushBookmark(next[0]);
  }

  /** Sends the intents of one bookmark until none is due. */
  async #pushBookmark(id: BookmarkId): Promise<void> {
    const turns = new Turns();
    const next = (tx: SyncTransaction) => (this.#isOver() ? null : claim(tx, id, this.#sendsState));
    let claimed = this.#isOver() ? null : await this.#transaction(id, next);
    while (claimed !== null) {
      if (claimed.kind === 'nothing') return this.#wait(claimed.dueAt);
      if (turns.areOver([id])) return this.#setAside(id);
      const sent = await sendClaim(this.#context, claimed);
      if (!sent.ok) return this.#fail(claimed, sent.error);
      const { value } = sent;
      if (value === null) return this.#postpone(claimed);
      this.#hasMade ||= claimed.kind === 'create';
      this.#failures = 0;
      const settle = (tx: SyncTransaction) => {
        value(tx);
        return next(tx);
      };
      claimed = await this.#transaction(id, settle, value.scope);
    }
  }

  /** Returns true if the round makes no more requests. */
  #isOver(): boolean {
    if (this.#context.signal.aborted) this.#stop({ stop: null, waitMs: null });
    return this.#stopped !== null;
  }

  /** The intent is not sent again in this round, even if the clock is set forward. */
  async #postpone({ kind, state: { id }, intent }: Claim): Promise<void> {
    const isFirstLook = kind === 'verify' && !this.#verifications.has(id);
    if (isFirstLook) this.#verifications.add(id);
    const now = this.#context.now();
    const wait = isFirstLook ? 0 : waitMs(kind, now - intent.queuedAt);
    const notBefore = unixMs(now + wait);
    if (kind === 'patch') this.#unread.set(id, notBefore);
    await this.#transaction(id, (tx) => retryLater(tx, id, { notBefore, isTried: false }));
    if (!isFirstLook) this.#wait(notBefore);
  }

  /** Stops the round because the requests for a bookmark change nothing. Others go first then. */
  async #setAside(id: BookmarkId): Promise<void> {
    const notBefore = unixMs(this.#context.now() + SET_ASIDE.waitMs);
    await this.#transaction(id, (tx) => retryLater(tx, id, { notBefore, isTried: true }));
    this.#stop(NO_PROGRESS);
  }

  async #fail(claimed: Claim, error: ServiceError): Promise<void> {
    const { id } = claimed.state;
    const { random, now } = this.#context;
    const failure = classifyFailure(error, claimed.intent.attempts, random());
    if (failure.kind === 'refused') {
      await this.#transaction(id, (tx) => recordRefused(tx, id, failure.refusal));
      return;
    }
    const { isTried, isItemFailure, waitMs } = failure;
    const notBefore = unixMs(now() + waitMs);
    await this.#transaction(id, (tx) => retryLater(tx, id, { notBefore, isTried }));
    this.#failures += 1;
    if (!isItemFailure || this.#failures >= FAILURES_TO_STOP) this.#stop(stoppedBy(error));
    else this.#wait(notBefore);
  }

  #stop(stopped: Stopped): void {
    this.#stopped ??= stopped;
  }

  #wait(dueAt: UnixMs | null): void {
    this.#dueAt = earlier(this.#dueAt, dueAt);
  }

  async #transaction<T>(
    id: BookmarkId,
    work: (tx: SyncTransaction) => T,
    scope: Sent['scope'] = {},
  ): Promise<T | null> {
    let value: T | null = null;
    const run = (tx: SyncTransaction) => {
      value = work(tx);
    };
    const written = await this.#transactions.join({ id, scope, run });
    if (written.ok) return value;
    this.#stop(stoppedByLibrary(written.error));
    return null;
  }
}

/** A part of a shared transaction, for one bookmark. */
interface Work {
  readonly id: BookmarkId;
  readonly scope: NonNullable<Sent['scope']>;
  readonly run: (tx: SyncTransaction) => void;
}

/**
 * Group commit: what comes while a transaction is being written shares the next one, because each
 * transaction waits for the disk.
 */
class SharedTransactions {
  readonly #sync: Pick<SyncRepository, 'transaction'>;
  #waiting: Work[] = [];
  #last: Promise<unknown> = Promise.resolve();
  /** The transaction that has not begun yet. */
  #next: Written<void> | null = null;

  constructor(sync: Pick<SyncRepository, 'transaction'>) {
    this.#sync = sync;
  }

  /** Runs the work in the next transaction and waits until it is written. */
  join(work: Work): Written<void> {
    this.#waiting.push(work);
    this.#next ??= this.#begin();
    return this.#next;
  }

  async #begin(): Written<void> {
    await this.#last;
    const works = this.#waiting;
    this.#waiting = [];
    const written = this.#sync.transaction(
      {
        ids: works.map(({ id }) => id),
        urls: works.flatMap(({ scope }) => scope.urls ?? []),
        serverIds: works.flatMap(({ scope }) => scope.serverIds ?? []),
      },
      (tx) => {
        for (const { run } of works) run(tx);
      },
    );
    this.#next = null;
    this.#last = written.catch(() => undefined);
    return written;
  }
}
