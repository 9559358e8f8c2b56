import type { BookmarkId } from '../domain/bookmark';
import { ok, type Result } from '../domain/result';
import type { UnixMs } from '../domain/time';
import {
  type BundleFailure,
  type BundleSettings,
  type BundleSource,
  type OpenBundle,
  openBundle,
} from '../formats';
import {
  importRepository,
  type Library,
  type LibraryError,
  type TransferRepository,
  transferRepository,
} from '../library';
import { bundleSource } from './bundle-source';
import { type Comparison, compareLibraries } from './compare-libraries';
import { type Restored, restoreBundle } from './restore-bundle';

/** The result of checking a backup. */
export interface BackupCheck extends Comparison {
  /** The result of restoring it aside. */
  readonly restored: Restored;
}

interface CheckOptions {
  /** The library with which the backup is compared, and the person's settings. */
  readonly present: TransferRepository;
  readonly settings: BundleSettings;
  /** An empty library of its own, into which the backup is restored. */
  readonly aside: Pick<Library, 'part'>;
  readonly now: UnixMs;
  /** Records that have changed since then are not compared; null: all are. */
  readonly since: UnixMs | null;
  /** Called with the number of pages that are done, and that of all. */
  readonly onProgress: (done: number, all: number | null) => void;
}

/** Restores a bundle into a library of its own, and compares everything with the present one. */
export async function checkBundle(
  file: Blob,
  { present, settings, aside, since, now, onProgress }: CheckOptions,
): Promise<Result<BackupCheck, BundleFailure | LibraryError | { readonly kind: 'busy' }>> {
  const opened = await openBundle(file);
  if (!opened.ok) return opened;
  const { bundle, trashed, ids } = noted(opened.value);
  // A page is half done when it is restored.
  const restored = await restoreBundle(bundle, aside.part(importRepository), now, (done, all) =>
    onProgress(Math.floor(done / 2), all),
  );
  if (!restored.ok) return restored;
  const isWhole = bundle.part === null;
  const own = bundleSource(present, isWhole ? null : [...ids].sort(), settings);
  const copies = aside.part(transferRepository);
  const came = bundleSource(copies, null, restored.value.settings ?? {});
  const count = await copies.count();
  const comparison = await compareLibraries(own, withTrash(came, trashed), {
    since,
    onProgress: (done) => onProgress(Math.ceil((count + done) / 2), count),
  });
  return ok({ ...comparison, restored: restored.value });
}

/** Notes the pages of a bundle while it is restored. The trash begins its time anew then. */
function noted(bundle: OpenBundle) {
  const ids = new Set<BookmarkId>();
  const trashed = new Map<BookmarkId, UnixMs>();
  return {
    ids,
    trashed,
    bundle: {
      ...bundle,
      async readBookmarks(page: string) {
        const lines = await bundle.readBookmarks(page);
        for (const { id, trashedAt } of lines.values) {
          ids.add(id);
          if (trashedAt !== null) trashed.set(id, trashedAt);
        }
        return lines;
      },
    },
  };
}

/** Gives the pages in the trash the times that they have in the bundle. */
const withTrash = (
  source: BundleSource,
  trashed: ReadonlyMap<BookmarkId, UnixMs>,
): BundleSource => ({
  ...source,
  async *pages() {
    for await (const page of source.pages()) {
      const items = page.items.map((item) => {
        const { id, trashedAt } = item.bookmark;
        const time = trashedAt && (trashed.get(id) ?? trashedAt);
        return { ...item, bookmark: { ...item.bookmark, trashedAt: time } };
      });
      yield { ...page, items };
    }
  },
});
