import {
  COLLECTION_FIELDS,
  type Collection,
  type CollectionFields,
  type UnixMs,
  unixMs,
} from '../../domain';
import type { Refusal } from '../refusal';
import { isSameValue } from '../same-value';

/** What of a collection is other than something else has it. */
export type CollectionChanges = Partial<CollectionFields>;

/**
 * A collection with what sync knows of it. They are few and small and nothing of them has an order:
 * what waits to be sent is what is different here from what the server is known to have.
 */
export interface CollectionRow extends Collection {
  /** When a person deleted it; it is shown no more, and goes when the server has heard. null: not. */
  readonly deletedAt: UnixMs | null;
  /** null: the server has none, or none is known. */
  readonly serverId: string | null;
  /** What the server is known to have; null: nothing. The base of the three-way merge. */
  readonly base: CollectionFields | null;
  /** What was sent and not answered: the server may have it, or get it yet. */
  readonly tried: CollectionChanges;
  readonly isDeleteTried: boolean;
  /** What this device asked the server to make; null: nothing. */
  readonly made: CollectionFields | null;
  /** How often it asked. */
  readonly creates: number;
  /** The one on the server is what this device made there. */
  readonly isMadeHere: boolean;
  /** Out of sync for good, because a person wanted it. */
  readonly isKeptHere: boolean;
  /** Not to be sent earlier: the undo time of a delete, the wait after a failure. */
  readonly notBefore: UnixMs;
  /** Failures in a row. */
  readonly attempts: number;
  /** Why the server does not take it; null: it was not refused. */
  readonly refusal: Refusal | null;
  /** Whether something waits, and for whom; absent when nothing does, so that its index is short. */
  readonly state?: 'waiting' | 'attention';
}

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
