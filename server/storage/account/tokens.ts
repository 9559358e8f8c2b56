import type { Selectable } from 'kysely';
import type { Page } from '../../../src/contract';
import { definedFields } from '../../../src/domain/defined-fields';
import { MINUTE_MS } from '../../../src/domain/time';
import { deletesAny, firstRow, listPage } from '../database/rows';
import { lockUser, type Session, type Unit } from '../database/session';
import { cachedStatement, slot } from '../database/statement';
import { unlessFull } from '../database/unavailable';
import { rowConversions } from '../schema/column';
import { newShortId, type UserId } from '../schema/ids';
import { type Row, TABLES, type Tables } from '../schema/tables';
import { toUser, type UserRow } from './users';

const { toRow, toColumns } = rowConversions(TABLES.tokens);

/** A token, without its hash. */
export type TokenRow = Row<'tokens'>;

export interface NewToken
  extends Omit<TokenRow, 'id' | 'created' | 'lastUsed' | 'isEnabled' | 'browser'> {
  /** Absent: null. */
  readonly browser?: string | null;
  /** The hash of the token, by `hashSecret`. */
  readonly hash: string;
}

export type TokenChange = Partial<Pick<TokenRow, 'name' | 'roles' | 'expires' | 'isEnabled'>>;

/** A token and its user. */
export interface Credential {
  readonly token: TokenRow;
  readonly user: UserRow;
}

const ofUserAndToken = (db: Session['db'], userId: UserId, id: string) =>
  db.selectFrom('tokens').selectAll().where('id', '=', id).where('user_id', '=', userId);

const TOKEN_PREFIX = 'token_';
const TOKEN_COLUMNS = Object.keys(TABLES.tokens.columns) as (keyof Tables['tokens'])[];

/** The most apps that are signed in to one account. */
export const MAX_SIGN_INS = 100;
/** The most tokens that one user has made by hand. */
export const MAX_MADE_TOKENS = 100;

/** The columns of a user, and those of a token with `TOKEN_PREFIX`. */
type CredentialColumns = Selectable<Tables['users']> & Readonly<Record<string, unknown>>;

/** Cached, because every request needs it. */
const findCredential = cachedStatement<CredentialColumns, string, Credential>(
  (db) =>
    db
      .selectFrom('tokens as t')
      .innerJoin('users as u', 'u.id', 't.user_id')
      .selectAll('u')
      .select(TOKEN_COLUMNS.map((column) => `t.${column} as ${TOKEN_PREFIX}${column}` as const))
      .where('t.hash', '=', slot<string>(0)),
  (row) => ({ token: toRow(unprefixed(row)), user: toUser(row) }),
);

const unprefixed = (found: CredentialColumns) =>
  Object.fromEntries(
    TOKEN_COLUMNS.map((column) => [column, found[`${TOKEN_PREFIX}${column}`]]),
  ) as Selectable<Tables['tokens']>; // The query selects each of them.

