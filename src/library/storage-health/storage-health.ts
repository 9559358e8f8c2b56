import type { AssetHash, BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { keptSince, type Retention } from '../../domain/retention';
import type { UnixMs } from '../../domain/time';
import type { Steps } from '../bookmarks/trash';
import { trashedIds } from '../database/bookmark-rows';
import { readConfirmedTime } from '../database/clock';
import { commit, type Written } from '../database/commit';
import type { LibraryDatabase } from '../database/schema';
import { readRetention } from '../database/storage';
import { repository, type Store } from '../database/store';
import type { SizedTable } from '../database/stored-sizes';
import { articleAssets, bookmarkAssets } from '../images/assets';
import { type ARTICLE_RULES, applyRetention, unkeptArticles } from './apply-retention';
import { goingOf, unkeptImages } from './release-images';

/** The bytes of each part of the library. `trash` is not in the others. */
export interface SpaceUsed {
  readonly articles: number;
  readonly images: number;
  readonly revisions: number;
  readonly trash: number;
  readonly searchIndex: number;
  /** Small copies of images, which are made again when they are needed. */
  readonly thumbnails: number;
}

/** The number of things that a rule removes, and their bytes. */
export interface SpaceFreed {
  readonly count: number;
  readonly bytes: number;
}

export type StorageHealth = ReturnType<typeof storageHealth>;

/** The space of a library, and the rules for what it keeps. */
export const storageHealth = repository({
  measure,
  retention: ({ db }): Promise<Retention> => readRetention(db),
  preview,

  /** Stores `rules`, then removes what they no longer keep. An aborted run continues the next day. */
  async apply(store, rules: Retention, steps?: Steps): Written<unknown> {
    const { db, now } = store;
    const stored = await commit(db, ['meta'], async () =>
      ok(await db.meta.put({ key: 'retention', rules })),
    );
    return stored.ok ? applyRetention(store, now(), steps) : stored;
  },
});

/** Adds up stored sizes. Only the articles in the trash are read. */
async function measure({ db }: Store): Promise<SpaceUsed> {
  const [articles, images, revisions, thumbnails, segments, trashed] = await Promise.all([
    allSizes(db, 'articles'),
    allSizes(db, 'assets'),
    allSizes(db, 'revisions'),
    allSizes(db, 'thumbnails'),
    db.searchSegments.toArray(),
    trashedIds(db),
  ]);
  const trash = await spaceOf(db, trashed);
  return {
    articles: articles - trash.articles,
    images: images - trash.images,
    revisions: revisions - trash.revisions,
    trash: trash.articles + trash.images + trash.revisions,
    searchIndex: sum(segments.map(({ bytes }) => bytes)),
    thumbnails,
  };
}

const sum = (values: readonly (number | undefined)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

const allSizes = async (db: LibraryDatabase, table: SizedTable): Promise<number> =>
  sum(await db.storedSizes.where(':id').between([table], [table, []]).toArray());

const sizesOf = async (
  db: LibraryDatabase,
  table: SizedTable,
  keys: readonly (string | number)[],
): Promise<number> => sum(await db.storedSizes.bulkGet(keys.map((key) => [table, key])));

/** Number of articles in memory at once. */
const ARTICLE_STEP = 50;

/** Returns the bytes that would be freed if these bookmarks were deleted for good. */
async function spaceOf(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
): Promise<Pick<SpaceUsed, 'articles' | 'images' | 'revisions'>> {
  const ended = new Map<AssetHash, number>();
  const revisionIds: number[] = [];
  for (let at = 0; at < ids.length; at += ARTICLE_STEP) {
    const some = ids.slice(at, at + ARTICLE_STEP);
    const [rows, articles, revisions] = await Promise.all([
      db.bookmarks.bulkGet(some),
      db.articles.bulkGet(some),
      db.revisions.where('bookmarkId').anyOf(some).toArray(),
    ]);
    const hashes = [
      ...rows.flatMap((row) => (row ? bookmarkAssets(row) : [])),
      ...[...articles, ...revisions].flatMap((article) => articleAssets(article ?? null)),
    ];
    for (const hash of hashes) ended.set(hash, (ended.get(hash) ?? 0) + 1);
    revisionIds.push(...revisions.map(({ id }) => id));
  }
  const unused = await unusedAfter(db, ended);
  const [articles, images, revisions] = await Promise.all([
    sizesOf(db, 'articles', ids),
    sizesOf(db, 'assets', unused),
    sizesOf(db, 'revisions', revisionIds),
  ]);
  return { articles, images, revisions };
}

/** Returns what `rules` would remove at the time that is confirmed. It changes nothing. */
async function preview(
  store: Store,
  rules: Retention,
): Promise<Readonly<Record<keyof Retention, SpaceFreed>>> {
  const { db } = store;
  const now = await readConfirmedTime(db, store.now());
  const { trashDays, revisionDays } = rules;
  const trashed = await trashedIds(db, keptSince(now, trashDays));
  const { articles, images, revisions } = await spaceOf(db, trashed);
  const replaced = await db.revisions
    .where('replacedAt')
    .below(keptSince(now, revisionDays))
    .primaryKeys();
  return {
    trashDays: { count: trashed.length, bytes: articles + images + revisions },
    revisionDays: { count: replaced.length, bytes: await sizesOf(db, 'revisions', replaced) },
    archiveDays: await articleSpace(db, 'archiveDays', rules, now),
    readDays: await articleSpace(db, 'readDays', rules, now),
    imageDays: await imageSpace(db, rules.imageDays, now),
  };
}

/** An image stays while something else shows it. */
async function imageSpace(
  db: LibraryDatabase,
  days: number | null,
  now: UnixMs,
): Promise<SpaceFreed> {
  const ended = new Map<AssetHash, number>();
  let count = 0;
  for await (const some of unkeptImages(db, days, now)) {
    count += some.length;
    for (const hash of some.flatMap(goingOf)) ended.set(hash, (ended.get(hash) ?? 0) + 1);
  }
  return { count, bytes: await sizesOf(db, 'assets', await unusedAfter(db, ended)) };
}

/** Returns the images that nothing shows any more when that many uses of each have ended. */
async function unusedAfter(
  db: LibraryDatabase,
  ended: ReadonlyMap<AssetHash, number>,
): Promise<readonly AssetHash[]> {
  const hashes = [...ended.keys()];
  const uses = await db.assetUses.bulkGet(hashes);
  return hashes.filter((hash, at) => (uses[at]?.uses ?? 0) <= (ended.get(hash) ?? 0));
}

/** The server's answer included the images, so the size of a fetched article does, too. */
async function articleSpace(
  db: LibraryDatabase,
  rule: (typeof ARTICLE_RULES)[number],
  rules: Retention,
  now: UnixMs,
): Promise<SpaceFreed> {
  let [count, bytes] = [0, 0];
  for await (const ids of unkeptArticles(db, rule, rules, now)) {
    const shadows = await db.shadows.bulkGet([...ids]);
    count += ids.length;
    bytes += sum(shadows.map((shadow) => shadow?.articleBytes));
  }
  return { count, bytes };
}
