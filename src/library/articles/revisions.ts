import type { EarlierCause } from '../../domain/article';
import type { BookmarkId } from '../../domain/bookmark';
import {
  PAGE_ONLY_FIELDS,
  PAGE_VALUE_FIELDS,
  PLACE_FIELDS,
  pick,
} from '../../domain/bookmark-fields';
import { OF_TEXT } from '../../domain/bookmark-values';
import type { UnixMs } from '../../domain/time';
import { forgetArticles } from '../database/change-log';
import { deletionTime } from '../database/clock';
import type { LoggedRevision } from '../database/log-rows';
import type { ArticleRow, BookmarkRow, RevisionRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { articleAssets, moveAssetUses } from '../images/assets';

/** The fields of a row that follow from its article. */
export const TEXT_FIELDS = ['content', 'wordCount', 'readingTimeMinutes'] as const;

/** The fields that are those of an article wherever it is. */
export const ARTICLE_FIELDS = [...OF_TEXT, ...TEXT_FIELDS] as const;

/** The fields that a capture always sets. */
export const CAPTURED_FIELDS = [...PAGE_VALUE_FIELDS, ...PAGE_ONLY_FIELDS, ...TEXT_FIELDS];

/**
 * Keeps an article beside the present one for the time of retention, and returns what the log says of it.
 * `row` is the bookmark with the values of that article.
 */
export async function keepRevision(
  db: LibraryDatabase,
  article: ArticleRow,
  row: BookmarkRow,
  cause: EarlierCause,
  now: UnixMs,
): Promise<LoggedRevision> {
  const replacedAt = await deletionTime({ db, now: () => now });
  const kept = { ...article, replacedAt, cause, fields: revisedFieldsOf(row) };
  return { id: await db.revisions.add(kept), cause };
}

/** Returns the values of a page that are kept with its article. */
export function revisedFieldsOf(row: BookmarkRow): RevisionRow['fields'] {
  const { canonicalKey, keywords } = row;
  return {
    ...pick({ ...row, ...row.originalValues }, CAPTURED_FIELDS),
    ...pick(row, PLACE_FIELDS),
    ...(canonicalKey && { canonicalKey }),
    ...(keywords && { keywords }),
  };
}

/** Returns the article of a revision as it was stored. */
export function articleOfRevision({
  id,
  replacedAt,
  cause,
  fields,
  ...article
}: RevisionRow): ArticleRow {
  return article;
}

/** Returns the revisions of a bookmark, last replaced first. */
export async function readRevisions(
  db: LibraryDatabase,
  bookmarkId: BookmarkId,
): Promise<readonly RevisionRow[]> {
  const rows = await db.revisions.where('bookmarkId').equals(bookmarkId).toArray();
  return rows.toSorted((one, other) => other.replacedAt - one.replacedAt || other.id - one.id);
}

/**
 * Drops at most `limit` articles that were replaced before `instant` and returns their number. The log
 * forgets them.
 */
export async function dropRevisionsBefore(
  db: LibraryDatabase,
  instant: UnixMs,
  limit: number,
): Promise<number> {
  const rows = await db.revisions.where('replacedAt').below(instant).limit(limit).toArray();
  await db.revisions.bulkDelete(rows.map(({ id }) => id));
  await forgetArticles(db, rows);
  await moveAssetUses(db, [], rows.flatMap(articleAssets));
  return rows.length;
}
