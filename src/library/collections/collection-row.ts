import { COLLECTION_FIELDS, type Collection, type CollectionFields, unixMs } from '../../domain';
import type { CollectionChanges, CollectionRow } from '../database/rows';
import { isSameValue } from '../outbox/patches';
/** By any clock: the server's, of which `created` may be, goes its own way. */
export const AT_ONCE = unixMs(0);

/** What is known of the server's, of one that it does not have. */
export const UNLINKED = {
  ...{ serverId: null, base: null, tried: {}, isDeleteTried: false },
  ...{ made: null, creates: 0, isMadeHere: false, attempts: 0 },
} as const satisfies Partial<CollectionRow>;

/** A collection that only this device knows of. */
export const newCollectionRow = (collection: Collection): CollectionRow =>
  asStored({
    ...collection,
    ...UNLINKED,
    ...{ deletedAt: null, isKeptHere: false, notBefore: AT_ONCE, refusal: null },
  });

/** The row with the state that follows from the rest of it. */
export function asStored({ state: _, ...row }: CollectionRow): CollectionRow {
  if (!isWaiting(row)) return row;
  return { ...row, state: row.refusal === null ? 'waiting' : 'attention' };
}

function isWaiting(row: CollectionRow): boolean {
  if (row.isKeptHere) return false;
  return row.deletedAt !== null || row.base === null || Object.keys(changesOf(row)).length > 0;
}

/** What the server is to be told: what is different here, and what takes back what was tried. */
export function changesOf(row: CollectionRow): CollectionChanges {
  const { base, tried } = row;
  return only(
    row,
    (field) => base === null || field in tried || !isSameValue(row[field], base[field]),
  );
}

/** The fields of a collection without what it is besides. */
export const fieldsOf = (collection: CollectionFields): CollectionFields =>
  // All of its fields.
  only(collection, () => true) as CollectionFields;

/** Those of the fields that `isWanted`. */
export function only(
  from: CollectionFields,
  isWanted: (field: keyof CollectionFields) => boolean,
): CollectionChanges {
  return Object.fromEntries(
    COLLECTION_FIELDS.filter(isWanted).map((field) => [field, from[field]]),
  );
}

/** The collection without what only sync knows of it. */
export const fromRow = (row: CollectionRow): Collection => {
  const { id, created, updated } = row;
  return { ...fieldsOf(row), id, created, updated };
};
