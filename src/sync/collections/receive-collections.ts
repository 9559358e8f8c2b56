import { COLLECTION_FIELDS, type CollectionFields } from '../../domain';
import {
  type CollectionDesk,
  type CollectionRow,
  fieldsOf,
  isSameValue,
  newCollectionRow,
  UNLINKED,
} from '../../library';
import { everyField, isSameCollection, mergeCollection, toldFields } from './merge-collection';
import type { RemoteCollection } from './remote-collection';

/** Takes in what the server says of one collection. Doing it twice is doing it once. */
export function receiveCollection(
  desk: CollectionDesk,
  remote: RemoteCollection,
  isSentBack: boolean,
): void {
  const rows = desk.rows();
  const known = rows.find(({ serverId }) => serverId === remote.serverId);
  if (known !== undefined) {
    receiveKnown(desk, known, remote, isSentBack);
    return;
  }
  const isSame = (fields: CollectionFields | null) => showsTheSame(fields, remote);
  const unlinked = rows.filter(({ serverId }) => serverId === null);
  const made = unlinked.find((row) => isSame(row.made));
  if (made !== undefined) {
    link(desk, made, remote, true);
    desk.tell('sent', made);
    return;
  }
  const same = sameHere(desk, remote);
  // One that is kept here stands for both.
  if (same?.isKeptHere) return;
  if (same !== undefined) {
    join(desk, same, remote);
    return;
  }
  const twin = rows.find((row) => row.serverId !== null && isSame(row.base));
  if (twin?.serverId && twin.isMadeHere && remote.serverId < twin.serverId) {
    dismiss(desk, twin, twin.serverId);
    link(desk, twin, remote, false);
    desk.tell('joined', twin);
    return;
  }
  // A request that came twice, or late, has made it again.
  const maker = rows.find((row) => row.creates > 0 && isSame(row.made));
  if (maker !== undefined && remote.isUntouched) dismiss(desk, maker, remote.serverId);
  else add(desk, remote);
}

function receiveKnown(
  desk: CollectionDesk,
  row: CollectionRow,
  remote: RemoteCollection,
  isSentBack: boolean,
): void {
  if (row.isKeptHere) return;
  const base = toldFields(remote, row.base);
  const isDeleted = row.deletedAt !== null;
  if (isSentBack || (isDeleted && (row.isDeleteTried || isSameAs(row.base, base)))) {
    desk.put({ ...row, base });
    return;
  }
  // What was made anew in its place stands for it.
  const anew = isDeleted ? sameHere(desk, remote) : undefined;
  if (anew?.isKeptHere === false) {
    desk.remove(row.id);
    join(desk, anew, remote);
    return;
  }
  const { row: merged, received, kept } = mergeCollection(row, remote);
  desk.put({ ...merged, deletedAt: null });
  if (isDeleted) desk.tell('kept-against-delete', merged);
  if (received.length > 0) desk.tell('received', merged, received);
  if (kept.length > 0) desk.tell('merged', merged, kept);
}

const showsTheSame = (fields: CollectionFields | null, remote: RemoteCollection): boolean =>
  fields !== null && isSameCollection(fields, toldFields(remote, fields));

/** One of ours that the server does not know, and that is the same. */
const sameHere = (desk: CollectionDesk, remote: RemoteCollection): CollectionRow | undefined =>
  desk
    .rows()
    .find((row) => row.serverId === null && row.deletedAt === null && showsTheSame(row, remote));

const isSameAs = (a: CollectionFields | null, b: CollectionFields): boolean =>
  COLLECTION_FIELDS.every((field) => isSameValue(a?.[field], b[field]));

/** Links one to the collection that it is on the server; what is different here by now is sent. */
function link(
  desk: CollectionDesk,
  row: CollectionRow,
  remote: RemoteCollection,
  isMadeHere: boolean,
): void {
  const { serverId } = remote;
  const base = toldFields(remote, row.made ?? row);
  desk.put({ ...row, serverId, base, tried: {}, isMadeHere, attempts: 0 });
}

/** Made here and there: one is pinned if either was. */
function join(desk: CollectionDesk, row: CollectionRow, remote: RemoteCollection): void {
  const isPinned = row.isPinned || remote.fields.isPinned;
  link(desk, { ...row, isPinned }, remote, false);
  desk.tell('joined', row);
}

/** Has one deleted on the server that is the same as `row`, unless somebody edits it before. */
function dismiss(desk: CollectionDesk, row: CollectionRow, serverId: string): void {
  const fields = row.made ?? row.base ?? fieldsOf(row);
  const collection = { ...fields, id: desk.newId(), created: desk.now, updated: desk.now };
  desk.put({
    ...newCollectionRow(collection),
    ...{ serverId, base: fields, deletedAt: desk.now },
  });
}

function add(desk: CollectionDesk, remote: RemoteCollection): void {
  const { serverId, created } = remote;
  const base = toldFields(remote, null);
  const collection = { ...base, id: desk.newId(), created, updated: desk.now };
  desk.put({ ...newCollectionRow(collection), serverId, base });
  desk.tell('received', collection);
}

/**
 * Takes in that the server does not have a collection any more. One that was edited here is kept and
 * made there again; so are all when it is in doubt whether the server has lost them.
 */
export function loseCollection(desk: CollectionDesk, row: CollectionRow, isKept: boolean): void {
  if (row.isKeptHere) return;
  if (row.deletedAt !== null) {
    desk.remove(row.id);
    return;
  }
  if (isKept || row.state !== undefined) {
    desk.put({ ...row, ...UNLINKED });
    desk.tell('kept-against-delete', row);
    return;
  }
  desk.remove(row.id);
  desk.tell('deleted-there', row, everyField(row));
}
