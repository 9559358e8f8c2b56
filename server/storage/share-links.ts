import { type UnixMs, unixMs } from '../../src/domain';
import type { Session } from './database-session';
import type { BookmarkKey } from './ids';

/** A public link to a bookmark. */
export interface ShareLinkRow {
  /** The hash of the code in the address, which itself is not stored. */
  readonly hash: string;
  readonly bookmarkKey: BookmarkKey;
  readonly expires: UnixMs;
}

export interface ShareLinkRepository {
  create(link: ShareLinkRow): Promise<void>;
  /** Finds a link, also an expired one until it is deleted; null when unknown. */
  find(hash: string): Promise<ShareLinkRow | null>;
  /** Deletes rows that expired before `before`. */
  clear(before: UnixMs): Promise<void>;
}

/** Creates the repository of share links. */
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
