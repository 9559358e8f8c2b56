import { MINUTE_MS, type UnixMs, unixMs } from '../../src/domain';
import { hashSecret, newSecret } from '../account/secrets';
import type { Server } from '../server';
import type { BookmarkRow, ShareLinkRow } from '../storage';

/** A link as it is told to whoever made it, this once. */
interface MadeLink {
  readonly code: string;
  readonly expires: UnixMs;
}

/** Makes a public link to a bookmark. It ends on the minute (protocol.md section 7.8). */
export async function createShareLink(
  { storage, config, now }: Server,
  { key }: Pick<BookmarkRow, 'key'>,
): Promise<MadeLink> {
  const ends = now() + config.shareLifetimeMs;
  const expires = unixMs(Math.round(ends / MINUTE_MS) * MINUTE_MS);
  const code = newSecret();
  await storage.shareLinks.create({ hash: hashSecret(code), bookmarkKey: key, expires });
  return { code, expires };
}

/** What a code of a link leads to. */
export type Shared =
  | { readonly kind: 'bookmark'; readonly bookmark: BookmarkRow; readonly link: ShareLinkRow }
  /** There was such a link. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'unknown' };

/** The bookmark that a code of a link leads to, as long as it does. */
export async function findShared({ storage, now }: Server, code: string): Promise<Shared> {
  const link = await storage.shareLinks.find(hashSecret(code));
  if (link === null) return { kind: 'unknown' };
  if (link.expires <= now()) return { kind: 'expired' };
  const bookmark = await storage.bookmarks.findByKey(link.bookmarkKey);
  return bookmark === null ? { kind: 'unknown' } : { kind: 'bookmark', bookmark, link };
}
