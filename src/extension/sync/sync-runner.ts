import type { WxtBrowser } from 'wxt/browser';
import {
  type ArticleRequestResult,
  type BookmarkId,
  DAY_MS,
  MINUTE_MS,
  SECOND_MS,
  type UnixMs,
  unixMs,
} from '../../domain';
import type { Library, SyncMeta } from '../../library';
import { type Account, createClient, createSender, type Transport } from '../../service';
import { type ArticlePolicy, createSync, type Round, type Sync } from '../../sync';
import type { Accounts } from '../account/accounts';
import type { Clock, Libraries } from '../library/libraries';
import { stayAwake } from './stay-awake';
import type { SyncAlarm } from './sync-alarm';
import { articlePolicyOf, readSyncSettings } from './sync-settings';

export interface RunnerDependencies extends EngineDependencies {
  readonly browser: Pick<WxtBrowser, 'runtime' | 'storage'>;
  readonly accounts: Pick<Accounts, 'current' | 'tokenRefused'>;
  /** Whether the browser lets us ask the server at that address. */
  readonly isAllowed: (base: string) => Promise<boolean>;
  readonly alarm: SyncAlarm;
  /** undefined where the browser tells nothing of it. */
  readonly connection: () => ConnectionInfo | undefined;
}

/** SignInAttempts the rounds of sync, in the one context that has the network. */
export interface SyncRunner {
  /**
   * SignInAttempts a round where it is worth one, and settles when it is over. What happens while a round attempts
   * has a round of its own behind it.
   */
  run(trigger: SyncTrigger): Promise<void>;
  /** Another account is in use, or something else was chosen: what attempts is not wanted any more. */
  restart(): Promise<void>;
  /** Fetches the article of a bookmark that somebody opened, whatever attempts. */
  fetchArticle(id: BookmarkId): Promise<ArticleRequestResult>;
}

const BUSY_AGAIN_MS = MINUTE_MS;

export function createSyncRunner(given: RunnerDependencies): SyncRunner {
  const { accounts, alarm, now } = given;
  const engines = createSyncEngines(given);
  let controller = new AbortController();
  let last: Promise<void> = Promise.resolve();
  /** A round that has not begun and stands for all that is asked of it till then. */
  let next: { readonly triggers: Set<SyncTrigger>; readonly over: Promise<void> } | null = null;

  const runOne = async (triggers: ReadonlySet<SyncTrigger>) => {
    const { signal } = controller;
    const account = await accounts.current();
    if (account === null) return alarm.clear();
    const engine = await engines.of(account);
    // What can't be opened now can be at the next alarm.
    if (engine === null) return alarm.setFor(null);
    if (!(await given.isAllowed(account.base))) {
      await engine.library.sync.setMeta({ stop: { kind: 'not-allowed' }, retryAt: null });
      return alarm.setFor(null);
    }
    const status = await engine.library.sync.meta();
    const waiting = await engine.library.unsent.count();
    if (![...triggers].some((one) => shouldSync(one, status, waiting, now()))) {
      return alarm.setFor(status.retryAt);
    }
    await alarm.begin();
    const articles = await articlesToFetch(given, triggers.has('manual'));
    const sleep = stayAwake(given.browser.runtime);
    try {
      await settle(account, await engine.sync.round({ articles, signal }));
    } finally {
      sleep();
    }
  };

  const settle = async (account: Account, round: Round) => {
    switch (round.kind) {
      case 'done':
        return alarm.setFor(round.nextAt);
      case 'busy':
        return alarm.setFor(unixMs(now() + BUSY_AGAIN_MS));
      case 'stopped':
        if (round.stop.kind === 'signed-out') await accounts.tokenRefused(account);
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
        // A library that was closed under it, say. The alarm is set: it is tried again.
        console.error('A round of sync broke off', error);
      }
    });
    last = over;
    return { triggers, over };
  };

  const run = (trigger: SyncTrigger) => {
    next ??= queue();
    next.triggers.add(trigger);
    return next.over;
  };
  return {
    run,
    async fetchArticle(id) {
      const account = await accounts.current();
      if (account === null) return 'signed-out';
      const engine = await engines.of(account);
      if (engine === null) return 'library-unavailable';
      if (!(await given.isAllowed(account.base))) return 'not-allowed';
      const sleep = stayAwake(given.browser.runtime);
      try {
        const fetched = await engine.sync.fetchArticle(id, controller.signal);
        if (fetched.kind !== 'stopped') return fetched.kind;
        if (fetched.stop?.kind === 'signed-out') await accounts.tokenRefused(account);
        return fetched.stop?.kind ?? 'failed';
      } finally {
        sleep();
      }
    },
    restart() {
      controller.abort();
      controller = new AbortController();
      // Whatever else holds a round back: that it has been synced just now, or could not be.
      void run('foreground');
      return run('background');
    },
  };
}

