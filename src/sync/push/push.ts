import type { BookmarkId } from '../../domain/bookmark';
import { eachBounded } from '../../domain/each-bounded';
import { ok, type Result } from '../../domain/result';
import { HOUR_MS, MINUTE_MS, SECOND_MS, type UnixMs, unixMs } from '../../domain/time';
import type { SyncRepository, SyncTransaction, Written } from '../../library';
import { isOnServer, type RequestedArticle, receiveArticles } from '../articles/receive-articles';
import type { SyncContext } from '../context';
import type { Sends } from '../merge/link-created';
import {
  isDue,
  nothingBefore,
  type Outgoing,
  Runner,
  type Settle,
  type SettleScope,
} from '../runner';
import { FAILURES_TO_STOP, orStopped, type Stopped } from '../stop';
import { type Claim, claim, forgetTried, recordFailed, retryLater } from './claim';
import { sendClaim } from './send-claim';

/** Changes of other devices are received after so many bookmarks. */
const PUSHED_PER_STEP = 100;
const PARALLEL_PUSHES = 4;
/** The server is still reading the page, or images are still arriving. */
const PUSH_AGAIN_MS = 5 * SECOND_MS;
/** The server could not send the article of a bookmark that is to be deleted. */
const FETCH_AGAIN_MS = HOUR_MS;
/** A create or a delete that was not sent on time usually waits longer than this. */
const OTHERS_WAIT_MS = MINUTE_MS;

/** These wait for requests for other bookmarks: a `verify` for deletes, a delete for a create. */
type WaitsForOthers = 'verify' | 'delete';
const waitsForOthers = (kind: Claim['kind']): kind is WaitsForOthers =>
  kind === 'verify' || kind === 'delete';

/** Most pages that were sent are read soon, so the first looks follow each other faster. */
function waitMs(kind: Claim['kind'], sinceMs: number): number {
  if (waitsForOthers(kind)) return OTHERS_WAIT_MS;
  return kind === 'patch' && sinceMs < PUSH_AGAIN_MS ? Math.max(SECOND_MS, sinceMs) : PUSH_AGAIN_MS;
}

/** The push of one round: in order for each bookmark, several bookmarks in parallel. */
export class Push {
  readonly #context: SyncContext;
  readonly #runner: Runner;
  readonly #transactions: SharedTransactions;
  /** The last outbox entry that was read. */
  #after = 0;
  /** The bookmarks of these entries that were not sent yet. */
  #left: readonly BookmarkId[] = [];
  /** The bookmarks of these entries that are deleted. */
  #deleted: ReadonlySet<BookmarkId> = new Set();
  #hasMade = false;
  /** The parts of a bookmark that the server takes with a create. */
  #sends: Sends = { state: false, note: false };
  /** A page in the trash waits for its article until then, if it was deleted later. */
  #keptSince = unixMs(0);
  #unkept: Stopped | null = null;
  /** Bookmarks whose patch waits until the server has read their page, with the time to look again. */
  readonly #unread = new Map<BookmarkId, UnixMs>();
  /** Bookmarks that wait for requests for others, which may be made later in the round. */
  readonly #waiting = { delete: new Set<BookmarkId>(), verify: new Set<BookmarkId>() };
  /** Those that were looked at again after these requests. */
  readonly #lookedAgain = { delete: new Set<BookmarkId>(), verify: new Set<BookmarkId>() };

  constructor(context: SyncContext) {
    this.#context = context;
    this.#runner = new Runner(context);
    this.#transactions = new SharedTransactions(context.library.sync);
  }

  /** Returns the time when the next waiting intent is due, or why the round ends. null: none waits. */
  get result(): Result<UnixMs | null, Stopped> {
    return this.#runner.result;
  }

  /** Returns why this device could not store an article that a delete waits for; null: it could. */
  get unkept(): Stopped | null {
    return this.#unkept;
  }

  /** Returns true if a bookmark was created since the last call. */
  takeHasCreated(): boolean {
    const hasMade = this.#hasMade;
    this.#hasMade = false;
    return hasMade;
  }

