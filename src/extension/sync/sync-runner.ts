import type { WxtBrowser } from 'wxt/browser';
import type { ArticleRequestResult } from '../../domain/article';
import type { BookmarkId } from '../../domain/bookmark';
import { err, ok, type Result } from '../../domain/result';
import type {
  ShareEmail,
  ShareFailure,
  ShareLink,
  ShareProblem,
  ShareServer,
} from '../../domain/share';
import { DAY_MS, MINUTE_MS, SECOND_MS, type UnixMs, unixMs } from '../../domain/time';
import type { Library, SyncMeta } from '../../library';
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
import { stayAwake } from '../stay-awake';
import type { SyncAlarm } from './sync-alarm';
import { articlePolicyOf, readSyncSettings } from './sync-settings';

export interface RunnerDependencies extends EngineDependencies {
  readonly browser: Pick<WxtBrowser, 'runtime' | 'storage'>;
  readonly accounts: Pick<Accounts, 'current' | 'tokenRefused' | 'refreshPermissions'>;
  /** True if the browser permits requests to that address. */
  readonly isAllowed: (base: string) => Promise<boolean>;
  readonly alarm: SyncAlarm;
  /** undefined if the browser does not report it. */
  readonly connection: () => ConnectionInfo | undefined;
}

/** Runs the syncs. Only the background has network access. */
export interface SyncRunner {
  /**
   * Runs a sync if the trigger warrants one, and resolves when it is over. Triggers during a sync
   * cause one more sync after it.
   */
  run(trigger: SyncTrigger): Promise<void>;
  /** Aborts the current sync and starts a new one, because the account or the settings changed. */
  restart(): Promise<void>;
  /** Fetches the article of a bookmark that the user opened, even during a sync. */
  fetchArticle(id: BookmarkId): Promise<ArticleRequestResult>;
  /** The server of the current account; null if there is none. */
  shareServer(): Promise<ShareServer | null>;
  /** Makes the server create a public link to an article. */
  shareByLink(id: BookmarkId): Promise<Result<ShareLink, ShareFailure>>;
  /** Makes the server send an article by e-mail. */
  shareByEmail(id: BookmarkId, message: ShareEmail): Promise<Result<null, ShareFailure>>;
}

const BUSY_AGAIN_MS = MINUTE_MS;

