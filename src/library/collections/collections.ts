import { isSameValue } from '../../domain/bookmark-values';
import {
  type Collection,
  type CollectionFields,
  type CollectionId,
  type CollectionValues,
  DEFAULT_COLLECTION_FIELDS,
  normalCollectionName,
} from '../../domain/collection';
import { err, ok } from '../../domain/result';
import { UNDO_MS, unixMs } from '../../domain/time';
import { boxesOfQuery, queryOfBoxes } from '../../query';
import { commit, type Dispose, type Written } from '../database/commit';
import { watch } from '../database/live';
import { forgetDeleted, logDeleted, logReplaced, OWN_TABLES } from '../database/own-changes';
import type { CollectionChanges, CollectionRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { repository, type Store } from '../database/store';
import type { CollectionName } from '../database/sync-rows';
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

const TABLES = [...COLLECTION_TABLES, ...OWN_TABLES];

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
      (rows) => listener(inOrder(rows)),
    ),

  /**
   * Texts are normalised as servers do: parts of `search` that name a field move to the box of that
   * field. Labels keep their spelling, even when a label is renamed. Error `no-name`.
   */
  create: (store, fields: NewCollection): Written<Collection> =>
    commit(store.db, TABLES, async () => {
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

  /** Sets fields and returns their old values. A blank name leaves the name unchanged. */
  edit: (store, id: CollectionId, changes: CollectionEdit): Written<CollectionEdit> =>
    commit(store.db, TABLES, async () => {
      const row = await readShown(store.db, id);
      return row === null ? err({ kind: 'not-found' }) : ok(await editRow(store, row, changes));
    }),

  /**
   * Undoes an edit by its changes and the old values that `edit` returned. Values that are no longer
   * as the edit left them stay.
   */
  undoEdit: (
    store,
    id: CollectionId,
    changes: CollectionEdit,
    before: CollectionEdit,
  ): Written<void> =>
    commit(store.db, TABLES, async () => {
      const row = await readShown(store.db, id);
      if (row === null) return err({ kind: 'not-found' });
      const left = { ...changes, ...inForm({ ...row, ...before }, changes) };
      // The keys of an edit are those of its type.
      const fields = Object.keys(before) as (keyof CollectionEdit)[];
      const unchanged = fields.filter((field) => isSameValue(row[field], left[field]));
      await editRow(
        store,
        row,
        Object.fromEntries(unchanged.map((field) => [field, before[field]])),
      );
      return ok(undefined);
    }),

  /** Returns the value for `restore`. The deletion is sent after `UNDO_MS` at the earliest. */
  delete: (store, id: CollectionId): Written<Collection> =>
    commit(store.db, TABLES, async () => {
      const { db, now } = store;
      const row = await readShown(db, id);
      if (row === null) return err({ kind: 'not-found' });
      const notBefore = unixMs(now() + UNDO_MS);
      const entry = newCollectionEntry(id, now(), notBefore);
      await writeCollections(db, [row], [{ ...row, deletedAt: now(), entry }], now());
      const collection = fromRow(row);
      await logDeleted(store, { collection: nameOf(row) }, 'collection', collection);
      return ok(collection);
    }),

  /** Undoes a deletion, even if the server has it already. */
  restore: (store, collection: Collection): Written<Collection> =>
    commit(store.db, TABLES, async () => {
      const { db, now } = store;
      await forgetDeleted(db, (entry) => entry.collection?.id === collection.id);
      const row = (await collectionStates(db)).get(collection.id);
      if (row === undefined) return add(store, { ...collection, updated: now() });
      const restored = undeleted(row);
      await writeCollections(db, [row], [restored], now());
      return ok(fromRow(restored));
    }),
});

async function readShown(db: LibraryDatabase, id: CollectionId): Promise<CollectionState | null> {
  const row = (await collectionStates(db)).get(id);
  return row === undefined || row.deletedAt !== null ? null : row;
}

const nameOf = ({ id, name }: Collection): CollectionName => ({ id, name });

// The only place that creates ids of this type.
const newId = ({ newId: make }: Store): CollectionId => make() as string as CollectionId;

async function add({ db, now }: Store, collection: Collection) {
  await writeCollections(db, [], [newCollection(collection)], now());
  return ok(collection);
}

/** Changes a collection inside a transaction. Returns the old values. */
async function editRow(
  store: Store,
  row: CollectionState,
  changes: CollectionEdit,
): Promise<CollectionEdit> {
  const { db, now } = store;
  const asked = inForm(row, changes);
  const isOther = (field: keyof CollectionFields) =>
    asked[field] !== undefined && !isSameValue(asked[field], row[field]);
  const set = only({ ...row, ...asked }, isOther);
  const { localSearch = row.localSearch } = changes;
  const isLocal = localSearch !== row.localSearch;
  if (Object.keys(set).length === 0 && !isLocal) return {};
  const edited = { ...row, ...set, localSearch, updated: now() };
  await writeCollections(db, [row], [edited], now());
  const before = { ...only(row, isOther), ...(isLocal && { localSearch: row.localSearch }) };
  const { isPinned: _, ...replaced } = before;
  // The keys of an edit are those of its type.
  const fields = Object.keys(replaced) as (keyof typeof replaced)[];
  const values = fields.map((field) => ({ field, ours: row[field], theirs: edited[field] }));
  await logReplaced(store, { bookmarkId: null, collection: nameOf(row) }, values, edited);
  return before;
}

/** Pinned collections first, then in alphabetical order of the user's language. */
function inOrder(rows: readonly CollectionRow[]): readonly Collection[] {
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
