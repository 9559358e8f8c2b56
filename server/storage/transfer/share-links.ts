import type { Page } from '../../../src/contract';
import type { UnixMs } from '../../../src/domain/time';
import { deletesAny, firstRow, flag, listPage } from '../database/rows';
import type { Session } from '../database/session';
import { rowConversions } from '../schema/column';
import { keyRange, newShortId, type UserId } from '../schema/ids';
import { type Row, TABLES } from '../schema/tables';

const { toRow, toColumns } = rowConversions(TABLES.share_links);

/** A public link to a bookmark. */
export type ShareLinkRow = Row<'share_links'>;

/** Creates the repository of share links. */
export function createShareLinks(session: Session) {
  const { now, write } = session;
  return {
    async create(link: Omit<ShareLinkRow, 'id' | 'created'>): Promise<ShareLinkRow> {
      const row = { ...link, id: newShortId(), created: now() };
      await write((unit) => unit.db.insertInto('share_links').values(toColumns(row)).execute());
      return row;
    },
    /** Finds a link, also an expired one until it is deleted; null when unknown. */
    find: (hash: string): Promise<ShareLinkRow | null> =>
      firstRow(working(session).selectAll().where('hash', '=', hash), toRow),
    /** Lists the links of a user that work, the newest first. */
    list(userId: UserId, page: Page) {
      const [first, last] = keyRange(userId);
      const own = working(session)
        .where('bookmark_key', '>=', first)
        .where('bookmark_key', '<=', last)
        .where(({ or, eb }) => or([eb('expires', 'is', null), eb('expires', '>', now())]));
      return listPage(own, own.selectAll().orderBy('created', 'desc').orderBy('id'), page, toRow);
    },
    /** Withdraws a link. Returns false when the user has no such link. */
    delete: (userId: UserId, id: string): Promise<boolean> =>
      write((unit) => {
        const [first, last] = keyRange(userId);
        const own = unit.db.deleteFrom('share_links').where('bookmark_key', '>=', first);
        return deletesAny(own.where('bookmark_key', '<=', last).where('id', '=', id));
      }),
    /** Deletes rows that expired before `before`. */
    clear: (before: UnixMs) =>
      write(async (unit) => {
        await unit.db.deleteFrom('share_links').where('expires', '<', before).execute();
      }),
  };
}

/** Selects the links whose token still gives access. Expired links are among them. */
const working = ({ db, now }: Session) =>
  db.selectFrom('share_links').where('token_id', 'in', (tokens) =>
    tokens
      .selectFrom('tokens')
      .select('id')
      .where('is_enabled', '=', flag(true))
      .where(({ or, eb }) => or([eb('expires', 'is', null), eb('expires', '>', now())])),
  );
