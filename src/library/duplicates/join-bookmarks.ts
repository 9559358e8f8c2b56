import type { BookmarkId } from '../../domain/bookmark';
import { err, ok } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import { loggedArticle } from '../articles/put-article-back';
import { keepRevision } from '../articles/revisions';
import { COUNTED_TABLES, toRow } from '../database/bookmark-rows';
import {
  type ChangeLog,
  commitLogged,
  createChangeLog,
  type Done,
  writeLog,
} from '../database/change-log';
import { deletionTime } from '../database/clock';
import type { Written } from '../database/commit';
import { pageEntries } from '../database/log-entries';
import type { ArticleLogEntry, JoinLogEntry, LoggedArticle } from '../database/log-rows';
import type { ArticleRow, GroupId } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { HIGHLIGHT_TABLES } from '../highlights/highlight-states';
import { moveHighlights } from '../highlights/move-highlights';
import { ASSET_TABLES, articleAssets, bookmarkAssets, moveAssetUses } from '../images/assets';
import { CHANGED_ARTICLE_TABLES, changeArticle } from '../outbox/change-article';
import { changeBookmarks } from '../outbox/change-bookmarks';
import { queueVerification, withdrawVerification } from '../outbox/outbox';
import { type JoinedPart, type JoinedRows, joinRows } from './join-rows';

/** Bookmarks to join into one. */
export interface Joining {
  readonly keep: BookmarkId;
  readonly others: readonly BookmarkId[];
}

export const JOIN_TABLES = [
  ...COUNTED_TABLES,
  ...ASSET_TABLES,
  ...HIGHLIGHT_TABLES,
  ...CHANGED_ARTICLE_TABLES,
  'revisions',
];

/**
 * Joins bookmarks, all of `joinings` in one transaction. The remaining one gets the values that
 * `joinValues` describes, the best article and the highlights of all; its own article becomes a
 * revision. The others go to the trash unchanged. Missing bookmarks are left out; `not-found` if
 * nothing is left. It is a part of the act `group`, or a new one (null). The value is the number of
 * bookmarks that went to the trash.
 */
export const joinBookmarks = (
  store: Store,
  joinings: readonly Joining[],
  group: GroupId | null = null,
): Written<Done<number>> =>
  commitLogged(
    store.db,
    JOIN_TABLES,
    async () => {
      const log = createChangeLog();
      const trashedAt = await deletionTime(store);
      let count = 0;
      for (const joining of joinings) count += await joinOne(store, joining, trashedAt, log);
      if (count === 0) return err({ kind: 'not-found' });
      const known = group === null ? undefined : (await store.db.groups.get(group))?.cause;
      const earlier = known?.kind === 'join' ? known.count : 0;
      const cause = { kind: 'join', count: earlier + count } as const;
      return ok({ value: count, group: await writeLog(store, cause, log, group) });
    },
    group ?? undefined,
  );

/** Returns the number of bookmarks that went to the trash. */
async function joinOne(
  { db, now: clock }: Store,
  joining: Joining,
  trashedAt: UnixMs,
  log: ChangeLog,
): Promise<number> {
  const now = clock();
  const [keep, ...others] = await readParts(db, joining);
  if (keep === undefined || keep.row.id !== joining.keep || others.length === 0) return 0;
  const { after, article } = joinRows(keep, others, now);
  const gone = others.map(({ row }) => row);
  const ids = gone.map(({ id }) => id);
  const kept = { before: keep.row, after: toRow(after) };
  const changes = gone.map((row) => ({
    before: row,
    after: toRow({ ...row, trashedAt, updated: trashedAt }),
  }));
  log.add([{ table: 'joins', ids: [keep.row.id], others: ids, isUndone: false }]);
  log.add(pageEntries([kept], article !== null));
  log.add(pageEntries(changes, true));
  // The requests run in parallel, because each one in a sequence adds a round trip.
  await Promise.all([
    moveJoined(db, keep, { after, article }, now, log, article?.bookmarkId).then(() =>
      queueVerification(db, keep.row.id, ids, now),
    ),
    changeBookmarks(db, [kept, ...changes], now),
  ]);
  // Afterwards, because a new article marks the highlights of the bookmark. Those of one bookmark
  // follow those of another, because they may have the same words, too.
  for (const from of ids) await moveHighlights(db, from, keep.row.id, now, log);
  return ids.length;
}

/** Undoes the part of a join, or of its undo, that no other entry of the log has. */
export async function putJoinBack(
  { db, now }: Store,
  entry: JoinLogEntry,
  log: ChangeLog,
): Promise<void> {
  const { ids, others, isUndone } = entry;
  if (!isUndone) await withdrawVerification(db, ids[0], others);
  else if ((await db.bookmarks.get(ids[0])) !== undefined)
    await queueVerification(db, ids[0], others, now());
  log.add([{ ...entry, isUndone: !isUndone }]);
}

/**
 * Moves the images and the article of the remaining bookmark and queues the article, inside a transaction
 * over `JOIN_TABLES`. The caller writes the bookmark. `copyOf` is the bookmark of the library that has the
 * article, too.
 */
export async function moveJoined(
  db: LibraryDatabase,
  keep: JoinedPart,
  { after, article }: JoinedRows,
  now: UnixMs,
  log?: ChangeLog,
  copyOf: BookmarkId | null = null,
): Promise<void> {
  await moveAssetUses(db, bookmarkAssets(after), bookmarkAssets(keep.row));
  if (article === null) return;
  const { revision, seq } = await moveArticle(db, keep, article, now);
  log?.add([
    {
      table: 'articles',
      ids: [keep.row.id],
      before: loggedArticle(keep.row, keep.article, { revision }),
      after: loggedArticle(after, article, { copyOf }),
      seq,
    },
  ]);
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
): Promise<Pick<ArticleLogEntry, 'seq'> & Pick<LoggedArticle, 'revision'>> {
  const { id } = keep.row;
  const change = { id, before: keep.article, after: { ...article, bookmarkId: id } };
  const { seq } = await changeArticle(db, change, changed);
  await moveAssetUses(db, articleAssets(article), []);
  // The revision takes over the uses of the old article.
  const revision = keep.article && (await keepRevision(db, keep.article, keep.row, 'joined', now));
  return { revision, seq };
}
