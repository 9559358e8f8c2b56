import type { BookmarkId } from '../../domain/bookmark';
import { PLACE_FIELDS, pick } from '../../domain/bookmark-fields';
import { isSameValue } from '../../domain/bookmark-values';
import type { UnixMs } from '../../domain/time';
import { toRow } from '../database/bookmark-rows';
import type { ChangeLog } from '../database/change-log';
import { deletionTime } from '../database/clock';
import type { ArticleLogEntry, LoggedArticle } from '../database/log-rows';
import type { ArticleRow, BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { articleAssets, moveAssetUses } from '../images/assets';
import { changeArticle, takeBackArticle, unsentEntry } from '../outbox/change-article';
import { changeBookmarks } from '../outbox/change-bookmarks';
import { ARTICLE_FIELDS, articleOfRevision, revisedFieldsOf } from './revisions';
import { isSameText } from './stored-text';

/** Returns one side of a change for the log. */
export const loggedArticle = (
  row: BookmarkRow,
  article: ArticleRow | null,
  kept: Partial<Pick<LoggedArticle, 'revision' | 'copyOf'>> = {},
): LoggedArticle => ({
  capturedAt: article?.capturedAt ?? null,
  revision: kept.revision ?? null,
  copyOf: kept.copyOf ?? null,
  fields: revisedFieldsOf(row),
});

/**
 * Makes the article from before a change the present one again, if that of the change is still there, also
 * with other images or after *Clean up*. That one is kept as a revision, unless the bookmark that it was
 * copied from still has it. The rest of the bookmark stays. Runs inside a transaction over `JOIN_TABLES`.
 */
export async function putArticleBack(
  { db, now }: Store,
  entry: ArticleLogEntry,
  log: ChangeLog,
): Promise<void> {
  const { ids, before, after, seq, isSameText: isSame } = entry;
  const [id] = ids;
  const [row, present = null] = await Promise.all([db.bookmarks.get(id), db.articles.get(id)]);
  if (row === undefined || (present?.capturedAt ?? null) !== after.capturedAt) return;
  const { capturedAt } = before;
  const kept = capturedAt === null ? null : isSame ? present : await takeKept(db, id, before);
  // It was deleted for good.
  if (kept === undefined) return;
  const former = kept && { ...kept, capturedAt: capturedAt ?? kept.capturedAt };
  const revision =
    present && !isSame ? await keepPresent(db, present, row, { before, after }, now()) : null;
  const back = toRow({ ...row, ...pick(before.fields, ARTICLE_FIELDS) });
  await changeBookmarks(db, [{ before: row, after: back }], now());
  const unsent = await unsentEntry(db, seq);
  const change = { id, before: present, after: former, isUndo: true };
  const written = unsent
    ? await takeBackArticle(db, change, unsent)
    : await changeArticle(db, change, now());
  log.add([{ ...entry, before: { ...after, revision }, after: before, seq: written.seq }]);
}

/** Takes an article from where it is kept. Returns undefined if it is there no more. */
async function takeKept(
  db: LibraryDatabase,
  id: BookmarkId,
  { capturedAt, revision, copyOf }: LoggedArticle,
): Promise<ArticleRow | undefined> {
  const kept = revision === null ? undefined : await db.revisions.get(revision.id);
  if (kept?.bookmarkId === id && kept.capturedAt === capturedAt) {
    // The article takes over the uses of the revision.
    await db.revisions.delete(kept.id);
    return articleOfRevision(kept);
  }
  const copied = copyOf === null ? undefined : await db.articles.get(copyOf);
  if (copied?.capturedAt !== capturedAt) return undefined;
  await moveAssetUses(db, articleAssets(copied), []);
  return { ...copied, bookmarkId: id };
}

/** Keeps an article that is replaced, under its former number if it had one. null: there is no need. */
async function keepPresent(
  db: LibraryDatabase,
  article: ArticleRow,
  row: BookmarkRow,
  { before, after }: Pick<ArticleLogEntry, 'before' | 'after'>,
  now: UnixMs,
): Promise<LoggedArticle['revision']> {
  const copied = after.copyOf === null ? undefined : await db.articles.get(after.copyOf);
  if (copied !== undefined && isSameText(copied.body, article.body)) {
    await moveAssetUses(db, [], articleAssets(article));
    return null;
  }
  const placeOf = (side: LoggedArticle) => PLACE_FIELDS.map((field) => String(side.fields[field]));
  // The bookmark has the place that it was left at, unless the change has set another one.
  const isMoved = !isSameValue(placeOf(before), placeOf(after));
  const fields = isMoved ? after.fields : { ...after.fields, ...pick(row, PLACE_FIELDS) };
  const { id, cause } = after.revision ?? { id: undefined, cause: 'put-back' as const };
  const replacedAt = await deletionTime({ db, now: () => now });
  const kept = { ...article, ...(id !== undefined && { id }), replacedAt, cause, fields };
  return { id: await db.revisions.put(kept), cause };
}
