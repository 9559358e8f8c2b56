import { type BookmarkId, keptSince, ok, type Retention, type UnixMs } from '../../domain';
import { expire, type Steps } from '../bookmarks/trash';
import type { Written } from '../database/commit';
import type { BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { readRetention } from '../database/storage';
import type { Store } from '../database/store';
import { dropArticles, droppableArticles } from '../sync/article-selection';

/** Number of bookmarks in memory at once. */
const STEP = 500;

/** Removes what the rules of the library no longer keep. An interrupted run continues the next day. */
export async function applyRetention(
  store: Store,
  now: UnixMs,
  steps: Steps = {},
): Written<{ readonly purged: number }> {
  const expired = await expire(store, now, steps);
  if (!expired.ok) return expired;
  const rules = await readRetention(store.db);
  for (const rule of ARTICLE_RULES) {
    for await (const ids of unkeptArticles(store.db, rule, rules, now)) {
      if (steps.signal?.aborted) return ok(expired.value);
      const dropped = await dropArticles(store, ids);
      if (!dropped.ok) return dropped;
      steps.onStep?.(ids.length);
    }
  }
  return ok(expired.value);
}

/** The rules that remove articles which the server has, too. */
export const ARTICLE_RULES = ['archiveDays', 'readDays'] as const;

/**
 * Yields the bookmarks whose article `rule` no longer keeps: they are no favourites, and the article
 * is on the server, too. Each is yielded for one rule only.
 */
export async function* unkeptArticles(
  db: LibraryDatabase,
  rule: (typeof ARTICLE_RULES)[number],
  rules: Retention,
  now: UnixMs,
): AsyncGenerator<readonly BookmarkId[]> {
  const { archiveDays } = rules;
  const days = rules[rule];
  if (days === null) return;
  const isArchivedLongAgo = ({ isArchived, created }: BookmarkRow) =>
    isArchived && archiveDays !== null && created < keptSince(now, archiveDays);
  const isMeant = (row: BookmarkRow) =>
    rule === 'archiveDays' || (row.readProgress === 100 && !isArchivedLongAgo(row));
  const index = rule === 'archiveDays' ? '[inArchive+id]' : '[inAll+id]';
  let after: readonly [number, string] = [Number.NEGATIVE_INFINITY, ''];
  while (true) {
    const rows: readonly BookmarkRow[] = await db.bookmarks
      .where(index)
      .between(after, [keptSince(now, days), ''], false, false)
      .limit(STEP)
      .toArray();
    const ids = rows
      .filter((row) => !row.isFavourite && row.content.kind === 'article' && isMeant(row))
      .map(({ id }) => id);
    const droppable = await droppableArticles(db, ids);
    if (droppable.length > 0) yield droppable.map(({ row }) => row.id);
    const last = rows.at(-1);
    if (last === undefined || rows.length < STEP) return;
    after = [last.created, last.id];
  }
}
