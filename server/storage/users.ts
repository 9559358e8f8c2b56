import type { Selectable } from 'kysely';
import type { UserGroup, UserSettings } from '../../src/contract';
import { boundedNormalise, err, ok, type Result, type UnixMs, unixMs } from '../../src/domain';
import type { Session, Unit } from './database-session';
import { keyRange, type UserId } from './ids';
import { definedFields, flag, parsed } from './rows';
import type { UserTable } from './schema/tables';

export interface UserRow {
  readonly id: UserId;
  readonly username: string;
  /** null when the user has none. */
  readonly email: string | null;
  readonly group: UserGroup;
  /** In PHC format; null when the user cannot sign in with a password. */
  readonly passwordHash: string | null;
  readonly settings: UserSettings;
  /** False blocks every sign-in of this user, by password, session or token. */
  readonly isEnabled: boolean;
  readonly created: UnixMs;
  readonly updated: UnixMs;
}

export type NewUser = Pick<UserRow, 'username' | 'email' | 'group' | 'passwordHash' | 'settings'>;
export type UserChange = Partial<NewUser & Pick<UserRow, 'isEnabled'>>;

/** Another user has the name or address. Case is ignored. */
export type UserError = { readonly kind: 'username-taken' } | { readonly kind: 'email-taken' };

export interface UserRepository {
  create(user: NewUser): Promise<Result<UserRow, UserError>>;
  find(id: UserId): Promise<UserRow | null>;
  /** Finds a user by name, ignoring case, or by e-mail address. */
  findByLogin(login: string): Promise<UserRow | null>;
  /** Lists all users by name. */
  list(): Promise<readonly UserRow[]>;
  count(): Promise<number>;
  /** Changes a user; null when there is none. Disabling a user also deletes their sessions. */
  update(id: UserId, change: UserChange): Promise<Result<UserRow, UserError> | null>;
  /** Deletes the user with everything they own; false when there was none. */
  delete(id: UserId): Promise<boolean>;
}

/** Creates the repository of users. */
export function createUsers(session: Session): UserRepository {
  const { db } = session;
  const all = db.selectFrom('users').selectAll();
  return {
    create: (user) => session.write((unit) => create(unit, user)),
    async find(id) {
      const row = await all.where('id', '=', id).executeTakeFirst();
      return row ? toUser(row) : null;
    },
    async findByLogin(login) {
      const key = comparable(login);
      const row = await all
        .where(({ eb, or }) => or([eb('username_key', '=', key), eb('email_key', '=', key)]))
        // A matching name takes precedence over an equal e-mail address.
        .orderBy((eb) => eb.case().when('username_key', '=', key).then(0).else(1).end())
        .executeTakeFirst();
      return row ? toUser(row) : null;
    },
    list: async () => (await all.orderBy('username_key').execute()).map(toUser),
    async count() {
      const { users } = await db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('users'))
        .executeTakeFirstOrThrow();
      return users;
    },
    update: (id, change) => session.write((unit) => update(unit, id, change)),
    delete: (id) =>
      session.write(async (unit) => {
        await unit.engine.words.removeRange(unit.db, keyRange(id));
        const { numDeletedRows } = await unit.db
          .deleteFrom('users')
          .where('id', '=', id)
          .executeTakeFirst();
        return numDeletedRows > 0n;
      }),
  };
}

async function create({ db, now }: Unit, user: NewUser): Promise<Result<UserRow, UserError>> {
  const at = now();
  const row = await db
    .insertInto('users')
    .values({
      ...columnsOf(user),
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
  { db, now, announce }: Unit,
  id: UserRow['id'],
  change: UserChange,
): Promise<Result<UserRow, UserError> | null> {
  const current = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  if (current === undefined) return null;
  const user = { ...toUser(current), ...definedFields(change) };
  const taken = await isTaken(db, user, id);
  if (taken !== null) return err(taken);
  const row = await db
    .updateTable('users')
    .set((eb) => ({
      ...columnsOf(user),
      is_enabled: flag(user.isEnabled),
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

const columnsOf = ({ username, email, group, passwordHash, settings }: NewUser) => ({
  username,
  username_key: comparable(username),
  email,
  email_key: email === null ? null : comparable(email),
  user_group: group,
  password_hash: passwordHash,
  settings: JSON.stringify(settings),
});

/** Converts a stored row. */
export const toUser = (row: Selectable<UserTable>): UserRow => ({
  id: row.id,
  username: row.username,
  email: row.email,
  group: row.user_group as UserGroup, // Only such values are written.
  passwordHash: row.password_hash,
  settings: parsed(row.settings),
  isEnabled: row.is_enabled === 1,
  created: unixMs(row.created),
  updated: unixMs(row.updated),
});
