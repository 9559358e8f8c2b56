import { isSameValue } from '../../domain/bookmark-values';
import {
  type Collection,
  type CollectionFields,
  SYNCED_COLLECTION_FIELDS,
} from '../../domain/collection';
import { AT_ONCE } from '../../domain/time';

import type { CollectionChanges, CollectionRow } from '../database/rows';

/** The sync state of a collection that is not on the server. */
export const UNLINKED = {
  serverId: null,
  base: null,
  tried: {},
  isDeleteTried: false,
  made: null,
  creates: 0,
  isCreatedHere: false,
  attempts: 0,
} as const satisfies Partial<CollectionRow>;

/** Creates the row of a collection that only this device has. */
export const newCollectionRow = (collection: Collection): CollectionRow =>
  asStored({
    ...collection,
    ...UNLINKED,
    deletedAt: null,
    isKeptHere: false,
    notBefore: AT_ONCE,
    refusal: null,
  });

/** Derives `state` from the rest of the row. */
export function asStored({ state: _, ...row }: CollectionRow): CollectionRow {
  if (!isWaiting(row)) return row;
  return { ...row, state: row.refusal === null ? 'waiting' : 'attention' };
}

function isWaiting(row: CollectionRow): boolean {
  if (row.isKeptHere) return false;
  return row.deletedAt !== null || row.base === null || Object.keys(changesOf(row)).length > 0;
}

/**
 * Returns what to send: fields that differ from the server, and those that were attempted and
 * changed since.
 */
export function changesOf(row: CollectionRow): CollectionChanges {
  const { base, tried } = row;
  return only(
    row,
    (field) => base === null || field in tried || !isSameValue(row[field], base[field]),
  );
}

/** Returns only the fields of a collection. */
export const fieldsOf = (collection: CollectionFields): CollectionFields =>
  // The filter accepts all fields.
  only(collection, () => true) as CollectionFields;

/** Returns the fields for which `includes` returns true. */
export function only(
  from: CollectionFields,
  includes: (field: keyof CollectionFields) => boolean,
): CollectionChanges {
  return Object.fromEntries(
    SYNCED_COLLECTION_FIELDS.filter(includes).map((field) => [field, from[field]]),
  );
}

/** Removes the sync state from a row. */
export const fromRow = (row: CollectionRow): Collection => {
  const { id, localSearch, created, updated } = row;
  return { ...fieldsOf(row), id, localSearch, created, updated };
};
