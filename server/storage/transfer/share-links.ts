import type { UnixMs } from '../../../src/domain/time';
import { firstRow } from '../database/rows';
import type { Session } from '../database/session';
import { rowsOf } from '../schema/column';
import { type Row, TABLES } from '../schema/tables';

const { toRow, toColumns } = rowsOf(TABLES.share_links);

/** A public link to a bookmark. */
export type ShareLinkRow = Row<'share_links'>;

/** Creates the repository of share links. */
export const createShareLinks = ({ db, write }: Session) => ({
  create: (link: ShareLinkRow) =>
    write(async (unit) => {
      await unit.db.insertInto('share_links').values(toColumns(link)).execute();
    }),
  /** Finds a link, also an expired one until it is deleted; null when unknown. */
  find: (hash: string): Promise<ShareLinkRow | null> =>
    firstRow(db.selectFrom('share_links').selectAll().where('hash', '=', hash), toRow),
  /** Deletes rows that expired before `before`. */
  clear: (before: UnixMs) =>
    write(async (unit) => {
      await unit.db.deleteFrom('share_links').where('expires', '<', before).execute();
    }),
});
