import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { createAccounts } from '../src/extension/account/accounts';
import { appIdentity } from '../src/extension/account/app-identity';
import { createOrigins } from '../src/extension/account/origins';
import { wallClock } from '../src/extension/clock';
import { leaveScript } from '../src/extension/script-loader';
import { SERVICE_FILE, type ServiceScript } from '../src/extension/service-script';
import { type BackgroundSync, createBackgroundSync } from '../src/extension/sync/background-sync';
import type { ConnectionFacts } from '../src/extension/sync/quiet-line';
import { createSyncAlarm } from '../src/extension/sync/sync-alarm';
import { platformTransport } from '../src/service';

/** Not among TypeScript's types, since Chromium alone has it. */
type NetworkNavigator = Navigator & { readonly connection?: ConnectionFacts };

/** Run in the background when it is wanted; service-script.ts says how. */
export default defineUnlistedScript(() => {
  const loadFile = (address: string) => fetch(address);
  const script: ServiceScript = {
    createAccounts: ({ browser, libraries, loadDoctor }) =>
      createAccounts({
        ...{ browser, libraries, loadDoctor, loadFile },
        transport: platformTransport,
        app: appIdentity(browser, loadFile, import.meta.env.FIREFOX ? 'firefox' : 'chromium'),
        newId: () => crypto.randomUUID(),
      }),
    createSync({ browser, libraries, accounts }) {
      const alarm = createSyncAlarm(browser.alarms, wallClock, () => void sync.run('by-itself'));
      const sync: BackgroundSync = createBackgroundSync({
        ...{ browser, libraries, accounts, alarm },
        isAllowed: createOrigins(browser.permissions).isAllowed,
        transport: platformTransport,
        locks: navigator.locks,
        now: wallClock,
        random: Math.random,
        connection: () => (navigator as NetworkNavigator).connection,
      });
      return sync;
    },
  };
  leaveScript(SERVICE_FILE, script);
});
