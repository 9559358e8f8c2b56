import type { Capture, CapturedArticle } from '../../capture/capture';
import type { AddressOnlyReason } from '../../domain/address-only';
import type { BookmarkId, Content } from '../../domain/bookmark';
import { PAGE_ONLY_FIELDS, PAGE_VALUE_FIELDS, pick } from '../../domain/bookmark-fields';
import { newBookmark } from '../../domain/new-bookmark';
import type { UnixMs } from '../../domain/time';
import { type UrlKey, urlKey } from '../../domain/url-identity';
import { paragraphHashes } from '../articles/capture-change';
import { packStructure, packText } from '../articles/stored-text';
import type { Unlisted } from '../database/bookmark-rows';
import type { ArticleRow, CapturedFields } from '../database/rows';

/** An address that is saved without its page, with the reason. */
export interface NewAddress {
  readonly kind: 'address';
  readonly url: string;
  readonly title: string;
  readonly excerpt: string;
  readonly reason: AddressOnlyReason;
}

/** The page to save: a capture, or only the address. */
export type NewPage = { readonly kind: 'captured'; readonly capture: Capture } | NewAddress;

/** A page that is ready to be written. All slow work is done before the transaction. */
export interface PreparedPage {
  readonly bookmark: Unlisted;
  /** null if only the address is stored. */
  readonly article: ArticleRow | null;
}

/** Prepares the rows of a page under a new id; null if its address cannot be opened again. */
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
    bookmark: { ...newBookmark(id, url, key, now), ...fromCapture(capture, key), excerpt },
    article: await articleRow(id, capture, now),
  };
}

/** Prepares the row of an address under a new id; null if the address cannot be opened again. */
export function prepareAddress(
  { url, title, excerpt, reason }: NewAddress,
  id: BookmarkId,
  now: UnixMs,
): PreparedPage | null {
  const key = urlKey(url);
  if (key === null) return null;
  const content = addressOnly(reason);
  const bookmark = {
    ...newBookmark(id, url, key, now),
    title: title.trim() || url,
    excerpt,
    content,
  };
  return { bookmark, article: null };
}

/** Prepares the article of a capture without its images; null if it has no text. */
async function articleRow(
  bookmarkId: BookmarkId,
  capture: Capture,
  now: UnixMs,
): Promise<ArticleRow | null> {
  const { article, metadata, report, structure } = capture;
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
    ...(structure && { structure: await packStructure(structure) }),
  };
}

function fromCapture({ url, metadata, article, report }: Capture, key: UrlKey): CapturedFields {
  const readable = hasText(article) ? article : null;
  const isList = report.warnings.includes('no-article');
  const canonicalKey = urlKey(metadata.canonicalUrl ?? '');
  return {
    ...(metadata.keywords.length > 0 && { keywords: metadata.keywords }),
    ...(canonicalKey !== null && canonicalKey !== key && { canonicalKey }),
    ...pick(metadata, [...PAGE_VALUE_FIELDS, ...PAGE_ONLY_FIELDS]),
    title: metadata.title.trim() || url,
    content: readable ? { kind: 'article' } : addressOnly(isList ? 'no-article' : 'no-text'),
    wordCount: readable?.wordCount ?? 0,
    readingTimeMinutes: readable?.readingTimeMinutes ?? 0,
  };
}

/** Returns the same bookmark with only its address. */
export const withoutArticle = (bookmark: Unlisted, reason: AddressOnlyReason): Unlisted => ({
  ...bookmark,
  content: addressOnly(reason),
  wordCount: 0,
  readingTimeMinutes: 0,
});

const addressOnly = (reason: AddressOnlyReason): Content => ({ kind: 'address', reason });

const hasText = (article: CapturedArticle | null): article is CapturedArticle =>
  article !== null && article.textLength > 0;