  /**
   * Sends what is due of the next bookmarks, at most `PUSHED_PER_STEP`, and returns them. When none is left,
   * later calls in the round send what has been queued or become due since.
   */
  async sendPage(): Promise<Result<readonly BookmarkId[], Stopped>> {
    const page = await this.#nextPage();
    for (const id of page) this.#unread.delete(id);
    const deleted = page.filter((id) => this.#deleted.has(id));
    if (deleted.length > 0) await this.#fetchDeleted(deleted);
    await eachBounded(page, PARALLEL_PUSHES, async (id) => {
      await this.#runner.run(this.#outgoing(id));
      await this.#pushUnread();
    });
    const { result } = this;
    return result.ok ? ok(page) : result;
  }

  async #nextPage(): Promise<readonly BookmarkId[]> {
    const first = this.#context.takeFirst();
    if (first !== null) {
      await this.#readFeatures();
      return [first];
    }
    if (this.#left.length === 0) {
      if (this.#runner.takeIsDue()) this.#after = 0;
      const queued = await this.#context.library.sync.queued(this.#after, PUSHED_PER_STEP);
      if (queued.hasCreates) await this.#readFeatures();
      this.#left = queued.ids;
      this.#deleted = queued.deleted;
      this.#keptSince = queued.keptSince;
      this.#after = queued.last ?? this.#after;
    }
    const page = this.#left.slice(0, PUSHED_PER_STEP);
    this.#left = this.#left.slice(PUSHED_PER_STEP);
    if (page.length > 0) return page;
    // The deletes for which a `verify` waits go first.
    const deletes = this.#takeWaiting('delete');
    return deletes.length > 0 ? deletes : this.#takeWaiting('verify');
  }

  /** The requests that these wait for were made or have failed by now. */
  #takeWaiting(kind: WaitsForOthers): readonly BookmarkId[] {
    const ids = [...this.#waiting[kind]];
    this.#waiting[kind].clear();
    for (const id of ids) this.#lookedAgain[kind].add(id);
    return ids;
  }

  /** Without an answer, creates send no state. It follows as a patch. */
  async #readFeatures(): Promise<void> {
    const features = await this.#context.features();
    const { hasNotes } = await this.#context.library.sync.meta();
    const sendsState = features.ok && features.value.includes('state_on_create');
    this.#sends = { state: sendsState, note: hasNotes };
  }

  /**
   * Looks again at one page that the server was reading, so that a patch follows its create and does
   * not wait for all creates.
   */
  async #pushUnread(): Promise<void> {
    const [next] = this.#unread;
    if (next === undefined || next[1] > this.#context.now()) return;
    this.#unread.delete(next[0]);
    await this.#runner.run(this.#outgoing(next[0]));
  }

  /**
   * Fetches the articles of deleted bookmarks that only the server has, because the trash keeps them.
   * One that cannot be fetched delays nothing but its own delete.
   */
  async #fetchDeleted(ids: readonly BookmarkId[]): Promise<void> {
    const looking = this.#context.library.sync.transaction({ ids }, (tx) =>
      ids.flatMap((id) => lackedArticle(tx, id, this.#keptSince)),
    );
    const wanted = await orStopped(looking);
    const report = (error: Stopped) => {
      if (error.stop?.kind === 'quota') this.#unkept = error;
    };
    if (!wanted.ok) return report(wanted.error);
    let failures = 0;
    await eachBounded(wanted.value, PARALLEL_PUSHES, async (one) => {
      if (failures >= FAILURES_TO_STOP) return;
      const fetched = await receiveArticles(this.#context, [one]);
      failures = fetched.ok ? 0 : failures + 1;
      if (!fetched.ok) report(fetched.error);
    });
  }

  #outgoing(id: BookmarkId): Outgoing<SyncTransaction, Claim> {
    return {
      transaction: (run, scope) => this.#transactions.join({ id, scope, run }),
      claim: (tx) =>
        lackedArticle(tx, id, this.#keptSince).length > 0
          ? nothingBefore(unixMs(tx.now + FETCH_AGAIN_MS))
          : claim(tx, id, this.#sends),
      send: async (claimed) => {
        const sent = await sendClaim(this.#context, claimed);
        if (!sent.ok) return sent;
        if (sent.value === null) return ok(this.#postpone(claimed));
        this.#hasMade ||= claimed.kind === 'create';
        return ok(sent.value);
      },
      fail: recordFailed,
    };
  }

  /** The intent is not sent again in this round, even if the clock is set forward. */
  #postpone(claimed: Claim): Settle<SyncTransaction> {
    const { kind, intent } = claimed;
    const { id } = claimed.state;
    const isFirstLook = waitsForOthers(kind) && !this.#lookedAgain[kind].has(id);
    if (isFirstLook) this.#waiting[kind].add(id);
    const now = this.#context.now();
    const notBefore = unixMs(now + (isFirstLook ? 0 : waitMs(kind, now - intent.queuedAt)));
    if (kind === 'patch') this.#unread.set(id, notBefore);
    if (!isFirstLook) this.#runner.wait(notBefore);
    const settle = (tx: SyncTransaction) => {
      forgetTried(tx, claimed);
      retryLater(tx, id, notBefore);
    };
    return Object.assign(settle, { isLast: true, isNoWrite: true });
  }
}

/** A part of a shared transaction, for one bookmark. */
interface Work {
  readonly id: BookmarkId;
  readonly scope: SettleScope;
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
        ids: works.flatMap(({ id, scope }) => [id, ...(scope.ids ?? [])]),
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

/**
 * Returns the article that a due delete of a page in the trash waits for: only the server has it. It
 * waits no longer than the trash keeps the page.
 */
function lackedArticle(
  tx: SyncTransaction,
  id: BookmarkId,
  keptSince: UnixMs,
): readonly RequestedArticle[] {
  const { bookmark, shadow, intents } = tx.get(id);
  if (!isOnServer(bookmark) || !bookmark.trashedAt || bookmark.trashedAt < keptSince) return [];
  if (!shadow?.serverId || !shadow.version.hasArticle) return [];
  const isLeaving = intents.some((one) => one.intent.kind === 'delete' && isDue(one, tx.now));
  return isLeaving ? [{ id, serverId: shadow.serverId }] : [];
}
