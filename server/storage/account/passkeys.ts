import { firstRow } from '../database/rows';
import { lockUser, type Session } from '../database/session';
import { rowConversions } from '../schema/column';
import { newShortId, type UserId } from '../schema/ids';
import { type Row, TABLES } from '../schema/tables';

const { toRow, toColumns } = rowConversions(TABLES.passkeys);

export type PasskeyRow = Row<'passkeys'>;
export type NewPasskey = Omit<PasskeyRow, 'id' | 'created' | 'lastUsed'>;

/** The most passkeys of one user. */
export const MAX_PASSKEYS = 20;

/** Creates the repository of passkeys. */
export function createPasskeys(session: Session) {
  const { db } = session;
  return {
    /** Returns false when the user has too many, or when the passkey is known. */
    add: (passkey: NewPasskey): Promise<boolean> =>
      session.write(async (unit) => {
        await lockUser(unit, passkey.userId);
        const { own } = await unit.db
          .selectFrom('passkeys')
          .select(({ fn }) => fn.countAll<number>().as('own'))
          .where('user_id', '=', passkey.userId)
          .executeTakeFirstOrThrow();
        if (own >= MAX_PASSKEYS) return false;
        const row = { ...passkey, id: newShortId(), created: unit.now(), lastUsed: null };
        const { numInsertedOrUpdatedRows } = await unit.db
          .insertInto('passkeys')
          .values(toColumns(row))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        return numInsertedOrUpdatedRows === 1n;
      }),
    find: (credential: string): Promise<PasskeyRow | null> =>
      firstRow(db.selectFrom('passkeys').selectAll().where('credential', '=', credential), toRow),
    async list(userId: UserId): Promise<readonly PasskeyRow[]> {
      const own = db.selectFrom('passkeys').selectAll().where('user_id', '=', userId);
      return (await own.orderBy('created').orderBy('id').execute()).map(toRow);
    },
    /** Records a use. Returns false when another use with this counter or a higher one was first. */
    use: ({ id, counter }: Pick<PasskeyRow, 'id' | 'counter'>): Promise<boolean> =>
      session.write(async (unit) => {
        const { numUpdatedRows } = await unit.db
          .updateTable('passkeys')
          .set({ counter, last_used: unit.now() })
          .where('id', '=', id)
          .where(({ eb, or }) => or([eb('counter', '<', counter), eb('counter', '=', 0)]))
          .executeTakeFirst();
        return numUpdatedRows === 1n;
      }),
    async delete(userId: UserId, id: string): Promise<void> {
      await session.write((unit) =>
        unit.db.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id).execute(),
      );
    },
  };
}
