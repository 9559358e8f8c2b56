import { MAX_TITLE_LENGTH } from '../../contract';
import {
  EDITABLE_FIELDS,
  type EditableField,
  PAGE_VALUE_FIELDS,
  PLACE_FIELDS,
  pick,
} from '../../domain/bookmark-fields';
import { isEmptyValue, isSameField } from '../../domain/bookmark-values';
import { cutText, joinNotes } from '../../domain/excerpt';
import { JOINED_FLAGS } from '../../domain/join-values';
import {
  type BookmarkChanges,
  isUnchanged,
  type ServerVersion,
  type Shadow,
  type SyncedBookmark,
  type SyncState,
  type SyncTransaction,
  unsentChanges,
  withChanges,
} from '../../library';
import { deleteRemote } from './join';
import { missing } from './link-created';
import { type RemoteBookmark, withNote } from './server-version';

/**
 * Queues the deletion of `remote`, which a late request of this device created after `state` was
 * linked to another bookmark of the same address.
 *
 * @returns false if `state` has no such request
 */
export function deleteLateDuplicate(
  tx: SyncTransaction,
  state: SyncState,
  remote: RemoteBookmark,
): boolean {
  const { id, bookmark, shadow, intents } = state;
  if (!bookmark || !shadow?.unconfirmed) return false;
  const version = inBoth(shadow.unconfirmed.sent, remote);
  const made = { ...shadow, serverId: remote.serverId, version, updated: null, isLoaded: false };
  const look = deleteRemote(tx, id, made);
  if (bookmark.trashedAt !== null) return true;
  tx.put({ ...state, intents: [...intents, look] });
  tx.log('joined', id);
  return true;
}

/**
 * Returns what was sent, without what `remote` lacks. Nobody may have removed that: another device may
 * have made `remote` from the same file.
 */
function inBoth(sent: ServerVersion, remote: RemoteBookmark): ServerVersion {
  const there = withNote(remote, sent).version;
  const place = there.readProgress < sent.readProgress ? there : sent;
  return {
    ...sent,
    ...Object.fromEntries(JOINED_FLAGS.map((flag) => [flag, sent[flag] && there[flag]])),
    ...pick(place, PLACE_FIELDS),
    labels: sent.labels.filter((label) => missing([label], there.labels).length === 0),
    note: there.note === '' ? '' : sent.note,
  };
}

/** The changes of others at a bookmark that is to be deleted for another one. */
export interface Edit {
  readonly changes: BookmarkChanges;
  /** Its version that this device knew before. */
  readonly known: ServerVersion;
  /** Values that a person may have edited or the server found in the page. Those here stay. */
  readonly found: readonly (typeof PAGE_VALUE_FIELDS)[number][];
}

/** Returns what changed since `known`; null: nothing. `here` is the bookmark that stays, if there is one. */
export function editOf(
  { version: known, updated, isLoaded }: Shadow,
  remote: RemoteBookmark,
  here: SyncedBookmark | null,
): Edit | null {
  const there = withNote(remote, known).version;
  const isRead = isLoaded || updated !== null;
  const title = isRead || !isOwnTitle(known, there) ? there.title : known.title;
  const all = unsentChanges({ ...there, title }, { version: known }, true);
  const { set } = all;
  const isFound = (field: string) =>
    !isRead && field !== 'title' && PAGE_VALUE_FIELDS.some((one) => one === field);
  const edited = EDITABLE_FIELDS.filter((field) => field in set && !isFound(field));
  const changes = { ...all, set: pick(set, edited) };
  const found = PAGE_VALUE_FIELDS.filter(
    (field) =>
      field in set &&
      isFound(field) &&
      !isEmptyValue(there[field]) &&
      here !== null &&
      !isSameField(field, here[field], there[field]),
  );
  return isUnchanged(changes) && found.length === 0 ? null : { changes, known, found };
}

/**
 * Applies an edit to the bookmark that stays. A field that a person changed there and that waits to
 * be sent keeps its value. Both notes stay.
 */
export function takeOverEdit(
  tx: SyncTransaction,
  stays: SyncState & { readonly bookmark: SyncedBookmark },
  { changes, known, found }: Edit,
  there: ServerVersion,
): void {
  const { id, bookmark, shadow } = stays;
  const { set } = changes;
  const unsent = shadow ? unsentChanges(bookmark, shadow, true).set : {};
  const isWaiting = (field: EditableField) => field !== 'note' && field in unsent;
  // The further reading position stays, unless the other one was set back on purpose.
  const isBehind =
    there.readProgress < bookmark.readProgress && there.readProgress >= known.readProgress;
  const isPlace = (field: EditableField) => PLACE_FIELDS.some((one) => one === field);
  const fields = EDITABLE_FIELDS.filter((field) => field in set);
  const taken = fields.filter((field) => !isWaiting(field) && !(isBehind && isPlace(field)));
  const isNoteSame = bookmark.note === known.note;
  const note = isNoteSame ? there.note : joinNotes([bookmark.note, there.note]);
  const after = withChanges(bookmark, {
    ...changes,
    set: { ...pick(set, taken), ...('note' in set && { note }) },
  });
  tx.put({ ...stays, bookmark: after });
  const lost = [...fields, ...found].filter(
    (field) => !isSameField(field, bookmark[field], there[field]),
  );
  const told = lost.map((field) => ({
    field,
    ours: after[field],
    theirs: isSameField(field, after[field], there[field]) ? bookmark[field] : there[field],
  }));
  tx.log('joined', id, told);
}

/**
 * Returns true if the title is what was sent, within the limit of the service, or what the server
 * found.
 */
const isOwnTitle = ({ url, title }: ServerVersion, there: ServerVersion): boolean =>
  title === url || there.title === cutText(title, MAX_TITLE_LENGTH).trim();
