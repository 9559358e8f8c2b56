import type { AddressOnlyReason } from './address-only';
import type { Brand } from './brand';
import type { UnixMs } from './time';
import type { UrlKey } from './url-identity';
import { isWebAddress } from './web-address';

/**
 * Created on this device and never changed. The server's id is a separate field of the bookmark.
 */
export type BookmarkId = Brand<string, 'BookmarkId'>;

/** SHA-256 of an asset's bytes, as 64 lower-case hex digits. */
export type AssetHash = Brand<string, 'AssetHash'>;

export type BookmarkType = 'article' | 'photo' | 'video';
export type TextDirection = 'ltr' | 'rtl';

/** The stored content of the page in addition to its address. */
export type Content =
  | { readonly kind: 'article' }
  | { readonly kind: 'address'; readonly reason: AddressOnlyReason };

/**
 * One saved address, with the fields that list rows and details need. The body of the article is in
 * a table of its own (bodies in the same row make counts 18 times slower).
 */
export interface Bookmark {
  readonly id: BookmarkId;
  /** The server's id; null until the server has assigned one. */
  readonly serverId: string | null;
  /** The address as it was saved. */
  readonly url: string;
  readonly urlKey: UrlKey;
  /** Never empty: the address is used when the page has no title. */
  readonly title: string;
  readonly siteName: string;
  /** Host name without `www.`. */
  readonly site: string;
  readonly authors: readonly string[];
  /** RFC 3339 with the time zone of the page, or a date without time; null when unknown. */
  readonly published: string | null;
  /** BCP 47; empty when unknown. */
  readonly lang: string;
  /** null when unknown; the reader then leaves the direction to the browser. */
  readonly textDirection: TextDirection | null;
  readonly description: string;
  /**
   * The text that was selected in the page, with a blank line between selections; empty when
   * nothing was selected.
   */
  readonly excerpt: string;
  readonly type: BookmarkType;
  readonly content: Content;
  readonly wordCount: number;
  /** In minutes, rounded up; 0 when there is no text. */
  readonly readingTimeMinutes: number;
  readonly labels: readonly string[];
  readonly isFavourite: boolean;
  readonly isArchived: boolean;
  /** In per cent, 0 to 100. */
  readonly readProgress: number;
  /**
   * CSS selector of the last element that was read, relative to the article's root; empty at the
   * start.
   */
  readonly readAnchor: string;
  readonly icon: AssetHash | null;
  readonly image: AssetHash | null;
  readonly created: UnixMs;
  readonly updated: UnixMs;
  /** When it was moved to the trash; null when it is not in the trash. */
  readonly trashedAt: UnixMs | null;
}

/** Values that a page states and a person may correct. */
export const PAGE_VALUE_FIELDS = ['title', 'siteName', 'authors', 'published'] as const;
/** Values that only a page sets. */
export const PAGE_ONLY_FIELDS = ['description', 'lang', 'textDirection', 'type'] as const;
/** Values that only a person sets. */
const STATE_FIELDS = ['isFavourite', 'isArchived', 'readProgress', 'readAnchor'] as const;
/** The fields that a patch can set. Forms, drafts, intents and the merge of sync derive from it. */
export const EDITABLE_FIELDS = [...PAGE_VALUE_FIELDS, ...STATE_FIELDS] as const;

export type PageValueField = (typeof PAGE_VALUE_FIELDS)[number];
export type PageOnlyField = (typeof PAGE_ONLY_FIELDS)[number];
export type EditableField = (typeof EDITABLE_FIELDS)[number];
export type PageValues = Pick<Bookmark, PageValueField>;

/** A person's change to one bookmark. Absent fields stay unchanged. */
export interface BookmarkPatch extends Partial<Pick<Bookmark, EditableField>> {
  readonly addLabels?: readonly string[];
  readonly removeLabels?: readonly string[];
}

export const VIEWS = ['unread', 'all', 'favourites', 'archive', 'trash'] as const;
/** The lists of the library. A bookmark in the trash is in no other list. */
export type View = (typeof VIEWS)[number];

/** True if `bookmark` belongs to `view`. */
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
