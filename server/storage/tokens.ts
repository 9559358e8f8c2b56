import type { Selectable } from 'kysely';
import type { Page, TokenRole } from '../../src/contract';
import { MINUTE_MS, type UnixMs, unixMs } from '../../src/domain';
import type { Session } from './database-session';
import { newShortId, type UserId } from './ids';
import { definedFields, flag, type Listed, parsedOrNull } from './rows';
import type { TokenTable, UserTable } from './schema/tables';
import { cachedStatement, slot } from './statement';
import { toUser, type UserRow } from './users';
/** The origin of a token: the profile page, an app's sign-in, or a sign-in with a password. */
export type TokenKind = 'api' | 'oauth' | 'password';

/** A token. Only its hash is stored. */
export interface TokenRow {
  /** Short id. */
  readonly id: string;
  readonly userId: UserId;
  readonly kind: TokenKind;
  /** The name of the application, or the one that the owner chose. */
  readonly name: string;
  /** null grants all rights of the user. */
  readonly roles: readonly TokenRole[] | null;
  readonly clientUri: string;
  readonly clientLogo: string;
  readonly created: UnixMs;
  /** null when it was never used. */
  readonly lastUsed: UnixMs | null;
  /** null when it does not expire. */
  readonly expires: UnixMs | null;
  readonly isEnabled: boolean;
}

export interface NewToken extends Omit<TokenRow, 'id' | 'created' | 'lastUsed' | 'isEnabled'> {
  /** The hash of the token, by `hashSecret`. */
  readonly hash: string;
}

export type TokenChange = Partial<Pick<TokenRow, 'name' | 'roles' | 'expires' | 'isEnabled'>>;

/** A token and its user. */
export interface Credential {
  readonly token: TokenRow;
  readonly user: UserRow;
}

export interface TokenRepository {
  create(token: NewToken): Promise<TokenRow>;
  /** Finds a token by its hash, with its user. null when it is unknown or expired, or when either is disabled. */
  authenticate(hash: string): Promise<Credential | null>;
  find(userId: UserId, id: string): Promise<TokenRow | null>;
  /** Finds a token of any user. */
  findById(id: string): Promise<TokenRow | null>;
  /** Finds a token of any user by its hash, also one that gives no access. */
  findByHash(hash: string): Promise<TokenRow | null>;
  /** Newest first. */
  list(userId: UserId, page: Page): Promise<Listed<TokenRow>>;
  /** Changes a token. Like `delete`, it notifies listeners, so that open streams check the token again. */
  update(userId: UserId, id: string, change: TokenChange): Promise<TokenRow | null>;
  /** Records a use. At most one write happens in a minute. */
  touch(token: TokenRow): Promise<void>;
  /** Returns false when the user has no such token. */
  delete(userId: UserId, id: string): Promise<boolean>;
  /** Deletes all tokens of a user. */
  deleteOfUser(userId: UserId): Promise<void>;
}

const ofUserAndToken = (db: Session['db'], userId: UserId, id: string) =>
  db.selectFrom('tokens').selectAll().where('id', '=', id).where('user_id', '=', userId);

type CredentialColumns = Selectable<UserTable> & Prefixed<Selectable<TokenTable>>;
type Prefixed<T> = { [K in keyof T & string as `token_${K}`]: T[K] };

/** Cached, because every request needs it. */
const findCredential = cachedStatement<CredentialColumns, string, Credential>(
  (db) =>
    db
      .selectFrom('tokens as t')
      .innerJoin('users as u', 'u.id', 't.user_id')
      .selectAll('u')
      .select([
        't.id as token_id',
        't.user_id as token_user_id',
        't.hash as token_hash',
        't.kind as token_kind',
        't.name as token_name',
        't.roles as token_roles',
        't.client_uri as token_client_uri',
        't.client_logo as token_client_logo',
        't.created as token_created',
        't.last_used as token_last_used',
        't.expires as token_expires',
        't.is_enabled as token_is_enabled',
      ])
      .where('t.hash', '=', slot<string>(0)),
  (row) => ({ token: toToken(unprefixed(row)), user: toUser(row) }),
);

