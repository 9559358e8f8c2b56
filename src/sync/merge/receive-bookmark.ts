import type { BookmarkId } from '../../domain/bookmark';
import { EDITABLE_FIELDS } from '../../domain/bookmark-fields';
import { isEmptyValue, isSameField } from '../../domain/bookmark-values';
import { normalLabels } from '../../domain/label';
import { newBookmark } from '../../domain/new-bookmark';
import { DAY_MS, MINUTE_MS, type UnixMs, unixMs } from '../../domain/time';
import { urlKey } from '../../domain/url-identity';
import {
  isUnsent,
  type QueuedIntent,
  type Shadow,
  type SyncedBookmark,
  type SyncState,
  type SyncTransaction,
  withChanges,
} from '../../library';
import { deleteRemote, type IsGone, joinInto, joinRemote, relinkToRemote } from './join';
import { isMadeBy, linkCreated, wasCreatedBy } from './link-created';
import { hasSameLabels, mergeRemote } from './merge-remote';
import { internalIntent } from './queue';
import { type RemoteBookmark, withContent, withNote } from './server-version';
import { shadowOf, withArticleToSend } from './shadow';
import { deleteLateDuplicate } from './take-over';

/**
 * Applies one bookmark of the server. Applying it twice has no further effect. With `mayDefer`, the
 * second bookmark of a page that two devices created at the same time is not listed yet.
 */
export function receiveBookmark(
  tx: SyncTransaction,
  remote: RemoteBookmark,
  isGone: IsGone = () => false,
  mayDefer = true,
): void {
  const known = tx.byServerId(remote.serverId);
  if (known?.shadow) {
    receiveKnown(tx, known, known.shadow, remote);
    return;
  }
  const key = urlKey(remote.version.url);
  const here = key === null ? [] : tx.byAddress(key).filter(({ bookmark }) => bookmark !== null);
  const late = here.find(
    ({ shadow }) =>
      isThere(shadow, isGone) && wasCreatedBy(shadow?.unconfirmed?.sent, remote.version),
  );
  if (late !== undefined && deleteLateDuplicate(tx, late, remote)) return;
  const unlinked = here.filter(({ shadow }) => shadow === null);
  const made = unlinked.find((state) => isMadeBy(state, remote.version));
  if (made !== undefined) {
    linkCreated(tx, made, remote.serverId, 'chance');
    receiveBookmark(tx, remote);
    return;
  }
  const joined = unlinked.find(isLive) ?? unlinked[0];
  if (joined !== undefined) {
    joinRemote(tx, joined, remote);
    return;
  }
  const moving = here.find((state) => shouldRelink(state, remote, isGone));
  if (moving !== undefined) {
    relinkToRemote(tx, moving, remote, isGone);
    return;
  }
  if (here.some(({ shadow }) => shadow?.serverId === null)) return;
  if (mayDefer && here.some((state) => isConcurrentCreate(state, remote))) deferRemote(tx, remote);
  else addRemote(tx, remote);
}

/**
 * Applies a bookmark that was deferred under `id`. If it is the same save as the bookmark here, the
 * other device was closed before it gave way, so it gives way now. Its highlights are taken over before
 * it is deleted.
 */
export function receiveDeferred(tx: SyncTransaction, id: BookmarkId, remote: RemoteBookmark): void {
  tx.put({ ...tx.get(id), shadow: null, intents: [] });
  receiveBookmark(tx, remote, () => false, false);
  const state = tx.byServerId(remote.serverId);
  if (!state?.bookmark || !state.shadow) return;
  const same = tx
    .byAddress(state.bookmark.urlKey)
    .find((one) => one.id !== state.id && isSameSave(one, remote));
  if (same === undefined) {
    // Its highlights came while it was not listed.
    tx.put({ ...state, shadow: { annotations: 'pending', ...state.shadow } });
    return;
  }
  giveWay(tx, state, same);
}

/** Joins two bookmarks of one address, and deletes the one of the server that `from` was linked to. */
function giveWay(tx: SyncTransaction, from: SyncState, into: SyncState): void {
  joinInto(tx, from, into);
  if (!from.shadow?.serverId) return;
  const look = deleteRemote(tx, into.id, from.shadow);
  const kept = tx.get(into.id);
  tx.put({ ...kept, intents: [...kept.intents, look] });
}

