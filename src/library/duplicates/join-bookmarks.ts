import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import type { PageValues } from '../../domain/bookmark-fields';
import { err, ok } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import { keepRevision, laterThan } from '../articles/revisions';
import { COUNTED_TABLES, fromRow, toRow } from '../database/bookmark-rows';
import { deletionTime } from '../database/clock';
import { commit, type Written } from '../database/commit';
import type { ArticleRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { markUnanchored } from '../database/unanchored-highlights';
import {
  HIGHLIGHT_TABLES,
  type MovedHighlights,
  moveHighlights,
} from '../highlights/highlight-states';
import { ASSET_TABLES, articleAssets, bookmarkAssets, moveAssetUses } from '../images/assets';
import { changeBookmarks } from '../outbox/change-bookmarks';
import { queueContent, queueVerification } from '../outbox/outbox';
import { type JoinedPart, type JoinedRows, joinRows } from './join-rows';

/** Bookmarks to join into one. */
export interface Joining {
  readonly keep: BookmarkId;
  readonly others: readonly BookmarkId[];
}

/** The data needed to undo a join. Opaque to callers. */
export interface Joined {
  /** The remaining bookmark before and after the join. */
  readonly before: Bookmark;
  readonly after: Bookmark;
  /** The values of the page for those that a person had edited before. Absent in older records. */
  readonly originalValues?: Partial<PageValues>;
  readonly wasOwn: boolean;
  /** When the others went to the trash. */
  readonly trashedAt: UnixMs;
  /** The bookmarks that went to the trash, with the time of their last change before that. */
  readonly others: readonly { readonly id: BookmarkId; readonly updated: UnixMs }[];
  /** null: the remaining bookmark had the best article, or none had one. */
  readonly article: JoinedArticle | null;
  /** The highlights that came from each of the other bookmarks, in this order. */
  readonly highlights: readonly (MovedHighlights & { readonly from: BookmarkId })[];
}

/** An article that came from another bookmark. */
export interface JoinedArticle {
  readonly capturedAt: UnixMs;
  /** The revision with the previous article; null: there was none. */
  readonly revisionId: number | null;
  /** The intent that sends it; null: another waiting intent does. */
  readonly seq: number | null;
}

export const JOIN_TABLES = [
  ...COUNTED_TABLES,
  ...ASSET_TABLES,
  ...HIGHLIGHT_TABLES,
  ...['articles', 'revisions', 'shadows'],
];

/**
 * Joins bookmarks, all of `joinings` in one transaction. The remaining one gets the values that
 * `joinValues` describes, the best article and the highlights of all; its own article becomes a
 * revision. The others go to the trash unchanged. Missing bookmarks are left out; `not-found` if
 * nothing is left.
 */
export async function joinBookmarks(
  store: Store,
  joinings: readonly Joining[],
): Written<readonly Joined[]> {
  return commit(store.db, JOIN_TABLES, async () => {
    const trashedAt = await deletionTime(store);
    const joined: Joined[] = [];
    for (const joining of joinings) {
      const one = await joinOne(store, joining, trashedAt);
      if (one !== null) joined.push(one);
    }
    return joined.length > 0 ? ok(joined) : err({ kind: 'not-found' });
  });
}

async function joinOne(
  { db, now: clock }: Store,
  joining: Joining,
  trashedAt: UnixMs,
): Promise<Joined | null> {
  const now = clock();
  const [keep, ...others] = await readParts(db, joining);
  if (keep === undefined || keep.row.id !== joining.keep || others.length === 0) return null;
  const { after, article } = joinRows(keep, others, now);
  const gone = others.map(({ row }) => row);
  const ids = gone.map(({ id }) => id);
  const changes = gone.map((row) => ({
    before: row,
    after: toRow({ ...row, trashedAt, updated: now }),
  }));
  // The requests run in parallel, because each one in a sequence adds a round trip.
  const [moved] = await Promise.all([
    queueJoinIntents(db, keep, ids, { after, article }, now),
    changeBookmarks(db, [{ before: keep.row, after: toRow(after) }, ...changes], now),
  ]);
  // Afterwards, because a new article marks the highlights of the bookmark.
  const highlights = await moveAllHighlights(db, ids, keep.row.id, now);
  return {
    before: fromRow(keep.row),
    after: fromRow(after),
    originalValues: keep.row.originalValues ?? {},
    wasOwn: keep.row.isOwn === true,
    trashedAt,
    others: gone.map(({ id, updated }) => ({ id, updated })),
    article: moved,
    highlights,
  };
}

/** Those of one bookmark after the other, because they may be equal, too. */
async function moveAllHighlights(
  db: LibraryDatabase,
  others: readonly BookmarkId[],
  keep: BookmarkId,
  now: UnixMs,
): Promise<Joined['highlights']> {
  const moved: Joined['highlights'][number][] = [];
  for (const from of others) moved.push({ from, ...(await moveHighlights(db, from, keep, now)) });
  return moved;
}

async function queueJoinIntents(
  db: LibraryDatabase,
  keep: JoinedPart,
  others: readonly BookmarkId[],
  joined: JoinedRows,
  now: UnixMs,
): Promise<JoinedArticle | null> {
  const moved = await moveJoined(db, keep, joined, now);
  await queueVerification(db, keep.row.id, others, now);
  return moved;
}

/**
 * Moves the images and the article of the remaining bookmark and queues the article, inside a transaction
 * over `JOIN_TABLES`. The caller writes the bookmark.
 */
export async function moveJoined(
  db: LibraryDatabase,
  keep: JoinedPart,
  { after, article }: JoinedRows,
  now: UnixMs,
): Promise<JoinedArticle | null> {
  await moveAssetUses(db, bookmarkAssets(after), bookmarkAssets(keep.row));
  const moved = article && (await moveArticle(db, keep, article, now));
  return moved;
}

/** Reads the bookmarks of a joining that are outside the trash, each once, in its order. */
async function readParts(
  db: LibraryDatabase,
  { keep, others }: Joining,
): Promise<readonly JoinedPart[]> {
  const ids = [...new Set([keep, ...others])];
  const [rows, articles] = await Promise.all([db.bookmarks.bulkGet(ids), db.articles.bulkGet(ids)]);
  return rows.flatMap((row, at) =>
    row?.trashedAt === null ? { row, article: articles[at] ?? null } : [],
  );
}

/**
 * Replaces the article of the remaining bookmark by a copy of another one. The old one becomes a
 * revision, with which the join can be undone.
 * @param changed when the article changed, if it is as old as it was
 */
export async function moveArticle(
  db: LibraryDatabase,
  keep: JoinedPart,
  article: ArticleRow,
  now: UnixMs,
  changed = now,
): Promise<JoinedArticle> {
  const { id } = keep.row;
  await db.articles.put(laterThan(keep.article, { ...article, bookmarkId: id }));
  await markUnanchored(db, [id]);
  await moveAssetUses(db, articleAssets(article), []);
  // The revision takes over the uses of the old article.
  const revisionId =
    keep.article && (await keepRevision(db, keep.article, keep.row, 'joined', now));
  const before = await intentsOf(db, id);
  await queueContent(db, id, changed);
  const seq = (await intentsOf(db, id)).find((one) => !before.includes(one)) ?? null;
  return { capturedAt: article.capturedAt, revisionId, seq };
}

const intentsOf = (db: LibraryDatabase, id: BookmarkId): Promise<readonly number[]> =>
  db.outbox.where('bookmarkId').equals(id).primaryKeys();
