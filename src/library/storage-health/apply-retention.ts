import type { BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { keptSince, type Retention } from '../../domain/retention';
import { type UnixMs, unixMs } from '../../domain/time';
import { dropRevisionsBefore } from '../articles/revisions';
import { trashedBefore } from '../bookmarks/list-page';
import { PURGE_BATCH, PURGE_TABLES, purgeRows, type Steps } from '../bookmarks/trash';
import { LOG_TABLES, trimLog } from '../database/change-log';
import { confirmTime, readConfirmedTime } from '../database/clock';
import { commit, type Written, write } from '../database/commit';
import type { BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { readRetention } from '../database/storage';
import type { Store } from '../database/store';
import { dropJob, JOB_TABLES, readJobs } from '../jobs/jobs';
import { type DroppableArticle, dropArticles, droppableArticles } from '../sync/article-selection';
import { releaseImages, savedBefore } from './release-images';

/**
 * Removes what the rules of the library no longer keep at the time that is confirmed. An interrupted run
 * continues the next day.
 */
export async function applyRetention(
  store: Store,
  clock: UnixMs,
  steps: Steps = {},
): Written<{ readonly purged: number }> {
  const looked = await confirmTime(store, clock, null);
  // Its removal makes room, so it goes also when there is none to write down the look.
  if (!looked.ok && looked.error.kind !== 'quota') return looked;
  const now = looked.ok ? looked.value : await readConfirmedTime(store.db, clock);
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

const FORGOTTEN_TABLES = [...JOB_TABLES, ...LOG_TABLES, 'deletedHighlights', 'journal'];

/**
 * Deletes what a person can undo no more: bookmarks in the trash, revisions, deleted highlights, actions
 * on many bookmarks, and entries of the journal. One time holds for all but revisions. Each batch is one transaction, so that nothing else has
 * to wait long. After an error the rest follows next time.
 */
async function expire(
  store: Store,
  now: UnixMs,
  { onStep = () => {}, signal }: Steps,
): Written<{ readonly purged: number }> {
  const { db } = store;
  const { trashDays, revisionDays } = await readRetention(db);
  const before = unixMs(keptSince(now, trashDays));
  const replacedBefore = unixMs(keptSince(now, revisionDays));
  const forgotten = await write(db, FORGOTTEN_TABLES, async () => {
    await db.deletedHighlights.where('deletedAt').below(before).delete();
    await db.journal.where('at').below(before).delete();
    for (const { id, finishedAt } of await readJobs(db, 'bulk'))
      if (finishedAt !== null && finishedAt < before) await dropJob(db, id);
    await trimLog(db, before);
  });
  if (!forgotten.ok) return forgotten;
  let purged = 0;
  while (true) {
    if (signal?.aborted) return ok({ purged });
    const expired = await commit(db, PURGE_TABLES, async () => {
      const rows = await trashedBefore(db, before, PURGE_BATCH);
      await purgeRows(store, rows);
      const revisions = await dropRevisionsBefore(db, replacedBefore, PURGE_BATCH);
      return ok({
        purged: rows.length,
        revisions,
        isLast: rows.length < PURGE_BATCH && revisions < PURGE_BATCH,
      });
    });
    if (!expired.ok) return expired;
    purged += expired.value.purged;
    onStep(expired.value.purged + expired.value.revisions);
    if (expired.value.isLast) return ok({ purged });
  }
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
