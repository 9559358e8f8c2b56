import { isAddedFile } from './added-file';
import type { AddressOnlyReason } from './address-only';
import type { BookmarkValues, EditableField } from './bookmark-fields';
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

/** The stored content of the page in addition to its address. */
export type Content =
  | { readonly kind: 'article' }
  | { readonly kind: 'address'; readonly reason: AddressOnlyReason };

/**
 * One saved address, with the fields that list rows and details need. The body of the article is in
 * a table of its own (bodies in the same row make counts 18 times slower).
 */
export interface Bookmark extends BookmarkValues {
  readonly id: BookmarkId;
  /** The server's id; null until the server has assigned one. */
  readonly serverId: string | null;
  /** The address as it was saved. */
  readonly url: string;
  readonly urlKey: UrlKey;
  /** Host name without `www.`. */
  readonly site: string;
  readonly content: Content;
  readonly icon: AssetHash | null;
  readonly image: AssetHash | null;
  readonly created: UnixMs;
  readonly updated: UnixMs;
  /** When it was moved to the trash; null when it is not in the trash. */
  readonly trashedAt: UnixMs | null;
}

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

/** The name of the site to show. */
export const shownSite = ({ siteName, site }: Pick<Bookmark, 'siteName' | 'site'>): string =>
  siteName || site;

/**
 * The address that opens the page of a bookmark. A file or a page of the browser may be opened only
 * when the bookmark is on no server, because a server can send any address; otherwise null. A file that was added
 * from a disk has no address that leads to it.
 */
export const openableUrl = ({
  url,
  serverId,
}: Pick<Bookmark, 'url' | 'serverId'>): string | null =>
  !isAddedFile(url) && (serverId === null || isWebAddress(url)) ? url : null;
