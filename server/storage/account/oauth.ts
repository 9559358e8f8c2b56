import type { UnixMs } from '../../../src/domain/time';
import { deletesAny, firstRow } from '../database/rows';
import type { Session, Unit } from '../database/session';
import { rowConversions } from '../schema/column';
import type { UserId } from '../schema/ids';
import { type Row, TABLES } from '../schema/tables';
import { createDeviceCodes } from './device-codes';

const clients = rowConversions(TABLES.oauth_clients);
const codes = rowConversions(TABLES.oauth_codes);

/** A client that registered for one sign-in. */
export type OAuthClientRow = Row<'oauth_clients'>;

/** A grant of the consent page, until the client fetches its token. */
export type OAuthCodeRow = Row<'oauth_codes'>;

/** The result of taking a code, which works once. */
export type TakenCode =
  | { readonly kind: 'taken'; readonly code: OAuthCodeRow }
  /** The code was used before and may be stolen. `tokenId` is the token that it gave. */
  | { readonly kind: 'used'; readonly tokenId: string | null; readonly userId: UserId }
  | { readonly kind: 'unknown' };

const EXPIRING = ['oauth_clients', 'oauth_codes', 'device_codes'] as const;

/**
 * Creates the repository of sign-ins in progress: clients, codes and device codes. They are in the
 * database, so that any process can continue them.
 */
export const createOAuth = (session: Session) => ({
  ...createClients(session),
  ...createCodes(session),
  ...createDeviceCodes(session),
  /** Deletes rows that expired before `before`. */
  clear: (before: UnixMs) =>
    session.write(async ({ db }) => {
      for (const table of EXPIRING) {
        await db.deleteFrom(table).where('expires', '<', before).execute();
      }
    }),
});

/** Creates the functions for registered clients. */
function createClients({ db, now, write }: Session) {
  return {
    async createClient(client: Omit<OAuthClientRow, 'created'>): Promise<OAuthClientRow> {
      const row = { ...client, created: now() };
      await write((unit) =>
        unit.db.insertInto('oauth_clients').values(clients.toColumns(row)).execute(),
      );
      return row;
    },
    /** Returns null when the client is unknown or expired. */
    findClient(id: string): Promise<OAuthClientRow | null> {
      const valid = db.selectFrom('oauth_clients').selectAll().where('expires', '>', now());
      return firstRow(valid.where('id', '=', id), clients.toRow);
    },
    deleteClient: (id: string) =>
      write((unit) => deletesAny(unit.db.deleteFrom('oauth_clients').where('id', '=', id))),
  };
}

/** Creates the functions for authorization codes. */
function createCodes({ db, now, write }: Session) {
  return {
    async createCode(code: OAuthCodeRow): Promise<void> {
      await write((unit) =>
        unit.db
          .insertInto('oauth_codes')
          .values({ ...codes.toColumns(code), used_at: null, token_id: null })
          .execute(),
      );
    },
    /** Finds a code without using it; null when it is unknown, expired or used. */
    findCode(hash: string): Promise<OAuthCodeRow | null> {
      const unused = db.selectFrom('oauth_codes').selectAll().where('used_at', 'is', null);
      return firstRow(unused.where('hash', '=', hash).where('expires', '>', now()), codes.toRow);
    },
    /** Takes a code. Of several simultaneous calls, only one gets it. */
    takeCode: (hash: string) => write((unit) => takeCode(unit, hash)),
    /** Records the token that was issued for a taken code. */
    async settleCode(hash: string, tokenId: string): Promise<void> {
      await write((unit) =>
        unit.db
          .updateTable('oauth_codes')
          .set({ token_id: tokenId })
          .where('hash', '=', hash)
          .execute(),
      );
    },
  };
}

async function takeCode({ db, now }: Unit, hash: string): Promise<TakenCode> {
  const taken = await db
    .updateTable('oauth_codes')
    .set({ used_at: now() })
    .where('hash', '=', hash)
    .where('expires', '>', now())
    .where('used_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (taken) return { kind: 'taken', code: codes.toRow(taken) };
  const used = await db
    .selectFrom('oauth_codes')
    .selectAll()
    .where('hash', '=', hash)
    .where('used_at', 'is not', null)
    .executeTakeFirst();
  return used
    ? { kind: 'used', tokenId: used.token_id, userId: used.user_id }
    : { kind: 'unknown' };
}
