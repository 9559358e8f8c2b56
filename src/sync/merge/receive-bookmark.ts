import { type BookmarkId, DAY_MS, MINUTE_MS, siteOf, unixMs, urlKey } from '../../domain';
import type { Shadow, SyncDesk, SyncedBookmark, SyncState } from '../../library';
import { adopt, isMadeBy, triedCreate } from './adopt';
import { type IsGone, joinRemote, moveToRemote } from './join-remote';
import { hasSameLabels, mergeRemote } from './merge-remote';
import { queued, queuedByItself } from './queue';
import { isUntried } from './rebase-intents';
import { isSameField, PERSONS_FIELDS } from './same-field';
import { type Remote, withoutArticle } from './server-version';
import { patchOfUnread, shadowOf } from './shadow';
import { takeBack } from './take-back';

/**
 * Takes in what the server says of one bookmark; a repeat changes nothing. With `mayPutOff`, a second
 * bookmark of a page, which another device made at the same time as this one, is not listed yet.
 */
export function receiveBookmark(
  desk: SyncDesk,
  remote: Remote,
  isGone: IsGone = () => false,
  mayPutOff = true,
): void {
  const known = desk.byServerId(remote.serverId);
  if (known?.shadow) {
    receiveKnown(desk, known, known.shadow, remote);
    return;
  }
  const key = urlKey(remote.version.url);
  const here = key === null ? [] : desk.byAddress(key).filter(({ bookmark }) => bookmark !== null);
  const late = here.find(
    ({ shadow }) => isThere(shadow, isGone) && isMadeBy(shadow?.unanswered?.sent, remote.version),
  );
  if (late !== undefined && takeBack(desk, late, remote)) return;
  const unlinked = here.filter(({ shadow }) => shadow === null);
  const made = unlinked.find((state) => isMadeBy(triedCreate(state)?.sent, remote.version));
  if (made !== undefined) {
    adopt(desk, made, remote.serverId, 'chance');
    receiveBookmark(desk, remote);
    return;
  }
  const joined = unlinked.find(isLive) ?? unlinked[0];
  if (joined !== undefined) {
    joinRemote(desk, joined, remote);
    return;
  }
  const moving = here.find((state) => movesTo(state, remote, isGone));
  if (moving !== undefined) {
    moveToRemote(desk, moving, remote, isGone);
    return;
  }
  if (here.some(({ shadow }) => shadow?.serverId === null)) return;
  if (mayPutOff && here.some((state) => isMadeAtOnce(state, remote))) putOff(desk, remote);
  else addRemote(desk, remote);
}

/** Takes in a bookmark that was put off; `id` is what it was put off under. */
export function receiveTwin(desk: SyncDesk, id: BookmarkId, remote: Remote): void {
  desk.put({ ...desk.get(id), shadow: null, intents: [] });
  receiveBookmark(desk, remote, () => false, false);
}

/** Whether it is new here, and another one of the server has its address here. */
export function hasRival(desk: SyncDesk, { serverId, version }: Remote): boolean {
  const key = urlKey(version.url);
  if (key === null || desk.byServerId(serverId) !== null) return false;
  return desk.byAddress(key).some((state) => isLive(state) && Boolean(state.shadow?.serverId));
}

const isLive = ({ bookmark }: SyncState): boolean => bookmark?.trashedAt === null;

const isThere = (shadow: Shadow | null, isGone: IsGone): boolean =>
  Boolean(shadow?.serverId && !isGone(shadow.serverId));

/** Two that were saved further apart are no accident: somebody wants two. */
const AT_ONCE_MS = 30 * DAY_MS;

/**
 * Whether a bookmark that is linked to another of the same address goes over to this one: its own is
 * gone or about to be deleted; or this device and another made them at the same time. Then one that was
 * never answered gives way, and otherwise the one with the greater id.
 */
function movesTo({ bookmark, shadow }: SyncState, remote: Remote, isGone: IsGone): boolean {
  if (shadow === null || shadow.serverId === null) return false;
  if (bookmark?.trashedAt !== null || !isThere(shadow, isGone)) return true;
  if (!isMadeAtOnce({ shadow }, remote)) return false;
  return shadow.unanswered?.isLinked || remote.serverId < shadow.serverId;
}

