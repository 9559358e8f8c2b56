import { MERGED_FIELDS, PAGE_VALUE_FIELDS, pick } from '../../domain/bookmark-fields';
import { isEmptyValue } from '../../domain/bookmark-values';
import type {
  ArticleState,
  PatchIntent,
  ServerVersion,
  Shadow,
  SyncedBookmark,
} from '../../library';
import { isSameField, mayBeUnread, type RemoteBookmark } from './server-version';

/** Returns the shadow of a bookmark that the server reported. */
export function shadowOf(
  before: Shadow,
  { version, updated: came, isLoaded }: RemoteBookmark,
  bookmark: StandingFields,
): Shadow {
  const isRead = isLoaded || before.updated !== null;
  const hasArticleOnServer = isLoaded && version.hasArticle;
  return {
    ...before,
    ...(before.isCreatedHere && { madeAt: before.madeAt ?? came }),
    version: isRead ? version : filledFrom(before.version, version),
    updated: isRead ? came : null,
    isLoaded,
    article: standingOf(before, bookmark, hasArticleOnServer),
  };
}

type StandingFields = Pick<SyncedBookmark, 'content' | 'isArchived' | 'readProgress'>;

function standingOf(
  { article }: Shadow,
  { content, isArchived, readProgress }: StandingFields,
  isThere: boolean,
): ArticleState {
  // An article that neither came from the server nor was sent there is on this device only.
  if (content.kind === 'article') return article === 'synced' ? 'synced' : 'local';
  if (!isThere) return 'none';
  // The rules of retention remove articles of pages that are archived or read.
  const isReleased = article === 'released' && (isArchived || readProgress === 100);
  return isReleased ? 'released' : 'pending';
}

/** Fills the empty fields of a page that the server has not read yet with what was sent. */
function filledFrom(sent: ServerVersion, there: ServerVersion): ServerVersion {
  const silent = MERGED_FIELDS.filter((field) => mayBeUnread(field, there));
  return { ...there, ...pick(sent, silent) };
}

/**
 * Returns a patch with the values that the server did not find when it read a page for the first
 * time; null if it found all of them.
 */
export function patchOfUnread(
  before: Shadow,
  { version, isLoaded }: RemoteBookmark,
  bookmark: SyncedBookmark,
): PatchIntent | null {
  if (before.updated !== null || !isLoaded || !before.isCreatedHere) return null;
  const fields = PAGE_VALUE_FIELDS.filter(
    (field) =>
      isEmptyValue(version[field]) &&
      !isEmptyValue(bookmark[field]) &&
      isSameField(field, bookmark[field], before.version[field]),
  );
  if (fields.length === 0) return null;
  return {
    kind: 'patch',
    set: pick(bookmark, fields),
    base: pick(version, fields),
    addLabels: [],
    removeLabels: [],
  };
}