/** Creates the repository of tokens. */
export function createTokens(session: Session) {
  const { db, now } = session;
  const findWhere = (column: 'id' | 'hash', value: string): Promise<TokenRow | null> =>
    firstRow(db.selectFrom('tokens').selectAll().where(column, '=', value), toRow);
  const used = new Set<string>();
  let isRecording = false;
  async function recordUses(): Promise<void> {
    isRecording = true;
    try {
      while (used.size > 0) await session.write(takeUses, 'lazy');
    } finally {
      used.clear();
      isRecording = false;
    }
  }
  async function takeUses(unit: Unit): Promise<void> {
    const ids = [...used];
    used.clear();
    const uses = unit.db.updateTable('tokens').set({ last_used: now() });
    await uses.where(unit.engine.isAmong('id', ids)).execute();
  }
  return {
    /** A sign-in ends the one that was unused for longest if the user has too many. */
    create: (token: NewToken) => session.write((unit) => createToken(unit, token)),
    /**
     * Creates a token by hand. null when the user has as many as are allowed: none is removed for it,
     * because nobody knows what uses it.
     */
    make: (token: Omit<NewToken, 'kind'>) =>
      session.write(async (unit) => {
        await lockUser(unit, token.userId);
        const isFull = (await countMade(unit, token.userId)) >= MAX_MADE_TOKENS;
        return isFull ? null : createToken(unit, { ...token, kind: 'api' });
      }),
    /** Finds a token by its hash, with its user. null when it is unknown or expired, or when either is disabled. */
    async authenticate(hash: string): Promise<Credential | null> {
      const [found] = await findCredential(session, hash);
      if (found === undefined || !found.token.isEnabled || !found.user.isEnabled) return null;
      const { expires } = found.token;
      return expires !== null && expires <= now() ? null : found;
    },
    find: (userId: UserId, id: string): Promise<TokenRow | null> =>
      firstRow(ofUserAndToken(db, userId, id), toRow),
    /** Finds a token of any user. */
    findById: (id: string) => findWhere('id', id),
    /** Finds a token of any user by its hash, also one that gives no access. */
    findByHash: (hash: string) => findWhere('hash', hash),
    /** Newest first. */
    list(userId: UserId, page: Page) {
      const own = db.selectFrom('tokens').where('user_id', '=', userId);
      return listPage(own, own.selectAll().orderBy('created', 'desc').orderBy('id'), page, toRow);
    },
    /** Changes a token. Like `delete`, it notifies listeners, so that open streams check the token again. */
    update: (userId: UserId, id: string, change: TokenChange) =>
      session.write((unit) => updateToken(unit, userId, id, change)),
    /**
     * Records a use, at most once in a minute. Uses that come while another write runs are written
     * together, by the first. No request needs to wait for it: the next one records what was not.
     */
    async touch({ id, lastUsed }: TokenRow): Promise<void> {
      if (lastUsed !== null && now() - lastUsed < MINUTE_MS) return;
      used.add(id);
      if (!isRecording) await unlessFull(recordUses());
    },
    /** Returns false when the user has no such token. */
    delete: (userId: UserId, id: string) =>
      session.write(async (unit) => {
        const own = unit.db.deleteFrom('tokens').where('user_id', '=', userId);
        if (!(await deletesAny(own.where('id', '=', id)))) return false;
        await unit.announce({ kind: 'change', userId });
        return true;
      }),
    /** Finds the users who have a token for the web app in one browser. */
    async usersOfBrowser(browser: string): Promise<readonly UserRow[]> {
      const users = db.selectFrom('users').selectAll();
      const own = users.where('id', 'in', (tokens) =>
        tokens.selectFrom('tokens').select('user_id').where('browser', '=', browser),
      );
      return (await own.execute()).map(toUser);
    },
    /** Deletes the tokens that a user has for the web app in one browser. */
    deleteOfBrowser: (userId: UserId, browser: string) =>
      session.write(async (unit) => {
        const own = unit.db.deleteFrom('tokens').where('user_id', '=', userId);
        if (await deletesAny(own.where('browser', '=', browser)))
          await unit.announce({ kind: 'change', userId });
      }),
    /** Deletes all tokens of a user. */
    deleteOfUser: (userId: UserId) =>
      session.write(async (unit) => {
        await unit.db.deleteFrom('tokens').where('user_id', '=', userId).execute();
        await unit.announce({ kind: 'change', userId });
      }),
  };
}

async function createToken(unit: Unit, { hash, ...token }: NewToken): Promise<TokenRow> {
  const row = {
    browser: null,
    ...token,
    id: newShortId(),
    created: unit.now(),
    lastUsed: null,
    isEnabled: true,
  };
  if (token.kind !== 'api') await endOldSignIns(unit, token.userId);
  await unit.db
    .insertInto('tokens')
    .values({ ...toColumns(row), hash })
    .execute();
  return row;
}

/** Counts the tokens that a user has made by hand. */
async function countMade({ db }: Unit, userId: UserId): Promise<number> {
  const { total } = await db
    .selectFrom('tokens')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'api')
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Ends the sign-ins of a user that were unused for longest, so that there is a place for one more. One that
 * has made links is kept for longer, because they end with it.
 */
async function endOldSignIns(unit: Unit, userId: UserId): Promise<void> {
  const { db, announce } = unit;
  await lockUser(unit, userId);
  const kept = db
    .selectFrom('tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '!=', 'api')
    .orderBy(
      ({ exists, selectFrom }) =>
        exists(
          selectFrom('share_links').select('share_links.id').whereRef('token_id', '=', 'tokens.id'),
        ),
      'desc',
    )
    .orderBy(({ fn }) => fn.coalesce('last_used', 'created'), 'desc')
    .limit(MAX_SIGN_INS - 1);
  const old = db.deleteFrom('tokens').where('user_id', '=', userId).where('kind', '!=', 'api');
  if (await deletesAny(old.where('id', 'not in', kept))) await announce({ kind: 'change', userId });
}

async function updateToken(
  unit: Unit,
  userId: UserId,
  id: string,
  change: TokenChange,
): Promise<TokenRow | null> {
  const { db, announce } = unit;
  await lockUser(unit, userId);
  const row = await ofUserAndToken(db, userId, id).executeTakeFirst();
  if (row === undefined) return null;
  const token = { ...toRow(row), ...definedFields(change) };
  await db.updateTable('tokens').set(toColumns(token)).where('id', '=', id).execute();
  await announce({ kind: 'change', userId });
  return token;
}
