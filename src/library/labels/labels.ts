import { type BookmarkId, type BookmarkPatch, labelKey, normalLabel, ok } from '../../domain';
import { EDIT_TABLES, editRows } from '../bookmarks/edit-bookmark';
import { commit, type Dispose, type Written } from '../database/commit';
import { watch } from '../database/live';
import type { BookmarkRow, LabelCount } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';

/** What a rename or a delete of a label did, for taking it back. */
export interface LabelChange {
  /** What the label is called now, in the spelling that stands; null: it was deleted. */
  readonly name: string | null;
  /** The patch that takes it back, for each bookmark that was changed. */
  readonly inverse: ReadonlyMap<BookmarkId, BookmarkPatch>;
}

export interface LabelRepository {
  /** All labels in use, in alphabetical order of the reader's language. */
  watchAll(listener: (labels: readonly LabelCount[]) => void): Dispose;
  /**
   * Renames a label, which is named exactly, on all bookmarks outside the trash; joins it to the
   * one that has that name, in whatever case. A blank name changes nothing. All of it or nothing,
   * however many have it; what waits for the server is a patch of each.
   */
  rename(from: string, to: string): Written<LabelChange>;
  /** Takes a label off all bookmarks outside the trash, as `rename` does. */
  delete(name: string): Written<LabelChange>;
  /** Those bookmarks, in the trash by now or not, have the labels again that they had. */
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
    rename: (from, to) => renameLabel(store, from, to),
    delete: (name) => deleteLabel(store, name),
    takeBack: (change) => takeLabelBack(store, change),
  };
}

/** So many bookmarks are in memory at once; a label may be on all of them. */
const BATCH = 500;

/** Gives a label another name, or that of one that is there, in one transaction. */
export async function renameLabel(store: Store, from: string, to: string): Written<LabelChange> {
  return commit(store.db, EDIT_TABLES, async () => {
    const name = await spellingOf(store.db, from, to);
    if (name === null || name === from) return ok<LabelChange>({ name: from, inverse: new Map() });
    const patch = { addLabels: [name], removeLabels: [from] };
    return ok<LabelChange>({ name, inverse: await relabel(store, from, patch) });
  });
}

/** Takes a label off all bookmarks that have it, in one transaction. */
export async function deleteLabel(store: Store, name: string): Written<LabelChange> {
  return commit(store.db, EDIT_TABLES, async () =>
    ok({ name: null, inverse: await relabel(store, name, { removeLabels: [name] }) }),
  );
}

/** Takes a rename or a delete back, wherever a bookmark is by now; one that is gone stays so. */
export async function takeLabelBack(store: Store, { inverse }: LabelChange): Written<void> {
  const ids = [...inverse.keys()];
  return commit(store.db, EDIT_TABLES, async () => {
    await inBatches(store.db, ids, (rows) =>
      editRows(store, rows, ({ id }) => inverse.get(id) ?? {}),
    );
    return ok(undefined);
  });
}

/** How `to` is written: as another label that differs in case only, if there is one. */
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