export function createSyncRunner(dependencies: RunnerDependencies): SyncRunner {
  const { accounts, alarm, now } = dependencies;
  const engines = createSyncEngines(dependencies);
  let controller = new AbortController();
  let last: Promise<void> = Promise.resolve();
  /** The next sync, which has not begun. It covers all triggers until then. */
  let next: { readonly triggers: Set<SyncTrigger>; readonly over: Promise<void> } | null = null;

  const runOne = async (triggers: ReadonlySet<SyncTrigger>) => {
    const { signal } = controller;
    const account = await accounts.current();
    if (account === null) return alarm.clear();
    const engine = await engines.of(account);
    // If the library cannot be opened now, the next alarm tries again.
    if (engine === null) return alarm.setFor(null);
    if (!(await dependencies.isAllowed(account.base))) {
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
    const articles = await articlesToFetch(dependencies, isManual);
    await awake(async () =>
      settle(account, await engine.sync.round({ articles, isManual, signal })),
    );
  };

  const settle = async (account: Account, round: Round) => {
    switch (round.kind) {
      case 'done':
        // The owner of a token may have allowed more.
        if (missingPermissions(account.permissions).length > 0) {
          await accounts.refreshPermissions(account);
        }
        return alarm.setFor(round.nextAt);
      case 'busy':
        return alarm.setFor(unixMs(now() + BUSY_AGAIN_MS));
      case 'stopped':
        if (round.stop.kind === 'signed-out') await accounts.tokenRefused(account);
        if (round.stop.kind === 'forbidden') await accounts.refreshPermissions(account);
        return alarm.setFor(round.nextAt);
      case 'ended':
        return alarm.setFor(null);
    }
  };

  const queue = (): NonNullable<typeof next> => {
    const triggers = new Set<SyncTrigger>();
    const over = last.then(async () => {
      next = null;
      try {
        await runOne(triggers);
      } catch (error) {
        // The library may have been closed during the sync, for example. The alarm is set, so it is
        // retried.
        console.error('A round of sync broke off', error);
      }
    });
    last = over;
    return { triggers, over };
  };

  const awake = async <T>(work: () => Promise<T>): Promise<T> => {
    const sleep = stayAwake(dependencies.browser.runtime);
    try {
      return await work();
    } finally {
      sleep();
    }
  };

  /** The account and its engine for a request that a person waits for. */
  const readyNow = async () => {
    const account = await accounts.current();
    if (account === null) return err('signed-out' as const);
    const engine = await engines.of(account);
    if (engine === null) return err('library-unavailable' as const);
    if (!(await dependencies.isAllowed(account.base))) return err('not-allowed' as const);
    return ok({ account, sync: engine.sync });
  };

  const share = async <T>(
    work: (sync: Sync) => Promise<Result<T, ShareFailure>>,
  ): Promise<Result<T, ShareFailure>> => {
    const ready = await readyNow();
    if (!ready.ok) return err({ problem: ready.error satisfies ShareProblem, detail: '' });
    const { account, sync } = ready.value;
    const shared = await awake(() => work(sync));
    if (!shared.ok && shared.error.problem === 'signed-out') await accounts.tokenRefused(account);
    return shared;
  };

  const run = (trigger: SyncTrigger) => {
    next ??= queue();
    next.triggers.add(trigger);
    return next.over;
  };
  return {
    run,
    async fetchArticle(id) {
      const ready = await readyNow();
      if (!ready.ok) return ready.error;
      const { account, sync } = ready.value;
      const fetched = await awake(() => sync.fetchArticle(id, controller.signal));
      if (fetched.kind !== 'stopped') return fetched.kind;
      if (fetched.stop?.kind === 'signed-out') await accounts.tokenRefused(account);
      return fetched.stop?.kind ?? 'failed';
    },
    async shareServer() {
      const account = await accounts.current();
      if (account === null) return null;
      const { base, features } = account;
      return { host: new URL(base).host, hasEmail: features.includes('email') };
    },
    shareByLink: (id) => share((sync) => sync.shareByLink(id, controller.signal)),
    shareByEmail: (id, message) =>
      share((sync) => sync.shareByEmail(id, message, controller.signal)),
    restart() {
      controller.abort();
      controller = new AbortController();
      // The second trigger covers the cases in which the first one is held back.
      void run('foreground');
      return run('background');
    },
  };
}

async function articlesToFetch(
  { browser, connection }: RunnerDependencies,
  isManual: boolean,
): Promise<ArticlePolicy> {
  const settings = await readSyncSettings(browser.storage.local);
  const isQuiet = settings.isPaused || (isMetered(connection()) && !isManual);
  return isQuiet ? 'none' : articlePolicyOf(settings);
}

export interface EngineDependencies {
  readonly libraries: Pick<Libraries, 'open'>;
  readonly transport: Transport;
  readonly locks: Pick<LockManager, 'request'>;
  readonly now: Clock;
  readonly random: () => number;
}

/** The Web Lock that is held during a sync, so that no other context of the profile runs one. */
const LOCK = 'leafmark-sync';

interface Engine {
  readonly server: string;
  readonly sync: Sync;
  readonly library: Library;
}

/** Keeps the sync engine of the last account, because it remembers what the server can do. */
function createSyncEngines({ libraries, transport, now, random, locks }: EngineDependencies) {
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
        locks.request(LOCK, { ifAvailable: true }, (lock) => (lock === null ? null : work()));
      const engine = createSync({
        library: library.value,
        server: { client, send },
        now,
        random,
        alone,
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

/** The connection information of Chromium, also in workers. Firefox has none. */
export interface ConnectionInfo {
  readonly saveData?: boolean;
  readonly type?: string;
}

/**
 * True on metered connections, on which only requested data is loaded.
 * @see https://developer.mozilla.org/en-US/docs/Web/API/NetworkInformation
 */
const isMetered = (connection: ConnectionInfo | undefined): boolean =>
  connection?.saveData === true || connection?.type === 'cellular';
