import { sourceNameOf } from '../domain/added-file';
import type { BookmarkValues, MergedField } from '../domain/bookmark-fields';
import type { UnixMs } from '../domain/time';
import { linkAddress } from './article/link-address';
import { writeXml, xml } from './xhtml/xml';

/**
 * A bookmark to be written to a file. It has the fields that both the library and the server have.
 */
export interface ExportedBookmark extends Pick<BookmarkValues, MergedField | 'labels'> {
  /** Unique within a file. It has only letters, digits, `-` and `_`. */
  readonly id: string;
  readonly url: string;
  /** The registered domain of `url`, or its host if it has none. */
  readonly domain: string;
  readonly created: UnixMs;
  readonly updated: UnixMs;
}

/** An image that is stored with an article. */
export interface ExportedImage {
  /**
   * `src` as in the article's HTML. That of an image whose address is unknown starts with
   * `NO_ADDRESS`.
   */
  readonly src: string;
  /** Reads it; null if it no longer exists. Called at most once for each file that is written. */
  read(): Promise<ImageFile | null>;
}

export interface ImageFile {
  readonly bytes: Uint8Array;
  /** Media type, detected from the bytes. */
  readonly type: string;
}

/** The start of the `src` of an image that has no address from which it could be loaded. */
export const NO_ADDRESS = 'image:';

export interface ExportedArticle {
  /**
   * Sanitised HTML; empty without a text. Highlights are the elements of protocol.md section 9.3.
   */
  readonly html: string;
  /** The images of the article and the lead image. */
  readonly images: readonly ExportedImage[];
  /** `src` of the image that represents the article; null if there is none. */
  readonly leadImage: string | null;
  /** `src` by which the text shows the lead image; null if it does not show it. */
  readonly leadInText: string | null;
}

/** An article without its images. It is plain data, so that another process can convert it. */
export type ArticleText = Omit<ExportedArticle, 'images'>;

/** Returns the part of an article that is plain data. */
export const articleTextOf = (article: ExportedArticle | null): ArticleText | null => {
  if (article === null) return null;
  const { html, leadImage, leadInText } = article;
  return { html, leadImage, leadInText };
};

/**
 * A bookmark to export. Its article is loaded only when it is written, and may be released
 * afterwards.
 */
export interface ExportedItem {
  readonly bookmark: ExportedBookmark;
  /** Returns null if neither a text nor an image is stored. */
  loadArticle(): Promise<ExportedArticle | null>;
}

export type ExportedItems = AsyncIterable<ExportedItem> | Iterable<ExportedItem>;

/** Returns the title, or the address or the name of the file if the title is empty. */
export const headingOf = ({ title, url }: Pick<ExportedBookmark, 'title' | 'url'>): string =>
  title.trim() === '' ? sourceNameOf(url) : title.replace(/\s+/g, ' ').trim();

/**
 * Returns the `src` of the image to show above the text: the lead image, unless the text shows it.
 */
export const imageAbove = (
  article: Pick<ExportedArticle, 'leadImage' | 'leadInText'> | null,
): string | null => (article === null || article.leadInText !== null ? null : article.leadImage);

/**
 * Returns a function that returns an address if it is one of `allowed`, and null otherwise. This way
 * nothing is loaded that is not stored with the article.
 */
export function onlyAllowed(allowed: Iterable<string>): (src: string) => string | null {
  const addresses = new Set(allowed);
  return (src) => (addresses.has(src) ? src : null);
}

/** Maps the images of an article to the addresses that they have in it. */
export function atOwnAddress(article: ExportedArticle | null): ReadonlyMap<string, string> {
  const sources = article?.images.map(({ src }) => src) ?? [];
  return new Map(
    sources.filter((src) => !src.startsWith(NO_ADDRESS)).map((src) => [src, src] as const),
  );
}

/**
 * Returns the text that replaces an article that could not be converted: a note and a link to the
 * original.
 */
export function unconvertedText({ url }: Pick<ExportedBookmark, 'url'>): ArticleText {
  const href = linkAddress(url);
  const link = href === null ? sourceNameOf(url) : xml('a', { href }, [url]);
  const line = 'Leafmark could not convert this article. The original is at ';
  const html = writeXml([xml('p', { lang: 'en' }, [line, link, '.'])]);
  return { html, leadImage: null, leadInText: null };
}

/** Returns the text of the link to a video; null for other bookmarks. */
export const videoLinkText = ({ type, domain }: ExportedBookmark): string | null =>
  type === 'video' ? `Video on ${domain}` : null;
