import type {
  ArticleStanding,
  PatchFields,
  PatchIntent,
  ServerVersion,
  Shadow,
  SyncedBookmark,
} from '../../library';
import { isEmptyValue, isSameField, PAGES_FIELDS, PERSONS_FIELDS } from './same-field';
import type { Remote } from './server-version';

/** The shadow of a bookmark that the server told of. */
export function shadowOf(
  before: Shadow,
  { version, updated, isLoaded }: Remote,
  { content }: Pick<SyncedBookmark, 'content'>,
): Shadow {
  const isRead = isLoaded || before.updated !== null;
  const hasArticleThere = isLoaded && version.hasArticle;
  return {
    ...before,
    version: isRead ? version : filledFrom(before.version, version),
    updated: isRead ? updated : null,
    isLoaded,
    article: standingOf(before, content, hasArticleThere),
  };
}

function standingOf(
  { article }: Shadow,
  content: SyncedBookmark['content'],
  isThere: boolean,
): ArticleStanding {
  // What did not come from there and was not sent there is this device's own.
  if (content.kind === 'article') return article === 'here' ? 'here' : 'own';
  return isThere ? 'wanted' : 'none';
}

/** What was sent, where a server that has not read the page yet says nothing. */
function filledFrom(sent: ServerVersion, there: ServerVersion): ServerVersion {
  const silent = [...PERSONS_FIELDS, ...PAGES_FIELDS].filter((field) => isEmptyValue(there[field]));
  return { ...there, ...Object.fromEntries(silent.map((field) => [field, sent[field]])) };
}

/**
 * The patch that tells the server what it did not find in a page that was sent: only when it has read
 * the page for the first time. null when it found all.
 */
export function patchOfUnread(
  before: Shadow,
  { version, isLoaded }: Remote,
  bookmark: SyncedBookmark,
): PatchIntent | null {
  if (before.updated !== null || !isLoaded || !before.isMadeHere) return null;
  const fields = (['siteName', 'authors', 'published'] as const).filter(
    (field) =>
      isEmptyValue(version[field]) &&
      !isEmptyValue(bookmark[field]) &&
      isSameField(field, bookmark[field], before.version[field]),
  );
  if (fields.length === 0) return null;
  const valuesOf = (from: PatchFields): PatchFields =>
    Object.fromEntries(fields.map((field) => [field, from[field]]));
  return {
    kind: 'patch',
    set: valuesOf(bookmark),
    base: valuesOf(version),
    addLabels: [],
    removeLabels: [],
  };
}
