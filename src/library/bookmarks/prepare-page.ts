import type { Capture, CapturedArticle } from '../../capture/capture';
import {
  type AddressOnlyReason,
  type Bookmark,
  type BookmarkId,
  type Content,
  siteOf,
  type UnixMs,
  type UrlKey,
  urlKey,
} from '../../domain';
import { paragraphHashes } from '../articles/capture-change';
import { packText } from '../articles/stored-text';
import type { Unlisted } from '../database/bookmark-rows';
import type { ArticleRow, CapturedFields } from '../database/rows';
import type { NewAddress, NewPage } from './bookmark-repository';

/** A page ready to be written: all slow work is done, only the transaction is left. */
export interface PreparedPage {
  readonly bookmark: Unlisted;
  /** null when only the address is kept. */
  readonly article: ArticleRow | null;
}

/** The rows of a page under a new id; null when its address is no place to return to. */
export async function preparePage(
  page: NewPage,
  id: BookmarkId,
  now: UnixMs,
): Promise<PreparedPage | null> {
  if (page.kind === 'address') return prepareAddress(page, id, now);
  const { capture } = page;
  const { url, excerpt } = capture;
  const key = urlKey(url);
  if (key === null) return null;
  return {
    bookmark: { ...blank(id, url, key, now), ...fromCapture(capture, key), excerpt },
    article: await articleRow(id, capture, now),
  };
}

/** The row of an address alone under a new id; null when it is no place to return to. */
export function prepareAddress(
  { url, title, excerpt, reason }: NewAddress,
  id: BookmarkId,
  now: UnixMs,
): PreparedPage | null {
  const key = urlKey(url);
  if (key === null) return null;
  const content = addressOnly(reason);
  const bookmark = { ...blank(id, url, key, now), title: title.trim() || url, excerpt, content };
  return { bookmark, article: null };
}

/** The article of a capture as it is stored, its images still to come; null without text. */
async function articleRow(
  bookmarkId: BookmarkId,
  capture: Capture,
  now: UnixMs,
): Promise<ArticleRow | null> {
  const { article, metadata, report } = capture;
  if (!hasText(article)) return null;
  return {
    bookmarkId,
    body: await packText(article.html),
    textLength: article.textLength,
    wordCount: article.wordCount,
    paragraphs: paragraphHashes(article.html),
    images: article.images.map((image) => ({ ...image, hash: null, reason: 'pending' })),
    report: { ...report, imagesKept: 0, imagesDropped: 0 },
    capturedAt: now,
    iconUrl: metadata.iconUrl,
    imageUrl: metadata.imageUrl,
  };
}

function fromCapture({ url, metadata, article }: Capture, key: UrlKey): CapturedFields {
  const { siteName, authors, published, lang, textDirection, description, type } = metadata;
  const readable = hasText(article) ? article : null;
  const canonicalKey = urlKey(metadata.canonicalUrl ?? '');
  return {
    ...(canonicalKey !== null && canonicalKey !== key && { canonicalKey }),
    title: metadata.title.trim() || url,
    ...{ siteName, authors, published, lang, textDirection, description, type },
    content: readable ? { kind: 'article' } : addressOnly('no-text'),
    wordCount: readable?.wordCount ?? 0,
    readingTimeMinutes: readable?.readingTimeMinutes ?? 0,
  };
}

/** The same bookmark with its address alone. */
export const withoutArticle = (bookmark: Unlisted, reason: AddressOnlyReason): Unlisted => ({
  ...bookmark,
  content: addressOnly(reason),
  wordCount: 0,
  readingTimeMinutes: 0,
});

const addressOnly = (reason: AddressOnlyReason): Content => ({ kind: 'address', reason });

const hasText = (article: CapturedArticle | null): article is CapturedArticle =>
  article !== null && article.textLength > 0;

const blank = (id: BookmarkId, url: string, key: UrlKey, now: UnixMs): Bookmark => ({
  id,
  serverId: null,
  url,
  urlKey: key,
  title: url,
  siteName: '',
  site: siteOf(url),
  authors: [],
  published: null,
  lang: '',
  textDirection: null,
  description: '',
  excerpt: '',
  type: 'article',
  content: addressOnly('failed'),
  wordCount: 0,
  readingTimeMinutes: 0,
  labels: [],
  isFavourite: false,
  isArchived: false,
  readProgress: 0,
  readAnchor: '',
  icon: null,
  image: null,
  created: now,
  updated: now,
  trashedAt: null,
});
