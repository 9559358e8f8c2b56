import { type BookmarkId, type BookmarkPatch, labelKey, normalLabel, ok } from '../domain';
import type { LibraryDatabase } from './database';
import { EDIT_TABLES, editRows } from './edit-bookmark';
import type { LabelChange, Written } from './repository';
import type { BookmarkRow } from './rows';
import type { Store } from './store';
import { commit } from './write';

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