/** Returns true if this device created the bookmark of `state` from the same save as `remote`. */
const isSameSave = (state: SyncState, { version }: RemoteBookmark): boolean =>
  isLive(state) &&
  Boolean(state.shadow?.serverId && state.shadow.isCreatedHere) &&
  wasCreatedBy(state.shadow?.version, version);

/**
 * Returns true if the bookmark is new here and its address is linked to another bookmark of the
 * server.
 */
export function hasCompetingLink(
  tx: SyncTransaction,
  { serverId, version }: RemoteBookmark,
): boolean {
  const key = urlKey(version.url);
  if (key === null || tx.byServerId(serverId) !== null) return false;
  return tx.byAddress(key).some((state) => isLive(state) && Boolean(state.shadow?.serverId));
}

const isLive = ({ bookmark }: SyncState): boolean => bookmark?.trashedAt === null;

const isThere = (shadow: Shadow | null, isGone: IsGone): boolean =>
  Boolean(shadow?.serverId && !isGone(shadow.serverId));

/** Two bookmarks that were saved further apart are both wanted. */
const CONCURRENT_WITHIN_MS = 30 * DAY_MS;

/**
 * Returns true if a bookmark that is linked to another one of the same address is to be linked to
 * this one. That is so if its own is gone or about to be deleted, or if two devices created both at
 * the same time. In that case an unconfirmed one is replaced, otherwise the one with the greater
 * id.
 */
function shouldRelink(
  { bookmark, shadow }: SyncState,
  remote: RemoteBookmark,
  isGone: IsGone,
): boolean {
  if (shadow === null || shadow.serverId === null) return false;
  if (bookmark?.trashedAt !== null || !isThere(shadow, isGone)) return true;
  if (!isConcurrentCreate({ shadow }, remote)) return false;
  return shadow.unconfirmed?.isLinked || remote.serverId < shadow.serverId;
}

/**
 * Returns true if this device created its bookmark at about the time when another device created
 * `remote`. The dates of saves may come from a file, so the times of the server count, too.
 */
function isConcurrentCreate(
  { shadow }: Pick<SyncState, 'shadow'>,
  { version, updated }: RemoteBookmark,
): boolean {
  if (!shadow?.isCreatedHere) return false;
  const { madeAt = updated } = shadow;
  const apartMs = [version.created - shadow.version.created, updated - madeAt].map(Math.abs);
  return Math.min(...apartMs) <= CONCURRENT_WITHIN_MS;
}

/** By then the other device has usually synced again and deleted its bookmark of the page. */
const RECHECK_DELAY_MS = MINUTE_MS;

/**
 * Remembers the second bookmark of a page without listing it. It is received later if it is still
 * on the server.
 */
function deferRemote(
  tx: SyncTransaction,
  { serverId, version, updated, isLoaded }: RemoteBookmark,
): void {
  const id = tx.newId();
  tx.put({
    id,
    bookmark: null,
    shadow: {
      bookmarkId: id,
      serverId,
      version,
      updated,
      isLoaded,
      isCreatedHere: false,
      article: 'none',
    },
    intents: [internalIntent(id, { kind: 'recheck' }, tx.now, unixMs(tx.now + RECHECK_DELAY_MS))],
  });
}

function receiveKnown(
  tx: SyncTransaction,
  state: SyncState,
  shadow: Shadow,
  came: RemoteBookmark,
): void {
  const { bookmark, id, intents } = state;
  const remote = withNote(came, shadow.version);
  const isKept = isDeleteWaiting(state) && isEdited(shadow, remote);
  if (bookmark === null) {
    // The bookmark was deleted for good here and its delete is waiting.
    if (!isKept) return;
    tx.put({ id, bookmark, shadow: null, intents: [] });
    receiveBookmark(tx, remote, () => false, false);
    const again = tx.byServerId(remote.serverId);
    if (again !== null) joinSavedAgain(tx, again.id, tx.now);
    return;
  }
  const kept = isKept ? undeleted(bookmark, intents) : { bookmark, intents };
  const merged = mergeRemote({ bookmark: kept.bookmark, shadow }, remote.version);
  const received = withContent(merged.bookmark, remote);
  const after = shadowOf(shadow, remote, bookmark);
  tx.put({
    id,
    bookmark: received,
    shadow: after,
    intents: withArticleToSend(kept.intents, after, received, remote, tx.now),
  });
  if (isKept) tx.log('kept-against-delete', id);
  // The journal does not list what the server has found in a page, where nothing was known.
  const told = merged.received.filter(({ ours }) => shadow.isLoaded || !isEmptyValue(ours));
  if (told.length > 0) tx.log('received', id, told);
  if (merged.kept.length > 0) tx.log('merged', id, merged.kept);
  if (isKept) joinSavedAgain(tx, id, bookmark.trashedAt ?? tx.now);
}