/** Creates the repository of tokens. */
export function createTokens(session: Session): TokenRepository {
  const { db, now } = session;
  const findWhere = async (column: 'id' | 'hash', value: string) => {
    const row = await db
      .selectFrom('tokens')
      .selectAll()
      .where(column, '=', value)
      .executeTakeFirst();
    return row ? toToken(row) : null;
  };
  return {
    async create({ hash, ...token }) {
      const row: TokenRow = {
        ...token,
        id: newShortId(),
        created: now(),
        lastUsed: null,
        isEnabled: true,
      };
      await session.write((unit) =>
        unit.db
          .insertInto('tokens')
          .values({ ...columnsOf(row), hash })
          .execute(),
      );
      return row;
    },
    async authenticate(hash) {
      const [found] = await findCredential(session, hash);
      if (found === undefined || !found.token.isEnabled || !found.user.isEnabled) return null;
      const { expires } = found.token;
      return expires !== null && expires <= now() ? null : found;
    },
    async find(userId, id) {
      const row = await ofUserAndToken(db, userId, id).executeTakeFirst();
      return row ? toToken(row) : null;
    },
    findById: (id) => findWhere('id', id),
    findByHash: (hash) => findWhere('hash', hash),
    async list(userId, { limit, offset }) {
      const own = db.selectFrom('tokens').where('user_id', '=', userId);
      const rows = await own
        .selectAll()
        .orderBy('created', 'desc')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute();
      const { total } = await own
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return { rows: rows.map(toToken), total };
    },
    update: (userId, id, change) =>
      session.write(async (unit) => {
        const row = await ofUserAndToken(unit.db, userId, id).executeTakeFirst();
        if (row === undefined) return null;
        const token = { ...toToken(row), ...definedFields<TokenChange>(change) };
        await unit.db.updateTable('tokens').set(columnsOf(token)).where('id', '=', id).execute();
        await unit.announce({ kind: 'change', userId });
        return token;
      }),
    async touch({ id, lastUsed }) {
      const at = now();
      if (lastUsed !== null && at - lastUsed < MINUTE_MS) return;
      await session.write((unit) =>
        unit.db.updateTable('tokens').set({ last_used: at }).where('id', '=', id).execute(),
      );
    },
    delete: (userId, id) =>
      session.write(async (unit) => {
        const { numDeletedRows } = await unit.db
          .deleteFrom('tokens')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await unit.announce({ kind: 'change', userId });
        return true;
      }),
    deleteOfUser: (userId) =>
      session.write(async (unit) => {
        await unit.db.deleteFrom('tokens').where('user_id', '=', userId).execute();
        await unit.announce({ kind: 'change', userId });
      }),
  };
}

const unprefixed = (found: CredentialColumns): Selectable<TokenTable> => ({
  id: found.token_id,
  user_id: found.token_user_id,
  hash: found.token_hash,
  kind: found.token_kind,
  name: found.token_name,
  roles: found.token_roles,
  client_uri: found.token_client_uri,
  client_logo: found.token_client_logo,
  created: found.token_created,
  last_used: found.token_last_used,
  expires: found.token_expires,
  is_enabled: found.token_is_enabled,
});

const columnsOf = (token: TokenRow) => ({
  id: token.id,
  user_id: token.userId,
  kind: token.kind,
  name: token.name,
  roles: token.roles && JSON.stringify(token.roles),
  client_uri: token.clientUri,
  client_logo: token.clientLogo,
  created: token.created,
  last_used: token.lastUsed,
  expires: token.expires,
  is_enabled: flag(token.isEnabled),
});

const toToken = (row: Selectable<TokenTable>): TokenRow => ({
  id: row.id,
  userId: row.user_id,
  kind: row.kind as TokenKind, // Only such values are written.
  name: row.name,
  roles: parsedOrNull(row.roles),
  clientUri: row.client_uri,
  clientLogo: row.client_logo,
  created: unixMs(row.created),
  lastUsed: row.last_used === null ? null : unixMs(row.last_used),
  expires: row.expires === null ? null : unixMs(row.expires),
  isEnabled: row.is_enabled === 1,
});
