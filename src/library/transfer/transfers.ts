import type { AssetHash, BookmarkId } from '../../domain/bookmark';
import type { Highlight } from '../../domain/highlight';
import { unpackText } from '../articles/stored-text';
import { fromRow as toCollection } from '../collections/collection-row';
import { fromRow } from '../database/bookmark-rows';
import { inSteps } from '../database/in-steps';
import type { ArticleRow, BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { readRetention } from '../database/storage';
import { repository, type Store } from '../database/store';
import { pairKey, readPairs } from '../duplicates/duplicates';
import { readColors } from '../labels/labels';
import { readRules } from '../site-rules/site-rules';
import { readDays } from '../statistics/statistics';
import { restoreExtras, restorePage } from './restore-page';
import type {
  ExportPage,
  LibraryExtras,
  TransferredArticle,
  TransferredBookmark,
  TransferredImage,
} from './transferred';

export type TransferRepository = ReturnType<typeof transferRepository>;

/** Reads all of a library for an export, and writes what an import brings. */
export const transferRepository = repository({
  exportPages,

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

  /** Returns the images of `hashes` that are stored already. */
  async knownImages({ db }, hashes: readonly AssetHash[]): Promise<ReadonlySet<AssetHash>> {
    const uses = await db.assetUses.bulkGet([...hashes]);
    return new Set(uses.flatMap((use) => use?.hash ?? []));
  },

  restore: restorePage,
  restoreExtras,
});

/**
 * Returns bookmarks, at most `size` at once: all of the library by id, with the trash, or those of
 * `ids` in their order. Missing ones are skipped. A bookmark that changes meanwhile is in its old or
 * new state.
 */
async function* exportPages(
  { db }: Store,
  ids: readonly BookmarkId[] | null,
  size: number,
): AsyncGenerator<ExportPage> {
  for await (const rows of ids === null ? everyRow(db, size) : rowsOf(db, ids, size)) {
    const highlights = await highlightsOf(
      db,
      rows.map(({ id }) => id),
    );
    yield { bookmarks: rows.map(toTransferred), highlights };
  }
}

const everyRow = (db: LibraryDatabase, size: number): AsyncGenerator<BookmarkRow[]> =>
  inSteps(
    size,
    '' as BookmarkId,
    (after) => db.bookmarks.where('id').above(after),
    ({ id }) => id,
  );

async function* rowsOf(
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
  const { originalValues, canonicalKey, keywords } = row;
  return {
    ...fromRow(row),
    ...(originalValues && { originalValues }),
    ...(canonicalKey && { canonicalKey }),
    ...(keywords && { keywords }),
  };
}

async function highlightsOf(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
): Promise<readonly Highlight[]> {
  const rows = await db.highlights
    .where('bookmarkId')
    .anyOf([...ids])
    .toArray();
  const place = new Map(ids.map((id, at) => [id, at]));
  const placeOf = ({ bookmarkId }: Highlight) => place.get(bookmarkId) ?? 0;
  return rows.sort((a, b) => placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : 1));
}

/** Unpacks the text of an article. Must not run inside a transaction. */
async function toArticle({
  body,
  paragraphs,
  structure,
  ...rest
}: ArticleRow): Promise<TransferredArticle> {
  return { ...rest, html: await unpackText(body) };
}

async function readExtras({ db }: Store): Promise<LibraryExtras> {
  const [rows, retention, colors, pairs, readingDays, siteRules] = await Promise.all([
    db.collections.toArray(),
    readRetention(db),
    readColors(db),
    readPairs(db),
    readDays(db),
    readRules(db),
  ]);
  const collections = rows.filter(({ deletedAt }) => deletedAt === null).map(toCollection);
  // The order in which a person chose must not change the file.
  const labelColors = Object.fromEntries(
    Object.entries(colors).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const distinctPairs = pairs.toSorted((a, b) => (pairKey(a) < pairKey(b) ? -1 : 1));
  return { collections, labelColors, retention, distinctPairs, readingDays, siteRules };
}