/** True when this device made the bookmark at about the time when another device made `remote`. */
function isMadeAtOnce({ shadow }: Pick<SyncState, 'shadow'>, { version }: Remote): boolean {
  if (!shadow?.isMadeHere) return false;
  return Math.abs(version.created - shadow.version.created) <= AT_ONCE_MS;
}

/** By then the other device has usually synced again and deleted its bookmark of the page. */
const TWIN_WAIT_MS = MINUTE_MS;

/**
 * Remembers the second bookmark of a page without listing it. It is taken in later if the server still
 * has it.
 */
function putOff(desk: SyncDesk, { serverId, version, updated, isLoaded }: Remote): void {
  const id = desk.newId();
  desk.put({
    id,
    bookmark: null,
    shadow: {
      ...{ bookmarkId: id, serverId, version, updated, isLoaded },
      ...{ isMadeHere: false, article: 'none' },
    },
    intents: [queuedByItself(id, { kind: 'twin' }, desk.now, unixMs(desk.now + TWIN_WAIT_MS))],
  });
}

function receiveKnown(desk: SyncDesk, state: SyncState, shadow: Shadow, remote: Remote): void {
  const { bookmark, id } = state;
  // Gone for good here: its delete is on its way.
  if (bookmark === null) return;
  const isKept = isKeptAgainstDelete(state, shadow, remote);
  const merged = mergeRemote(
    {
      bookmark: isKept ? { ...bookmark, trashedAt: null } : bookmark,
      shadow,
      intents: isKept
        ? state.intents.filter(({ intent }) => intent.kind !== 'delete')
        : state.intents,
    },
    remote.version,
  );
  // Behind the delete of what stays in the trash it would make it again.
  const unread =
    merged.bookmark.trashedAt === null ? patchOfUnread(shadow, remote, merged.bookmark) : null;
  desk.put({
    id,
    bookmark: merged.bookmark,
    shadow: shadowOf(shadow, remote, bookmark),
    intents: unread ? [...merged.intents, queued(id, unread, desk.now)] : merged.intents,
  });
  if (isKept) desk.tell('kept-against-delete', id);
  if (merged.received.length > 0) desk.tell('received', id, merged.received);
  if (merged.kept.length > 0) desk.tell('merged', id, merged.kept);
}

/** Whether it is in the trash here, was edited there, and the server has not heard of its delete. */
function isKeptAgainstDelete(
  { bookmark, intents }: SyncState,
  shadow: Shadow,
  remote: Remote,
): boolean {
  if (!bookmark?.trashedAt) return false;
  const isTold = intents.some((one) => one.intent.kind === 'delete' && !isUntried(one));
  return !isTold && isEdited(shadow, remote);
}

/** Whether a person changed something there; that the server has read the page is no edit. */
function isEdited({ version: before, isLoaded }: Shadow, { version }: Remote): boolean {
  if (!isLoaded) return false;
  return (
    !hasSameLabels(version.labels, before.labels) ||
    PERSONS_FIELDS.some((field) => !isSameField(field, before[field], version[field]))
  );
}

function addRemote(desk: SyncDesk, remote: Remote): void {
  const { version, serverId } = remote;
  const key = urlKey(version.url);
  if (key === null) return;
  const id = desk.newId();
  const { hasArticle, labels, ...fields } = version;
  const bookmark: SyncedBookmark = {
    ...fields,
    ...{ id, serverId, urlKey: key, site: siteOf(version.url), labels, excerpt: '' },
    ...{ icon: null, image: null, updated: desk.now, trashedAt: null },
    content: {
      kind: 'address',
      reason: hasArticle ? 'on-server' : withoutArticle(version, remote.documentType),
    },
  };
  const blank: Shadow = {
    ...{ bookmarkId: id, serverId, version, updated: remote.updated },
    ...{ isLoaded: remote.isLoaded, isMadeHere: false, article: 'none' },
  };
  desk.put({ id, bookmark, shadow: shadowOf(blank, remote, bookmark), intents: [] });
  desk.tell('received', id);
}
