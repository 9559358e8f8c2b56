import type { BookmarkId } from '../../domain/bookmark';
import {
  EDITABLE_FIELDS,
  PAGE_VALUE_FIELDS,
  PLACE_FIELDS,
  pick,
} from '../../domain/bookmark-fields';
import { isEmptyValue, isSameValue } from '../../domain/bookmark-values';
import { joinNotes } from '../../domain/excerpt';
import { normalLabels } from '../../domain/label';
import {
  isEmptyPatch,
  type JournalChange,
  type PatchIntent,
  type QueuedIntent,
  type ServerVersion,
  type Shadow,
  type SyncedBookmark,
  type SyncState,
  type SyncTransaction,
} from '../../library';
import { missing, patchFrom, unconfirmedCreateOf, wasCreatedBy } from './link-created';
import { internalIntent, newIntent, verificationsOf } from './queue';
import { isSameField, type RemoteBookmark, withContent, withNote } from './server-version';
import { shadowOf, withArticleToSend } from './shadow';

/**
 * Joins a local bookmark with a bookmark of the server that has the same address. The result has
 * the labels and notes of both, is a favourite if either is, and keeps the further reading position and the
 * page values that a person edited. One that was deleted here takes what a person set on the server.
 * Differences from the server replace all waiting intents.
 */
export function joinRemote(tx: SyncTransaction, state: SyncState, remote: RemoteBookmark): void {
  const { bookmark, id } = state;
  if (bookmark === null) return;
  const { version, serverId, updated, isLoaded } = remote;
  const joined = united(state.intents, bookmark, remote);
  const patch = patchFrom(joined, version);
  const blank: Shadow = {
    bookmarkId: id,
    serverId,
    version,
    updated,
    isLoaded,
    isCreatedHere: false,
    article: 'none',
    ...unconfirmedCreateOf(state),
  };
  const shadow = shadowOf(blank, remote, joined);
  const left = [
    ...(patch === null ? [] : [newIntent(id, patch, tx.now)]),
    ...verificationsOf(state.intents, id),
  ];
  tx.put({
    id,
    bookmark: withContent(joined, remote),
    shadow,
    intents: withArticleToSend(left, shadow, joined, remote, tx.now),
  });
  tx.log('joined', id, differences(joined, bookmark, version));
}

/**
 * Returns true if an id is no longer on the server. A bookmark that was linked to it may be linked
 * again.
 */
export type IsGone = (serverId: string) => boolean;

/**
 * Like `joinRemote`, for a bookmark that is linked to another bookmark of the server, which is
 * deleted.
 */
export function relinkToRemote(
  tx: SyncTransaction,
  state: SyncState,
  remote: RemoteBookmark,
  isGone: IsGone,
): void {
  const { shadow, id, intents, bookmark } = state;
  const isThere = shadow?.serverId && !isGone(shadow.serverId);
  const look = isThere ? [deleteRemote(tx, id, shadow)] : [];
  const looks = bookmark?.trashedAt === null ? look : [];
  joinRemote(tx, { ...state, intents: [...intents, ...looks] }, remote);
}

/**
 * Queues the deletion of the bookmark linked by `shadow`, under an id of its own that outlives the
 * link. The bookmark `id` stays for it.
 *
 * @returns an intent for `id` that verifies that the remaining bookmark still exists, because the
 * device that created it may delete it at the same time
 */
export function deleteRemote(tx: SyncTransaction, id: BookmarkId, shadow: Shadow): QueuedIntent {
  const gone = tx.newId();
  const { annotations: _, ...link } = shadow;
  tx.put({
    id: gone,
    bookmark: null,
    shadow: { ...link, bookmarkId: gone, article: 'none', replacedBy: id },
    intents: [internalIntent(gone, { kind: 'delete' }, tx.now)],
  });
  return internalIntent(id, { kind: 'verify', others: [gone] }, tx.now);
}

/** Returns the values of either side that do not stand. */
function differences(
  joined: SyncedBookmark,
  ours: SyncedBookmark,
  theirs: ServerVersion,
): readonly JournalChange[] {
  const lost = missing(ours.labels, joined.labels);
  const labels = { field: 'labels', ours: joined.labels, theirs: ours.labels };
  const changes = EDITABLE_FIELDS.flatMap((field): readonly JournalChange[] => {
    const isSame = isSameField(field, ours[field], theirs[field]);
    return isSame
      ? []
      : [
          {
            field,
            ours: joined[field],
            theirs: otherOf(joined[field], ours[field], theirs[field]),
          },
        ];
  });
  return lost.length > 0 ? [...changes, labels] : changes;
}

const otherOf = (stands: unknown, ours: unknown, theirs: unknown) =>
  isSameValue(stands, ours) ? theirs : ours;

const SET_BY_PERSON = ['labels', 'note', 'isFavourite', 'isArchived', ...PLACE_FIELDS] as const;

