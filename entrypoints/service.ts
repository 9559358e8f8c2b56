import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { createAccounts } from '../src/extension/account/accounts';
import { appIdentity } from '../src/extension/account/app-identity';
import { leaveServiceScript } from '../src/extension/service-script';
import { platformTransport } from '../src/service';

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
  });
});
