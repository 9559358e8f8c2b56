import { firstRow } from '../database/rows';
import { lockUser, type Session, type Unit } from '../database/session';
import { rowConversions } from '../schema/column';
import type { UserId } from '../schema/ids';
import { type Row, TABLES } from '../schema/tables';

const { toRow } = rowConversions(TABLES.identities);

/** An account of a user at a provider of sign-ins. */
export type IdentityRow = Row<'identities'>;

type Key = Pick<IdentityRow, 'issuer' | 'subject'>;

/** The most identities of one user. */
export const MAX_IDENTITIES = 10;

/** Creates the repository of identities. */
export function createIdentities(session: Session) {
  const { db } = session;
  const select = (from: Session['db'], { issuer, subject }: Key) =>
    from
      .selectFrom('identities')
      .selectAll()
      .where('issuer', '=', issuer)
      .where('subject', '=', subject);
  const insert = (unit: Unit, { issuer, subject }: Key, userId: UserId) => {
    const at = unit.now();
    return unit.db
      .insertInto('identities')
      .values({ issuer, subject, user_id: userId, created: at, last_used: at });
  };
  return {
    /** Finds an identity, also that of a user who was removed. */
    find: (key: Key): Promise<IdentityRow | null> => firstRow(select(db, key), toRow),
    async list(userId: UserId): Promise<readonly IdentityRow[]> {
      const own = db.selectFrom('identities').selectAll().where('user_id', '=', userId);
      return (await own.orderBy('created').orderBy('subject').execute()).map(toRow);
    },
    /** Binds an identity to a user, unless it was bound before or the user has too many. */
    bind: (key: Key, userId: UserId): Promise<'bound' | 'taken' | 'too-many'> =>
      session.write(async (unit) => {
        await lockUser(unit, userId);
        const known = await select(unit.db, key).executeTakeFirst();
        if (known) return known.user_id === userId ? 'bound' : 'taken';
        const { own } = await unit.db
          .selectFrom('identities')
          .select(({ fn }) => fn.countAll<number>().as('own'))
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        if (own >= MAX_IDENTITIES) return 'too-many';
        await insert(unit, key, userId).execute();
        return 'bound';
      }),
    /** Binds an identity to a user, whatever it was bound to before. */
    rebind: (key: Key, userId: UserId) =>
      session.write(async (unit) => {
        await insert(unit, key, userId)
          .onConflict((conflict) =>
            conflict.columns(['issuer', 'subject']).doUpdateSet({ user_id: userId }),
          )
          .execute();
      }),
    async touch({ issuer, subject }: Key): Promise<void> {
      await session.write((unit) =>
        unit.db
          .updateTable('identities')
          .set({ last_used: unit.now() })
          .where('issuer', '=', issuer)
          .where('subject', '=', subject)
          .execute(),
      );
    },
    async release(userId: UserId, { issuer, subject }: Key): Promise<void> {
      await session.write((unit) =>
        unit.db
          .deleteFrom('identities')
          .where('issuer', '=', issuer)
          .where('subject', '=', subject)
          .where('user_id', '=', userId)
          .execute(),
      );
    },
  };
}
