import type { AssetHash, BookmarkId } from '../../domain/bookmark';
import type { Highlight, HighlightId } from '../../domain/highlight';
import { readStructure, unpackText } from '../articles/stored-text';
import { fromRow as toCollection } from '../collections/collection-row';
import { fromRow, trashedIds } from '../database/bookmark-rows';
import { inSteps } from '../database/in-steps';
import type { ArticleRow, BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { readRetention } from '../database/storage';
import { repository, type Store } from '../database/store';
import { pairKey, readPairs } from '../duplicates/duplicates';
import { readColors } from '../labels/labels';
import { withOwnArticles } from '../outbox/outbox';
import { readRules } from '../site-rules/site-rules';
import { readDays } from '../statistics/statistics';
import type {
  DeletedHighlightOf,
  ExportPage,
  LibraryExtras,
  TransferredArticle,
  TransferredBookmark,
  TransferredImage,
} from './transferred';

export type TransferRepository = ReturnType<typeof transferRepository>;

/** Reads all of a library for an export, and writes what an import brings. */
export const transferRepository = repository({
  exportBookmarks,
  exportPages,

  /** Returns null if there is none, or its stored text is damaged. */
  async readArticle({ db }, id: BookmarkId): Promise<TransferredArticle | null> {
    const row = await db.articles.get(id);
    return row === undefined ? null : toArticle(row);
  },

  async readImage({ db }, hash: AssetHash): Promise<TransferredImage | null> {
    const row = await db.assets.get(hash);
    return row === undefined ? null : { hash, type: row.mimeType, bytes: row.bytes };
  },

  readExtras,

  /** Returns the number of bookmarks, with those in the trash. */
  count: ({ db }): Promise<number> => db.bookmarks.count(),
});

/**
 * Returns bookmarks, at most `size` at once: all of the library by id, with the trash, or those of
 * `ids` in their order. Missing ones are skipped. A bookmark that changes meanwhile is in its old or
 * new state. Each highlight comes once, with the bookmark that had it at the start, and a bookmark that
 * was deleted or joined into another one since comes as if it was not.
 */
async function* exportPages(
  { db }: Store,
  ids: readonly BookmarkId[] | null,
  size: number,
): AsyncGenerator<ExportPage> {
  const start = await readStart(db);
  for await (const rows of ids === null ? everyRow(db, size) : transferredRowsOf(db, ids, size)) {
    const highlights = await highlightsOf(db, rows, start);
    const shown = rows.map(({ id }) => id);
    const [shadows, owned] = await Promise.all([
      db.shadows.bulkGet(shown),
      withOwnArticles(db, shown),
    ]);
    const bookmarks = rows.map((row, at) => ({
      ...transferredAtStart(row, start.trash),
      ...(shadows[at]?.serverId === null && { isLocalOnly: true as const }),
      ...(owned.has(row.id) && { hasOwnArticle: true as const }),
    }));
    yield { bookmarks, highlights };
  }
}

/** Returns bookmarks as `exportPages` does, for files that have nothing else: it reads a tenth. */
async function* exportBookmarks(
  { db }: Store,
  ids: readonly BookmarkId[] | null,
  size: number,
): AsyncGenerator<readonly TransferredBookmark[]> {
  const trash = new Set(await trashedIds(db));
  for await (const rows of ids === null ? everyRow(db, size) : transferredRowsOf(db, ids, size))
    yield rows.map((row) => transferredAtStart(row, trash));
}

/** Returns a bookmark in the trash, or outside of it, as it was when the export began. */
function transferredAtStart(row: BookmarkRow, trash: ReadonlySet<BookmarkId>): TransferredBookmark {
  const bookmark = toTransferred(row);
  return { ...bookmark, trashedAt: trash.has(bookmark.id) ? bookmark.trashedAt : null };
}

/** The places of bookmarks and highlights when an export began. */
interface Start {
  readonly trash: ReadonlySet<BookmarkId>;
  readonly owners: ReadonlyMap<HighlightId, BookmarkId>;
  readonly owned: ReadonlyMap<BookmarkId, readonly HighlightId[]>;
}

/** Highlights that are in memory at once. */
const TRANSFERRED_PER_READ = 1_000;

const readStart = (db: LibraryDatabase): PromiseLike<Start> =>
  db.transaction('r', db.bookmarks, db.highlights, async () => {
    const trash = new Set(await trashedIds(db));
    const owners = new Map<HighlightId, BookmarkId>();
    const rows = inSteps(
      TRANSFERRED_PER_READ,
      '' as HighlightId,
      (after) => db.highlights.where('id').above(after),
      ({ id }) => id,
    );
    for await (const step of rows) for (const row of step) owners.set(row.id, row.bookmarkId);
    const owned = Map.groupBy(owners.keys(), (id) => owners.get(id) as BookmarkId);
    return { trash, owners, owned };
  });

const everyRow = (db: LibraryDatabase, size: number): AsyncGenerator<BookmarkRow[]> =>
  inSteps(
    size,
    '' as BookmarkId,
    (after) => db.bookmarks.where('id').above(after),
    ({ id }) => id,
  );

async function* transferredRowsOf(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
  size: number,
): AsyncGenerator<BookmarkRow[]> {
  for (let at = 0; at < ids.length; at += size) {
    const rows = await db.bookmarks.bulkGet(ids.slice(at, at + size));
    yield rows.filter((row) => row !== undefined);
  }
}

function toTransferred(row: BookmarkRow): TransferredBookmark {
  const { originalValues, hasPageValues, canonicalKey, keywords } = row;
  return {
    ...fromRow(row),
    ...(originalValues && { originalValues }),
    ...(hasPageValues && { hasPageValues }),
    ...(canonicalKey && { canonicalKey }),
    ...(keywords && { keywords }),
  };
}

/** Returns the highlights that rows had at the start, and those that they got and nothing else has. */
async function highlightsOf(
  db: LibraryDatabase,
  rows: readonly BookmarkRow[],
  { owners, owned }: Start,
): Promise<readonly Highlight[]> {
  const ids = rows.map(({ id }) => id);
  const here = await db.highlights.where('bookmarkId').anyOf(ids).toArray();
  const known = new Set(here.map(({ id }) => id));
  const left = ids.flatMap((id) => owned.get(id) ?? []).filter((id) => !known.has(id));
  const moved = (await db.highlights.bulkGet(left)).filter((row) => row !== undefined);
  const place = new Map(ids.map((id, at) => [id, at]));
  const placeOf = ({ bookmarkId }: Highlight) => place.get(bookmarkId) ?? 0;
  return [...here, ...moved]
    .map((row) => ({ ...row, bookmarkId: owners.get(row.id) ?? row.bookmarkId }))
    .filter(({ bookmarkId }) => place.has(bookmarkId))
    .sort((a, b) => placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : 1));
}

