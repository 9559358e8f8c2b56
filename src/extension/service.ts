import type { Browser, WxtBrowser } from 'wxt/browser';
import type { Accounts } from './account/accounts';
import type { Libraries } from './account/libraries';
import { LEFT_TOKENS, SIGN_IN } from './account/storage-keys';
import { readAccountState } from './account-state';
import type { LoadDoctor } from './doctor-script';
import { failed, type Reply } from './message-table';
import type { ServiceScript } from './service-script';
import type { BackgroundSync } from './sync/background-sync';
import type { Occasion } from './sync/occasion';

interface Dependencies {
  readonly browser: WxtBrowser;
  readonly libraries: Libraries;
  readonly loadService: () => Promise<ServiceScript>;
  readonly loadDoctor: LoadDoctor;
}

/** What the background has of accounts and sync before the program for them is there. */
export interface Service {
  answer(name: string, request: unknown): Promise<Reply>;
  /** Goes on with a sign-in, or with giving tokens back, where another worker left it. */
  resume(): Promise<void>;
  /** Runs a round of sync where somebody is signed in; settles when it is over, and never throws. */
  sync(occasion: Occasion): Promise<void>;
  /** Ends what runs, since it is for another account or by another choice, and begins anew. */
  syncAnew(): Promise<void>;
  /** A page holds `port` while somebody looks at it: what changes elsewhere is synced at once. */
  attend(port: Browser.runtime.Port): Promise<void>;
}

interface Started {
  readonly accounts: Accounts;
  readonly runner: BackgroundSync;
}

export function createService(given: Dependencies): Service {
  let started: Promise<Started> | null = null;
  const start = () => {
    started ??= given.loadService().then(
      (script) => {
        const accounts = script.createAccounts(given);
        return { accounts, runner: script.createSync({ ...given, accounts }) };
      },
      (error) => {
        started = null; // The next call tries again.
        throw error;
      },
    );
    return started;
  };
  const withRunner = async (work: (runner: BackgroundSync) => Promise<void>) => {
    try {
      // While nobody is signed in the program is not even read. Who has just signed out has it.
      const isWanted =
        started !== null || (await readAccountState(given.browser.storage.local)) === 'signed-in';
      if (isWanted) await work((await start()).runner);
    } catch (error) {
      console.error('Sync could not be started', error);
    }
  };
  return {
    async answer(name, request) {
      try {
        const { accounts, runner } = await start();
        return await (runner.answer(name, request) ?? accounts.answer(name, request));
      } catch (error) {
        return failed(name, error);
      }
    },
    async resume() {
      const kept = await given.browser.storage.local.get([SIGN_IN, LEFT_TOKENS]);
      if (kept[SIGN_IN] ?? kept[LEFT_TOKENS]) await (await start()).accounts.resume();
    },
    sync: (occasion) => withRunner((runner) => runner.run(occasion)),
    syncAnew: () => withRunner((runner) => runner.startAnew()),
    attend: (port) => withRunner(async (runner) => runner.attend(port)),
  };
}
