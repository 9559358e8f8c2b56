import type { ArticleImage } from '../../domain/article';
import type { AssetHash } from '../../domain/bookmark';
import type { Highlight, HighlightId } from '../../domain/highlight';
import type { UrlKey } from '../../domain/url-identity';
import { paragraphHashes } from '../articles/capture-change';
import { COMPRESS_MANY_FROM, packStructure, packText } from '../articles/stored-text';
import { COUNTED_TABLES, toRow } from '../database/bookmark-rows';
import { deletionTime } from '../database/clock';
import { newHighlightShadow } from '../database/highlight-shadow';
import type { ArticleRow, AssetRow, BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { localOnlyShadow, writeShadows } from '../database/shadow-rows';
import type { Store } from '../database/store';
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
import { changeBookmarks } from '../outbox/change-bookmarks';
import type {
  RestoredBookmark,
  RestoredPage,
  TransferredBookmark,
  TransferredImage,
} from './transferred';

/** The tables that `addReady` writes. */
export const RESTORE_TABLES = [
  ...COUNTED_TABLES,
  ...ASSET_TABLES,
  ...HIGHLIGHT_TABLES,
  'articles',
  'shadows',
];

/** A bookmark whose slow work is done. */
export interface Prepared {
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

/** Returns the rows that have the addresses of bookmarks. */
export const rowsLike = (
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
  const trashedAt = await deletionTime(store);
  const rows = added.map(({ bookmark: { isLocalOnly, hasOwnArticle, ...bookmark } }) =>
    toRow({ ...bookmark, trashedAt: bookmark.trashedAt === null ? null : trashedAt }),
  );
  const highlights = added.flatMap((one) => one.highlights);
  const used = added.flatMap(assetsOf);
  const changes = rows.map((after) => ({ before: null, after }));
  // Before the bookmarks, because one that stays on this device is not sent.
  const kept = added.flatMap(({ bookmark }) => (bookmark.isLocalOnly ? bookmark : []));
  await writeShadows(
    db,
    kept.map((bookmark) => ({ before: null, after: localOnlyShadow(bookmark) })),
  );
  await changeBookmarks(db, changes, now());
  await db.articles.bulkAdd(added.flatMap(({ article }) => article ?? []));
  await keepBytes(db, [...images.values()], new Set(used));
  await moveAssetUses(db, used, []);
  const states = highlights.map((row) => newState(newHighlightShadow(row), row));
  await writeHighlightStates(db, [], states, now());
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
  const withFile = ({ original, ...article }: ArticleRow): ArticleRow => {
    const hash = orNull(original?.hash ?? null);
    return original && hash !== null ? { ...article, original: { ...original, hash } } : article;
  };
  return pages.map(({ bookmark, article, highlights }) => ({
    bookmark: { ...bookmark, icon: orNull(bookmark.icon), image: orNull(bookmark.image) },
    article: article && withFile({ ...article, images: article.images.map(withHash) }),
    highlights,
  }));
}

/** Removes images that neither `images` nor the library has. */
export async function withoutMissing(
  db: LibraryDatabase,
  pages: readonly Prepared[],
  images: Images,
) {
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
  const { html, structure, ...rest } = article;
  const body = await packText(html, COMPRESS_MANY_FROM);
  const row: ArticleRow = {
    ...rest,
    bookmarkId: bookmark.id,
    body,
    paragraphs: paragraphHashes(html),
    ...(structure && { structure: await packStructure(structure) }),
  };
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
    // A deleted one may still have to be deleted on the server.
    db.highlightShadows.where('id').anyOf(highlightIds).primaryKeys(),
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
