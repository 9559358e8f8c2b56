import { MAX_READ_ANCHOR_LENGTH } from '../../contract';
import type { BookmarkId } from '../../domain/bookmark';
import { MERGED_FIELDS, pick } from '../../domain/bookmark-fields';
import { labelKey } from '../../domain/label';
import { MINUTE_MS, SECOND_MS, type UnixMs } from '../../domain/time';
import { urlKey } from '../../domain/url-identity';
import type {
  ServerVersion,
  Shadow,
  SyncedBookmark,
  SyncState,
  SyncTransaction,
} from '../../library';
import { released } from '../runner';
import { verificationsOf } from './queue';

/** The parts of a bookmark that a server may not take with a create. Those are sent afterwards. */
export interface Sends {
  /** The flags and the reading position. */
  readonly state: boolean;
  readonly note: boolean;
}

const NO_STATE = { isFavourite: false, isArchived: false, readProgress: 0, readAnchor: '' };

/** The flags and the reading position that a create can send. A place that is too long is left out. */
const stateToSend = ({ isFavourite, isArchived, readProgress, readAnchor }: SyncedBookmark) => ({
  isFavourite,
  isArchived,
  readProgress,
  readAnchor: readAnchor.length <= MAX_READ_ANCHOR_LENGTH ? readAnchor : '',
});

/** The version that a create makes on the server. */
export const versionToSend = (bookmark: SyncedBookmark, sends: Sends): ServerVersion => ({
  ...pick(bookmark, MERGED_FIELDS),
  url: bookmark.url,
  labels: bookmark.labels,
  ...(sends.state ? stateToSend(bookmark) : NO_STATE),
  ...(!sends.note && { note: '' }),
  created: bookmark.created,
  hasArticle: bookmark.content.kind === 'article',
  wordCount: bookmark.wordCount,
  readingTimeMinutes: bookmark.readingTimeMinutes,
});

/** Returns a create that was attempted and may have reached the server. */
export const attemptedCreate = ({ intents }: SyncState) =>
  intents.find(
    ({ intent, sent, attempts }) => intent.kind === 'create' && attempts > 0 && sent !== undefined,
  );

/**
 * Returns the unconfirmed create of a bookmark that is about to be linked to another device's
 * bookmark.
 */
export const unconfirmedCreateOf = (state: SyncState): Pick<Shadow, 'unconfirmed'> => {
  const sent = attemptedCreate(state)?.sent ?? state.shadow?.unconfirmed?.sent;
  return sent === undefined ? {} : { unconfirmed: { sent, isLinked: false } };
};

/**
 * Notes a create that may still arrive, of a bookmark that was deleted for good, at another bookmark of
 * its address. One that arrives then gives way to that one.
 */
export function expectLate(tx: SyncTransaction, id: BookmarkId, sent: ServerVersion): void {
  const key = urlKey(sent.url);
  const others = key === null ? [] : tx.byAddress(key);
  for (const other of others) {
    if (other.id === id || other.bookmark?.trashedAt !== null || !other.shadow?.serverId) continue;
    tx.put({ ...other, shadow: { ...other.shadow, unconfirmed: { sent, isLinked: false } } });
  }
}

/**
 * Returns true if `created` of the server's version matches what was sent. Older servers keep whole
 * seconds.
 */
export function wasCreatedBy(
  sent: Pick<ServerVersion, 'created'> | undefined,
  { created }: Pick<ServerVersion, 'created'>,
): boolean {
  if (sent === undefined) return false;
  return created === sent.created || created === Math.floor(sent.created / SECOND_MS) * SECOND_MS;
}

/**
 * Returns true if a bookmark of the server is what the create of `state` made. Another device may have
 * made it if the save is older than its create: it came from a file then, or is created again. It
 * counts as made here if it is to be deleted.
 */
export function isMadeBy(state: SyncState, version: ServerVersion): boolean {
  const create = attemptedCreate(state);
  if (create === undefined || !wasCreatedBy(create.sent, version)) return false;
  return state.bookmark?.trashedAt !== null || create.queuedAt - version.created < MINUTE_MS;
}

/**
 * Links a bookmark to what its create made on the server. What differs from what was sent is sent next.
 *
 * @param by `answer`: the server confirmed the create; `chance`: the bookmark was recognised by its
 * address and date
 * @param captured when the article was captured that the create has sent
 */
export function linkCreated(
  tx: SyncTransaction,
  state: SyncState,
  serverId: string,
  by: 'answer' | 'chance',
  captured: UnixMs | null = null,
): void {
  const { id, bookmark, intents } = state;
  const create = attemptedCreate(state);
  const sent = create?.sent;
  if (create === undefined || sent === undefined) return;
  const isLinked = by === 'chance';
  const deleteAt = intents.findIndex(({ intent }) => intent.kind === 'delete');
  const articles = intents.filter(({ intent }) => intent.kind === 'content').map(released);
  const left =
    deleteAt === -1 ? [...articles, ...verificationsOf(intents, id)] : intents.slice(deleteAt);
  const shadow: Shadow = {
    bookmarkId: id,
    serverId,
    version: sent,
    updated: null,
    isLoaded: false,
    ...((isLinked || create.attempts > 1) && { unconfirmed: { sent, isLinked } }),
    isCreatedHere: true,
    article: bookmark?.content.kind === 'article' ? 'synced' : 'none',
    sentCaptured: captured,
  };
  tx.put({
    id,
    bookmark: bookmark && { ...bookmark, serverId },
    shadow,
    intents: left,
  });
  tx.log('sent', id);
}

/** Returns the labels that `others` lacks, ignoring case. */
export function missing(labels: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others.map(labelKey));
  return labels.filter((label) => !known.has(labelKey(label)));
}
