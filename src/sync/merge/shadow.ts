import { MERGED_FIELDS, pick } from '../../domain/bookmark-fields';
import type { UnixMs } from '../../domain/time';
import type {
  ArticleState,
  QueuedIntent,
  ServerVersion,
  Shadow,
  SyncedBookmark,
} from '../../library';
import { internalIntent } from './queue';
import { mayBeUnread, type RemoteBookmark } from './server-version';

/** Returns the shadow of a bookmark that the server reported. */
export function shadowOf(before: Shadow, remote: RemoteBookmark, bookmark: StandingFields): Shadow {
  const { version, updated: came, isLoaded, captured } = remote;
  const isRead = isLoaded || before.updated !== null;
  return {
    ...before,
    ...(before.isCreatedHere && { madeAt: before.madeAt ?? came }),
    version: isRead ? version : filledFrom(before.version, version),
    updated: isRead ? came : null,
    isLoaded,
    ...(captured !== undefined && { captured }),
    ...(bookmark.content.kind === 'article'
      ? ownArticle(before, remote)
      : { article: articleThere(before, remote, bookmark) }),
  };
}

type StandingFields = Pick<SyncedBookmark, 'content' | 'isArchived' | 'readProgress'>;

function articleThere(
  { article }: Shadow,
  { version, isLoaded }: RemoteBookmark,
  { isArchived, readProgress }: StandingFields,
): ArticleState {
  if (!isLoaded || !version.hasArticle) return 'none';
  // The rules of retention remove articles of pages that are archived or read.
  const isReleased = article === 'released' && (isArchived || readProgress === 100);
  return isReleased ? 'released' : 'pending';
}

/**
 * Compares the article of this device with that of the server. Of two captured articles, the later one
 * stands. Any captured one stands against one that the server has read itself.
 */
function ownArticle(
  { article, captured, sentCaptured = null }: Shadow,
  { captured: there, isLoaded, version: { hasArticle } }: RemoteBookmark,
): Pick<Shadow, 'article' | 'sentCaptured'> {
  const isSynced = article === 'synced';
  // An article that neither came from the server nor was sent there is on this device only.
  if (there === undefined) return { article: isSynced ? 'synced' : 'local' };
  const isOutdated = article === 'pending' || article === 'skipped';
  const local = {
    article: 'local',
    sentCaptured: article === 'local' ? sentCaptured : null,
  } as const;
  if (!isLoaded) return isSynced || isOutdated ? { article, sentCaptured } : local;
  // The server has lost it, or has found no article in the page that was sent.
  if (!hasArticle) return local;
  if (isOutdated) return { article: 'pending', sentCaptured };
  if (there !== null && there === sentCaptured) return { article: 'synced', sentCaptured };
  const known = isSynced && captured !== undefined ? captured : sentCaptured;
  const isOnServer = sentCaptured !== null || (isSynced && captured !== undefined);
  if (!isOnServer) return local;
  if (isSynced && known === there) return { article, sentCaptured };
  const isNewer = there !== null && (known === null || there > known);
  return isNewer ? { article: 'pending', sentCaptured } : local;
}

/**
 * Returns the intents of a bookmark, with one that sends its article if the server can take it and was
 * not sent it yet.
 */
export function withArticleToSend(
  intents: readonly QueuedIntent[],
  { article, sentCaptured = null, isLoaded }: Shadow,
  { id, trashedAt }: SyncedBookmark,
  { captured }: RemoteBookmark,
  now: UnixMs,
): readonly QueuedIntent[] {
  const isWanted = article === 'local' && sentCaptured === null && captured !== undefined;
  const isSent = intents.some(({ intent: { kind } }) => kind === 'create' || kind === 'content');
  return isWanted && isLoaded && trashedAt === null && !isSent
    ? [...intents, internalIntent(id, { kind: 'content' }, now)]
    : intents;
}

/** Fills the empty fields of a page that the server has not read yet with what was sent. */
function filledFrom(sent: ServerVersion, there: ServerVersion): ServerVersion {
  const silent = MERGED_FIELDS.filter((field) => mayBeUnread(field, there));
  return { ...there, ...pick(sent, silent) };
}
