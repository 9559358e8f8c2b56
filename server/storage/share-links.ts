import { type UnixMs, unixMs } from '../../src/domain';
import type { Session } from './database-session';
import type { BookmarkKey } from './ids';

/** A public link to a bookmark. */
export interface ShareLinkRow {
  /** Of the code in the address; the code itself is not kept. */
  readonly hash: string;
  readonly bookmarkKey: BookmarkKey;
  readonly expires: UnixMs;
}

export interface ShareLinkRepository {
  create(link: ShareLinkRow): Promise<void>;
  /** Also when it expired, until it is cleared away; null when unknown. */
  find(hash: string): Promise<ShareLinkRow | null>;
  /** Removes what expired before `before`. */
  clear(before: UnixMs): Promise<void>;
}

/** Public links, in either database. */
export const createShareLinks = ({ db, write }: Session): ShareLinkRepository => ({
  create: ({ hash, bookmarkKey, expires }) =>
    write(async (unit) => {
      await unit.db
        .insertInto('share_links')
        .values({ hash, bookmark_key: bookmarkKey, expires })
        .execute();
    }),
  async find(hash) {
    const row = await db
      .selectFrom('share_links')
      .selectAll()
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row ? { hash, bookmarkKey: row.bookmark_key, expires: unixMs(row.expires) } : null;
  },
  clear: (before) =>
    write(async (unit) => {
      await unit.db.deleteFrom('share_links').where('expires', '<', before).execute();
    }),
});
