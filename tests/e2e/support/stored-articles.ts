import type { BookmarkId } from '../../../src/domain/bookmark';
import { newBookmark } from '../../../src/domain/new-bookmark';
import type { UnixMs } from '../../../src/domain/time';
import type { UrlKey } from '../../../src/domain/url-identity';
import { toRow } from '../../../src/library/database/bookmark-rows';
import type { ArticleRow, BookmarkRow } from '../../../src/library/database/rows';
import type { ScreenPage } from './screen-page';

/** An article for the database, whatever the sanitiser would make of it. */
export interface StoredArticle {
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

/**
 * Writes articles to the library's database without the extension's code. `page` is an extension
 * page that has opened the library.
 */
export function storeArticles(page: ScreenPage, articles: readonly StoredArticle[]): Promise<void> {
  return page.evaluate(putRows, articles.map(bookmarkOf), articles.map(articleOf));
}

const SAVED_AT = Date.UTC(2026, 0, 1) as UnixMs;

function bookmarkOf({ id, title }: StoredArticle): BookmarkRow {
  const url = `http://stored.example/${id}`;
  return toRow({
    ...newBookmark(id as BookmarkId, url, url as UrlKey, SAVED_AT),
    title,
    lang: 'en',
    content: { kind: 'article' },
    wordCount: 10,
    readingTimeMinutes: 1,
  });
}

function articleOf({ id, html }: StoredArticle): ArticleRow {
  return {
    bookmarkId: id as BookmarkId,
    body: html,
    textLength: html.length,
    wordCount: 10,
    paragraphs: [],
    images: [],
    report: { words: 10, imagesKept: 0, imagesDropped: 0, warnings: [] },
    capturedAt: SAVED_AT,
    iconUrl: null,
    imageUrl: null,
  };
}

/** Runs in a page of the extension. */
async function putRows(bookmarks: BookmarkRow[], articles: ArticleRow[]): Promise<void> {
  const opening = indexedDB.open('leafmark');
  await new Promise<void>((done, fail) => {
    opening.onsuccess = () => done();
    opening.onerror = () => fail(opening.error);
    // The database must exist already.
    opening.onupgradeneeded = () => opening.transaction?.abort();
  });
  const database = opening.result;
  const transaction = database.transaction(['bookmarks', 'articles'], 'readwrite');
  for (const row of bookmarks) transaction.objectStore('bookmarks').put(row);
  for (const row of articles) transaction.objectStore('articles').put(row);
  await new Promise<void>((done, fail) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => fail(transaction.error);
  });
  database.close();
}
