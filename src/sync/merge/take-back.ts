import { MAX_TITLE_LENGTH } from '../../contract';
import {
  isEmptyPatch,
  type JournalChange,
  type PatchIntent,
  type ServerVersion,
  type SyncDesk,
  type SyncState,
} from '../../library';
import { only, patchFrom } from './adopt';
import { giveWay } from './join-remote';
import { queued } from './queue';
import { afterPatch, rebaseIntents } from './rebase-intents';
import { isEmptyValue, isSameField, type PersonsField } from './same-field';
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
  const edit = editOf(shadow.unanswered.sent, remote.version, bookmark);
  const isTrashed = bookmark.trashedAt !== null;
  if (isTrashed && edit?.isCertain) return false;
  const look = giveWay(desk, id, { ...shadow, ...remote });
  if (isTrashed) return true;
  const waiting = edit === null ? intents : [...intents, queued(id, edit.patch, desk.now)];
  desk.put({
    ...state,
    bookmark: edit === null ? bookmark : afterPatch(bookmark, edit.patch),
    intents: [...rebaseIntents(waiting, shadow.version), look],
  });
  desk.tell('joined', id, edit?.kept);
  return true;
}

const EDITED_FIELDS = ['title', 'isFavourite', 'isArchived'] as const;
const PLACE_FIELDS = ['readProgress', 'readAnchor'] as const;
/** The server may have read them in the page itself. */
const READ_FIELDS = ['siteName', 'authors', 'published'] as const;

interface Edit {
  /** For what is here. */
  readonly patch: PatchIntent;
  /** What is here stands. */
  readonly kept: readonly JournalChange[];
  /** Whether it was people who did something with it there, and not the server. */
  readonly isCertain: boolean;
}

/** What people made of `sent` there; null: nothing. */
function editOf(
  sent: ServerVersion,
  there: ServerVersion,
  here: NonNullable<SyncState['bookmark']>,
): Edit | null {
  const title = isOwnTitle(sent, there) ? sent.title : there.title;
  const changes = patchFrom({ ...there, title }, sent);
  if (changes === null) return null;
  const { set, base } = changes;
  const isKept = (field: PersonsField) => !isSameField(field, here[field], sent[field]);
  const edited = EDITED_FIELDS.filter((field) => field in set);
  const taken = [
    ...edited.filter((field) => !isKept(field)),
    ...PLACE_FIELDS.filter((field) => field in set),
  ];
  const patch = { ...changes, set: only(set, taken), base: only(base, taken) };
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

/** Whether it is what was sent, as far as the service takes it, or what the server found itself. */
const isOwnTitle = ({ url, title }: ServerVersion, there: ServerVersion): boolean =>
  title === url || there.title === title.slice(0, MAX_TITLE_LENGTH).trim();
