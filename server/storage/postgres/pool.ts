import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { type CustomTypesConfig, Pool, type PoolClient, types } from 'pg';
import { SECOND_MS } from '../../../src/domain';
import type { Db } from '../schema/db';
import { storable } from '../schema/storable';
import { toUnavailable } from './failures';

const MAX_CONNECTIONS = 10;
const CONNECT_MS = 5 * SECOND_MS;
const STATEMENT_MS = 60 * SECOND_MS;

const INT8 = 20;
const NUMERIC = 1700;

/** Whole numbers as numbers: none of ours is beyond 2^53. */
const NUMBERS: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 || oid === NUMERIC ? Number : types.getTypeParser(oid, format),
};

/** What every connection of ours is told. */
export const connectionOptions = (url: string) => ({
  connectionString: url,
  types: NUMBERS,
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  application_name: 'leafmark',
});

/** Connections to the server at `url`, made as they are needed. */
export function connect(url: string): Db {
  const pool = new Pool({
    ...connectionOptions(url),
    max: MAX_CONNECTIONS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
  });
  // An idle connection that is lost is replaced when the next one is needed; whoever needs it hears.
  pool.on('error', () => undefined);
  return new Kysely({ dialect: new PostgresDialect({ pool: guarded(pool) }) });
}

/** `pool` with its failures told in our words. */
function guarded(pool: Pool): PostgresPool {
  // Kysely knows a connection by the object.
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect().catch(rethrow);
      const wrapped = known.get(client) ?? asKysely(client);
      known.set(client, wrapped);
      return wrapped;
    },
  };
}

function asKysely(client: PoolClient): PostgresPoolClient {
  // Without a listener a connection that is lost in mid-transaction would end the process.
  client.on('error', () => undefined);
  const query = (text: string, values: readonly unknown[] = []) =>
    client
      .query(
        text,
        values.map((value) => (typeof value === 'string' ? storable(value) : value)),
      )
      .catch(rethrow);
  return {
    // Kysely asks for rows of a type that it can't know; without a cursor it calls nothing else.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
}

function rethrow(error: unknown): never {
  throw toUnavailable(error);
}
