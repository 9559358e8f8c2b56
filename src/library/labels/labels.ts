import {
  type BookmarkId,
  type BookmarkPatch,
  type LabelColor,
  labelKey,
  normalLabel,
  ok,
} from '../../domain';
import { EDIT_TABLES, editRows } from '../bookmarks/edit-bookmark';
import { commit, type Dispose, type Written } from '../database/commit';
import { watch } from '../database/live';
import type { BookmarkRow, LabelColors, LabelCount } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';

/** The result of renaming or deleting a label, used to undo it. */
export interface LabelChange {
  /** The name of the label in its final spelling; null: it was deleted. */
  readonly name: string | null;
  /** For each changed bookmark, the patch that undoes the change. */
  readonly inverse: ReadonlyMap<BookmarkId, BookmarkPatch>;
}

export interface LabelRepository {
  /** Calls `listener` with all labels in use, in alphabetical order of the user's language. */
  watchAll(listener: (labels: readonly LabelCount[]) => void): Dispose;
  /**
   * Calls `listener` with the colours of labels. They are stored on this device only: the service has
   * no field for them.
   */
  watchColors(listener: (colors: LabelColors) => void): Dispose;
  /** Sets the colours of labels, in any case; null removes one. */
  setColors(colors: ReadonlyMap<string, LabelColor | null>): Written<void>;
  /**
   * Renames a label, given in its exact spelling, on all bookmarks outside the trash. If another
   * label has that name in any case, both become one. A blank name changes nothing. The change is
   * complete or does not happen; each bookmark queues a patch.
   */
  rename(from: string, to: string): Written<LabelChange>;
  /** Removes a label from all bookmarks outside the trash, like `rename`. */
  delete(name: string): Written<LabelChange>;
  /** Restores the labels of these bookmarks, even of those in the trash. */
  takeBack(change: LabelChange): Written<void>;
}

export function labelRepository(store: Store): LabelRepository {
  const order = new Intl.Collator(undefined, { numeric: true });
  return {
    watchAll: (listener) =>
      watch(
        store,
        () => store.db.labels.toArray(),
        (labels) => labels.sort((a, b) => order.compare(a.name, b.name)),
        listener,
      ),
    watchColors: (listener) =>
      watch(
        store,
        () => readColors(store.db),
        (colors) => colors,
        listener,
      ),
    setColors: (changes) =>
      commit(store.db, ['meta'], async () => {
        const colors: Record<string, LabelColor> = { ...(await readColors(store.db)) };
        for (const [name, color] of changes) {
          if (color === null) delete colors[labelKey(name)];
          else colors[labelKey(name)] = color;
        }
        await store.db.meta.put({ key: 'labelColors', colors });
        return ok(undefined);
      }),
    rename: (from, to) => renameLabel(store, from, to),
    delete: (name) => deleteLabel(store, name),
    takeBack: (change) => undoLabelChange(store, change),
  };
}

async function readColors(db: LibraryDatabase): Promise<LabelColors> {
  const row = await db.meta.get('labelColors');
  return row?.key === 'labelColors' ? row.colors : {};
}

/** Number of bookmarks in memory at once. All bookmarks may have the label. */
const BATCH = 500;

/** Renames a label, or joins it with an existing one, in one transaction. */
async function renameLabel(store: Store, from: string, to: string): Written<LabelChange> {
  return commit(store.db, EDIT_TABLES, async () => {
    const name = await spellingOf(store.db, from, to);
    if (name === null || name === from) return ok<LabelChange>({ name: from, inverse: new Map() });
    const patch = { addLabels: [name], removeLabels: [from] };
    return ok<LabelChange>({ name, inverse: await relabel(store, from, patch) });
  });
}

/** Removes a label from all bookmarks in one transaction. */
async function deleteLabel(store: Store, name: string): Written<LabelChange> {
  return commit(store.db, EDIT_TABLES, async () =>
    ok({ name: null, inverse: await relabel(store, name, { removeLabels: [name] }) }),
  );
}

/**
 * Undoes a rename or a deletion, also for bookmarks in the trash. Deleted bookmarks are skipped.
 */
async function undoLabelChange(store: Store, { inverse }: LabelChange): Written<void> {
  const ids = [...inverse.keys()];
  return commit(store.db, EDIT_TABLES, async () => {
    await inBatches(store.db, ids, (rows) =>
      editRows(store, rows, ({ id }) => inverse.get(id) ?? {}),
    );
    return ok(undefined);
  });
}

/** Returns the spelling of an existing label that differs from `to` only in case, or `to`. */
async function spellingOf(db: LibraryDatabase, from: string, to: string): Promise<string | null> {
  const name = normalLabel(to);
  if (name === null || (await db.labels.get(name)) !== undefined) return name;
  const key = labelKey(name);
  const others = await db.labels.filter((one) => one.name !== from).toArray();
  return others.find((one) => labelKey(one.name) === key)?.name ?? name;
}

async function relabel(
  store: Store,
  label: string,
  patch: BookmarkPatch,
): Promise<LabelChange['inverse']> {
  const ids = await store.db.bookmarks
    .where('inLabels')
    .between([label, Number.NEGATIVE_INFINITY, ''], [label, Number.POSITIVE_INFINITY, ''])
    .primaryKeys();
  const inverse = new Map<BookmarkId, BookmarkPatch>();
  await inBatches(store.db, ids, async (rows) => {
    for (const [id, back] of await editRows(store, rows, () => patch)) inverse.set(id, back);
  });
  return inverse;
}

async function inBatches(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
  work: (rows: readonly BookmarkRow[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = await db.bookmarks.bulkGet(ids.slice(start, start + BATCH));
    await work(rows.filter((row) => row !== undefined));
  }
}
