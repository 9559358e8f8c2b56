import { labelKey } from '../../domain/label';
import type { LabelColor } from '../../domain/label-tree';
import type { LabelRename } from '../database/bulk-rows';
import { type Dispose, type Written, write } from '../database/commit';
import { watch } from '../database/live';
import type { LabelColors, LabelCount } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { repository } from '../database/store';

export type LabelRepository = ReturnType<typeof labelRepository>;

/** Reads labels. `BulkRepository.relabel` renames, joins and deletes them. */
export const labelRepository = repository({
  /** Calls `listener` with all labels in use, in alphabetical order of the user's language. */
  watchAll(store, listener: (labels: readonly LabelCount[]) => void): Dispose {
    const order = new Intl.Collator(undefined, { numeric: true });
    return watch(
      store,
      () => store.db.labels.toArray(),
      (labels) => listener(labels.sort((a, b) => order.compare(a.name, b.name))),
    );
  },

  /** Returns the labels that most bookmarks have, at most `limit`. */
  async mostUsed({ db }, limit: number): Promise<readonly LabelCount[]> {
    const labels = await db.labels.toArray();
    return labels.sort((a, b) => b.count - a.count).slice(0, limit);
  },
});

/** The colours of labels, for pages. */
export const labelColorRepository = repository({
  /**
   * Calls `listener` with the colours of labels. They are stored on this device only: the service has
   * no field for them.
   */
  watchColors: (store, listener: (colors: LabelColors) => void): Dispose =>
    watch(store, () => readColors(store.db), listener),

  /** Sets the colours of labels, in any case; null removes one. */
  setColors: ({ db }, changes: ReadonlyMap<string, LabelColor | null>): Written<void> =>
    write(db, ['meta'], async () => {
      const colors: Record<string, LabelColor> = { ...(await readColors(db)) };
      for (const [name, color] of changes) {
        if (color === null) delete colors[labelKey(name)];
        else colors[labelKey(name)] = color;
      }
      await db.meta.put({ key: 'labelColors', colors });
    }),
});

/** Returns the colours of labels by `labelKey`. */
export async function readColors(db: LibraryDatabase): Promise<LabelColors> {
  return (await db.meta.get('labelColors'))?.colors ?? {};
}

/**
 * Gives new names of labels the colours of the old ones, inside a transaction over `meta`. A name that
 * has a colour keeps it. The old names keep theirs for an undo.
 */
export async function copyColors(
  db: LibraryDatabase,
  renames: readonly LabelRename[],
): Promise<void> {
  const known = await readColors(db);
  const added: Record<string, LabelColor> = {};
  for (const { from, to } of renames) {
    const color = known[labelKey(from)];
    if (color !== undefined && to !== null) added[labelKey(to)] ??= color;
  }
  if (Object.keys(added).length > 0)
    await db.meta.put({ key: 'labelColors', colors: { ...added, ...known } });
}
