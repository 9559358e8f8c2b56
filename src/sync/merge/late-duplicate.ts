import { MAX_TITLE_LENGTH } from '../../contract';
import {
  type EditableField,
  PAGE_VALUE_FIELDS,
  PLACE_FIELDS,
  pick,
} from '../../domain/bookmark-fields';
import { isEmptyValue } from '../../domain/bookmark-values';
import { cutText } from '../../domain/excerpt';
import {
  isEmptyPatch,
  type JournalChange,
  type PatchIntent,
  type ServerVersion,
  type SyncState,
  type SyncTransaction,
} from '../../library';
import { deleteRemote } from './join';
import { patchFrom } from './link-created';
import { newIntent } from './queue';
import { afterPatch, rebaseIntents } from './rebase-intents';
import { isSameField, type RemoteBookmark, withNote } from './server-version';

/**
 * Queues the deletion of `remote`, which a late request of this device created after `state` was
 * linked to another bookmark of the same address. Edits that were made to `remote` are kept.
 *
 * @returns false if `state` is in the trash here and `remote` was edited; nothing is changed then
 */
export function deleteLateDuplicate(
  tx: SyncTransaction,
  state: SyncState,
  remote: RemoteBookmark,
): boolean {
  const { id, bookmark, shadow, intents } = state;
  if (!bookmark || !shadow?.unconfirmed) return false;
  const { sent } = shadow.unconfirmed;
  const edit = editOf(sent, withNote(remote, sent).version, bookmark);
  const isTrashed = bookmark.trashedAt !== null;
  if (isTrashed && edit?.isCertain) return false;
  const look = deleteRemote(tx, id, { ...shadow, ...remote });
  if (isTrashed) return true;
  const waiting = edit === null ? intents : [...intents, newIntent(id, edit.patch, tx.now)];
  tx.put({
    ...state,
    bookmark: edit === null ? bookmark : afterPatch(bookmark, edit.patch),
    intents: [...rebaseIntents(waiting, shadow.version), look],
  });
  tx.log('joined', id, edit?.kept);
  return true;
}

const EDITED_FIELDS = ['title', 'note', 'isFavourite', 'isArchived'] as const;

/** The server may have read these values from the page itself. */
const READ_FIELDS = PAGE_VALUE_FIELDS.filter((field) => field !== 'title');

interface Edit {
  /** Changes to apply locally. */
  readonly patch: PatchIntent;
  /** Fields whose local value is kept. */
  readonly kept: readonly JournalChange[];
  /** True if people, and not only the server, changed something. */
  readonly isCertain: boolean;
}

/** Returns what people changed since `sent`; null: nothing. */
function editOf(
  sent: ServerVersion,
  there: ServerVersion,
  here: NonNullable<SyncState['bookmark']>,
): Edit | null {
  const title = isOwnTitle(sent, there) ? sent.title : there.title;
  const changes = patchFrom({ ...there, title }, sent);
  if (changes === null) return null;
  const { set, base } = changes;
  const isKept = (field: EditableField) => !isSameField(field, here[field], sent[field]);
  const edited = EDITED_FIELDS.filter((field) => field in set);
  const taken = [
    ...edited.filter((field) => !isKept(field)),
    ...PLACE_FIELDS.filter((field) => field in set),
  ];
  const patch = { ...changes, set: pick(set, taken), base: pick(base, taken) };
  const read = READ_FIELDS.filter(
    (field) =>
      field in set && !isEmptyValue(there[field]) && !isSameField(field, here[field], there[field]),
  );
  const kept = [...edited.filter(isKept), ...read];
  return {
    patch,
    kept: kept.map((field) => ({ field, ours: here[field], theirs: there[field] })),
    isCertain: edited.length > 0 || !isEmptyPatch(patch),
  };
}

/**
 * Returns true if the title is what was sent, within the limit of the service, or what the server
 * found.
 */
const isOwnTitle = ({ url, title }: ServerVersion, there: ServerVersion): boolean =>
  title === url || there.title === cutText(title, MAX_TITLE_LENGTH).trim();
