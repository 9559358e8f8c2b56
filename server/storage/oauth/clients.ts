import type { Selectable } from 'kysely';
import { unixMs } from '../../../src/domain';
import { parsed } from '../rows';
import type { OAuthClientTable } from '../schema/account-tables';
import type { Session } from '../session';
import type { OAuthClientRow, OAuthRepository } from './oauth';

type Clients = Pick<OAuthRepository, 'createClient' | 'findClient' | 'deleteClient'>;

/** Registered clients. */
export function createClients(session: Session): Clients {
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