async function articlesToFetch(
  { browser, connection }: RunnerDependencies,
  isAsked: boolean,
): Promise<ArticlePolicy> {
  const settings = await readSyncSettings(browser.storage.local);
  const isQuiet = settings.isPaused || (isMetered(connection()) && !isAsked);
  return isQuiet ? 'none' : articlePolicyOf(settings);
}

export interface EngineDependencies {
  readonly libraries: Pick<Libraries, 'open'>;
  readonly transport: Transport;
  readonly locks: Pick<LockManager, 'request'>;
  readonly now: Clock;
  readonly random: () => number;
}

/** The Web Lock that is held while a round attempts: no other context of the profile may run one. */
const LOCK = 'leafmark-sync';

interface Engine {
  readonly server: string;
  readonly sync: Sync;
  readonly library: Library;
}

/** Keeps the sync engine of the last account, because it remembers what the server can do. */
export function createSyncEngines({
  libraries,
  transport,
  now,
  random,
  locks,
}: EngineDependencies) {
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
        ...{ now, random, alone },
      });
      kept = { server, sync: engine, library: library.value };
      return kept;
    },
  };
}

/** Why a round might be worth a try just now. */
export type SyncTrigger =
  /** A person asked for it. */
  | 'manual'
  /** Somebody is there, or the network is back: a page of ours came to the front, say. */
  | 'foreground'
  /** The server said that something has changed. */
  | 'remote-change'
  /** An alarm, a write, a start. */
  | 'background';

/** Whoever opens the popup every few seconds has not got news in between. */
const NEWS_AFTER_MS = 20 * SECOND_MS;

/**
 * Whether to run a round. A person always gets what they ask for; a wait is kept that the server
 * asked for, or that grew with each failure. A clock that was set back must not hold anything up.
 */
export function shouldSync(
  trigger: SyncTrigger,
  { stop, retryAt, syncedAt }: Pick<SyncMeta, 'stop' | 'retryAt' | 'syncedAt'>,
  waiting: number,
  now: UnixMs,
): boolean {
  if (trigger === 'manual') return true;
  const isWaiting = retryAt !== null && now < retryAt && retryAt < now + HORIZON_MS;
  if (stop?.kind === 'server-busy') return !isWaiting;
  if (stop?.kind === 'offline') return trigger !== 'background' || !isWaiting;
  const isFresh =
    stop === null && syncedAt !== null && syncedAt <= now && now < syncedAt + NEWS_AFTER_MS;
  return trigger !== 'foreground' || waiting > 0 || !isFresh;
}

/** No wait is longer: a server may ask for a day. */
const HORIZON_MS = DAY_MS + MINUTE_MS;

/** What Chromium tells of the connection, to workers as well; Firefox tells nothing. */
export interface ConnectionInfo {
  readonly saveData?: boolean;
  readonly type?: string;
}

/**
 * Whether what is not asked for shall be left out: somebody saves data, or pays for it by the byte.
 * @see https://developer.mozilla.org/en-US/docs/Web/API/NetworkInformation
 */
export const isMetered = (connection: ConnectionInfo | undefined): boolean =>
  connection?.saveData === true || connection?.type === 'cellular';
