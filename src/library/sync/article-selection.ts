import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { type UnixMs, unixMs } from '../../domain/time';
import { COUNTED_TABLES, fromRow, toRow, writeBookmarks } from '../database/bookmark-rows';
import { commit, type Written } from '../database/commit';
import type { BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { countArticles, moveArticles, shadowsWith } from '../database/shadow-rows';
import type { Store } from '../database/store';
import type { ArticleState, ShadowRow } from '../database/sync-rows';
import { ASSET_TABLES, articleAssets, moveAssetUses } from '../images/assets';
import { bookmarkEntries } from '../outbox/outbox';

/** An article that is on the server only. */
export interface PendingArticle {
  readonly id: BookmarkId;
  readonly serverId: string | null;
  /** null: the bookmark was deleted for good, and its delete is waiting. */
  readonly bookmark: Bookmark | null;
  /** The last known size in bytes; null if it was never on this device. */
  readonly bytes: number | null;
}

/** An article on this device, of a bookmark that a server has too. */
export interface StoredArticle {
  readonly id: BookmarkId;
  /**
   * When the bookmark was saved, or opened while its article was not on this device; the later
   * time.
   */
  readonly at: UnixMs;
  /** Including images. */
  readonly bytes: number;
  /** True if the server has an equal article and would send it again. */
  readonly isDroppable: boolean;
}

/** Number of shadows in memory at once. */
const SHADOW_BATCH = 500;
const SHADOW_TABLES = ['shadows', 'meta'];

/** Returns the next articles to examine, newest bookmarks first. */
export async function pendingArticles(
  { db }: Store,
  limit: number,
): Promise<readonly PendingArticle[]> {
  // The limit stops before the deleted entries of the index.
  const { pending } = await countArticles(db);
  if (pending === 0) return [];
  const newestFirst = shadowsWith(db, 'pending').reverse();
  const shadows = await newestFirst.limit(Math.min(limit, pending)).toArray();
  const rows = await db.bookmarks.bulkGet(shadows.map(({ bookmarkId }) => bookmarkId));
  return shadows.map(({ bookmarkId, serverId, articleBytes = null }, at) => {
    const row = rows[at];
    const bookmark = row ? fromRow(row) : null;
    return { id: bookmarkId, serverId, bookmark, bytes: articleBytes };
  });
}

/** Leaves these articles on the server. Articles that are not wanted stay unchanged. */
export const skipArticles = ({ db }: Store, ids: readonly BookmarkId[]): Written<void> =>
  commit(db, SHADOW_TABLES, async () => {
    const shadows = await db.shadows.bulkGet([...ids]);
    const pending = shadows.flatMap((shadow) => (shadow?.article === 'pending' ? shadow : []));
    await moveArticles(db, pending, 'skipped');
    return ok(undefined);
  });

/** Marks skipped articles to be examined again. */
export async function requeueSkippedArticles({ db }: Store): Written<void> {
  while (true) {
    const moved = await commit(db, SHADOW_TABLES, async () => {
      const left = await shadowsWith(db, 'skipped').limit(SHADOW_BATCH).toArray();
      await moveArticles(db, left, 'pending');
      return ok(left.length);
    });
    if (!moved.ok) return moved;
    if (moved.value < SHADOW_BATCH) return ok(undefined);
  }
}

/** Number of articles in memory at once. */
const ARTICLE_BATCH = 50;

/**
 * The client accepts at most this much of one bookmark. A larger one would not come back complete.
 */
const MAX_DROPPABLE_BYTES = 160 * 1024 * 1024;

/**
 * Returns the stored articles of bookmarks that a server has too. It measures those without a known
 * size.
 */
export async function storedArticles(store: Store): Written<readonly StoredArticle[]> {
  const { db } = store;
  const read = async () => [
    ...(await shadowsWith(db, 'synced').toArray()),
    ...(await shadowsWith(db, 'local').toArray()),
  ];
  const unknown = (await read()).filter(({ articleBytes }) => articleBytes === undefined);
  for (let at = 0; at < unknown.length; at += ARTICLE_BATCH) {
    const measured = await measure(store, unknown.slice(at, at + ARTICLE_BATCH));
    if (!measured.ok) return measured;
  }
  return ok((await read()).map(storedArticleOf));
}

function storedArticleOf(shadow: ShadowRow): StoredArticle {
  const { bookmarkId, serverId, version, isLoaded, askedAt = 0, articleBytes = 0 } = shadow;
  const isThere = serverId !== null && isLoaded && version.hasArticle;
  return {
    id: bookmarkId,
    at: unixMs(Math.max(version.created, askedAt)),
    bytes: articleBytes,
    isDroppable: shadow.article === 'synced' && isThere && articleBytes <= MAX_DROPPABLE_BYTES,
  };
}

const measure = ({ db }: Store, shadows: readonly ShadowRow[]): Written<void> =>
  commit(db, ['shadows', 'articles', 'assets'], async () => {
    const ids = shadows.map(({ bookmarkId }) => bookmarkId);
    const [now, articles] = await Promise.all([db.shadows.bulkGet(ids), db.articles.bulkGet(ids)]);
    const measured = now.map(async (shadow, at): Promise<readonly ShadowRow[]> => {
      if (!shadow) return [];
      const article = articles[at];
      const assets = await db.assets.bulkGet([...articleAssets(article ?? null)]);
      const images = assets.reduce((sum, asset) => sum + (asset?.bytes.byteLength ?? 0), 0);
      return [{ ...shadow, articleBytes: images + (article?.body.length ?? 0) }];
    });
    await db.shadows.bulkPut((await Promise.all(measured)).flat());
    return ok(undefined);
  });

const DROP_TABLES = [
  ...COUNTED_TABLES,
  ...ASSET_TABLES,
  ...['articles', 'revisions', 'outbox', 'shadows'],
];

/** The state of an article that was dropped: for lack of space, or by a rule of retention. */
type DroppedState = Extract<ArticleState, 'skipped' | 'released'>;

/**
 * Drops articles that are on the server too. Others of `ids` are skipped, and so are those for which
 * `isMeant` returns false in the transaction that drops them.
 */
export async function dropArticles(
  store: Store,
  ids: readonly BookmarkId[],
  state: DroppedState,
  isMeant: (article: DroppableArticle) => boolean = () => true,
): Written<void> {
  for (let at = 0; at < ids.length; at += ARTICLE_BATCH) {
    const dropped = await commit(store.db, DROP_TABLES, async () => {
      const some = await droppableArticles(store.db, ids.slice(at, at + ARTICLE_BATCH));
      await dropSome(store, some.filter(isMeant), state);
      return ok(undefined);
    });
    if (!dropped.ok) return dropped;
  }
  return ok(undefined);
}

/** A stored article that is on the server, too. */
export interface DroppableArticle {
  readonly row: BookmarkRow;
  readonly shadow: ShadowRow;
}

/** Returns those of `ids` whose article can be fetched again from the server. */
export async function droppableArticles(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
): Promise<readonly DroppableArticle[]> {
  const [rows, shadows, waiting, revisions] = await Promise.all([
    db.bookmarks.bulkGet([...ids]),
    db.shadows.bulkGet([...ids]),
    bookmarkEntries(db, ids),
    db.revisions.where('bookmarkId').anyOf(ids).toArray(),
  ]);
  const busy = new Set([...waiting, ...revisions].map(({ bookmarkId }) => bookmarkId));
  return ids.flatMap((id, at) => {
    const [row, shadow] = [rows[at], shadows[at]];
    if (!row || !shadow || busy.has(id) || !storedArticleOf(shadow).isDroppable) return [];
    return [{ row, shadow }];
  });
}

async function dropSome(
  { db }: Store,
  droppable: readonly DroppableArticle[],
  state: DroppedState,
): Promise<void> {
  const articles = await db.articles.bulkGet(droppable.map(({ row }) => row.id));
  const articleOf = new Map(articles.flatMap((one) => (one ? [[one.bookmarkId, one]] : [])));
  const going = droppable.flatMap(({ row, shadow }) => {
    const article = articleOf.get(row.id);
    // The server does not have its file.
    return article && !article.original ? [{ row, shadow, article }] : [];
  });
  await Promise.all([
    db.articles.bulkDelete(going.map(({ article }) => article.bookmarkId)),
    moveArticles(
      db,
      going.map(({ shadow }) => shadow),
      state,
    ),
    moveAssetUses(
      db,
      [],
      going.flatMap(({ article }) => articleAssets(article)),
    ),
    writeBookmarks(
      db,
      going.map(({ row }) => ({
        before: row,
        after: toRow({ ...row, content: { kind: 'address', reason: 'on-server' } }),
      })),
    ),
  ]);
}
