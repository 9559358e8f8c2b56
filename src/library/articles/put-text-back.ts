import type { BookmarkId } from '../../domain/bookmark';
import { isSameValue } from '../../domain/bookmark-values';
import type { UnixMs } from '../../domain/time';
import { toRow } from '../database/bookmark-rows';
import type { ChangeLog } from '../database/change-log';
import type { LoggedText, TextLogEntry } from '../database/log-rows';
import { type ArticleRow, type BookmarkRow, changedAtOf } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { articleAssets, moveAssetUses } from '../images/assets';
import { changeArticle, takeBackArticle, unsentEntry } from '../outbox/change-article';
import { changeBookmarks } from '../outbox/change-bookmarks';
import { keepRevision, readRevisions } from './revisions';

/** Returns one side of a change for the log. */
export const loggedText = (
  article: ArticleRow,
  { readingTimeMinutes }: Pick<BookmarkRow, 'readingTimeMinutes'>,
  kept: Partial<Pick<LoggedText, 'revision' | 'text'>> = {},
): LoggedText => ({
  capturedAt: article.capturedAt,
  textLength: article.textLength,
  paragraphs: article.paragraphs,
  wordCount: article.wordCount,
  readingTimeMinutes,
  changedAt: changedAtOf(article),
  revision: kept.revision ?? null,
  isUncleaned: (kept.revision ?? null) !== null,
  text: kept.text ?? null,
});

/** Returns the text of an article for the log. */
export const textIn = ({ body, structure }: ArticleRow): NonNullable<LoggedText['text']> => ({
  body,
  ...(structure !== undefined && { structure }),
});

/**
 * Keeps an article as it was captured, before its first edit. Returns null if that was done. Both have the
 * same images.
 */
export async function keepUncleaned(
  db: LibraryDatabase,
  article: ArticleRow,
  row: BookmarkRow,
  now: UnixMs,
): Promise<number | null> {
  const kept = await readRevisions(db, row.id);
  const { capturedAt } = article;
  if (kept.some((one) => one.cause === 'cleaned-up' && one.capturedAt === capturedAt)) return null;
  await moveAssetUses(db, articleAssets(article), []);
  return (await keepRevision(db, article, row, 'cleaned-up', now)).id;
}

/**
 * Restores the text from before an edit if that of the edit is still there. Images that have arrived since
 * stay.
 */
export async function putTextBack(
  { db, now }: Store,
  { ids, before, after, seq }: TextLogEntry,
  log: ChangeLog,
): Promise<void> {
  const [id] = ids;
  const [row, present] = await Promise.all([db.bookmarks.get(id), db.articles.get(id)]);
  if (row === undefined || present === undefined || !isTextOf(present, after)) return;
  const text = before.text ?? (await takeUncleaned(db, id, before));
  // It was deleted for good.
  if (text === null) return;
  const revision = after.isUncleaned ? await keepUncleaned(db, present, row, now()) : null;
  const { structure: _, ...rest } = present;
  const { wordCount, readingTimeMinutes, textLength, paragraphs, changedAt } = before;
  const former = { ...rest, ...text, wordCount, textLength, paragraphs };
  const back = toRow({ ...row, wordCount, readingTimeMinutes });
  await changeBookmarks(db, [{ before: row, after: back }], now());
  // An image may have come since.
  const unsent = changedAtOf(present) === after.changedAt ? await unsentEntry(db, seq) : null;
  const change = { id, before: present, after: former };
  const written = unsent
    ? await takeBackArticle(db, { ...change, after: { ...former, changedAt } }, unsent)
    : await changeArticle(db, change, now());
  const replaced = { ...after, revision, text: revision === null ? textIn(present) : null };
  const changed = changedAtOf(written.article ?? present);
  const restored = { ...before, revision: null, text: null, changedAt: changed };
  log.add([{ table: 'texts', ids, before: replaced, after: restored, seq: written.seq }]);
}

const isTextOf = (article: ArticleRow, side: LoggedText): boolean =>
  article.capturedAt === side.capturedAt &&
  article.textLength === side.textLength &&
  isSameValue(article.paragraphs, side.paragraphs);

/** Takes a text from the earlier article that it is. null: it is there no more. */
async function takeUncleaned(
  db: LibraryDatabase,
  id: BookmarkId,
  { revision, capturedAt }: LoggedText,
): Promise<LoggedText['text']> {
  const kept = revision === null ? undefined : await db.revisions.get(revision);
  if (kept?.bookmarkId !== id || kept.capturedAt !== capturedAt) return null;
  await db.revisions.delete(kept.id);
  await moveAssetUses(db, [], articleAssets(kept));
  return textIn(kept);
}
