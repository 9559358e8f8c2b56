import { err, ok } from '../../src/domain';
import { parseSettings, readSettings, updateSettings } from '../../src/extension/settings/settings';
import { readExport, removeExport } from '../../src/extension/transfer/export-files';
import { runInWorker } from '../../src/extension/transfer/run-in-worker';
import type { AccountKey } from '../../src/library/repository';
import type { Exporter } from '../../src/ui/transfer/export-store';
import type { Restorer } from '../../src/ui/transfer/import-store';

const startWorker = () => new Worker('/transfer-worker.js');

/** Returns what writes exports of the library of an account. */
export const connectExporter = (account: AccountKey): Exporter => ({
  async write(choice, signal, onProgress) {
    await removeExport();
    const settings = { ...(await readSettings()) };
    const request = { kind: 'export', account, choice: { ...choice, settings } } as const;
    const ended = await runInWorker(startWorker, request, { signal, onProgress });
    if (ended?.kind === 'written') return ok(await readExport(ended.name, ended.type));
    await removeExport();
    if (ended?.kind !== 'failed') return null;
    const { failure } = ended;
    return err(failure === 'quota' || failure === 'unavailable' ? failure : 'failed');
  },
});

/** Returns what restores bundles into the library of an account. */
export const connectRestorer = (account: AccountKey): Restorer => ({
  async restore(file, signal, onProgress) {
    const request = { kind: 'restore', account, file } as const;
    const ended = await runInWorker(startWorker, request, { signal, onProgress });
    if (ended?.kind === 'failed') return err(ended.failure);
    if (ended?.kind !== 'restored') return null;
    const { settings } = ended.restored;
    if (settings !== null) await updateSettings(parseSettings(settings));
    return ok(ended.restored);
  },
});
