import type { WxtBrowser } from 'wxt/browser';
import { bookmarks, info, sync } from '../../contract';
import { MINUTE_MS, unixMs } from '../../domain';
import { type SavingLibrary, type SyncRepository, syncRepository } from '../../library';
import { type Account, createClient, createSender, type Transport } from '../../service';
import { createSync, type Round, type Sync } from '../../sync';
import type { Accounts } from '../account/accounts';
import type { Libraries } from '../account/libraries';
import type { Clock } from '../clock';
import { isWorthATry, type Occasion } from './occasion';
import { type ConnectionFacts, isMetered } from './quiet-line';
import { stayAwake } from './stay-awake';
import type { SyncAlarm } from './sync-alarm';
import { readSyncSettings } from './sync-settings';

export interface RunnerDependencies {
  readonly browser: Pick<WxtBrowser, 'runtime' | 'storage'>;
  readonly accounts: Pick<Accounts, 'current' | 'tokenRefused'>;
  readonly libraries: Pick<Libraries, 'open'>;
  /** Whether the browser lets us ask the server at that address. */
  readonly isAllowed: (base: string) => Promise<boolean>;
  readonly alarm: SyncAlarm;
  readonly transport: Transport;
  readonly locks: Pick<LockManager, 'request'>;
  readonly now: Clock;
  readonly random: () => number;
  /** undefined where the browser tells nothing of it. */
  readonly connection: () => ConnectionFacts | undefined;
}

/** Runs the rounds of sync, in the one context that has the network. */
export interface SyncRunner {
  /**
   * Runs a round where it is worth one, and settles when it is over. What happens while a round runs
   * has a round of its own behind it.
   */
  run(occasion: Occasion): Promise<void>;
  /** Another account is in use, or something else was chosen: what runs is not wanted any more. */
  startAnew(): Promise<void>;
}

/** Held while a round runs, so that no other context of the profile runs one. */
const LOCK = 'leafmark-sync';
const BUSY_AGAIN_MS = MINUTE_MS;

export function createSyncRunner(given: RunnerDependencies): SyncRunner {
  const { accounts, alarm, now } = given;
  const engines = createEngines(given);
  let controller = new AbortController();
  let last: Promise<void> = Promise.resolve();
  /** A round that has not begun and stands for all that is asked of it till then. */
  let next: { readonly occasions: Set<Occasion>; readonly over: Promise<void> } | null = null;

  const runOne = async (occasions: ReadonlySet<Occasion>) => {
    const { signal } = controller;
    const account = await accounts.current();
    if (account === null) return alarm.clear();
    const engine = await engines.of(account);
    // What can't be opened now can be at the next alarm.
    if (engine === null) return alarm.setFor(null);
    if (!(await given.isAllowed(account.base))) {
      await engine.repository.setMeta({ stop: { kind: 'not-allowed' }, retryAt: null });
      return alarm.setFor(null);
    }
    const status = await engine.repository.meta();
    const waiting = await engine.library.unsent.count();
    if (![...occasions].some((one) => isWorthATry(one, status, waiting, now()))) {
      return alarm.setFor(status.retryAt);
    }
    await alarm.begin();
    const articles = await articlesToFetch(given, occasions.has('asked'));
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
    const occasions = new Set<Occasion>();
    const over = last.then(async () => {
      next = null;
      try {
        await runOne(occasions);
      } catch (error) {
        // A library that was closed under it, say. The alarm is set: it is tried again.
        console.error('A round of sync broke off', error);
      }
    });
    last = over;
    return { occasions, over };
  };

  const run = (occasion: Occasion) => {
    next ??= queue();
    next.occasions.add(occasion);
    return next.over;
  };
  return {
    run,
    startAnew() {
      controller.abort();
      controller = new AbortController();
      // Whatever else holds a round back: that it has been synced just now, or could not be.
      void run('here');
      return run('by-itself');
    },
  };
}

interface Engine {
  readonly server: string;
  readonly sync: Sync;
  readonly library: SavingLibrary;
  readonly repository: SyncRepository;
}

/** The engine of the account that was asked for last, which knows what its server can do. */
function createEngines({ libraries, transport, now, random, locks }: RunnerDependencies) {
  let kept: Engine | null = null;
  return {
    async of(account: Account): Promise<Engine | null> {
      const library = await libraries.open(account.library);
      if (!library.ok) return null;
      const { base, token, extraHeaders } = account;
      const server = JSON.stringify([base, token, extraHeaders]);
      if (kept?.server === server && kept.library === library.value) return kept;
      const send = createSender(account, transport);
      const client = createClient({ bookmarks, sync, info }, send);
      const alone = async <T>(work: () => Promise<T>): Promise<T | null> =>
        locks.request(LOCK, { ifAvailable: true }, (lock) => (lock === null ? null : work()));
      const { articles, assets, part } = library.value;
      const repository = part(syncRepository);
      const engine = createSync({
        library: { articles, assets, sync: repository },
        server: { client, send },
        ...{ now, random, alone },
      });
      kept = { server, sync: engine, library: library.value, repository };
      return kept;
    },
  };
}

async function articlesToFetch(
  { browser, connection }: RunnerDependencies,
  isAsked: boolean,
): Promise<'all' | 'unread' | 'none'> {
  const { articles, isPaused } = await readSyncSettings(browser.storage.local);
  const isQuiet = isPaused || (isMetered(connection()) && !isAsked);
  return isQuiet ? 'none' : articles;
}
