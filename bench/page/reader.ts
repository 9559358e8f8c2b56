// Stores articles as captures do, for the pictures of the reader.
import type { ArticleImage } from '../../src/domain/article';
import type { AssetHash, BookmarkId } from '../../src/domain/bookmark';
import { newBookmark } from '../../src/domain/new-bookmark';
import { readingTimeMinutes } from '../../src/domain/reading-time';
import { unixMs } from '../../src/domain/time';
import { type UrlKey, urlKey } from '../../src/domain/url-identity';
import { toRow } from '../../src/library/database/bookmark-rows';
import type { ArticleRow, BookmarkRow } from '../../src/library/database/rows';
import { withDatabase } from './library';

/** An article for the reader. Unknown texts are empty. */
export interface ShownArticle {
  readonly id: string;
  readonly url: string;
  readonly html: string;
  readonly title: string;
  readonly siteName: string;
  readonly authors: readonly string[];
  /** Begins with the day in ISO 8601; null when unknown. */
  readonly published: string | null;
  readonly lang: string;
  readonly textDirection: 'ltr' | 'rtl' | null;
  /** The page's own picture; null without one. */
  readonly imageUrl: string | null;
  readonly wordCount: number;
}

/** Stands in for every image, because the pages of a corpus have none. */
const GREY = 'grey' as AssetHash;
/** In px, of an image that declares no size. */
const USUAL_SIZE = { width: 640, height: 360 };
const SAVED_AT = unixMs(Date.UTC(2026, 0, 1));

/** Stores articles in the library. All their images are grey. */
export async function storeArticles(articles: readonly ShownArticle[]): Promise<void> {
  const { width, height } = USUAL_SIZE;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no canvas.');
  context.fillStyle = '#9aa39c';
  context.fillRect(0, 0, width, height);
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  await withDatabase(async (db) => {
    await db.assets.put({ hash: GREY, mimeType: 'image/png', bytes });
    await db.bookmarks.bulkPut(articles.map(bookmarkOf));
    await db.articles.bulkPut(articles.map(articleOf));
  });
}

function bookmarkOf(article: ShownArticle): BookmarkRow {
  const key = urlKey(article.url) as UrlKey; // The address of a page that was read.
  return toRow({
    ...newBookmark(article.id as BookmarkId, article.url, key, SAVED_AT),
    ...article,
    id: article.id as BookmarkId,
    content: { kind: 'article' },
    readingTimeMinutes: readingTimeMinutes(article.wordCount, article.lang),
    image: article.imageUrl === null ? null : GREY,
  });
}

function articleOf({ id, html, wordCount, imageUrl }: ShownArticle): ArticleRow {
  const images = [...new DOMParser().parseFromString(html, 'text/html').images].map(imageOf);
  return {
    bookmarkId: id as BookmarkId,
    body: html,
    textLength: html.length,
    wordCount,
    paragraphs: [],
    images,
    iconUrl: null,
    imageUrl,
    capturedAt: SAVED_AT,
    report: {
      words: wordCount,
      imagesKept: images.length,
      imagesDropped: 0,
      warnings: [],
    },
  };
}

function imageOf(image: HTMLImageElement): ArticleImage {
  const declared = (name: string) => Number(image.getAttribute(name)) || null;
  const [width, height] = [declared('width'), declared('height')];
  const size = width === null || height === null ? USUAL_SIZE : { width, height };
  return { url: image.getAttribute('src') ?? '', ...size, hash: GREY };
}
