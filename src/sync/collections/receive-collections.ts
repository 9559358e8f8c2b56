import { isSameValue } from '../../domain/bookmark-values';
import {
  COLLECTION_FIELD_NAMES,
  type CollectionFields,
  hasSameFields,
  SYNCED_COLLECTION_FIELDS,
} from '../../domain/collection';
import {
  type CollectionState,
  type CollectionTransaction,
  changesOf,
  collectionFieldsOf,
  type JournalChange,
  newCollection,
  UNLINKED,
} from '../../library';
import { mergeFields } from '../merge/merge-remote';
import { settled } from '../runner';
import type { RemoteCollection } from './remote-collection';

/** Applies one collection of the server. Applying it twice has no further effect. */
export function receiveCollection(
  tx: CollectionTransaction,
  remote: RemoteCollection,
  isSentBack: boolean,
): void {
  const rows = tx.rows();
  const known = rows.find(({ serverId }) => serverId === remote.serverId);
  if (known !== undefined) {
    receiveKnown(tx, known, remote, isSentBack);
    return;
  }
  const isSame = (fields: CollectionFields | null) => showsTheSame(fields, remote);
  const unlinked = rows.filter(({ serverId }) => serverId === null);
  const made = unlinked.find((row) => isSame(row.made));
  if (made !== undefined) {
    link(tx, made, remote, true);
    tx.log('sent', made);
    return;
  }
  const same = sameHere(tx, remote);
  // If the local one is excluded from sync, the one of the server is ignored.
  if (same?.isKeptHere) return;
  if (same !== undefined) {
    join(tx, same, remote);
    return;
  }
  const twin = rows.find((row) => row.serverId !== null && isSame(row.base));
  if (twin?.serverId && twin.isCreatedHere && remote.serverId < twin.serverId) {
    deleteOnServer(tx, twin, twin.serverId);
    link(tx, twin, remote, false);
    tx.log('joined', twin);
    return;
  }
  // A request that arrived twice or late has created the collection again.
  const maker = rows.find((row) => row.creates > 0 && isSame(row.made));
  if (maker !== undefined && remote.isUntouched) deleteOnServer(tx, maker, remote.serverId);
  else add(tx, remote);
}

function receiveKnown(
  tx: CollectionTransaction,
  row: CollectionState,
  remote: RemoteCollection,
  isSentBack: boolean,
): void {
  if (row.isKeptHere) return;
  const base = knownFields(remote, row.base);
  const isDeleted = row.deletedAt !== null;
  if (isSentBack || (isDeleted && (row.isDeleteTried || hasSameFields(row.base, base)))) {
    tx.put({ ...row, base });
    return;
  }
  // The collection that replaced the deleted one is linked instead.
  const anew = isDeleted ? sameHere(tx, remote) : undefined;
  if (anew?.isKeptHere === false) {
    tx.remove(row.id);
    join(tx, anew, remote);
    return;
  }
  const pending = changesOf(row);
  const { taken, received, kept } = mergeFields(SYNCED_COLLECTION_FIELDS, {
    ours: row,
    theirs: base,
    base: row.base,
    isPending: (field) => field in pending,
    tried: row.tried,
  });
  const merged = { ...row, ...taken, base, deletedAt: null };
  tx.put(merged);
  if (isDeleted) tx.log('kept-against-delete', merged);
  if (received.length > 0) tx.log('received', merged, received);
  if (kept.length > 0) tx.log('merged', merged, kept);
}

const showsTheSame = (fields: CollectionFields | null, remote: RemoteCollection): boolean =>
  fields !== null && isSameCollection(fields, knownFields(remote, fields));

/** Finds a local collection without a link that has the same fields. */
const sameHere = (
  tx: CollectionTransaction,
  remote: RemoteCollection,
): CollectionState | undefined =>
  tx
    .rows()
    .find((row) => row.serverId === null && row.deletedAt === null && showsTheSame(row, remote));

/** Links a row to its collection on the server. Fields that differ locally are sent. */
function link(
  tx: CollectionTransaction,
  row: CollectionState,
  remote: RemoteCollection,
  isCreatedHere: boolean,
): void {
  const { serverId } = remote;
  const base = knownFields(remote, row.made ?? row);
  tx.put({ ...row, serverId, base, tried: {}, isCreatedHere, entry: settled(row.entry) });
}

/** Joins a local collection with one of the server. It is pinned if either was. */
function join(tx: CollectionTransaction, row: CollectionState, remote: RemoteCollection): void {
  const isPinned = row.isPinned || remote.fields.isPinned;
  link(tx, { ...row, isPinned }, remote, false);
  tx.log('joined', row);
}

/** Queues the deletion of a duplicate of `row` on the server. An edit there stops it. */
function deleteOnServer(tx: CollectionTransaction, row: CollectionState, serverId: string): void {
  const fields = row.made ?? row.base ?? collectionFieldsOf(row);
  const collection = {
    ...fields,
    id: tx.newId(),
    localSearch: '',
    created: tx.now,
    updated: tx.now,
  };
  tx.put({
    ...newCollection(collection),
    serverId,
    base: fields,
    deletedAt: tx.now,
  });
}

function add(tx: CollectionTransaction, remote: RemoteCollection): void {
  const { serverId, created } = remote;
  const base = knownFields(remote, null);
  const collection = {
    ...base,
    id: tx.newId(),
    localSearch: '',
    created,
    updated: tx.now,
  };
  tx.put({ ...newCollection(collection), serverId, base });
  tx.log('received', collection);
}

/**
 * Handles a collection that is no longer on the server. It is kept and created again if it was
 * edited locally, or if the server may have lost it.
 */
export function removeLostCollection(
  tx: CollectionTransaction,
  row: CollectionState,
  isKept: boolean,
): void {
  if (row.isKeptHere) return;
  if (row.deletedAt !== null) {
    tx.remove(row.id);
    return;
  }
  if (isKept || row.entry !== null) {
    tx.put({ ...row, ...UNLINKED, entry: settled(row.entry) });
    tx.log('kept-against-delete', row);
    return;
  }
  tx.remove(row.id);
  tx.log('deleted-there', row, everyField(row));
}

/** Returns the fields of the server; for a field that it does not report, the last known value. */
export const knownFields = (
  { fields: { note, ...fields } }: RemoteCollection,
  known: CollectionFields | null,
): CollectionFields => ({ ...fields, note: note ?? known?.note ?? '' });

/** Returns true if both have the same fields. The pin does not count. */
const isSameCollection = (a: CollectionFields, b: CollectionFields): boolean =>
  SYNCED_COLLECTION_FIELDS.every(
    (field) => field === 'isPinned' || isSameValue(a[field], b[field]),
  );

/** Returns all that a collection has for the journal, before it is deleted. */
export const everyField = (collection: CollectionState): readonly JournalChange[] =>
  COLLECTION_FIELD_NAMES.map((field) => ({
    field,
    ours: collection[field],
    theirs: null,
  }));
