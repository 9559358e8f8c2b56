import type { Brand } from './brand';
import type { UnixMs } from './time';
import type { UrlKey } from './url-identity';
import { isWebAddress } from './web-address';

/** Made on this device, never changes; the server's id is an attribute of the bookmark. */
export type BookmarkId = Brand<string, 'BookmarkId'>;

/** SHA-256 of an asset's bytes, as 64 lower-case hex digits. */
export type AssetHash = Brand<string, 'AssetHash'>;

export type BookmarkType = 'article' | 'photo' | 'video';
export type TextDirection = 'ltr' | 'rtl';

/** Why only the address of a page could be kept. Sentences are chosen from it in `ui/`. */
export type AddressOnlyReason =
  | 'browser-page'
  | 'extension-store'
  | 'pdf'
  | 'file'
  | 'not-html'
  | 'not-open'
  | 'not-loaded'
  | 'no-access'
  | 'timed-out'
  | 'tab-closed'
  | 'navigated'
  | 'too-large'
  | 'no-text'
  | 'quota'
  /** The article is on the server and has not been fetched yet. */
  | 'on-server'
  | 'failed';

/** What is kept of the page besides its address. */
export type Content =
  | { readonly kind: 'article' }
  | { readonly kind: 'address'; readonly reason: AddressOnlyReason };

/**
 * One saved address: what a list row and the details need, and no more. The article's body lives
 * in its own table (bodies in the same row make counts 18 times slower).
 */
export interface Bookmark {
  readonly id: BookmarkId;
  /** The server's id once it has one. */
  readonly serverId: string | null;
  /** The address as it was saved. */
  readonly url: string;
  readonly urlKey: UrlKey;
  /** Never empty: the address stands in when the page has no title. */
  readonly title: string;
  readonly siteName: string;
  /** Host name without `www.`. */
  readonly site: string;
  readonly authors: readonly string[];
  /** RFC 3339, with the zone the page gave, or a bare date; null when unknown. */
  readonly published: string | null;
  /** BCP 47; empty when unknown. */
  readonly lang: string;
  /** null when unknown: the reader then lets the browser decide. */
  readonly textDirection: TextDirection | null;
  readonly description: string;
  /** What was selected in the page, a blank line between selections; empty when nothing was. */
  readonly excerpt: string;
  readonly type: BookmarkType;
  readonly content: Content;
  readonly wordCount: number;
  /** Minutes, rounded up; 0 when there is no text. */
  readonly readingTimeMinutes: number;
  readonly labels: readonly string[];
  readonly isFavourite: boolean;
  readonly isArchived: boolean;
  /** Per cent, 0 to 100. */
  readonly readProgress: number;
  /** CSS selector of the last element seen, relative to the article's root; empty at the start. */
  readonly readAnchor: string;
  readonly icon: AssetHash | null;
  readonly image: AssetHash | null;
  readonly created: UnixMs;
  readonly updated: UnixMs;
  /** When it was put in the trash; null when it is not there. */
  readonly trashedAt: UnixMs | null;
}

/** A change that a person makes to one bookmark. Absent fields stay as they are. */
export interface BookmarkPatch {
  readonly title?: string;
  readonly siteName?: string;
  readonly authors?: readonly string[];
  readonly published?: string | null;
  readonly isFavourite?: boolean;
  readonly isArchived?: boolean;
  readonly readProgress?: number;
  readonly readAnchor?: string;
  readonly addLabels?: readonly string[];
  readonly removeLabels?: readonly string[];
}

export const VIEWS = ['unread', 'all', 'favourites', 'archive', 'trash'] as const;
/** The lists of the library. A bookmark in the trash is in no other. */
export type View = (typeof VIEWS)[number];

/** Whether `bookmark` belongs in `view`. */
export function isInView(
  bookmark: Pick<Bookmark, 'trashedAt' | 'isArchived' | 'isFavourite'>,
  view: View,
): boolean {
  if (view === 'trash') return bookmark.trashedAt !== null;
  if (bookmark.trashedAt !== null) return false;
  switch (view) {
    case 'unread':
      return !bookmark.isArchived;
    case 'all':
      return true;
    case 'favourites':
      return bookmark.isFavourite;
    case 'archive':
      return bookmark.isArchived;
  }
}

/**
 * The address that opens the page of a bookmark. A file or a page of the browser may be opened only
 * when the bookmark is on no server, because a server can send any address; otherwise null.
 */
export const openableUrl = ({
  url,
  serverId,
}: Pick<Bookmark, 'url' | 'serverId'>): string | null =>
  serverId === null || isWebAddress(url) ? url : null;

/** In UTF-16 code units: some pages of text. */
export const MAX_EXCERPT_LENGTH = 10_000;

/** Both selections, a blank line between them; `before` alone when it has the text already. */
export function joinExcerpts(before: string, added: string): string {
  if (onOneLine(before).includes(onOneLine(added))) return before;
  const both = [before, added].filter(Boolean).join('\n\n');
  // The other half of a surrogate pair may be what is cut off.
  return both.slice(0, MAX_EXCERPT_LENGTH).replace(/[\ud800-\udbff]$/, '');
}

/** The page and the browser's menu tell the same selection with other line breaks. */
const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