/** Returns true if a person deleted the bookmark here and its delete was not sent yet. */
function isDeleteWaiting({ bookmark, intents }: SyncState): boolean {
  const deletion = intents.find(isDelete);
  if (bookmark?.trashedAt === null || deletion === undefined) return false;
  return !deletion.isInternal && isUnsent(deletion);
}

const isDelete = ({ intent }: QueuedIntent): boolean => intent.kind === 'delete';

/** Returns a bookmark outside the trash, and its intents without the delete. */
const undeleted = (bookmark: SyncedBookmark, intents: readonly QueuedIntent[]) => ({
  bookmark: { ...bookmark, trashedAt: null },
  intents: intents.filter((one) => !isDelete(one)),
});

/** Keeps a bookmark whose delete was not sent yet, because another device has highlighted its page. */
export function keepHighlighted(tx: SyncTransaction, id: BookmarkId): void {
  const state = tx.get(id);
  const { bookmark, intents } = state;
  if (bookmark === null || !isDeleteWaiting(state)) return;
  tx.put({ ...state, ...undeleted(bookmark, intents) });
  tx.log('kept-against-delete', id);
  joinSavedAgain(tx, id, bookmark.trashedAt ?? tx.now);
}

/**
 * Joins a bookmark that came back from the trash with the one for which its page was saved, imported or
 * restored here since about `trashedAt`. Other devices know and changed the first one, so the second
 * gives way.
 */
function joinSavedAgain(tx: SyncTransaction, id: BookmarkId, trashedAt: UnixMs): void {
  const kept = tx.get(id);
  if (kept.bookmark === null) return;
  // The clock of this device may be ahead. The change elsewhere has a time of the server, as creates have.
  const changedAt = kept.shadow?.updated ?? trashedAt;
  const since = Math.min(trashedAt, changedAt) - CONCURRENT_WITHIN_MS;
  const isMadeSince = ({ shadow }: SyncState) =>
    shadow === null ||
    (shadow.serverId !== null && shadow.isCreatedHere && (shadow.madeAt ?? tx.now) >= since);
  const again = tx
    .byAddress(kept.bookmark.urlKey)
    .find((one) => one.id !== id && isLive(one) && isMadeSince(one));
  if (again !== undefined) giveWay(tx, again, kept);
}

/**
 * Returns true if somebody else changed something on the server. Reading the page is not an edit, nor
 * is a patch of this device whose answer was lost.
 */
function isEdited(
  { version: before, tried, isLoaded }: Shadow,
  { version }: RemoteBookmark,
): boolean {
  if (!isLoaded) return false;
  const sent = tried ? withChanges(before, tried) : before;
  const there = normalLabels(version.labels);
  return (
    ![before, sent].some(({ labels }) => hasSameLabels(there, normalLabels(labels))) ||
    EDITABLE_FIELDS.some(
      (field) => ![before, sent].some((known) => isSameField(field, known[field], version[field])),
    )
  );
}

function addRemote(tx: SyncTransaction, remote: RemoteBookmark): void {
  const { version, serverId } = remote;
  const key = urlKey(version.url);
  if (key === null) return;
  const id = tx.newId();
  const { hasArticle: _, ...fields } = version;
  const bookmark = withContent(
    {
      ...newBookmark(id, version.url, key, tx.now),
      ...fields,
      labels: normalLabels(version.labels),
      serverId,
      content: { kind: 'address', reason: 'on-server' },
    },
    remote,
  );
  const blank: Shadow = {
    bookmarkId: id,
    serverId,
    version,
    updated: remote.updated,
    isLoaded: remote.isLoaded,
    isCreatedHere: false,
    article: 'none',
  };
  tx.put({ id, bookmark, shadow: shadowOf(blank, remote, bookmark), intents: [] });
  tx.log('received', id);
}
