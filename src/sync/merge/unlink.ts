import { localOnlyShadow, type SyncState, type SyncTransaction } from '../../library';
import { joinLinked, otherLinked } from './join';
import { fromNextCreate, verificationsOf } from './queue';

/** Handles the deletion of a bookmark on the server. Applying it twice has no further effect. */
export function receiveDelete(tx: SyncTransaction, serverId: string): void {
  const state = tx.byServerId(serverId);
  if (state !== null) unlink(tx, state);
}

/**
 * Removes the link of a bookmark that is no longer on the server and moves it to the trash. One that
 * was edited or highlighted here since is kept and created on the server again. Edits, a note that is
 * only here, and a later article go to another bookmark of its address if there is one.
 */
export function unlink(tx: SyncTransaction, state: SyncState): void {
  const { id, bookmark, shadow, intents } = state;
  const unlinked = bookmark && { ...bookmark, serverId: null };
  const isToCreate = intents.some(({ intent }) => intent.kind === 'create');
  if (bookmark === null || unlinked === null || bookmark.trashedAt !== null || isToCreate) {
    tx.put({ id, bookmark: unlinked, shadow: null, intents: fromNextCreate(intents) });
    return;
  }
  const isNoteOnlyHere = shadow !== null && bookmark.note !== shadow.version.note;
  // An article that sync sends by itself is no edit of a person.
  const edits = intents.filter(
    ({ intent, isInternal }) => !isInternal || intent.kind !== 'content',
  );
  const isEdited = edits.length > 0 || tx.hasUnsentHighlights(id);
  if ((isEdited || isNoteOnlyHere) && joinLinked(tx, { ...state, bookmark: unlinked })) return;
  if (!isEdited) {
    const other = otherLinked(tx, state);
    // The device that deleted it took over what others had done to it, without an article.
    if (other) tx.moveContents({ from: id, to: other.id, hasHighlights: false });
    tx.put({
      id,
      bookmark: { ...unlinked, trashedAt: tx.deletionTime },
      shadow: null,
      intents: [],
    });
    tx.log('deleted-there', id);
    return;
  }
  tx.put({ id, bookmark: unlinked, shadow: null, intents: verificationsOf(intents, id) });
  tx.log('kept-against-delete', id);
}

/**
 * Excludes a bookmark from sync for good: waiting changes are dropped, and received ones are
 * ignored.
 */
export function makeLocalOnly(tx: SyncTransaction, { id, bookmark }: SyncState): void {
  if (bookmark === null) {
    tx.put({ id, bookmark, shadow: null, intents: [] });
    return;
  }
  tx.put({
    id,
    bookmark: { ...bookmark, serverId: null },
    shadow: localOnlyShadow(bookmark),
    intents: [],
  });
  tx.log('kept-here', id);
}
