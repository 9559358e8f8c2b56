import type { Bookmark } from '../../../src/domain/bookmark.ts';
import type { RealBrowser } from './real-browser.ts';
import type { ScreenPage } from './screen-page.ts';
import { until } from './until.ts';

/** The rows of one page in the library's tables. */
export interface SavedRow
  extends Pick<
    Bookmark,
    | 'id'
    | 'url'
    | 'title'
    | 'authors'
    | 'siteName'
    | 'published'
    | 'content'
    | 'labels'
    | 'excerpt'
    | 'trashedAt'
    | 'isArchived'
    | 'isFavourite'
  > {
  /** The number of characters of the article's text; 0 without an article. */
  readonly textLength: number;
  /** For each image of the article `kept`, or the reason why it is missing. */
  readonly images: readonly string[];
  readonly words: number;
  readonly warnings: readonly string[];
}

const TABLES = ['bookmarks', 'articles'];

/** Reads the library's database without the extension's code. */
export async function savedRows(browser: RealBrowser): Promise<readonly SavedRow[]> {
  return rowsOf(await browser.runBehind(readTables, TABLES));
}

/** Like `savedRows`, in an open page of the extension. */
export async function readRows(page: ScreenPage): Promise<readonly SavedRow[]> {
  return rowsOf(await page.evaluate(readTables, TABLES));
}

// biome-ignore lint/suspicious/noExplicitAny: the tests that read raw rows know their columns
type RawTables = any[][];

function rowsOf([bookmarks = [], articles = []]: RawTables): readonly SavedRow[] {
  return bookmarks.map((row) => {
    const article = articles.find(({ bookmarkId }) => bookmarkId === row.id);
    return {
      id: row.id,
      url: row.url,
      title: row.title,
      authors: row.authors,
      siteName: row.siteName,
      published: row.published,
      content: row.content,
      labels: row.labels,
      excerpt: row.excerpt,
      trashedAt: row.trashedAt,
      isArchived: row.isArchived,
      isFavourite: row.isFavourite,
      textLength: article?.textLength ?? 0,
      images: (article?.images ?? []).map((image: { hash: string | null; reason?: string }) =>
        image.hash === null ? image.reason : 'kept',
      ),
      words: article?.report.words ?? 0,
      warnings: article?.report.warnings ?? [],
    };
  });
}

/**
 * Waits until all of the library is in the search index. Returns the numbers of its bookmarks and
 * of the segments of texts.
 */
export const searchIndex = (browser: RealBrowser) =>
  until('the search index is complete', async () => {
    const tables = ['searchState', 'searchPending', 'searchDocs', 'searchSegments'];
    const rows = await browser.runBehind(readTables, tables);
    const [[state] = [], pending = [], documents = [], segments = []] = rows;
    if (state?.builtTo !== null || pending.length > 0) return null;
    const texts = segments.filter(({ family }) => family === 'text');
    return { documents: documents.length, texts: texts.length };
  });

/** Returns the addresses of stored saves that have begun and not ended. */
export async function pendingAddresses(page: ScreenPage): Promise<readonly string[]> {
  const [pending = []] = await page.evaluate(readTables, ['pendingCaptures']);
  return pending.map(({ url }) => url);
}

/**
 * Waits until each image of the bookmark of `url` is kept or has its reason.
 *
 * @param watcher a page of the extension that is open already: to open one takes time, as does
 * reading an article that names thousands of images
 */
export function settledImages(
  watcher: ScreenPage,
  url: string,
  timeoutMs?: number,
): Promise<readonly string[]> {
  return until(
    'each image is kept or has its reason',
    async () => {
      if (await watcher.evaluate(areImagesComing)) return null;
      const row = (await readRows(watcher)).find((candidate) => candidate.url === url);
      return row?.images.includes('pending') ? null : row?.images;
    },
    timeoutMs,
  );
}

/** Runs in a page of the extension. Returns true while images are being added to the library. */
async function areImagesComing(): Promise<boolean> {
  type Api = { readonly storage: { readonly local: { get(): Promise<object> } } };
  // The API is called `browser` in Firefox and `chrome` in Chromium.
  const { browser, chrome } = globalThis as unknown as Partial<Record<'browser' | 'chrome', Api>>;
  const kept = await (browser ?? chrome)?.storage.local.get();
  return Object.keys(kept ?? {}).some((key) => key.startsWith('images:'));
}

/** Runs in a page of the extension. Returns all rows of the tables. */
async function readTables(names: string[]): Promise<RawTables> {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((done, fail) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
  const databases = await indexedDB.databases();
  if (!databases.some((database) => database.name === 'leafmark')) return [];
  const database = await answer(indexedDB.open('leafmark'));
  const transaction = database.transaction(names);
  const rows = names.map((name) => answer(transaction.objectStore(name).getAll()));
  database.close();
  return Promise.all(rows);
}
