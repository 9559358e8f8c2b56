import type { BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { keptSince, type Retention } from '../../domain/retention';
import type { UnixMs } from '../../domain/time';
import { expire, type Steps } from '../bookmarks/trash';
import type { Written } from '../database/commit';
import type { BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { readRetention } from '../database/storage';
import type { Store } from '../database/store';
import { type DroppableArticle, dropArticles, droppableArticles } from '../sync/article-selection';
import { releaseImages, savedBefore } from './release-images';

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
      // Sync or a person may have changed them since they were found.
      const isUnkept = unkeptBy(rule, rules, now).article;
      const dropped = await dropArticles(store, ids, 'released', isUnkept);
      if (!dropped.ok) return dropped;
      steps.onStep?.(ids.length);
    }
  }
  const released = await releaseImages(store, rules.imageDays, now, steps);
  return released.ok ? ok(expired.value) : released;
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
  const days = rules[rule];
  if (days === null) return;
  const isUnkept = unkeptBy(rule, rules, now);
  const list = rule === 'archiveDays' ? '[inArchive+id]' : '[inAll+id]';
  for await (const rows of savedBefore(db, list, keptSince(now, days))) {
    const ids = rows.filter(isUnkept.row).map(({ id }) => id);
    const unkept = (await droppableArticles(db, ids)).filter(isUnkept.article);
    if (unkept.length > 0) yield unkept.map(({ row }) => row.id);
  }
}

interface Unkept {
  readonly row: (row: BookmarkRow) => boolean;
  readonly article: (article: DroppableArticle) => boolean;
}

/** Returns the tests for a bookmark, and for its article, that `rule` no longer keeps it. */
function unkeptBy(rule: (typeof ARTICLE_RULES)[number], rules: Retention, now: UnixMs): Unkept {
  const isBefore = (instant: number, days: number | null) =>
    days !== null && instant < keptSince(now, days);
  const isArchivedLongAgo = ({ isArchived, created }: BookmarkRow) =>
    isArchived && isBefore(created, rules.archiveDays);
  const isReadLongAgo = (row: BookmarkRow) =>
    row.readProgress === 100 && isBefore(row.created, rules.readDays) && !isArchivedLongAgo(row);
  const isMeant = rule === 'archiveDays' ? isArchivedLongAgo : isReadLongAgo;
  const isUnkept = (row: BookmarkRow) =>
    row.trashedAt === null && !row.isFavourite && row.content.kind === 'article' && isMeant(row);
  return {
    row: isUnkept,
    // An article that somebody opened since is kept as long as a new one.
    article: ({ row, shadow }) => isUnkept(row) && isBefore(shadow.askedAt ?? 0, rules[rule]),
  };
}
