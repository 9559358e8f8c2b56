import { err, ok } from '../../src/domain';
import { parseSettings, readSettings, updateSettings } from '../../src/extension/settings/settings';
import { readExport, removeExport } from '../../src/extension/transfer/export-files';
import { removeImport } from '../../src/extension/transfer/import-files';
import {
  type OnProgress,
  type TransferRequest,
  transferInWorker,
} from '../../src/extension/transfer/transfer-in-worker';
import type { AccountKey } from '../../src/library/repository';
import type { ArticleSource } from '../../src/transfer';
import type { Exporter } from '../../src/ui/transfer/export-store';
import type { Importer, Worked } from '../../src/ui/transfer/import-store';

const startWorker = () => new Worker('/transfer-worker.js');

/** Two windows must not write the file of the export at the same time. */
const EXPORT_LOCK = 'leafmark-export';
/** Two windows must not work on the same import. */
const IMPORT_LOCK = 'leafmark-import';

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

/** Returns what imports files into the library of an account, and restores bundles. */
export const connectImporter = (account: AccountKey): Importer => {
  const work = (request: TransferRequest, signal: AbortSignal, onProgress: OnProgress) =>
    navigator.locks.request(IMPORT_LOCK, { ifAvailable: true }, async (lock): Promise<Worked> => {
      if (lock === null) return err('busy');
      const options = { signal, onProgress, makeArticle };
      const ended = await transferInWorker(startWorker, request, options);
      if (ended?.kind === 'failed') return err(ended.problem);
      return ended === null ? null : ok(undefined);
    });
  return {
    async preview(file, format, hasLabelsFromFolders, signal) {
      const request = { kind: 'preview', account, file, format, hasLabelsFromFolders } as const;
      const ended = await transferInWorker(startWorker, request, { signal });
      if (ended?.kind === 'failed') return err(ended.problem);
      return ended?.kind === 'previewed' ? ok(ended.preview) : null;
    },
    start: (file, job, signal, onProgress) =>
      work({ kind: 'import', account, file, job }, signal, onProgress),
    goOn: (job, signal, onProgress) => work({ kind: 'continue', account, job }, signal, onProgress),
    undo: (job, signal) => work({ kind: 'undo', account, job }, signal, () => {}),
    forgetFile: (job) => removeImport(account, job),
    async restore(file, signal, onProgress) {
      const request = { kind: 'restore', account, file } as const;
      const ended = await transferInWorker(startWorker, request, { signal, onProgress });
      if (ended?.kind === 'failed') return err(ended.problem);
      if (ended?.kind !== 'restored') return null;
      const { settings } = ended.restored;
      if (settings !== null) await updateSettings(parseSettings(settings));
      return ok(ended.restored);
    },
  };
};

async function makeArticle(source: ArticleSource) {
  const { importedArticle } = await import('../../src/transfer/import-article');
  return importedArticle(source, {
    now: () => performance.now(),
    yieldToPage: () => new Promise((resolve) => setTimeout(resolve)),
  });
}