/** Unpacks the text of an article. Must not run inside a transaction. */
async function toArticle({
  body,
  paragraphs,
  structure,
  ...rest
}: ArticleRow): Promise<TransferredArticle | null> {
  try {
    const html = await unpackText(body);
    const page = structure === undefined ? null : readStructure(await unpackText(structure));
    return { ...rest, html, ...(page && { structure: page }) };
  } catch (error) {
    // The bytes are damaged. Only this article is lost.
    console.error(error);
    return null;
  }
}

async function readExtras({ db }: Store): Promise<LibraryExtras> {
  const [rows, retention, colors, pairs, readingDays, siteRules, deletedHighlights, drafts] =
    await Promise.all([
      db.collections.toArray(),
      readRetention(db),
      readColors(db),
      readPairs(db),
      readDays(db),
      readRules(db),
      readDeleted(db),
      db.drafts.toArray(),
    ]);
  const collections = rows.filter(({ deletedAt }) => deletedAt === null).map(toCollection);
  // The order in which a person chose must not change the file.
  const labelColors = Object.fromEntries(
    Object.entries(colors).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const distinctPairs = pairs.toSorted((a, b) => (pairKey(a) < pairKey(b) ? -1 : 1));
  return {
    collections,
    labelColors,
    retention,
    distinctPairs,
    readingDays,
    siteRules,
    deletedHighlights,
    drafts,
  };
}

/** Returns the deleted highlights of pages that are here, by id. */
async function readDeleted(db: LibraryDatabase): Promise<readonly DeletedHighlightOf[]> {
  const rows = await db.deletedHighlights.toArray();
  const pages = await db.bookmarks.bulkGet(rows.map(({ bookmarkId }) => bookmarkId));
  return rows.flatMap(({ deletedAt, ...highlight }, at) => {
    const url = pages[at]?.url;
    return url === undefined ? [] : { url, highlight };
  });
}
