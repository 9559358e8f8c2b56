import { browser } from 'wxt/browser';
import { VISIBLE_PAGE_PORT } from '../../src/background/sync/page-visibility';
import { startTransferWorker } from '../../src/background/transfer/transfer-in-worker';
import { createServerRequest } from '../../src/extension/account/origin-permissions';
import type { AccountKey, Library } from '../../src/library';
import { background } from './connect-browser';
import { connectSync } from './connect-sync';
import { connectExporter, connectImporter } from './connect-transfer';

// The pages of the extension give `browser.*` here to the wiring that the web app has, too.

const { local } = browser.storage;
const transfers = { local, startWorker: startTransferWorker };

export const syncOf = (library: Promise<Library>) =>
  connectSync(
    {
      local,
      background,
      openPort: () => browser.runtime.connect({ name: VISIBLE_PAGE_PORT }),
      requestServer: createServerRequest(browser),
    },
    library,
  );

export const exporterOf = (account: AccountKey) => connectExporter(transfers, account);

export const importerOf = (account: AccountKey) => connectImporter(transfers, account);
