import type { BookmarkId } from '../../src/domain/bookmark';
import { type BundleSettings, openBundle } from '../../src/formats';
import { type TransferRepository, transferRepository } from '../../src/library';
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
  { library }: Pick<TestLibrary, 'library'>,
  change: Partial<TransferRepository> = {},
) {
  const transfers = { ...library.part(transferRepository), ...change };
  return restoreBundle(value(await openBundle(file)), transfers);
}