function united(
  intents: readonly QueuedIntent[],
  bookmark: SyncedBookmark,
  remote: RemoteBookmark,
): SyncedBookmark {
  const { serverId, version } = remote;
  const ofServer = PAGE_VALUE_FIELDS.filter(
    (field) => bookmark.originalValues?.[field] === undefined && !isEmptyValue(version[field]),
  );
  const taken = {
    ...bookmark,
    serverId,
    ...pick(version, ofServer),
    trashedAt: null,
    created: version.created,
  };
  // It was deleted here, and restored or saved again elsewhere. The journal has what it had.
  if (bookmark.trashedAt !== null && intents.length === 0)
    return { ...taken, ...pick(withNote(remote, bookmark).version, SET_BY_PERSON) };
  const isFurther = version.readProgress > bookmark.readProgress;
  const { readProgress, readAnchor } = isFurther ? version : bookmark;
  return {
    ...taken,
    readProgress,
    readAnchor,
    labels: normalLabels([...version.labels, ...bookmark.labels]),
    note: joinNotes([version.note, bookmark.note]),
    isFavourite: bookmark.isFavourite || version.isFavourite,
    isArchived: isArchivedInBoth({ intents, bookmark }, version),
  };
}

type Archivable = Pick<ServerVersion, 'isArchived' | 'isFavourite' | 'readProgress' | 'created'>;

/**
 * Returns the archive state of two bookmarks of one page. They are archived if both are. If both are
 * the same save, a person's change that waits here stands, and the archive stands against a state
 * that nobody chose, such as that of a bookmark whose flags were not sent yet.
 */
function isArchivedInBoth(
  { intents, bookmark: ours }: Pick<SyncState, 'intents'> & { readonly bookmark: Archivable },
  theirs: Archivable,
): boolean {
  if (ours.isArchived === theirs.isArchived) return ours.isArchived;
  if (!wasCreatedBy(ours, theirs)) return false;
  const isChosen = intents.some(
    ({ intent }) => intent.kind === 'patch' && intent.set.isArchived !== undefined,
  );
  return isChosen ? ours.isArchived : isUntouched(ours.isArchived ? theirs : ours);
}

const isUntouched = ({ isFavourite, readProgress }: Archivable): boolean =>
  !isFavourite && readProgress === 0;

/**
 * Joins two local bookmarks of one address. `from` goes to the trash; its labels, flags, note, highlights
 * and reading position are added to `into`, which is on the server.
 */
export function joinInto(tx: SyncTransaction, from: SyncState, into: SyncState): void {
  const [gone, kept] = [from.bookmark, into.bookmark];
  if (gone === null || kept === null) return;
  const addLabels = missing(gone.labels, kept.labels);
  const isFavourite = gone.isFavourite && !kept.isFavourite;
  const isArchived = isArchivedInBoth({ intents: from.intents, bookmark: gone }, kept);
  const isFurther = gone.readProgress > kept.readProgress;
  const note = joinNotes([kept.note, gone.note]);
  const set = {
    ...(isFavourite && { isFavourite }),
    ...(isArchived !== kept.isArchived && { isArchived }),
    ...(isFurther && { readProgress: gone.readProgress, readAnchor: gone.readAnchor }),
    ...(note !== kept.note && { note }),
  };
  const { readProgress, readAnchor } = kept;
  const patch: PatchIntent = {
    kind: 'patch',
    set,
    base: {
      ...(isFavourite && { isFavourite: false }),
      ...(isArchived !== kept.isArchived && { isArchived: kept.isArchived }),
      ...(isFurther && { readProgress, readAnchor }),
      ...(note !== kept.note && { note: kept.note }),
    },
    addLabels,
    removeLabels: [],
  };
  tx.put({
    ...into,
    shadow: into.shadow && { ...into.shadow, ...unconfirmedCreateOf(from) },
    bookmark: {
      ...kept,
      ...set,
      labels: normalLabels([...kept.labels, ...addLabels]),
    },
    intents: [
      ...into.intents,
      ...(isEmptyPatch(patch) ? [] : [newIntent(into.id, patch, tx.now)]),
      ...verificationsOf(from.intents, into.id),
    ],
  });
  tx.put({
    id: from.id,
    bookmark: { ...gone, serverId: null, trashedAt: tx.deletionTime },
    shadow: null,
    intents: [],
  });
  tx.moveHighlights(from.id, into.id);
  const changes =
    gone.title === kept.title ? [] : [{ field: 'title', ours: kept.title, theirs: gone.title }];
  tx.log('joined', into.id, changes);
}

/**
 * Joins a bookmark with another one of its address that is on the server and not in the trash.
 *
 * @returns false if there is none; nothing is changed then
 */
export function joinLinked(tx: SyncTransaction, state: SyncState): boolean {
  if (state.bookmark === null) return false;
  const other = tx
    .byAddress(state.bookmark.urlKey)
    .find((one) => one.id !== state.id && one.shadow?.serverId && one.bookmark?.trashedAt === null);
  if (other !== undefined) joinInto(tx, state, other);
  return other !== undefined;
}
