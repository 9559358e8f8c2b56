import { pick } from '../../domain/bookmark-fields';
import { isSameValue } from '../../domain/bookmark-values';
import {
  COLLECTION_FIELD_NAMES,
  type Collection,
  type CollectionFields,
  type CollectionId,
  SYNCED_COLLECTION_FIELDS,
} from '../../domain/collection';
import type { UnixMs } from '../../domain/time';
import type { ChangeLog } from '../database/change-log';
import type { CollectionLogEntry } from '../database/log-rows';
import { type CollectionEntry, type Queued, queuedAt } from '../database/outbox-rows';
import type { CollectionChanges, CollectionRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { outboxEntriesOf, writeEntries } from '../outbox/outbox';

/** The sync state of a collection that is not on the server. */
export const UNLINKED = {
  serverId: null,
  base: null,
  tried: {},
  isDeleteTried: false,
  made: null,
  creates: 0,
  isCreatedHere: false,
} as const satisfies Partial<CollectionRow>;

/** A collection with what waits to be sent. */
export interface CollectionState extends CollectionRow {
  /** Its entry in the outbox; null: there is none, or a new one is made if something waits. */
  readonly entry: Queued<CollectionEntry> | null;
}

// These functions run inside a transaction over these tables.
export const COLLECTION_TABLES = ['collections', 'outbox'];

/** Creates the state of a collection that only this device has. */
export const newCollection = (collection: Collection): CollectionState => ({
  ...collection,
  ...UNLINKED,
  deletedAt: null,
  isKeptHere: false,
  entry: null,
});

/**
 * Undoes a deletion. If the server may have it already, the collection is created there again.
 */
export const undeleted = (row: CollectionState): CollectionState => ({
  ...row,
  ...(row.isDeleteTried ? UNLINKED : {}),
  deletedAt: null,
  entry: null,
});

export const newCollectionEntry = (
  collectionId: CollectionId,
  now: UnixMs,
  notBefore: UnixMs = now,
): Queued<CollectionEntry> => ({ ...queuedAt(now, notBefore), kind: 'collection', collectionId });

/** Returns the state with an entry if something waits, and otherwise with none. */
export const queuedCollection = (state: CollectionState, now: UnixMs): CollectionState => ({
  ...state,
  entry: isWaiting(state) ? (state.entry ?? newCollectionEntry(state.id, now)) : null,
});

function isWaiting(row: CollectionRow): boolean {
  if (row.isKeptHere) return false;
  return row.deletedAt !== null || row.base === null || Object.keys(changesOf(row)).length > 0;
}

/** Reads all collections, because they are few. */
export async function collectionStates(
  db: LibraryDatabase,
): Promise<ReadonlyMap<CollectionId, CollectionState>> {
  const [rows, entries] = await Promise.all([
    db.collections.toArray(),
    outboxEntriesOf(db, 'collection', 'kind', ['collection']),
  ]);
  const queued = new Map(entries.map((entry) => [entry.collectionId, entry]));
  return new Map(rows.map((row) => [row.id, { ...row, entry: queued.get(row.id) ?? null }]));
}

/** Replaces collections by others, and what of them waits to be sent. `log` gets what can be undone. */
export async function writeCollections(
  db: LibraryDatabase,
  before: readonly CollectionState[],
  after: readonly CollectionState[],
  now: UnixMs,
  log?: ChangeLog,
): Promise<void> {
  log?.add(loggedChanges(before, after));
  const queued = (state: CollectionState) => queuedCollection(state, now);
  const { changed, gone } = await writeEntries(db, before, after, queued);
  await db.collections.bulkPut(changed.map(({ entry, ...row }) => row));
  await db.collections.bulkDelete([...gone]);
}

function loggedChanges(
  before: readonly CollectionState[],
  after: readonly CollectionState[],
): readonly CollectionLogEntry[] {
  const shown = (rows: readonly CollectionState[]) =>
    new Map(rows.filter(isShown).map((row) => [row.id, row]));
  const [were, are] = [shown(before), shown(after)];
  return [...new Set([...were.keys(), ...are.keys()])].flatMap((id): CollectionLogEntry[] => {
    const [old, next] = [were.get(id), are.get(id)];
    const about = { table: 'collections', ids: [id], name: (old ?? next)?.name ?? '' } as const;
    if (!old || !next)
      return [{ ...about, before: old ? fromRow(old) : null, after: next ? fromRow(next) : null }];
    const fields = COLLECTION_FIELD_NAMES.filter((field) => !isSameValue(old[field], next[field]));
    if (fields.length === 0) return [];
    return [{ ...about, before: pick(old, fields), after: pick(next, fields) }];
  });
}

const isShown = ({ deletedAt }: CollectionRow): boolean => deletedAt === null;

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
export const collectionFieldsOf = (collection: CollectionFields): CollectionFields =>
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
  return { ...collectionFieldsOf(row), id, localSearch, created, updated };
};
