import type { ArticleRequestResult } from '../../domain/article';
import type { BookmarkId } from '../../domain/bookmark';
import { isThisComputer } from '../../domain/private-address';
import { err, ok, type Result } from '../../domain/result';
import type {
  SharedLink,
  ShareEmail,
  ShareFailure,
  ShareLifetime,
  ShareLink,
  ShareProblem,
  ShareServer,
} from '../../domain/share';
import { DAY_MS, MINUTE_MS, SECOND_MS, type UnixMs, unixMs } from '../../domain/time';
import { type Library, type SyncMeta, toLibraryError } from '../../library';
import {
  type Account,
  createClient,
  createSender,
  missingPermissions,
  type Transport,
} from '../../service';
import { type ArticlePolicy, createSync, type Round, type Sync } from '../../sync';
import type { Accounts } from '../account/accounts';
import type { Clock, Libraries } from '../library/libraries';
import type { StayAwake } from '../ports';
import { createSerialQueue } from '../serial-queue';
import type { SyncAlarm } from './sync-alarm';

export interface RunnerDependencies extends EngineDependencies {
  readonly stayAwake: StayAwake;
  /** The articles that a round fetches. */
  readonly articlesToFetch: (isManual: boolean) => Promise<ArticlePolicy>;
  readonly accounts: Pick<Accounts, 'current' | 'tokenRefused' | 'refreshPermissions'>;
  /** True if the browser permits requests to that address. */
  readonly isAllowed: (base: string) => Promise<boolean>;
  readonly alarm: SyncAlarm;
  /** Called when all is received and sent. */
  readonly onDone?: (account: Account, articles: ArticlePolicy) => Promise<void>;
  /** Called when another context of the profile syncs. By default only the alarm tries again. */
  readonly onBusy?: () => void;
}

export type SyncRunner = ReturnType<typeof createSyncRunner>;

/** Runs the syncs, and the requests of a person to the server. Only the background has network access. */
export function createSyncRunner(dependencies: RunnerDependencies) {
  const { accounts, stayAwake } = dependencies;
  const parts = { ...dependencies, engines: createSyncEngines(dependencies) };
  let controller = new AbortController();
  const run = createRoundQueue((triggers) => runRound(parts, triggers, controller.signal));
  const stop = () => {
    controller.abort();
    controller = new AbortController();
  };
  return {
    /**
     * Runs a sync if the trigger warrants one, and resolves when it is over. Triggers during a sync
     * cause one more sync after it.
     */
    run,
    /** Aborts the current sync, because its token is about to be revoked. */
    stop,
    /** Aborts the current sync and starts a new one, because the account or the settings changed. */
    restart(): Promise<void> {
      stop();
      // The second trigger covers the cases in which the first one is held back.
      void run('foreground');
      return run('background');
    },
    /** Fetches the article of a bookmark that the user opened, even during a sync. */
    async fetchArticle(id: BookmarkId): Promise<ArticleRequestResult> {
      const ready = await readyNow(parts);
      if (!ready.ok) return ready.error;
      const { account, sync } = ready.value;
      const fetched = await stayAwake(() => sync.fetchArticle(id, controller.signal));
      if (fetched.kind !== 'stopped') return fetched.kind;
      if (fetched.stop?.kind === 'signed-out') await accounts.tokenRefused(account);
      return fetched.stop?.kind ?? 'failed';
    },
    /**
     * The server of the current account; null if there is none. It gets the bookmark `first` before
     * all others that wait.
     */
    async shareServer(first: BookmarkId | null): Promise<ShareServer | null> {
      const account = await accounts.current();
      if (account === null) return null;
      const ready = first === null ? null : await readyNow(parts);
      if (first !== null && ready?.ok) {
        ready.value.sync.sendFirst(first);
        void run('manual');
      }
      const { base, features } = account;
      return { host: new URL(base).host, hasEmail: features.includes('email') };
    },
    /** Makes the server create a public link to an article. */
    shareByLink: (
      id: BookmarkId,
      lifetime: ShareLifetime,
    ): Promise<Result<ShareLink, ShareFailure>> =>
      share(parts, (sync) => sync.shareByLink(id, lifetime, controller.signal)),
    /** Makes the server send an article by e-mail. */
    shareByEmail: (id: BookmarkId, message: ShareEmail): Promise<Result<null, ShareFailure>> =>
      share(parts, (sync) => sync.shareByEmail(id, message, controller.signal)),
    /** Lists the public links to articles that work. */
    sharedLinks: (): Promise<Result<readonly SharedLink[], ShareFailure>> =>
      share(parts, (sync) => sync.sharedLinks(controller.signal)),
    withdrawLink: (id: string): Promise<Result<null, ShareFailure>> =>
      share(parts, (sync) => sync.withdrawLink(id, controller.signal)),
  };
}

