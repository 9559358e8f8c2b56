import { pick } from '../../domain/bookmark-fields';
import { isSameValue } from '../../domain/bookmark-values';
import {
  type Collection,
  type CollectionFields,
  type CollectionId,
  type CollectionValues,
  DEFAULT_COLLECTION_FIELDS,
  hasSameFields,
  normalCollectionName,
} from '../../domain/collection';
import { err, ok } from '../../domain/result';
import { UNDO_MS, unixMs } from '../../domain/time';
import { boxesOfQuery, queryOfBoxes } from '../../query';
import { act, type ChangeLog, type Done } from '../database/change-log';
import { commit, type Dispose, type Written } from '../database/commit';
import { watch } from '../database/live';
import type { CollectionLogEntry } from '../database/log-rows';
import type { CollectionChanges, CollectionRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { repository, type Store } from '../database/store';
import {
  COLLECTION_TABLES,
  type CollectionState,
  collectionStates,
  fromRow,
  newCollection,
  newCollectionEntry,
  only,
  undeleted,
  writeCollections,
} from './collection-row';

/** A collection to create. Missing fields are as in `EVERY_BOOKMARK`. */
export type NewCollection = Pick<CollectionFields, 'name'> & CollectionEdit;

/** The values of a collection that an edit sets. */
export type CollectionEdit = Partial<CollectionValues>;

export const collectionRepository = repository({
  async get({ db }, id: CollectionId): Promise<Collection | null> {
    const row = await readShown(db, id);
    return row && fromRow(row);
  },

  /**
   * Calls `listener` with all collections, pinned ones first, in alphabetical order of the user's
   * language.
   */
  watchAll: (store, listener: (collections: readonly Collection[]) => void): Dispose =>
    watch(
      store,
      () => store.db.collections.toArray(),
      (rows) => listener(collectionsInOrder(rows)),
    ),

  /**
   * Texts are normalised as servers do: parts of `search` that name a field move to the box of that
   * field. Labels keep their spelling, even when a label is renamed. Error `no-name`.
   */
  create: (store, fields: NewCollection): Written<Collection> =>
    commit(store.db, COLLECTION_TABLES, async () => {
      const collection = {
        ...DEFAULT_COLLECTION_FIELDS,
        localSearch: '',
        ...fields,
        id: newId(store),
        created: store.now(),
        updated: store.now(),
      };
      const asked = inForm(collection, collection);
      return asked.name === undefined
        ? err({ kind: 'no-name' })
        : add(store, { ...collection, ...asked });
    }),

  /** Sets fields. A blank name leaves the name unchanged. */
  edit: (store, id: CollectionId, changes: CollectionEdit): Written<Done<void>> =>
    act(store, COLLECTION_TABLES, async (log) => {
      const row = await readShown(store.db, id);
      if (row === null) return err({ kind: 'not-found' });
      await editRow(store, row, changes, log);
      return ok(undefined);
    }),

  /** Returns the deleted collection. The deletion is sent after `UNDO_MS` at the earliest. */
  delete: (store, id: CollectionId): Written<Done<Collection>> =>
    act(store, COLLECTION_TABLES, async (log) => {
      const row = await readShown(store.db, id);
      if (row === null) return err({ kind: 'not-found' });
      await deleteRow(store, row, log);
      return ok(fromRow(row));
    }),
});

async function readShown(db: LibraryDatabase, id: CollectionId): Promise<CollectionState | null> {
  const row = (await collectionStates(db)).get(id);
  return row === undefined || row.deletedAt !== null ? null : row;
}

/** Undoes a change inside a transaction over `COLLECTION_TABLES`, where it is as the change left it. */
export async function putCollectionBack(
  store: Store,
  { ids: [id], before, after }: CollectionLogEntry,
  log: ChangeLog,
): Promise<void> {
  const row = await readShown(store.db, id);
  // The log has a whole collection where one was deleted.
  if (after === null) return row ? undefined : restore(store, before as Collection, log);
  if (row === null) return;
  if (before === null)
    return hasSameFields(row, after as Collection) ? deleteRow(store, row, log) : undefined;
  // The keys of a change are fields of a collection.
  const fields = Object.keys(before) as (keyof CollectionEdit)[];
  const left = fields.filter((field) => isSameValue(row[field], after[field]));
  await editRow(store, row, pick(before, left), log);
}

/** Undoes a deletion, even if the server has it already. */
async function restore({ db, now }: Store, collection: Collection, log: ChangeLog): Promise<void> {
  const row = (await collectionStates(db)).get(collection.id);
  const back = row ? undeleted(row) : newCollection({ ...collection, updated: now() });
  await writeCollections(db, row ? [row] : [], [back], now(), log);
}

async function deleteRow({ db, now }: Store, row: CollectionState, log: ChangeLog): Promise<void> {
  const entry = newCollectionEntry(row.id, now(), unixMs(now() + UNDO_MS));
  // The server knows nothing of one that was never sent.
  const isSent = row.serverId !== null || row.creates > 0;
  const after = isSent ? [{ ...row, deletedAt: now(), entry }] : [];
  await writeCollections(db, [row], after, now(), log);
}

// The only place that creates ids of this type.
const newId = ({ newId: make }: Store): CollectionId => make() as string as CollectionId;

async function add({ db, now }: Store, collection: Collection) {
  await writeCollections(db, [], [newCollection(collection)], now());
  return ok(collection);
}

async function editRow(
  { db, now }: Store,
  row: CollectionState,
  changes: CollectionEdit,
  log: ChangeLog,
): Promise<void> {
  const asked = inForm(row, changes);
  const isOther = (field: keyof CollectionFields) =>
    asked[field] !== undefined && !isSameValue(asked[field], row[field]);
  const set = only({ ...row, ...asked }, isOther);
  const { localSearch = row.localSearch } = changes;
  if (Object.keys(set).length === 0 && localSearch === row.localSearch) return;
  await writeCollections(db, [row], [{ ...row, ...set, localSearch, updated: now() }], now(), log);
}

/** Pinned collections first, then in alphabetical order of the user's language. */
function collectionsInOrder(rows: readonly CollectionRow[]): readonly Collection[] {
  const order = new Intl.Collator(undefined, { numeric: true });
  return rows
    .filter(({ deletedAt }) => deletedAt === null)
    .map(fromRow)
    .sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || order.compare(a.name, b.name));
}

/**
 * Normalises changes: the name is not blank, and the parts of a search that name a field are in the
 * box of that field, as servers return them (protocol.md section 10).
 */
function inForm(
  row: CollectionFields,
  { name, localSearch: _, ...changes }: CollectionEdit,
): CollectionChanges {
  const normal = name === undefined ? null : normalCollectionName(name);
  const { search, title, author, site, labels, note } = { ...row, ...changes };
  const boxes = boxesOfQuery(queryOfBoxes({ search, title, author, site, labels, note }));
  const hasText = Object.keys(boxes).some((box) => box in changes);
  return { ...changes, ...(hasText ? boxes : {}), ...(normal === null ? {} : { name: normal }) };
}
