import type { WxtBrowser } from 'wxt/browser';
import type { Accounts } from './account/accounts';
import type { Libraries } from './account/libraries';
import { SIGN_IN } from './account/storage-keys';
import { failed, type Reply } from './message-table';
import type { ServiceScript } from './service-script';

interface Dependencies {
  readonly browser: WxtBrowser;
  readonly libraries: Libraries;
  readonly loadService: () => Promise<ServiceScript>;
}

/** What the background has of accounts before the program for them is there. */
export interface AccountService {
  answer(name: string, request: unknown): Promise<Reply>;
  /** Goes on with a sign-in that another worker left, if there is one. */
  resume(): Promise<void>;
}

export function createAccountService(given: Dependencies): AccountService {
  let accounts: Promise<Accounts> | null = null;
  const start = () => {
    accounts ??= given.loadService().then(
      (script) => script.createAccounts(given),
      (error) => {
        accounts = null; // The next call tries again.
        throw error;
      },
    );
    return accounts;
  };
  return {
    async answer(name, request) {
      try {
        return await (await start()).answer(name, request);
      } catch (error) {
        return failed(name, error);
      }
    },
    async resume() {
      const { [SIGN_IN]: signIn } = await given.browser.storage.local.get(SIGN_IN);
      if (signIn) await (await start()).resume();
    },
  };
}
