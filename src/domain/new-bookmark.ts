import type { Bookmark, BookmarkId } from './bookmark';
import { blankValues } from './bookmark-values';
import type { UnixMs } from './time';
import { siteOf, type UrlKey } from './url-identity';

/** A bookmark of an address of whose page nothing is known yet. It is on no server. */
export const newBookmark = (
  id: BookmarkId,
  url: string,
  urlKey: UrlKey,
  now: UnixMs,
): Bookmark => ({
  ...blankValues(),
  id,
  serverId: null,
  url,
  urlKey,
  title: url,
  site: siteOf(url),
  content: { kind: 'address', reason: 'failed' },
  icon: null,
  image: null,
  created: now,
  updated: now,
  trashedAt: null,
});
