import { expect } from 'vitest';
import { type BookmarkId, isInView, VIEWS } from '../../../src/domain/bookmark';
import type { BookmarkPage, PageCursor, PageQuery } from '../../../src/library';
import { readListPage } from '../../../src/library/bookmarks/list-page';
import { readBlock, toBlockRow } from '../../../src/library/database/contents-block';
import { blockOfRows } from '../../../src/library/database/contents-writes';
import type { ArticleRow, BookmarkRow } from '../../../src/library/database/rows';
import type { LibraryDatabase } from '../../../src/library/database/schema';
import { countArticles } from '../../../src/library/database/shadow-rows';

/** Checks all derived data against the bookmarks, and that no address is there twice. */
export async function checkInvariants(tables: LibraryDatabase): Promise<void> {
  await checkDerivedData(tables);
  const rows = await tables.bookmarks.toArray();
  expect(new Set(rows.map(({ urlKey }) => urlKey)).size).toBe(rows.length);
}

/** Checks all derived data against the bookmarks. */
export async function checkDerivedData(tables: LibraryDatabase): Promise<void> {
  await checkCounts(tables);
  await checkArticleCounts(tables);
  await checkViews(tables);
  await checkContents(tables);
  await checkArticles(tables);
  await checkAssets(tables);
  await checkSizes(tables);
}

async function checkCounts(tables: LibraryDatabase): Promise<void> {
  const rows = await tables.bookmarks.toArray();
  const count = (view: (typeof VIEWS)[number]) => rows.filter((row) => isInView(row, view)).length;
  const kept = await tables.meta.get('counts');
  const none = Object.fromEntries(VIEWS.map((view) => [view, 0]));
  expect(kept?.key === 'counts' ? kept.counts : none).toEqual(
    Object.fromEntries(VIEWS.map((view) => [view, count(view)])),
  );
  const labels = tally(rows.filter((row) => row.trashedAt === null).flatMap((row) => row.labels));
  const facets = (await tables.labels.toArray()).map(({ name, count: uses }) => [name, uses]);
  expect(new Map(facets as [string, number][])).toEqual(labels);
}

async function checkArticleCounts(tables: LibraryDatabase): Promise<void> {
  const articleStates = tally((await tables.shadows.toArray()).map(({ article }) => article));
  const [pending = 0, here = 0, own = 0] = ['pending', 'synced', 'local'].map((one) =>
    articleStates.get(one),
  );
  expect(await countArticles(tables)).toEqual({ pending, here: here + own });
}

async function checkViews(tables: LibraryDatabase): Promise<void> {
  const rows = await tables.bookmarks.toArray();
  for (const view of VIEWS) {
    const inList = rows.filter((row) => isInView(row, view));
    expect(await listed(tables, { view }), view).toEqual(idsOf(inList));
    for (const label of ['a', 'b', 'c']) {
      const labelled = inList.filter(({ labels }) => labels.includes(label));
      expect(await listed(tables, { view, label }), `${label} in ${view}`).toEqual(idsOf(labelled));
    }
  }
}

/** Each bookmark has its place in the contents, with its current values. */
async function checkContents(tables: LibraryDatabase): Promise<void> {
  const rows = await tables.bookmarks.toArray();
  for (const { id, number } of rows) expect(number, id).toBeTypeOf('number');
  const stored = await tables.contents.toArray();
  const listed = stored.flatMap(({ ids }) => ids.filter((id) => id !== ''));
  expect(listed.sort()).toEqual(rows.map(({ id }) => id).sort());
  for (const row of stored) {
    expect(readBlock(row, row.block)).not.toBeNull();
    expect(row).toEqual(toBlockRow(row.block, await blockOfRows(tables, row.block)));
  }
}

const idsOf = (rows: readonly BookmarkRow[]) => rows.map(({ id }) => id).sort();

/** Reads all ids of a list, page by page. */
async function listed(tables: LibraryDatabase, list: Pick<PageQuery, 'view' | 'label'>) {
  const ids: BookmarkId[] = [];
  let after: PageCursor | null = null;
  do {
    const page: BookmarkPage = await readListPage({ db: tables }, { ...list, limit: 2, after });
    ids.push(...page.rows.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  return ids.sort();
}

async function checkArticles(tables: LibraryDatabase): Promise<void> {
  const rows = await tables.bookmarks.toArray();
  const withArticle = rows.filter(({ content }) => content.kind === 'article').map(({ id }) => id);
  const articles = (await tables.articles.toArray()).map(({ bookmarkId }) => bookmarkId);
  expect(articles.sort()).toEqual(withArticle.sort());
  const log = (await tables.log.toArray()).flatMap(({ entries }) => entries);
  const inLog = log.flatMap((entry) =>
    entry.table === 'articles' ? [entry.before.revision?.id, entry.after.revision?.id] : [],
  );
  // An undo keeps the article that a file had brought to a page without one, for an undo of its own.
  for (const { id, bookmarkId } of await tables.revisions.toArray())
    if (!inLog.includes(id)) expect(withArticle).toContain(bookmarkId);
}

async function checkAssets(tables: LibraryDatabase): Promise<void> {
  const articles = [...(await tables.articles.toArray()), ...(await tables.revisions.toArray())];
  const shown = articles.flatMap(({ images }) => [
    ...new Set(images.flatMap(({ hash }) => (hash === null ? [] : [hash]))),
  ]);
  for (const { icon, image } of await tables.bookmarks.toArray()) {
    shown.push(...[icon, image].filter((hash) => hash !== null));
  }
  const uses = (await tables.assetUses.toArray()).map(({ hash, uses: count }) => [hash, count]);
  expect(new Map(uses as [string, number][])).toEqual(tally(shown));
  const stored: string[] = await tables.assets.toCollection().primaryKeys();
  expect(stored.sort()).toEqual([...new Set<string>(shown)].sort());
  for (const hash of await tables.thumbnails.toCollection().primaryKeys()) {
    expect(stored).toContain(hash);
  }
}

async function checkSizes(tables: LibraryDatabase): Promise<void> {
  const sizes = await tables.storedSizes.toArray();
  const keys = await tables.storedSizes.toCollection().primaryKeys();
  const [articles, revisions, assets, thumbnails] = await Promise.all([
    tables.articles.toArray(),
    tables.revisions.toArray(),
    tables.assets.toArray(),
    tables.thumbnails.toArray(),
  ]);
  const sizeOf = ({ body, structure = '' }: ArticleRow) => body.length + structure.length;
  const stored = new Map([
    ...articles.map((row) => [`articles,${row.bookmarkId}`, sizeOf(row)] as const),
    ...revisions.map((row) => [`revisions,${row.id}`, sizeOf(row)] as const),
    ...assets.map(({ hash, bytes }) => [`assets,${hash}`, bytes.byteLength] as const),
    ...thumbnails.map(({ hash, bytes }) => [`thumbnails,${hash}`, bytes.byteLength] as const),
  ]);
  expect(new Map(keys.map((key, at) => [key.join(), sizes[at]]))).toEqual(stored);
}

function tally(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
