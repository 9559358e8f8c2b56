import {
  isEmptyPatch,
  type JournalChange,
  type PatchIntent,
  type ServerVersion,
  type SyncDesk,
  type SyncState,
} from '../../library';
import { only, patchFrom } from './adopt';
import { deletedFor } from './join-remote';
import { queued } from './queue';
import { afterPatch, rebaseIntents } from './rebase-intents';
import { isSameField, type PersonsField } from './same-field';
import type { Remote } from './server-version';

/**
 * Has `remote` deleted, which this device's own request made late, while `state` was linked to what
 * somebody else had made of the address. What was done with it there meanwhile goes over.
 *
 * @returns false: `state` is in the trash here and `remote` was edited, so nothing is done
 */
export function takeBack(desk: SyncDesk, state: SyncState, remote: Remote): boolean {
  const { id, bookmark, shadow, intents } = state;
  if (!bookmark || !shadow?.unanswered) return false;
  const edit = editOf(shadow.unanswered, remote.version, bookmark);
  const isTrashed = bookmark.trashedAt !== null;
  if (isTrashed && edit !== null) return false;
  const keep = deletedFor(desk, id, { ...shadow, serverId: remote.serverId });
  if (isTrashed) return true;
  const waiting = edit === null ? intents : [...intents, queued(id, edit.patch, desk.now)];
  desk.put({
    ...state,
    bookmark: edit === null ? bookmark : afterPatch(bookmark, edit.patch),
    intents: [...rebaseIntents(waiting, shadow.version), keep],
  });
  desk.tell('joined', id, edit?.kept);
  return true;
}

/** The server may have read the others in the page itself. */
const EDITED_FIELDS = ['title', 'isFavourite', 'isArchived'] as const;
const PLACE_FIELDS = ['readProgress', 'readAnchor'] as const;

interface Edit {
  /** For what is here. */
  readonly patch: PatchIntent;
  /** What is here stands, as it was edited too. */
  readonly kept: readonly JournalChange[];
}

/** What people made of `sent` there; null: nothing. */
function editOf(
  sent: ServerVersion,
  there: ServerVersion,
  here: NonNullable<SyncState['bookmark']>,
): Edit | null {
  const changes = patchFrom(there, sent);
  if (changes === null) return null;
  const { set, base } = changes;
  const edited = EDITED_FIELDS.filter((field) => field in set);
  const isKept = (field: PersonsField) => !isSameField(field, here[field], sent[field]);
  const taken = [
    ...edited.filter((field) => !isKept(field)),
    ...PLACE_FIELDS.filter((field) => field in set),
  ];
  const patch = { ...changes, set: only(set, taken), base: only(base, taken) };
  const kept = edited.filter(isKept);
  if (isEmptyPatch(patch) && kept.length === 0) return null;
  return { patch, kept: kept.map((field) => ({ field, ours: here[field], theirs: there[field] })) };
}
