import { type SqlBool, sql } from 'kysely';
import { boundedNormalise } from '../../../src/domain/bounded-normalise';
import { definedFields } from '../../../src/domain/defined-fields';
import { err, ok, type Result } from '../../../src/domain/result';
import { deleteInSteps, deletesAny, firstRow, flag } from '../database/rows';
import { lockUser, type Session, type Unit } from '../database/session';
import { rowConversions } from '../schema/column';
import type { UserId } from '../schema/ids';
import { type Row, TABLES } from '../schema/tables';

/** A user, without what only queries use. */
export type UserRow = Row<'users'>;
export type NewUser = Pick<UserRow, 'username' | 'email' | 'group' | 'passwordHash' | 'settings'>;
export type UserChange = Partial<NewUser & Pick<UserRow, 'isEnabled'>>;

/** Another user has the name or address. Case is ignored. */
export type UserError = { readonly kind: 'username-taken' } | { readonly kind: 'email-taken' };

/** Creates the repository of users. */
export function createUsers(session: Session) {
  const { db } = session;
  const all = db.selectFrom('users').selectAll();
  return {
    create: (user: NewUser) => session.write((unit) => create(unit, user)),
    find: (id: UserId): Promise<UserRow | null> => firstRow(all.where('id', '=', id), toUser),
    /** Finds a user by name, ignoring case, or by e-mail address. */
    async findByLogin(login: string): Promise<UserRow | null> {
      const key = comparable(login);
      const named = all
        .where(({ eb, or }) => or([eb('username_key', '=', key), eb('email_key', '=', key)]))
        // A matching name takes precedence over an equal e-mail address.
        .orderBy((eb) => eb.case().when('username_key', '=', key).then(0).else(1).end());
      return firstRow(named, toUser);
    },
    /** Lists all users by name. */
    list: async () => (await all.orderBy('username_key').execute()).map(toUser),
    async count(): Promise<number> {
      const { users } = await db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('users'))
        .executeTakeFirstOrThrow();
      return users;
    },
    /**
     * Changes a user; null when there is none. A function gets the current row, which is locked
     * meanwhile. Disabling a user also deletes their sessions.
     */
    update: (id: UserId, change: UserChange | ((row: UserRow) => UserChange)) =>
      session.write((unit) => update(unit, id, change)),
    /**
     * Deletes the user with everything they own; false when there was none. The user is disabled
     * first, and other writers run between the transactions. If the process ends between them, the
     * user stays disabled, and the same call deletes the rest.
     */
    async delete(id: UserId): Promise<boolean> {
      if ((await session.write((unit) => update(unit, id, { isEnabled: false }))) === null)
        return false;
      while ((await session.write((unit) => deleteSome(unit, id), 'lazy')) > 0);
      const own = sql<SqlBool>`user_id = ${id}`;
      await deleteInSteps(session, 'events', ['user_id', 'seq'], own);
      await deleteInSteps(session, 'tombstones', ['user_id', 'id'], own);
      return session.write((unit) => deletesAny(unit.db.deleteFrom('users').where('id', '=', id)));
    },
  };
}

/** The bookmarks of a deleted user that one transaction deletes. */
const BOOKMARKS_DELETED_AT_ONCE = 100;

/** Deletes some bookmarks of a user without a trace. Returns their number. */
async function deleteSome(unit: Unit, id: UserId): Promise<number> {
  const { db, engine } = unit;
  await lockUser(unit, id);
  const own = db.selectFrom('bookmarks').select('key').where('user_id', '=', id);
  const keys = (await own.limit(BOOKMARKS_DELETED_AT_ONCE).execute()).map(({ key }) => key);
  // The indexer locks these rows first. Another order could deadlock with it.
  await db.deleteFrom('unindexed').where(engine.isAmong('bookmark_key', keys)).execute();
  await engine.words.remove(db, keys);
  await db.deleteFrom('bookmarks').where(engine.isAmong('key', keys)).execute();
  return keys.length;
}

async function create({ db, now }: Unit, user: NewUser): Promise<Result<UserRow, UserError>> {
  const at = now();
  const row = await db
    .insertInto('users')
    .values({
      ...columnsOfUser({ ...user, isEnabled: true }),
      created: at,
      updated: at,
      changes: 0,
      changed_at: at,
      bookmark_count: 0,
      last_bookmark: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? ok(toUser(row)) : err(await takenBy(db, user));
}

async function update(
  unit: Unit,
  id: UserRow['id'],
  change: UserChange | ((row: UserRow) => UserChange),
): Promise<Result<UserRow, UserError> | null> {
  const { db, now, announce } = unit;
  await lockUser(unit, id);
  const current = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  if (current === undefined) return null;
  const before = toUser(current);
  const fields = typeof change === 'function' ? change(before) : change;
  const user = { ...before, ...definedFields(fields) };
  const taken = await isTaken(db, user, id);
  if (taken !== null) return err(taken);
  const row = await db
    .updateTable('users')
    .set((eb) => ({
      ...columnsOfUser(user),
      updated: now(),
      changes: eb('changes', '+', 1),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!user.isEnabled) await db.deleteFrom('sessions').where('user_id', '=', id).execute();
  // Open streams check their token again.
  if (user.isEnabled !== (current.is_enabled === 1)) await announce({ kind: 'change', userId: id });
  return ok(toUser(row));
}

async function takenBy(db: Unit['db'], user: NewUser): Promise<UserError> {
  return (await isTaken(db, user, null)) ?? { kind: 'username-taken' };
}

/** Returns the field of `user` that another user than `own` has, or null. */
async function isTaken(
  db: Unit['db'],
  { username, email }: NewUser,
  own: UserRow['id'] | null,
): Promise<UserError | null> {
  const others = db
    .selectFrom('users')
    .select('id')
    .$if(own !== null, (query) => query.where('id', '!=', own as UserRow['id'])); // Not null here.
  const named = others.where('username_key', '=', comparable(username));
  if (await named.executeTakeFirst()) return { kind: 'username-taken' };
  if (email === null) return null;
  const mailed = others.where('email_key', '=', comparable(email));
  return (await mailed.executeTakeFirst()) ? { kind: 'email-taken' } : null;
}

const comparable = (name: string) => boundedNormalise(name, 'NFKC').toLowerCase();

const columnsOfUser = (user: NewUser & Pick<UserRow, 'isEnabled'>) => ({
  username: user.username,
  username_key: comparable(user.username),
  email: user.email,
  email_key: user.email === null ? null : comparable(user.email),
  group: user.group,
  password_hash: user.passwordHash,
  settings: JSON.stringify(user.settings),
  is_enabled: flag(user.isEnabled),
});

/** Converts a stored row. */
export const { toRow: toUser } = rowConversions(TABLES.users);
