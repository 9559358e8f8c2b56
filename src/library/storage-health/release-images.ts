import type { AssetHash, BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { keptSince } from '../../domain/retention';
import type { UnixMs } from '../../domain/time';
import type { Steps } from '../bookmarks/trash';
import { commit, type Written } from '../database/commit';
import type { ArticleRow, BookmarkRow } from '../database/rows';
import { databaseName, type LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { ASSET_TABLES, articleAssets, moveAssetUses } from '../images/assets';

/** Number of bookmarks in memory at once. */
const ROW_STEP = 500;
/** Number of articles in memory at once. */
const ARTICLE_STEP = 50;

/** An article whose images are no longer kept. */
interface Imaged {
  readonly row: BookmarkRow;
  readonly article: ArticleRow;
}

/**
 * Removes the images of articles of archived pages that were saved more than `days` ago. The lead
 * image stays for the list. A later run looks only at pages that have changed or become old since.
 */
export async function releaseImages(
  store: Store,
  days: number | null,
  now: UnixMs,
  { onStep = () => {}, signal }: Steps,
): Written<void> {
  if (days === null) return ok(undefined);
  const { db } = store;
  const last = await db.meta.get('releasedImages');
  const since = last?.key === 'releasedImages' && last.days === days ? last.at : null;
  let isComplete = true;
  for await (const ids of oldArchived(db, days, now, since)) {
    if (signal?.aborted) return ok(undefined);
    const released = await commit(db, TABLES, async () => {
      // Sync or a person may have changed them since they were found.
      const { imaged, isWaiting } = await imagedOf(db, ids, days, now);
      await release(db, imaged);
      return ok({ count: imaged.length, isWaiting });
    });
    if (!released.ok) return released;
    if (released.value.isWaiting) isComplete = false;
    if (released.value.count > 0) onStep(released.value.count);
  }
  if (!isComplete) return ok(undefined);
  return commit(db, ['meta'], async () => {
    await db.meta.put({ key: 'releasedImages', at: now, days });
    return ok(undefined);
  });
}

/** Yields the articles whose images `releaseImages` removes. */
export async function* unkeptImages(
  db: LibraryDatabase,
  days: number | null,
  now: UnixMs,
): AsyncGenerator<readonly Imaged[]> {
  if (days === null) return;
  for await (const ids of oldArchived(db, days, now, null)) {
    yield (await imagedOf(db, ids, days, now)).imaged;
  }
}

/** Yields archived bookmarks that are old enough; with `since` those that were not at that time. */
async function* oldArchived(
  db: LibraryDatabase,
  days: number,
  now: UnixMs,
  since: UnixMs | null,
): AsyncGenerator<readonly BookmarkId[]> {
  let after: readonly [number, string] = [Number.NEGATIVE_INFINITY, ''];
  const isNew = ({ created, updated }: BookmarkRow) =>
    since === null || updated >= since || created >= keptSince(since, days);
  while (true) {
    const rows: readonly BookmarkRow[] = await db.bookmarks
      .where('[inArchive+id]')
      .between(after, [keptSince(now, days), ''], false, false)
      .limit(ROW_STEP)
      .toArray();
    const ids = rows.filter((row) => isOld(row, days, now) && isNew(row)).map(({ id }) => id);
    for (let at = 0; at < ids.length; at += ARTICLE_STEP) yield ids.slice(at, at + ARTICLE_STEP);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROW_STEP) return;
    after = [last.created, last.id];
  }
}

const isOld = (row: BookmarkRow, days: number, now: UnixMs): boolean =>
  row.isArchived &&
  row.trashedAt === null &&
  !row.isFavourite &&
  row.content.kind === 'article' &&
  row.created < keptSince(now, days);

/**
 * Returns those of `ids` that have images and nothing to send to an account, which could be these
 * images. `isWaiting` is true if others wait to be sent.
 */
async function imagedOf(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
  days: number,
  now: UnixMs,
): Promise<{ readonly imaged: readonly Imaged[]; readonly isWaiting: boolean }> {
  const [rows, articles, waiting] = await Promise.all([
    db.bookmarks.bulkGet([...ids]),
    db.articles.bulkGet([...ids]),
    db.outbox.where('bookmarkId').anyOf(ids).toArray(),
  ]);
  // Without an account, everything waits for one.
  const isSent = db.name !== databaseName(null);
  const busy = new Set(isSent ? waiting.map(({ bookmarkId }) => bookmarkId) : []);
  const imaged = ids.flatMap((_, at) => {
    const [row, article] = [rows[at], articles[at]];
    if (!row || !article || !isOld(row, days, now)) return [];
    return goingOf({ row, article }).length > 0 ? [{ row, article }] : [];
  });
  const free = imaged.filter(({ row }) => !busy.has(row.id));
  return { imaged: free, isWaiting: free.length < imaged.length };
}

/** Returns the images of an article that go: all but the lead image. */
export const goingOf = ({ row, article }: Imaged): readonly AssetHash[] =>
  articleAssets(article).filter((hash) => hash !== row.image);

const TABLES = [...ASSET_TABLES, 'articles', 'bookmarks', 'outbox'];

async function release(db: LibraryDatabase, some: readonly Imaged[]): Promise<void> {
  const ended = some.flatMap(goingOf);
  await db.articles.bulkPut(
    some.map(({ row, article }) => {
      const images = article.images.map((image) => {
        if (image.hash === null || image.hash === row.image) return image;
        const { url, width, height } = image;
        return { url, width, height, hash: null, reason: 'released' as const };
      });
      const imagesKept = images.filter(({ hash }) => hash !== null).length;
      return { ...article, images, report: { ...article.report, imagesKept } };
    }),
  );
  await moveAssetUses(db, [], ended);
}
