import type { StoredArea } from '../../src/background/ports';
import { readSettings } from '../../src/background/settings/settings';
import { readExport, removeExport } from '../../src/background/transfer/export-files';
import { removeImport } from '../../src/background/transfer/import-files';
import {
  forgetCheck,
  IMPORT_LOCK,
  type StartWorker,
  transferInWorker,
} from '../../src/background/transfer/transfer-in-worker';
import { err, ok } from '../../src/domain/result';
import { type AccountKey, isBundle, removeLibrary } from '../../src/library';
import type { BackupChecker } from '../../src/ui/transfer/check-store';
import type { Exporter } from '../../src/ui/transfer/export-store';
import type { Importer } from '../../src/ui/transfer/import-store';

/** The parts of the program that exports and imports need. */
interface Platform {
  readonly local: StoredArea;
  readonly startWorker: StartWorker;
}

/** Two windows must not write the file of the export at the same time. */
const EXPORT_LOCK = 'leafmark-export';

/** Returns what writes exports of the library of an account, and checks them. */
export const connectExporter = (
  { local, startWorker }: Platform,
  account: AccountKey,
): Exporter & BackupChecker => ({
  async check(file, signal, onProgress) {
    const settings = { ...(await readSettings(local)) };
    const request = { kind: 'check', account, file, settings, since: null } as const;
    const ended = await transferInWorker(startWorker, request, { signal, onProgress });
    if (ended?.kind === 'checked') return ok(ended.check);
    if (ended?.kind === 'failed') return err(ended.problem);
    await forgetCheck(removeLibrary);
    return null;
  },
  write: (choice, signal, onProgress) =>
    navigator.locks.request(EXPORT_LOCK, { ifAvailable: true }, async (lock) => {
      if (lock === null) return err('busy');
      await removeExport('export');
      const settings = { ...(await readSettings(local)) };
      const file = { into: 'export', choice: { ...choice, settings } } as const;
      const request = { kind: 'export', account, ...file } as const;
      const ended = await transferInWorker(startWorker, request, { signal, onProgress });
      if (ended?.kind === 'written') {
        const { name, type, pages, leftOut, unwritten } = ended;
        return ok({ file: await readExport('export', name, type), pages, leftOut, unwritten });
      }
      await removeExport('export');
      return ended?.kind === 'failed' ? err(ended.problem) : null;
    }),
});

/** Returns what reads files to import into the library of an account. */
export const connectImporter = (
  { startWorker }: Pick<Platform, 'startWorker'>,
  account: AccountKey,
): Importer => ({
  async preview(file, format, choices, signal) {
    const request = { kind: 'preview', account, file, format, choices } as const;
    const ended = await transferInWorker(startWorker, request, { signal });
    if (ended?.kind === 'failed') return err(ended.problem);
    return ended?.kind === 'previewed' ? ok(ended.preview) : null;
  },
  async count(source, signal) {
    const request = { kind: 'count', account, source } as const;
    const ended = await transferInWorker(startWorker, request, { signal });
    if (ended?.kind === 'failed') return err(ended.problem);
    return ended?.kind === 'counted' ? ok(ended.counts) : null;
  },
  async begin(file, job, signal) {
    const request = { kind: 'begin', account, file, job } as const;
    const ended = await transferInWorker(startWorker, request, { signal });
    if (ended?.kind === 'failed') return err(ended.problem);
    return ended === null ? null : ok(undefined);
  },
  forgetFile: (job) => removeImport(account, job),
});

/** Returns what imports bundles at once, where the browser keeps no file for the background. */
export const importerWithoutFiles = (
  { startWorker }: Pick<Platform, 'startWorker'>,
  account: AccountKey,
): Pick<Importer, 'begin' | 'forgetFile'> => ({
  begin: (file, job, signal) =>
    isBundle(job)
      ? navigator.locks.request(IMPORT_LOCK, async () => {
          const request = { kind: 'import', account, file, job } as const;
          const ended = await transferInWorker(startWorker, request, { signal });
          if (ended?.kind === 'failed') return err(ended.problem);
          return ended === null ? null : ok(undefined);
        })
      : Promise.resolve(err('insecure' as const)),
  async forgetFile() {},
});
