import type { BookmarkType, TextDirection, UnixMs } from '../domain';
import { linkAddress } from './article/link-address';
import { writeXml, xml } from './xhtml/xml';

/** A bookmark as it is written to files: what the library and the server both have of it. */
export interface ExportedBookmark {
  /** Tells it from the others of the same file; letters, digits, `-` and `_` only. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly siteName: string;
  /** The registered domain of `url`, or its host where there is none. */
  readonly domain: string;
  readonly authors: readonly string[];
  /** RFC 3339 or a bare date; null when unknown. */
  readonly published: string | null;
  /** BCP 47; empty when unknown. */
  readonly lang: string;
  readonly textDirection: TextDirection | null;
  readonly description: string;
  readonly type: BookmarkType;
  readonly labels: readonly string[];
  readonly isFavourite: boolean;
  readonly isArchived: boolean;
  readonly created: UnixMs;
  readonly updated: UnixMs;
}

/** An image that is kept with an article. */
export interface ExportedImage {
  /** `src` as the article's HTML has it. */
  readonly src: string;
  /** Media type, told from the bytes. */
  readonly type: string;
  /** The bytes; called at most once for each file that is written, null when they are gone. */
  read(): Promise<Uint8Array | null>;
}

export interface ExportedArticle {
  /** Sanitised; highlights are the wrappers of protocol.md section 9.3. Empty without a text. */
  readonly html: string;
  /** Images of the article, and the one that stands for the whole of it. */
  readonly images: readonly ExportedImage[];
  /** `src` of the image that stands for the whole; null when there is none. */
  readonly leadImage: string | null;
  /** `src` by which the text shows the same picture; null when it does not. */
  readonly leadInText: string | null;
}

/** An article without its images: plain data, which can be converted elsewhere. */
export type ArticleText = Omit<ExportedArticle, 'images'>;

/** What of an article is plain data. */
export const textOf = (article: ExportedArticle | null): ArticleText | null => {
  if (article === null) return null;
  const { html, leadImage, leadInText } = article;
  return { html, leadImage, leadInText };
};

/** What is exported: the article is loaded when its turn comes, and may then be forgotten. */
export interface ExportedItem {
  readonly bookmark: ExportedBookmark;
  /** null when neither a text nor an image is kept. */
  loadArticle(): Promise<ExportedArticle | null>;
}

export type ExportedItems = AsyncIterable<ExportedItem> | Iterable<ExportedItem>;

/** What stands for a bookmark: its title, or its address when it has none. */
export const headingOf = ({ title, url }: Pick<ExportedBookmark, 'title' | 'url'>): string =>
  title.trim() === '' ? url : title.replace(/\s+/g, ' ').trim();

/** `src` of the image to stand above the text: the lead, unless the text shows it. */
export const imageAbove = (
  article: Pick<ExportedArticle, 'leadImage' | 'leadInText'> | null,
): string | null => (article === null || article.leadInText !== null ? null : article.leadImage);

/**
 * Gives back an address that is one of `kept`, and null for any other: nothing is loaded that is
 * not kept with the article.
 */
export function onlyKept(kept: Iterable<string>): (src: string) => string | null {
  const addresses = new Set(kept);
  return (src) => (addresses.has(src) ? src : null);
}

/** The images of an article that are shown at the address that the article gives them. */
export const atOwnAddress = (article: ExportedArticle | null): ReadonlyMap<string, string> =>
  new Map(article?.images.map(({ src }) => [src, src]));

/** What stands for an article that could not be converted: a line that says so, and where it is. */
export function unconvertedText({ url }: Pick<ExportedBookmark, 'url'>): ArticleText {
  const href = linkAddress(url);
  const link = href === null ? url : xml('a', { href }, [url]);
  const line = 'Leafmark could not convert this article. The original is at ';
  const html = writeXml([xml('p', { lang: 'en' }, [line, link, '.'])]);
  return { html, leadImage: null, leadInText: null };
}

/** The text of the link that leads to a video; null for anything else. */
export const videoLinkText = ({ type, domain }: ExportedBookmark): string | null =>
  type === 'video' ? `Video on ${domain}` : null;
