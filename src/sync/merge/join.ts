import type { BookmarkId } from '../../domain/bookmark';
import { EDITABLE_FIELDS, pick, STATE_FIELDS } from '../../domain/bookmark-fields';
import { isSameField, isSameValue } from '../../domain/bookmark-values';
import { JOINED_FLAGS, type JoinedFlag, type JoinSide, joinValues } from '../../domain/join-values';
import { normalLabels } from '../../domain/label';
import type {
  JournalChange,
  QueuedIntent,
  ServerVersion,
  Shadow,
  SyncedBookmark,
  SyncState,
  SyncTransaction,
} from '../../library';
import { attemptedCreate, missing, unconfirmedCreateOf, wasCreatedBy } from './link-created';
import { internalIntent, verificationsOf } from './queue';
import { type RemoteBookmark, withContent, withNote } from './server-version';
import { shadowOf, withArticleToSend } from './shadow';

/**
 * Joins a local bookmark with a bookmark of the server that has the same address, by the rule of
 * `joinValues`. One that was deleted here takes what a person set on the server. Only what differs from
 * the server waits then.
 */
export function joinRemote(tx: SyncTransaction, state: SyncState, remote: RemoteBookmark): void {
  const { bookmark, id } = state;
  if (bookmark === null) return;
  const { version, serverId, updated, isLoaded } = remote;
  const joined = united(state, bookmark, remote);
  const blank: Shadow = {
    bookmarkId: id,
    serverId,
    version,
    updated,
    isLoaded,
    // Each device that may have made it lets it give way by the same rule, so that one of them does.
    isCreatedHere: wasCreatedBy(attemptedCreate(state)?.sent, version),
    article: 'none',
    ...unconfirmedCreateOf(state),
  };
  const shadow = shadowOf(blank, remote, joined);
  const left = verificationsOf(state.intents, id);
  tx.put({
    id,
    bookmark: withContent(joined, remote),
    shadow,
    intents: withArticleToSend(left, shadow, joined, remote, tx.now),
  });
  if (isFromTrash(state)) tx.log('received', id, replacedIn(bookmark, joined));
  else tx.log('joined', id, differences(joined, bookmark, version));
}

/**
 * True if a bookmark was deleted here and not changed since, so that the one of the server stands. The
 * deletion is its last change then.
 */
const isFromTrash = ({ bookmark, intents }: Pick<SyncState, 'bookmark' | 'intents'>): boolean =>
  bookmark !== null &&
  bookmark.trashedAt !== null &&
  bookmark.updated === bookmark.trashedAt &&
  intents.length === 0;

/** Returns the values of `ours` that another value has replaced. */
const replacedIn = (ours: SyncedBookmark, joined: SyncedBookmark): readonly JournalChange[] =>
  ([...EDITABLE_FIELDS, 'labels'] as const)
    .map((field) => ({ field, ours: ours[field], theirs: joined[field] }))
    .filter((each) => !isSameValue(each.ours, each.theirs));

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

const SET_BY_PERSON = ['labels', ...STATE_FIELDS] as const;

function united(
  { shadow, intents }: SyncState,
  bookmark: SyncedBookmark,
  remote: RemoteBookmark,
): SyncedBookmark {
  const { serverId, version } = remote;
  const labels = normalLabels(version.labels);
  const there = { values: { ...version, labels, excerpt: '' }, remains: true };
  const joined = {
    ...bookmark,
    ...joinValues([there, sideOf({ bookmark, shadow, intents })]),
    ...(bookmark.content.kind === 'address' && pick(version, ['wordCount', 'readingTimeMinutes'])),
    serverId,
    trashedAt: null,
  };
  // It was deleted here, and restored or saved again elsewhere. The journal has what it had.
  return isFromTrash({ bookmark, intents })
    ? { ...joined, ...pick(withNote(remote, bookmark).version, SET_BY_PERSON), labels }
    : joined;
}

/** Returns what a join uses of a bookmark. A flag is undone if a waiting change removes it. */
function sideOf({ bookmark, shadow, intents }: Joinable): JoinSide {
  const had = flagsBefore({ shadow, intents });
  return {
    values: bookmark,
    originalValues: bookmark.originalValues,
    hasPageValues: bookmark.hasPageValues,
    undone: had.filter((flag) => !bookmark[flag]),
  };
}

type Joinable = Pick<SyncState, 'shadow' | 'intents'> & { readonly bookmark: SyncedBookmark };

/** Returns the flags that a bookmark had on the server, or when its create was queued or sent. */
function flagsBefore({ shadow, intents }: Omit<Joinable, 'bookmark'>): readonly JoinedFlag[] {
  if (shadow !== null) {
    const { version, tried } = shadow;
    return JOINED_FLAGS.filter((flag) => version[flag] || tried?.set[flag]);
  }
  return intents.flatMap(({ intent, sent }) => {
    if (intent.kind !== 'create') return [];
    return sent ? JOINED_FLAGS.filter((flag) => sent[flag]) : (intent.born ?? []);
  });
}

/**
 * Joins two local bookmarks of one address. `from` goes to the trash; what it has and `into` lacks is
 * added to `into`, which is on the server, with its highlights and its article if that is later.
 */
export function joinInto(tx: SyncTransaction, from: SyncState, into: SyncState): void {
  const [gone, kept] = [from.bookmark, into.bookmark];
  if (gone === null || kept === null) return;
  const joined = {
    ...kept,
    ...joinValues([
      { ...sideOf({ ...into, bookmark: kept }), remains: true },
      sideOf({ ...from, bookmark: gone }),
    ]),
  };
  tx.put({
    ...into,
    shadow: into.shadow && { ...into.shadow, ...unconfirmedCreateOf(from) },
    bookmark: joined,
    intents: [...into.intents, ...verificationsOf(from.intents, into.id)],
  });
  tx.put({
    id: from.id,
    bookmark: { ...gone, serverId: null, trashedAt: tx.deletionTime },
    shadow: null,
    intents: [],
  });
  tx.moveContents({ from: from.id, to: into.id, hasHighlights: true });
  const theirs = otherOf(joined.title, kept.title, gone.title);
  const changes = theirs === joined.title ? [] : [{ field: 'title', ours: joined.title, theirs }];
  tx.log('joined', into.id, changes);
}

/**
 * Joins a bookmark with another one of its address that is on the server and not in the trash.
 *
 * @returns false if there is none; nothing is changed then
 */
export function joinLinked(tx: SyncTransaction, state: SyncState): boolean {
  const other = otherLinked(tx, state);
  if (other !== undefined) joinInto(tx, state, other);
  return other !== undefined;
}

/** Returns another bookmark of the address that is on the server and not in the trash. */
export const otherLinked = (
  tx: SyncTransaction,
  { id, bookmark }: Pick<SyncState, 'id' | 'bookmark'>,
): SyncState | undefined =>
  bookmark === null
    ? undefined
    : tx
        .byAddress(bookmark.urlKey)
        .find((one) => one.id !== id && one.shadow?.serverId && one.bookmark?.trashedAt === null);
