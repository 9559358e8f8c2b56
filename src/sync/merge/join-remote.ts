import { type BookmarkId, normalLabels } from '../../domain';
import {
  isSameValue,
  type JournalChange,
  type QueuedIntent,
  type ServerVersion,
  type Shadow,
  type SyncDesk,
  type SyncedBookmark,
  type SyncState,
} from '../../library';
import { patchFrom, unansweredOf } from './adopt';
import { keepsOf, queued, queuedByItself } from './queue';
import { isEmptyValue, isSameField, PERSONS_FIELDS } from './same-field';
import type { Remote } from './server-version';
import { shadowOf } from './shadow';

/**
 * Makes one of a bookmark that is here and one that is there, of the same address: labels are united,
 * a favourite of one is a favourite, the furthest place stands, and of the page's own words those that
 * a person wrote. What the server does not have of it is queued in the place of all that waited.
 */
export function joinRemote(desk: SyncDesk, state: SyncState, remote: Remote): void {
  const { bookmark, id } = state;
  if (bookmark === null) return;
  const { version, serverId, updated, isLoaded } = remote;
  const joined = united(bookmark, remote);
  const patch = patchFrom(joined, version);
  const blank: Shadow = {
    ...{ bookmarkId: id, serverId, version, updated, isLoaded },
    ...{ isMadeHere: false, article: 'none' },
    ...unansweredOf(state),
  };
  desk.put({
    id,
    bookmark: joined,
    shadow: shadowOf(blank, remote, joined),
    intents: [
      ...(patch === null ? [] : [queued(id, patch, desk.now)]),
      ...keepsOf(state.intents, id),
    ],
  });
  desk.tell('joined', id, differences(joined, bookmark, version));
}

/** Whether an id is on the server no more: what was linked to it may be linked anew. */
export type IsGone = (serverId: string) => boolean;

/** As `joinRemote`, for one that was linked to another bookmark there, which is deleted. */
export function moveToRemote(
  desk: SyncDesk,
  state: SyncState,
  remote: Remote,
  isGone: IsGone,
): void {
  const { shadow, id, intents, bookmark } = state;
  const isThere = shadow?.serverId && !isGone(shadow.serverId);
  const look = isThere ? [giveWay(desk, id, shadow)] : [];
  const looks = bookmark?.trashedAt === null ? look : [];
  joinRemote(desk, { ...state, intents: [...intents, ...looks] }, remote);
}

/**
 * Has what is linked by `shadow` deleted there, under an id of its own which outlives the link.
 *
 * @returns a look at what stays, for `id`: whoever made that may give way at the same time
 */
export function giveWay(desk: SyncDesk, id: BookmarkId, shadow: Shadow): QueuedIntent {
  const gone = desk.newId();
  desk.put({
    id: gone,
    bookmark: null,
    shadow: { ...shadow, bookmarkId: gone, article: 'none' },
    intents: [queuedByItself(gone, { kind: 'delete' }, desk.now)],
  });
  return queuedByItself(id, { kind: 'keep', others: [gone] }, desk.now);
}

/** What of either side does not stand. */
function differences(
  joined: SyncedBookmark,
  ours: SyncedBookmark,
  theirs: ServerVersion,
): readonly JournalChange[] {
  return PERSONS_FIELDS.flatMap((field) => {
    const isSame = isSameField(field, ours[field], theirs[field]);
    return isSame
      ? []
      : { field, ours: joined[field], theirs: otherOf(joined[field], ours[field], theirs[field]) };
  });
}

const otherOf = (stands: unknown, ours: unknown, theirs: unknown) =>
  isSameValue(stands, ours) ? theirs : ours;

function united(bookmark: SyncedBookmark, { serverId, version }: Remote): SyncedBookmark {
  const title = bookmark.pageSaid?.title === undefined ? version.title : bookmark.title;
  const or = <F extends 'siteName' | 'authors' | 'published'>(field: F) =>
    bookmark.pageSaid?.[field] !== undefined || isEmptyValue(version[field])
      ? { [field]: bookmark[field] }
      : { [field]: version[field] };
  const isFurther = version.readProgress > bookmark.readProgress;
  const { readProgress, readAnchor } = isFurther ? version : bookmark;
  return {
    ...bookmark,
    ...{ serverId, title, readProgress, readAnchor, trashedAt: null },
    ...or('siteName'),
    ...or('authors'),
    ...or('published'),
    labels: normalLabels([...version.labels, ...bookmark.labels]),
    isFavourite: bookmark.isFavourite || version.isFavourite,
    isArchived: bookmark.isArchived && version.isArchived,
    created: version.created,
  };
}
