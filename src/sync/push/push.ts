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
import type { SyncDesk } from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import { eachBounded } from '../each-bounded';
import { earlier, type Stopped, stoppedBy, stoppedByLibrary } from '../stop';
import { type Claim, claim } from './claim';
import { judgeFailure } from './judge-failure';
import { type Sent, sendClaim } from './send-claim';
import { settleLater, settleRefused } from './settle';

const PAGE = 200;
const PARALLEL = 4;
/** So many bookmarks in a row that the server can't take are the server's own trouble. */
const FAILURES_TO_STOP = 3;
/** The server still reads the page, or images are on their way here. */
const LOOK_AGAIN_MS = 5 * SECOND_MS;
/** A delete that was not told in its time mostly waits for longer than that. */
const DELETES_WAIT_MS = MINUTE_MS;

/** What a round sends: in order for each bookmark, several bookmarks side by side. */
export class Push {
  readonly #context: SyncContext;
  /** What was looked at of the outbox. */
  #after = 0;
  #failures = 0;
  #stopped: Stopped | null = null;
  #dueAt: UnixMs | null = null;
  #hasMade = false;
  /** Bookmarks whose `keep` waits for deletes that may be sent later in the round. */
  readonly #keeps = new Set<BookmarkId>();

  constructor(context: SyncContext) {
    this.#context = context;
  }

  /** When the next that waits may be sent; null: nothing does. */
  get dueAt(): UnixMs | null {
    return this.#dueAt;
  }

  /** Returns true when a bookmark was created since the last call. */
  takeHasMade(): boolean {
    const hasMade = this.#hasMade;
    this.#hasMade = false;
    return hasMade;
  }

  /** Sends all that is due; later in the round, what has been queued or become due since. */
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
    // The deletes that they wait for have been sent by now, or fail in this round.
    const keeps = [...this.#keeps];
    await eachBounded(keeps, PARALLEL, (id) => this.#pushBookmark(id));
    this.#keeps.clear();
    return this.#stopped === null ? ok(null) : err(this.#stopped);
  }

  /** Sends what is due of one bookmark, until nothing is. */
  async #pushBookmark(id: BookmarkId): Promise<void> {
    while (this.#stopped === null) {
      if (this.#context.signal.aborted) return this.#stop({ stop: null, waitMs: null });
      const claimed = await this.#decide(id, (desk) => claim(desk, id));
      if (claimed === null) return;
      if (claimed.kind === 'nothing') return this.#wait(claimed.dueAt);
      const sent = await sendClaim(this.#context, claimed);
      if (!sent.ok) return this.#fail(claimed, sent.error);
      if (sent.value === null) return this.#postpone(claimed);
      this.#hasMade ||= claimed.kind === 'create';
      if (!(await this.#settle(id, sent.value))) return;
    }
  }

  /** Not again in this round, whatever the clock says by then. */
  async #postpone({ kind, state: { id } }: Claim): Promise<void> {
    const isFirstLook = kind === 'keep' && !this.#keeps.has(id);
    if (isFirstLook) this.#keeps.add(id);
    const wait = kind === 'keep' ? DELETES_WAIT_MS : LOOK_AGAIN_MS;
    const notBefore = unixMs(this.#context.now() + (isFirstLook ? 0 : wait));
    await this.#decide(id, (desk) => settleLater(desk, id, { notBefore, isTried: false }));
    if (!isFirstLook) this.#wait(notBefore);
  }

  async #settle(id: BookmarkId, sent: Sent): Promise<boolean> {
    this.#failures = 0;
    const settle = (desk: SyncDesk) => {
      sent(desk);
      return true;
    };
    const settled = await this.#decide(id, settle, sent.urls);
    return settled !== null;
  }

  async #fail(claimed: Claim, error: ServiceError): Promise<void> {
    const { id } = claimed.state;
    const { random, now } = this.#context;
    const failure = judgeFailure(error, claimed.intent.attempts, random());
    if (failure.kind === 'refused') {
      await this.#decide(id, (desk) => settleRefused(desk, id, failure.refusal));
      return;
    }
    const { isTried, isTrouble, waitMs } = failure;
    const notBefore = unixMs(now() + waitMs);
    await this.#decide(id, (desk) => settleLater(desk, id, { notBefore, isTried }));
    this.#failures += 1;
    if (!isTrouble || this.#failures >= FAILURES_TO_STOP) this.#stop(stoppedBy(error));
    else this.#wait(notBefore);
  }

  #stop(stopped: Stopped): void {
    this.#stopped ??= stopped;
  }

  #wait(dueAt: UnixMs | null): void {
    this.#dueAt = earlier(this.#dueAt, dueAt);
  }

  async #decide<T>(
    id: BookmarkId,
    decide: (desk: SyncDesk) => T,
    urls: readonly string[] = [],
  ): Promise<T | null> {
    const decided = await this.#context.library.sync.decide({ ids: [id], urls }, decide);
    if (decided.ok) return decided.value;
    this.#stop(stoppedByLibrary(decided.error));
    return null;
  }
}