/** Returns a function that runs one round after the other. */
function createRoundQueue(runRound: (triggers: ReadonlySet<SyncTrigger>) => Promise<void>) {
  const inTurn = createSerialQueue();
  /** The next round, which has not begun. It covers all triggers until then. */
  let next: { readonly triggers: Set<SyncTrigger>; readonly over: Promise<void> } | null = null;
  return (trigger: SyncTrigger): Promise<void> => {
    if (next === null) {
      const triggers = new Set<SyncTrigger>();
      const over = inTurn(async () => {
        next = null;
        try {
          await runRound(triggers);
        } catch (error) {
          // The alarm is set, so it is retried. A library that was closed during the round, by a
          // sign-out for example, is no bug.
          if (toLibraryError([error]) === null) console.error('Sync broke off', error);
        }
      });
      next = { triggers, over };
    }
    next.triggers.add(trigger);
    return next.over;
  };
}

interface Parts extends RunnerDependencies {
  readonly engines: ReturnType<typeof createSyncEngines>;
}

/** Runs a round if one of its triggers warrants it, and sets the alarm for the next. */
async function runRound(
  parts: Parts,
  triggers: ReadonlySet<SyncTrigger>,
  signal: AbortSignal,
): Promise<void> {
  const { accounts, alarm, engines, now } = parts;
  const account = await accounts.current();
  if (account === null) return alarm.clear();
  const engine = await engines.of(account);
  // If the library cannot be opened now, the next alarm tries again.
  if (engine === null) return alarm.setFor(null);
  if (!(await parts.isAllowed(account.base))) {
    await engine.library.sync.setMeta({ stop: { kind: 'not-allowed' }, retryAt: null });
    return alarm.setFor(null);
  }
  const status = await engine.library.sync.meta();
  const unsent = await engine.library.unsent.count();
  if (![...triggers].some((one) => shouldSync(one, status, unsent, now()))) {
    return alarm.setFor(status.retryAt);
  }
  await alarm.begin();
  const isManual = triggers.has('manual');
  const articles = await parts.articlesToFetch(isManual);
  await parts.stayAwake(async () => {
    const round = await engine.sync.round({ articles, isManual, signal });
    await settle(parts, account, round);
    if (round.kind === 'done') await parts.onDone?.(account, articles);
  });
}

async function settle(
  { accounts, alarm, now, onBusy }: RunnerDependencies,
  account: Account,
  round: Round,
): Promise<void> {
  switch (round.kind) {
    case 'done':
      // The owner of a token may have allowed more.
      if (missingPermissions(account.permissions).length > 0) {
        await accounts.refreshPermissions(account);
      }
      return alarm.setFor(round.nextAt);
    case 'busy':
      onBusy?.();
      return alarm.setFor(unixMs(now() + MINUTE_MS));
    case 'stopped':
      if (round.stop.kind === 'signed-out') await accounts.tokenRefused(account);
      if (round.stop.kind === 'forbidden') await accounts.refreshPermissions(account);
      return alarm.setFor(round.nextAt);
    case 'ended':
      return alarm.setFor(null);
  }
}

/** The account and its engine for a request that a person waits for. */
async function readyNow({ accounts, engines, isAllowed }: Parts) {
  const account = await accounts.current();
  if (account === null) return err('signed-out' as const);
  const engine = await engines.of(account);
  if (engine === null) return err('library-unavailable' as const);
  if (!(await isAllowed(account.base))) return err('not-allowed' as const);
  return ok({ account, sync: engine.sync });
}

