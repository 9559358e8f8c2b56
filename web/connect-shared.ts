import { connectSync } from '../entrypoints/wiring/connect-sync';
import { connectExporter, connectImporter } from '../entrypoints/wiring/connect-transfer';
import type { AccountKey, Library } from '../src/library';
import { background, pageBackground } from './connect-page';
import { mayBeCleared } from './keep-offline';
import { local, startTransferWorker } from './platform';
import { openPort } from './visible-port';

const transfers = { local, startWorker: startTransferWorker };

export const syncOf = (library: Promise<Library>) =>
  connectSync(
    {
      local,
      background,
      openPort: () => openPort(async (port) => (await pageBackground()).addPort(port)),
      requestServer: async () => true,
      mayBeCleared,
    },
    library,
  );

export const exporterOf = (account: AccountKey) => connectExporter(transfers, account);

export const importerOf = (account: AccountKey) => connectImporter(transfers, account);
