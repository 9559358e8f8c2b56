import { err, ok } from '../../src/domain';
import { parseSettings, readSettings, updateSettings } from '../../src/extension/settings/settings';
import { readExport, removeExport } from '../../src/extension/transfer/export-files';
import { transferInWorker } from '../../src/extension/transfer/transfer-in-worker';
import type { AccountKey } from '../../src/library/repository';
import type { Exporter } from '../../src/ui/transfer/export-store';
import type { Restorer } from '../../src/ui/transfer/import-store';

const startWorker = () => new Worker('/transfer-worker.js');

/** Two windows must not write the file of the export at the same time. */
const EXPORT_LOCK = 'leafmark-export';

/** Returns what writes exports of the library of an account. */
export const connectExporter = (account: AccountKey): Exporter => ({
  write: (choice, signal, onProgress) =>
    navigator.locks.request(EXPORT_LOCK, { ifAvailable: true }, async (lock) => {
      if (lock === null) return err('busy');
      await removeExport();
      const settings = { ...(await readSettings()) };
      const request = { kind: 'export', account, choice: { ...choice, settings } } as const;
      const ended = await transferInWorker(startWorker, request, { signal, onProgress });
      if (ended?.kind === 'written') return ok(await readExport(ended.name, ended.type));
      await removeExport();
      return ended?.kind === 'failed' ? err(ended.problem) : null;
    }),
});

/** Returns what restores bundles into the library of an account. */
export const connectRestorer = (account: AccountKey): Restorer => ({
  async restore(file, signal, onProgress) {
    const request = { kind: 'restore', account, file } as const;
    const ended = await transferInWorker(startWorker, request, { signal, onProgress });
    if (ended?.kind === 'failed') return err(ended.problem);
    if (ended?.kind !== 'restored') return null;
    const { settings } = ended.restored;
    if (settings !== null) await updateSettings(parseSettings(settings));
    return ok(ended.restored);
  },
});
