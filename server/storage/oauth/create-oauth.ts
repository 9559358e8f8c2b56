import type { Selectable } from 'kysely';
import { unixMs } from '../../../src/domain';
import type { Session, Unit } from '../database-session';
import { parsed } from '../rows';
import type { OAuthClientTable, OAuthCodeTable } from '../schema/tables';
import { createDeviceCodes } from './device-codes';
import type { OAuthClientRow, OAuthCodeRow, OAuthRepository, TakenCode } from './oauth';

const EXPIRING = ['oauth_clients', 'oauth_codes', 'device_codes'] as const;

/** Creates the repository of OAuth: clients, codes and device codes. */
export const createOAuth = (session: Session): OAuthRepository => ({
  ...createClients(session),
  ...createCodes(session),
  ...createDeviceCodes(session),
  clear: (before) =>
    session.write(async ({ db }) => {
      for (const table of EXPIRING) {
        await db.deleteFrom(table).where('expires', '<', before).execute();
      }
    }),
});

type Clients = Pick<OAuthRepository, 'createClient' | 'findClient' | 'deleteClient'>;

/** Creates the functions for registered clients. */
function createClients(session: Session): Clients {
  return {
    async createClient({ id, expires, ...metadata }) {
      const created = session.now();
      await session.write((unit) =>
        unit.db
          .insertInto('oauth_clients')
          .values({ id, created, expires, metadata: JSON.stringify(metadata) })
          .execute(),
      );
      return { ...metadata, id, created, expires };
    },
    async findClient(id) {
      const row = await session.db
        .selectFrom('oauth_clients')
        .selectAll()
        .where('id', '=', id)
        .where('expires', '>', session.now())
        .executeTakeFirst();
      return row ? toClient(row) : null;
    },
    deleteClient: (id) =>
      session.write(async (unit) => {
        const { numDeletedRows } = await unit.db
          .deleteFrom('oauth_clients')
          .where('id', '=', id)
          .executeTakeFirst();
        return numDeletedRows > 0n;
      }),
  };
}

const toClient = ({ id, metadata, created, expires }: Selectable<OAuthClientTable>) => ({
  ...parsed<Omit<OAuthClientRow, 'id' | 'created' | 'expires'>>(metadata),
  id,
  created: unixMs(created),
  expires: unixMs(expires),
});

type Codes = Pick<OAuthRepository, 'createCode' | 'findCode' | 'takeCode' | 'settleCode'>;

/** Creates the functions for authorization codes. A used code is kept until it expires, to detect reuse. */
function createCodes(session: Session): Codes {
  return {
    async createCode(code) {
      await session.write((unit) =>
        unit.db
          .insertInto('oauth_codes')
          .values({
            hash: code.hash,
            client_id: code.clientId,
            user_id: code.userId,
            redirect_uri: code.redirectUri,
            challenge: code.challenge,
            scopes: JSON.stringify(code.scopes),
            expires: code.expires,
            used_at: null,
            token_id: null,
          })
          .execute(),
      );
    },
    async findCode(hash) {
      const row = await session.db
        .selectFrom('oauth_codes')
        .selectAll()
        .where('hash', '=', hash)
        .where('expires', '>', session.now())
        .where('used_at', 'is', null)
        .executeTakeFirst();
      return row ? toCode(row) : null;
    },
    takeCode: (hash) => session.write((unit) => takeCode(unit, hash)),
    async settleCode(hash, tokenId) {
      await session.write((unit) =>
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
  if (taken) return { kind: 'taken', code: toCode(taken) };
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

const toCode = (row: Selectable<OAuthCodeTable>): OAuthCodeRow => ({
  hash: row.hash,
  clientId: row.client_id,
  userId: row.user_id,
  redirectUri: row.redirect_uri,
  challenge: row.challenge,
  scopes: parsed(row.scopes),
  expires: unixMs(row.expires),
});