async function share<T>(
  parts: Parts,
  work: (sync: Sync) => Promise<Result<T, ShareFailure>>,
): Promise<Result<T, ShareFailure>> {
  const ready = await readyNow(parts);
  if (!ready.ok) return err({ problem: ready.error satisfies ShareProblem, detail: '' });
  const { account, sync } = ready.value;
  const shared = await parts.stayAwake(() => work(sync));
  if (!shared.ok && shared.error.problem === 'signed-out') {
    await parts.accounts.tokenRefused(account);
  }
  return shared;
}

export interface EngineDependencies {
  readonly libraries: Pick<Libraries, 'open'>;
  readonly transport: Transport;
  readonly locks: Pick<LockManager, 'request'>;
  readonly now: Clock;
  readonly random: () => number;
  /** Absent: that of the sync of an account. */
  readonly lock?: string;
  /** True to send nothing. */
  readonly isReadOnly?: boolean;
}

/** The Web Lock that is held during a sync, so that no other context of the profile runs one. */
export const SYNC_LOCK = 'leafmark-sync';

interface Engine {
  readonly server: string;
  readonly sync: Sync;
  readonly library: Library;
}

/** Keeps the sync engine of the last account, because it remembers what the server can do. */
function createSyncEngines(dependencies: EngineDependencies) {
  const { libraries, transport, now, random, locks, isReadOnly = false } = dependencies;
  const { lock: name = SYNC_LOCK } = dependencies;
  let kept: Engine | null = null;
  return {
    async of(account: Account): Promise<Engine | null> {
      const library = await libraries.open(account.library);
      if (!library.ok) return null;
      const { base, token, extraHeaders } = account;
      const server = JSON.stringify([base, token, extraHeaders]);
      if (kept?.server === server && kept.library === library.value) return kept;
      const send = createSender(account, transport);
      const client = createClient(send);
      const alone = async <T>(work: () => Promise<T>): Promise<T | null> =>
        locks.request(name, { ifAvailable: true }, (lock) => (lock === null ? null : work()));
      const engine = createSync({
        library: library.value,
        server: { client, send, isOnDevice: isThisComputer(base) },
        now,
        random,
        alone,
        isReadOnly,
      });
      kept = { server, sync: engine, library: library.value };
      return kept;
    },
  };
}

/** The reasons to start a sync. */
export type SyncTrigger =
  /** The user requested it. */
  | 'manual'
  /** A page came to the foreground, or the network is back. */
  | 'foreground'
  /** The server reported a change. */
  | 'remote-change'
  /** An alarm, a local change, or the start of the background. */
  | 'background';

/** Debounce: opening the popup repeatedly must not start a sync each time. */
const FRESH_FOR_MS = 20 * SECOND_MS;

/**
 * Decides whether a trigger starts a sync. A manual trigger always does. Others respect the wait
 * that the server requested and the exponential back-off after failures. A clock that was set back
 * must not block the sync.
 */
export function shouldSync(
  trigger: SyncTrigger,
  { stop, retryAt, syncedAt }: Pick<SyncMeta, 'stop' | 'retryAt' | 'syncedAt'>,
  unsent: number,
  now: UnixMs,
): boolean {
  if (trigger === 'manual') return true;
  const isWaiting = retryAt !== null && now < retryAt && retryAt < now + MAX_RETRY_WAIT_MS;
  if (stop?.kind === 'server-busy' || stop?.kind === 'no-progress') return !isWaiting;
  if (stop?.kind === 'offline') return trigger !== 'background' || !isWaiting;
  const isFresh =
    stop === null && syncedAt !== null && syncedAt <= now && now < syncedAt + FRESH_FOR_MS;
  return trigger !== 'foreground' || unsent > 0 || !isFresh;
}

/** The longest valid wait: servers may request up to a day. */
const MAX_RETRY_WAIT_MS = DAY_MS + MINUTE_MS;
