import { proxy } from 'comlink';
import { connectSync } from '../entrypoints/wiring/connect-sync';
import {
  connectExporter,
  connectImporter,
  importerWithoutFiles,
} from '../entrypoints/wiring/connect-transfer';
import { err } from '../src/domain/result';
import type { AccountKey, Library } from '../src/library';
import type { BackupChecker } from '../src/ui/transfer/check-store';
import type { Exporter } from '../src/ui/transfer/export-store';
import type { Importer } from '../src/ui/transfer/import-store';
import { background, pageBackground } from './connect-page';
import { mayBeCleared } from './keep-offline';
import { startTransferWorker } from './platform';
import { local } from './stored-area';
import { openPort } from './visible-port';

const transfers = { local, startWorker: startTransferWorker };

export const syncOf = (library: Promise<Library>) =>
  connectSync(
    {
      local,
      background,
      openPort: () => openPort(async (post) => (await pageBackground()).show(proxy(post))),
      requestServer: async () => true,
      mayBeCleared,
    },
    library,
  );

/** Over plain http the browser keeps no files of the app. */
const refuse = async () => err('insecure' as const);

export const exporterOf = (account: AccountKey): Exporter & BackupChecker =>
  isSecureContext ? connectExporter(transfers, account) : { write: refuse, check: refuse };

export const importerOf = (account: AccountKey): Importer => ({
  ...connectImporter(transfers, account),
  ...(!isSecureContext && importerWithoutFiles(transfers, account)),
});
