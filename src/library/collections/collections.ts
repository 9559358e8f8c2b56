import {
  type Collection,
  type CollectionFields,
  type CollectionId,
  DEFAULT_COLLECTION_FIELDS,
  err,
  normalCollectionName,
  ok,
  UNDO_MS,
  unixMs,
} from '../../domain';
import { boxesOfQuery, queryOfBoxes } from '../../query';
import { commit, type Dispose, type Written } from '../database/commit';
import { watch } from '../database/live';
import type { CollectionChanges, CollectionRow } from '../database/rows';
import type { Store } from '../database/store';
import { isSameValue } from '../outbox/patches';
import { AT_ONCE, asStored, fromRow, newCollectionRow, only, UNLINKED } from './collection-row';

/** A collection that is to be: what is not said of it is as in `EVERY_BOOKMARK`. */
export type NewCollection = Pick<CollectionFields, 'name'> & Partial<CollectionFields>;

export interface CollectionRepository {
  get(id: CollectionId): Promise<Collection | null>;
  /** All of them, pinned ones first, in alphabetical order of the reader's language. */
  watchAll(listener: (collections: readonly Collection[]) => void): Dispose;
  /**
   * Texts are kept in the form that servers give them: what `search` says of one field goes to that
   * field's box. Labels stay as they were written, also when a label is renamed. Error `no-name`.
   */
  create(collection: NewCollection): Written<Collection>;
  /** Sets fields; the value sets them back. A blank name leaves the name as it is. */
  edit(id: CollectionId, changes: Partial<CollectionFields>): Written<Partial<CollectionFields>>;
  /** The value is for `restore`. The server may be told once `UNDO_MS` have passed. */
  delete(id: CollectionId): Written<Collection>;
  /** Takes a delete back, also when the server was told. */
  restore(collection: Collection): Written<Collection>;
}

const TABLES = ['collections'];

export function collectionRepository(store: Store): CollectionRepository {
  const { db, now } = store;
  const shown = async (id: CollectionId): Promise<CollectionRow | null> => {
    const row = await db.collections.get(id);
    return row === undefined || row.deletedAt !== null ? null : row;
  };
  return {
    async get(id) {
      const row = await shown(id);
      return row && fromRow(row);
    },
    watchAll: (listener) => watch(store, () => db.collections.toArray(), inOrder, listener),
    create: (fields) =>
      commit(db, TABLES, async () => {
        const collection = {
          ...DEFAULT_COLLECTION_FIELDS,
          ...fields,
          id: newId(store),
          created: now(),
          updated: now(),
        };
        const asked = inForm(collection, collection);
        return asked.name === undefined
          ? err({ kind: 'no-name' })
          : add(store, { ...collection, ...asked });
      }),
    edit: (id, changes) =>
      commit(db, TABLES, async () => {
        const row = await shown(id);
        if (row === null) return err({ kind: 'not-found' });
        const asked = inForm(row, changes);
        const isOther = (field: keyof CollectionFields) =>
          asked[field] !== undefined && !isSameValue(asked[field], row[field]);
        const set = only({ ...row, ...asked }, isOther);
        if (Object.keys(set).length === 0) return ok({});
        await db.collections.put(asStored({ ...row, ...set, updated: now() }));
        return ok(only(row, isOther));
      }),
    delete: (id) =>
      commit(db, TABLES, async () => {
        const row = await shown(id);
        if (row === null) return err({ kind: 'not-found' });
        const notBefore = unixMs(now() + UNDO_MS);
        await db.collections.put(asStored({ ...row, deletedAt: now(), notBefore }));
        return ok(fromRow(row));
      }),
    restore: (collection) => restore(store, collection),
  };
}

// The only place where the brand is given to a new id.
const newId = ({ newId: make }: Store): CollectionId => make() as string as CollectionId;

async function add({ db }: Store, collection: Collection) {
  await db.collections.add(newCollectionRow(collection));
  return ok(collection);
}

/** One that the server may have heard the delete of is made there again. */
async function restore(store: Store, collection: Collection): Written<Collection> {
  const { db, now } = store;
  return commit(db, TABLES, async () => {
    const row = await db.collections.get(collection.id);
    if (row === undefined) return add(store, { ...collection, updated: now() });
    const link = row.isDeleteTried ? UNLINKED : {};
    const restored = { ...row, ...link, deletedAt: null, notBefore: AT_ONCE, attempts: 0 };
    await db.collections.put(asStored(restored));
    return ok(fromRow(restored));
  });
}

/** Pinned ones first, then in alphabetical order of the reader's language. */
function inOrder(rows: readonly CollectionRow[]): readonly Collection[] {
  const order = new Intl.Collator(undefined, { numeric: true });
  return rows
    .filter(({ deletedAt }) => deletedAt === null)
    .map(fromRow)
    .sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || order.compare(a.name, b.name));
}

/**
 * The changes as they are kept: a name that says something, and texts in the form that servers give
 * them, where what a search says of one field is in that field's box (protocol.md section 10).
 */
function inForm(row: CollectionFields, { name, ...changes }: CollectionChanges): CollectionChanges {
  const normal = name === undefined ? null : normalCollectionName(name);
  const { search, title, author, site, labels, note } = { ...row, ...changes };
  const boxes = boxesOfQuery(queryOfBoxes({ search, title, author, site, labels, note }));
  const hasText = Object.keys(boxes).some((box) => box in changes);
  return { ...changes, ...(hasText ? boxes : {}), ...(normal === null ? {} : { name: normal }) };
}
