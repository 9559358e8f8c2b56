import type { UnixMs } from '../../../src/domain/time';
import type { Session } from '../database/session';
import { rowConversions } from '../schema/column';
import { type Row, TABLES } from '../schema/tables';

const { toRow, toColumns } = rowConversions(TABLES.pending_sign_ins);

/** A sign-in that a browser has begun. */
export type PendingSignInRow = Row<'pending_sign_ins'>;

/** Creates the repository of sign-ins in progress, which any process can continue. */
export const createPendingSignIns = (session: Session) => ({
  async create(row: PendingSignInRow): Promise<void> {
    await session.write(({ db }) =>
      db.insertInto('pending_sign_ins').values(toColumns(row)).execute(),
    );
  },
  /** Takes the sign-in of a browser. Of several calls, only one gets it. null: unknown or expired. */
  take: ({
    hash,
    browser,
    kind,
  }: Pick<PendingSignInRow, 'hash' | 'browser' | 'kind'>): Promise<PendingSignInRow | null> =>
    session.write(async ({ db, now }) => {
      const taken = await db
        .deleteFrom('pending_sign_ins')
        .where('hash', '=', hash)
        .where('browser', '=', browser)
        .where('kind', '=', kind)
        .where('expires', '>', now())
        .returningAll()
        .executeTakeFirst();
      return taken ? toRow(taken) : null;
    }),
  /** Deletes rows that expired before `before`. */
  async clear(before: UnixMs): Promise<void> {
    await session.write(({ db }) =>
      db.deleteFrom('pending_sign_ins').where('expires', '<', before).execute(),
    );
  },
});
