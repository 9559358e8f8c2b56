import type { BookmarkId } from '../../src/domain/bookmark';
import { type BundleSettings, openBundle } from '../../src/formats';
import {
  type ImportRepository,
  importRepository,
  NO_IMPORT_CHOICES,
  type RestoredPage,
  transferRepository,
} from '../../src/library';
import { exportFile, restoreBundle } from '../../src/transfer';
import { type TestLibrary, value } from '../library/library';

interface BundleOptions {
  readonly ids?: readonly BookmarkId[];
  readonly settings?: BundleSettings;
}

/** Exports a library as a bundle. Returns the file and what it leaves out. */
export async function exportedBundle(
  { library, clock }: Pick<TestLibrary, 'library' | 'clock'>,
  { ids, settings = {} }: BundleOptions = {},
) {
  const file = await exportFile(
    library.part(transferRepository),
    {
      format: 'bundle',
      ids: ids ?? null,
      title: ids ? 'Archive' : null,
      settings,
      markdown: { highlights: 'marks', layout: 'properties' },
    },
    { now: clock.now, onProgress: () => {} },
  );
  if (file === null) throw new Error('There is no file');
  const blob = new Blob((await Array.fromAsync(file.body)) as BlobPart[]);
  return { file: blob, unwritten: file.unwritten() };
}

/** Restores a bundle. `change` replaces functions of the library. */
export async function restoredBundle(
  file: Blob,
  { library, clock }: Pick<TestLibrary, 'library' | 'clock'>,
  change: Partial<ImportRepository> = {},
) {
  const imports = { ...library.part(importRepository), ...change };
  return restoreBundle(value(await openBundle(file)), imports, clock.now);
}

/** Restores pages as those of a bundle. */
export async function restorePages(
  { library, clock }: Pick<TestLibrary, 'library' | 'clock'>,
  page: RestoredPage,
): Promise<void> {
  const imports = library.part(importRepository);
  const job = { fileName: 'a.zip', format: 'bundle', choices: NO_IMPORT_CHOICES, total: 1 };
  const id = value(await imports.start({ ...job, startedAt: clock.now })) ?? 0;
  value(await imports.resume(id));
  const rows = page.bookmarks.length;
  value(await imports.restore(id, { ...page, from: 0, rows, notTaken: [], own: new Set() }));
  value(await imports.finish(id, { isCancelled: false, problem: null }));
}
