import type { BookmarkId } from '../../domain/bookmark';
import type { Written } from '../database/commit';
import type { BundleCounts, ImportJob } from '../database/job-rows';
import type { Store } from '../database/store';
import { makeReady } from './add-pages';
import { addPart, type ImportRows } from './import-parts';
import { addExtras, EXTRAS_TABLES } from './restore-extras';
import { RESTORE_PAGE_TABLES, restoreReady } from './restore-page';
import type { RestoredExtras, RestoredPage } from './transferred';

/** Bookmarks of a bundle to restore in one transaction. */
export interface RestoreBatch extends ImportRows, RestoredPage {
  /** The bookmarks of the file up to here, which take no address from each other. */
  readonly own: ReadonlySet<BookmarkId>;
}

/** Restores the next bookmarks of a bundle, as `addPart` does. */
export async function restoreBatch(
  store: Store,
  id: number,
  batch: RestoreBatch,
): Written<ImportJob | null> {
  const ready = await makeReady(batch);
  return addPart(store, id, batch, RESTORE_PAGE_TABLES, async ({ bundle }, log) => {
    const { inTrash, missingImages, ...rows } = await restoreReady(store, ready, batch.own, log);
    const counted: Partial<BundleCounts> = {
      inTrash: (bundle?.inTrash ?? 0) + inTrash,
      missingImages: (bundle?.missingImages ?? 0) + missingImages,
    };
    return { ...rows, change: bundle ? { bundle: { ...bundle, ...counted } } : {} };
  });
}

/**
 * Restores what a bundle has beside bookmarks, and finishes its job. A library that was empty gets the
 * rules of retention, too.
 */
export const finishWithExtras = (
  store: Store,
  id: number,
  batch: ImportRows,
  extras: RestoredExtras,
): Written<ImportJob | null> =>
  addPart(store, id, batch, EXTRAS_TABLES, async ({ bundle }, log) => {
    const { renamed, added } = await addExtras(store, extras, bundle?.wasEmpty === true, log);
    return {
      added: [],
      back: [],
      here: [],
      notTaken: renamed.map((text) => ({ row: null, reason: 'collection-renamed', text })),
      change: {
        state: 'finished',
        ...(bundle && { bundle: { ...bundle, others: added } }),
      },
    };
  });
