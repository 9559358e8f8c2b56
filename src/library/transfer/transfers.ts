import type { BookmarkId } from '../../domain/bookmark';
import type { Highlight } from '../../domain/highlight';
import { unpackText } from '../articles/stored-text';
import { fromRow as toCollection } from '../collections/collection-row';
import { fromRow } from '../database/bookmark-rows';
import type { ArticleRow, BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { readRetention } from '../database/storage';
import type { Store } from '../database/store';
import { pairKey, readPairs } from '../duplicates/duplicates';
import { readColors } from '../labels/labels';
import { readRules } from '../site-rules/site-rules';
import { readDays } from '../statistics/statistics';
import { restoreExtras, restorePage } from './restore-page';
import type {
  ExportPage,
  LibraryExtras,
  TransferRepository,
  TransferredArticle,
  TransferredBookmark,
} from './transfer-repository';

/** Export and import over one database. */
export const transferRepository = (store: Store): TransferRepository => ({
  exportPages: (ids, size) => exportPages(store.db, ids, size),
  readArticle: async (id) => {
    const row = await store.db.articles.get(id);
    return row === undefined ? null : toArticle(row);
  },
  readImage: async (hash) => {
    const row = await store.db.assets.get(hash);
    return row === undefined ? null : { hash, type: row.mimeType, bytes: row.bytes };
  },
  readExtras: () => readExtras(store.db),
  count: () => store.db.bookmarks.count(),
  knownImages: async (hashes) => {
    const uses = await store.db.assetUses.bulkGet([...hashes]);
    return new Set(uses.flatMap((use) => use?.hash ?? []));
  },
  restore: (page) => restorePage(store, page),
  restoreExtras: (extras) => restoreExtras(store, extras),
});

async function* exportPages(
  db: LibraryDatabase,
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

async function* everyRow(db: LibraryDatabase, size: number): AsyncGenerator<BookmarkRow[]> {
  let last: string = '';
  for (;;) {
    const rows = await db.bookmarks
      .where('id')
      .above(last as BookmarkId)
      .limit(size)
      .toArray();
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1)?.id ?? last;
  }
}

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

async function readExtras(db: LibraryDatabase): Promise<LibraryExtras> {
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
