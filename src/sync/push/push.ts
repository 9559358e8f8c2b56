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
import type { SyncTransaction } from '../../library';
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

const PAGE = 200;
const PARALLEL = 4;
/** The server is still reading the page, or images are still arriving. */
const LOOK_AGAIN_MS = 5 * SECOND_MS;
/** A delete that was not sent on time usually waits longer than this. */
const DELETES_WAIT_MS = MINUTE_MS;

/** The push of one round: in order for each bookmark, several bookmarks in parallel. */
export class Push {
  readonly #context: SyncContext;
  /** The last outbox entry that was read. */
  #after = 0;
  #failures = 0;
  #stopped: Stopped | null = null;
  #dueAt: UnixMs | null = null;
  #hasMade = false;
  /** Bookmarks whose `verify` waits for deletes that may be sent later in the round. */
  readonly #verifications = new Set<BookmarkId>();

  constructor(context: SyncContext) {
    this.#context = context;
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
   * Sends everything that is due. Later calls in the round send what has been queued or become due
   * since.
   */
  async send(): Promise<Result<null, Stopped>> {
    if (this.#dueAt !== null && this.#dueAt <= this.#context.now()) {
      this.#after = 0;
      this.#dueAt = null;
    }
    const seen = new Set<BookmarkId>();
    while (this.#stopped === null) {
      const rows = await this.#context.library.sync.queued(this.#after, PAGE);
      const last = rows.at(-1);
      if (last === undefined) break;
      this.#after = last.seq;
      const ids = rows.map(({ bookmarkId }) => bookmarkId).filter((id) => !seen.has(id));
      for (const id of ids) seen.add(id);
      await eachBounded(new Set(ids), PARALLEL, (id) => this.#pushBookmark(id));
    }
    // The deletes that these wait for were sent or have failed by now.
    const verifications = [...this.#verifications];
    await eachBounded(verifications, PARALLEL, (id) => this.#pushBookmark(id));
    this.#verifications.clear();
    return this.#stopped === null ? ok(null) : err(this.#stopped);
  }

  /** Sends the intents of one bookmark until none is due. */
  async #pushBookmark(id: BookmarkId): Promise<void> {
    const turns = new Turns();
    while (this.#stopped === null) {
      if (this.#context.signal.aborted) return this.#stop({ stop: null, waitMs: null });
      const claimed = await this.#transaction(id, (tx) => claim(tx, id));
      if (claimed === null) return;
      if (claimed.kind === 'nothing') return this.#wait(claimed.dueAt);
      if (turns.areOver([id])) return this.#setAside(id);
      const sent = await sendClaim(this.#context, claimed);
      if (!sent.ok) return this.#fail(claimed, sent.error);
      if (sent.value === null) return this.#postpone(claimed);
      this.#hasMade ||= claimed.kind === 'create';
      if (!(await this.#settle(id, sent.value))) return;
    }
  }

  /** The intent is not sent again in this round, even if the clock is set forward. */
  async #postpone({ kind, state: { id } }: Claim): Promise<void> {
    const isFirstLook = kind === 'verify' && !this.#verifications.has(id);
    if (isFirstLook) this.#verifications.add(id);
    const wait = kind === 'verify' ? DELETES_WAIT_MS : LOOK_AGAIN_MS;
    const notBefore = unixMs(this.#context.now() + (isFirstLook ? 0 : wait));
    await this.#transaction(id, (tx) => retryLater(tx, id, { notBefore, isTried: false }));
    if (!isFirstLook) this.#wait(notBefore);
  }

  /** Stops the round because the requests for a bookmark change nothing. Others go first then. */
  async #setAside(id: BookmarkId): Promise<void> {
    const notBefore = unixMs(this.#context.now() + SET_ASIDE.waitMs);
    await this.#transaction(id, (tx) => retryLater(tx, id, { notBefore, isTried: true }));
    this.#stop(NO_PROGRESS);
  }

  async #settle(id: BookmarkId, sent: Sent): Promise<boolean> {
    this.#failures = 0;
    const settle = (tx: SyncTransaction) => {
      sent(tx);
      return true;
    };
    const settled = await this.#transaction(id, settle, sent.urls);
    return settled !== null;
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
    urls: readonly string[] = [],
  ): Promise<T | null> {
    const written = await this.#context.library.sync.transaction({ ids: [id], urls }, work);
    if (written.ok) return written.value;
    this.#stop(stoppedByLibrary(written.error));
    return null;
  }
}
