import type { ArticleImage } from '../../domain/article';
import type { AssetHash, BookmarkId } from '../../domain/bookmark';
import type { Highlight, HighlightId } from '../../domain/highlight';
import { ok } from '../../domain/result';
import type { UrlKey } from '../../domain/url-identity';
import { paragraphHashes } from '../articles/capture-change';
import { COMPRESS_MANY_FROM, packText } from '../articles/stored-text';
import { restoreRows, TRASH_TABLES } from '../bookmarks/trash';
import {
  COLLECTION_TABLES,
  collectionStates,
  newCollection,
  undeleted,
  writeCollections,
} from '../collections/collection-row';
import { COUNTED_TABLES, toRow, writeBookmarks } from '../database/bookmark-rows';
import { commit, type Written, write } from '../database/commit';
import { newHighlightShadow } from '../database/highlight-shadow';
import type { ArticleRow, AssetRow, BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { pairKey, readPairs } from '../duplicates/duplicates';
import { HIGHLIGHT_TABLES, newState, writeHighlightStates } from '../highlights/highlight-states';
import { keepBytes } from '../images/add-images';
import {
  ASSET_TABLES,
  articleAssets,
  bookmarkAssets,
  hashBytes,
  moveAssetUses,
  storable,
} from '../images/assets';
import { readColors } from '../labels/labels';
import { queueCreates } from '../outbox/outbox';
import { addRules } from '../site-rules/site-rules';
import { readDays } from '../statistics/statistics';
import type {
  LibraryExtras,
  RestoredBookmark,
  RestoredPage,
  RestoreResult,
  TransferredBookmark,
  TransferredImage,
} from './transferred';

/** The tables that `addReady` writes. */
export const RESTORE_TABLES = [...COUNTED_TABLES, ...ASSET_TABLES, ...HIGHLIGHT_TABLES, 'articles'];

/** A bookmark whose slow work is done. */
interface Prepared {
  readonly bookmark: TransferredBookmark;
  readonly article: ArticleRow | null;
  readonly highlights: readonly Highlight[];
}

/** Bookmarks whose slow work is done, which must not run inside a transaction. */
export interface ReadyPage {
  readonly bookmarks: readonly Prepared[];
  readonly images: Images;
}

export async function makeReady({ bookmarks, images }: RestoredPage): Promise<ReadyPage> {
  const stored = await whole(images);
  const ready = await Promise.all(bookmarks.map(prepared));
  return {
    bookmarks: withHashes(ready, (hash) => stored.get(hash)?.hash ?? hash),
    images: new Map([...stored.values()].map((row) => [row.hash, row])),
  };
}

/**
 * Adds the bookmarks whose addresses the library does not show in one transaction, with articles,
 * images, highlights and what is sent to the server. One that is only in the trash here comes back
 * from there. An id that is in use gets a new one.
 *
 * @param own the bookmarks of the file up to here, which take no address from each other
 */
export async function restorePage(
  store: Store,
  page: RestoredPage,
  own: ReadonlySet<BookmarkId>,
): Written<RestoreResult> {
  const ready = await makeReady(page);
  return commit(store.db, [...RESTORE_TABLES, ...TRASH_TABLES], async () => {
    const rows = await rowsLike(store.db, ready.bookmarks);
    const here = new Map(rows.map((row) => [row.id, row]));
    const others = rows.filter((row) => row.trashedAt === null && !own.has(row.id));
    const taken = new Set(others.map(({ urlKey }) => urlKey));
    const free = ready.bookmarks.filter(({ bookmark }) => !taken.has(bookmark.urlKey));
    const shown = free.filter(({ bookmark }) => bookmark.trashedAt === null);
    const known = new Set(shown.flatMap(({ bookmark }) => here.get(bookmark.id) ?? []));
    const back = await restoreRows(store, [...known]);
    const bookmarks = free.filter(({ bookmark }) => !here.has(bookmark.id));
    const { added, missingImages } = await addReady(store, { ...ready, bookmarks });
    const deleted = free.filter(({ bookmark }) => bookmark.trashedAt !== null);
    const inTrash = deleted.filter(({ bookmark }) => here.get(bookmark.id)?.trashedAt !== null);
    const fresh = added.filter(({ bookmark }) => bookmark.trashedAt === null);
    const count = { added: back.length + fresh.length, inTrash: inTrash.length };
    const skipped = page.bookmarks.length - count.added - count.inTrash;
    return ok({ ...count, skipped, missingImages });
  });
}

const rowsLike = (
  db: LibraryDatabase,
  bookmarks: readonly Prepared[],
): PromiseLike<readonly BookmarkRow[]> =>
  db.bookmarks
    .where('urlKey')
    .anyOf(bookmarks.map(({ bookmark }) => bookmark.urlKey))
    .toArray();

/** Returns the bookmarks whose addresses the library does not show, each address once. */
export async function withFreeAddress(
  db: LibraryDatabase,
  bookmarks: readonly Prepared[],
): Promise<readonly Prepared[]> {
  const byKey = new Map<UrlKey, Prepared>();
  for (const one of bookmarks) {
    if (!byKey.has(one.bookmark.urlKey)) byKey.set(one.bookmark.urlKey, one);
  }
  for (const { urlKey, trashedAt } of await rowsLike(db, bookmarks)) {
    if (trashedAt === null) byKey.delete(urlKey);
  }
  return [...byKey.values()];
}

/**
 * Adds bookmarks inside a transaction over `RESTORE_TABLES`, with what is sent to the server.
 */
export async function addReady(
  store: Store,
  { bookmarks, images }: ReadyPage,
): Promise<{ readonly added: readonly Prepared[]; readonly missingImages: number }> {
  const { db, now } = store;
  const { pages, missing } = await withoutMissing(db, bookmarks, images);
  const added = await underFreeIds(store, pages);
  // The trash keeps a bookmark for its time here, however old its file is.
  const rows = added.map(({ bookmark }) =>
    toRow({ ...bookmark, trashedAt: bookmark.trashedAt === null ? null : now() }),
  );
  const highlights = added.flatMap((one) => one.highlights);
  const used = added.flatMap(assetsOf);
  const changes = rows.map((after) => ({ before: null, after }));
  await writeBookmarks(db, changes);
  await db.articles.bulkAdd(added.flatMap(({ article }) => article ?? []));
  await keepBytes(db, [...images.values()], new Set(used));
  await moveAssetUses(db, used, []);
  const states = highlights.map((row) => newState(newHighlightShadow(row), row));
  await writeHighlightStates(db, [], states, now());
  // A bookmark in the trash stays on this device until it is restored.
  const sent = rows.filter(({ trashedAt }) => trashedAt === null);
  await queueCreates(
    db,
    sent.map(({ id }) => id),
    now(),
  );
  return { added, missingImages: missing };
}

type Images = ReadonlyMap<AssetHash, AssetRow>;

/**
 * Returns the images whose bytes have their hash, by that hash. A drawing that had to be sanitised has
 * another one in its row.
 */
async function whole(images: readonly TransferredImage[]): Promise<Images> {
  const found = new Map<AssetHash, AssetRow>();
  for (const { hash, type, bytes } of images) {
    const row = (await hashBytes(bytes)) === hash ? await storable(type, bytes) : null;
    if (row === null) continue;
    const isSame = row.bytes === bytes;
    found.set(hash, { ...row, hash: isSame ? hash : await hashBytes(row.bytes) });
  }
  return found;
}

/** Returns the bookmarks with each of their images under the hash that `hashOf` returns. */
function withHashes(
  pages: readonly Prepared[],
  hashOf: (hash: AssetHash) => AssetHash | null,
): readonly Prepared[] {
  const orNull = (hash: AssetHash | null) => hash && hashOf(hash);
  const withHash = (image: ArticleImage): ArticleImage => {
    if (image.hash === null) return image;
    const { url, width, height } = image;
    const hash = hashOf(image.hash);
    return hash === null
      ? { url, width, height, hash, reason: 'not-readable' }
      : { url, width, height, hash };
  };
  return pages.map(({ bookmark, article, highlights }) => ({
    bookmark: { ...bookmark, icon: orNull(bookmark.icon), image: orNull(bookmark.image) },
    article: article && { ...article, images: article.images.map(withHash) },
    highlights,
  }));
}

/** Removes images that neither `images` nor the library has. */
async function withoutMissing(db: LibraryDatabase, pages: readonly Prepared[], images: Images) {
  const shown = new Set(pages.flatMap(assetsOf));
  const others = [...shown].filter((hash) => !images.has(hash));
  const uses = await db.assetUses.bulkGet(others);
  const missing = new Set(others.filter((_, at) => uses[at] === undefined));
  if (missing.size === 0) return { pages, missing: 0 };
  return {
    pages: withHashes(pages, (hash) => (missing.has(hash) ? null : hash)),
    missing: missing.size,
  };
}

const assetsOf = ({ bookmark, article }: Prepared): readonly AssetHash[] => [
  ...articleAssets(article),
  ...bookmarkAssets(bookmark),
];

async function prepared({ bookmark, article, highlights }: RestoredBookmark): Promise<Prepared> {
  if (article === null) return { bookmark, article, highlights };
  const { html, ...rest } = article;
  const body = await packText(html, COMPRESS_MANY_FROM);
  const row = { ...rest, bookmarkId: bookmark.id, body, paragraphs: paragraphHashes(html) };
  return { bookmark, article: row, highlights };
}

/** Gives new ids to bookmarks and highlights whose ids are in use, or occur twice. */
async function underFreeIds(
  { db, newId }: Store,
  pages: readonly Prepared[],
): Promise<readonly Prepared[]> {
  const ids = pages.map(({ bookmark }) => bookmark.id);
  const highlightIds = pages.flatMap(({ highlights }) => highlights.map(({ id }) => id));
  const [taken, takenHighlights] = await Promise.all([
    db.bookmarks.where('id').anyOf(ids).primaryKeys(),
    db.highlights.where('id').anyOf(highlightIds).primaryKeys(),
  ]);
  const freeId = freeIds(taken, newId);
  const freeHighlightId = freeIds(takenHighlights, () => newId() as string as HighlightId);
  return pages.map(({ bookmark, article, highlights }) => {
    const id = freeId(bookmark.id);
    return {
      bookmark: { ...bookmark, id },
      article: article && { ...article, bookmarkId: id },
      highlights: highlights.map((highlight) => ({
        ...highlight,
        id: freeHighlightId(highlight.id),
        bookmarkId: id,
      })),
    };
  });
}

/** Returns a function that returns an id as it is the first time, unless it is in use. */
function freeIds<T>(taken: readonly T[], make: () => T): (id: T) => T {
  const used = new Set(taken);
  return (id) => {
    const free = used.has(id) ? make() : id;
    used.add(free);
    return free;
  };
}

/**
 * Adds collections whose id and name are free, restores deleted ones, and joins the rest with what the
 * library has. Its own colours stay, and so do its rules of retention unless it was empty.
 */
export async function restoreExtras(
  { db, now }: Store,
  extras: LibraryExtras,
  wasEmpty: boolean,
): Written<void> {
  return write(db, [...COLLECTION_TABLES, 'meta', 'siteRules'], async () => {
    const states = await collectionStates(db);
    const shown = [...states.values()].filter(({ deletedAt }) => deletedAt === null);
    const names = new Set(shown.map(({ name }) => name));
    const missing = extras.collections.filter(
      ({ id, name }) => states.get(id)?.deletedAt !== null && !names.has(name),
    );
    const deleted = missing.flatMap(({ id }) => states.get(id) ?? []);
    const others = missing.filter(({ id }) => !states.has(id));
    const restored = [...deleted.map(undeleted), ...others.map(newCollection)];
    await writeCollections(db, deleted, restored, now());
    const [colors, pairs, days, rules] = await Promise.all([
      readColors(db),
      readPairs(db),
      readDays(db),
      db.meta.get('retention'),
    ]);
    const known = new Set(pairs.map(pairKey));
    const added = extras.distinctPairs.filter((pair) => !known.has(pairKey(pair)));
    await db.meta.bulkPut([
      { key: 'labelColors', colors: { ...extras.labelColors, ...colors } },
      { key: 'apart', pairs: [...pairs, ...added] },
      { key: 'reading', days: joinedDays(days, extras.readingDays) },
      ...(wasEmpty && !rules ? [{ key: 'retention', rules: extras.retention } as const] : []),
    ]);
    await addRules(db, extras.siteRules);
  });
}

const joinedDays = (own: readonly number[], came: readonly number[]): readonly number[] =>
  [...new Set([...own, ...came])].toSorted((a, b) => a - b);
