import type { AssetHash, BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { keptSince } from '../../domain/retention';
import type { UnixMs } from '../../domain/time';
import type { Steps } from '../bookmarks/trash';
import { commit, type Written, write } from '../database/commit';
import { BEFORE_ALL, inSteps, type TimeKey } from '../database/in-steps';
import type { ArticleRow, BookmarkRow } from '../database/rows';
import { databaseName, type LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { ASSET_TABLES, articleAssets, moveAssetUses } from '../images/assets';
import { bookmarkEntries } from '../outbox/outbox';

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
  const since = last?.days === days ? last.at : null;
  let isComplete = true;
  for await (const ids of oldArchived(db, days, now, since)) {
    if (signal?.aborted) return ok(undefined);
    const released = await commit(db, RELEASE_IMAGES_TABLES, async () => {
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
  return write(db, ['meta'], () => db.meta.put({ key: 'releasedImages', at: now, days }));
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

/** Number of bookmarks in memory at once. */
const ROW_STEP = 500;

/** Yields the bookmarks of a list that were saved before `instant`, oldest first. */
export const savedBefore = (
  db: LibraryDatabase,
  list: '[inAll+id]' | '[inArchive+id]',
  instant: number,
): AsyncGenerator<readonly BookmarkRow[]> =>
  inSteps(
    ROW_STEP,
    BEFORE_ALL,
    (after) => db.bookmarks.where(list).between(after, [instant, ''], false, false),
    ({ created, id }): TimeKey => [created, id],
  );

/** Yields archived bookmarks that are old enough; with `since` those that were not at that time. */
async function* oldArchived(
  db: LibraryDatabase,
  days: number,
  now: UnixMs,
  since: UnixMs | null,
): AsyncGenerator<readonly BookmarkId[]> {
  const isNew = ({ created, updated }: BookmarkRow) =>
    since === null || updated >= since || created >= keptSince(since, days);
  for await (const rows of savedBefore(db, '[inArchive+id]', keptSince(now, days))) {
    const ids = rows.filter((row) => isOld(row, days, now) && isNew(row)).map(({ id }) => id);
    for (let at = 0; at < ids.length; at += ARTICLE_STEP) yield ids.slice(at, at + ARTICLE_STEP);
  }
}

const isOld = (row: BookmarkRow, days: number, now: UnixMs): boolean =>
  row.isArchived &&
  row.trashedAt === null &&
  !row.isFavourite &&
  row.content.kind === 'article' &&
  row.created < keptSince(now, days);

/**
 * Returns those of `ids` that have images, that were not captured again since, and that have nothing to
 * send to an account, which could be these images. `isWaiting` is true if others go later.
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
    bookmarkEntries(db, ids),
  ]);
  // Without an account, everything waits for one.
  const isSent = db.name !== databaseName(null);
  const busy = new Set(isSent ? waiting.map(({ bookmarkId }) => bookmarkId) : []);
  const imaged = ids.flatMap((_, at) => {
    const [row, article] = [rows[at], articles[at]];
    if (!row || !article || !isOld(row, days, now)) return [];
    return goingOf({ row, article }).length > 0 ? [{ row, article }] : [];
  });
  const free = imaged.filter(
    ({ row, article }) => !busy.has(row.id) && article.capturedAt < keptSince(now, days),
  );
  return { imaged: free, isWaiting: free.length < imaged.length };
}

/** Returns the images of an article that go: all but the lead image. */
export const goingOf = ({ row, article: { images } }: Imaged): readonly AssetHash[] =>
  articleAssets({ images }).filter((hash) => hash !== row.image);

const RELEASE_IMAGES_TABLES = [...ASSET_TABLES, 'articles', 'bookmarks', 'outbox'];

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
