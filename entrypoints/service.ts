import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { createAccounts } from '../src/extension/account/accounts';
import { appIdentity } from '../src/extension/account/app-identity';
import { createOrigins } from '../src/extension/account/origins';
import { wallClock } from '../src/extension/clock';
import { leaveServiceScript } from '../src/extension/service-script';
import type { ConnectionFacts } from '../src/extension/sync/quiet-line';
import { createSyncAlarm } from '../src/extension/sync/sync-alarm';
import { createSyncRunner, type SyncRunner } from '../src/extension/sync/sync-runner';
import { platformTransport } from '../src/service';

/** Not among TypeScript's types, since Chromium alone has it. */
type NetworkNavigator = Navigator & { readonly connection?: ConnectionFacts };

/** Run in the background when it is wanted; service-script.ts says how. */
export default defineUnlistedScript(() => {
  const loadFile = (address: string) => fetch(address);
  leaveServiceScript({
    createAccounts: ({ browser, libraries }) =>
      createAccounts({
        browser,
        libraries,
        loadFile,
        transport: platformTransport,
        app: appIdentity(browser, loadFile, import.meta.env.FIREFOX ? 'firefox' : 'chromium'),
        newId: () => crypto.randomUUID(),
      }),
    createSync({ browser, libraries, accounts }) {
      const alarm = createSyncAlarm(browser.alarms, wallClock, () => void runner.run('by-itself'));
      const runner: SyncRunner = createSyncRunner({
        ...{ browser, libraries, accounts, alarm },
        isAllowed: createOrigins(browser.permissions).isAllowed,
        transport: platformTransport,
        locks: navigator.locks,
        now: wallClock,
        random: Math.random,
        connection: () => (navigator as NetworkNavigator).connection,
      });
      return runner;
    },
  });
});
