import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { type CustomTypesConfig, Pool, type PoolClient, types } from 'pg';
import { SECOND_MS } from '../../../src/domain';
import { type Db, storable } from '../schema/tables';
import { StorageUnavailable, type UnavailableReason } from '../unavailable';

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

// https://www.postgresql.org/docs/current/errcodes-appendix.html, by code or by its class.
const REASONS: Readonly<Record<string, UnavailableReason>> = {
  '08': 'gone', // connection exceptions
  '25P03': 'gone', // idle_in_transaction_session_timeout
  '40001': 'busy', // serialization_failure
  '40P01': 'busy', // deadlock_detected
  '53100': 'full', // disk_full
  '53200': 'busy', // out_of_memory
  '53300': 'busy', // too_many_connections
  '55P03': 'busy', // lock_not_available
  '57014': 'busy', // query_canceled, by statement_timeout
  '57P': 'gone', // shutdown of the server
  '58': 'gone', // system errors
  XX001: 'gone', // data_corrupted
};

/** What `pg` throws without a code when a connection is not to be had, or is lost. */
const LOST = /connect|terminated|closed|timeout exceeded|not queryable|socket/i;
/** What Node says of the network. */
const NETWORK = /^E[A-Z_]+$/;

/** What a failure of `pg` means; a mistake of ours stays what it is. */
export function toUnavailable(error: unknown): unknown {
  if (error instanceof StorageUnavailable || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === null) return LOST.test(error.message) ? gone(error) : error;
  if (NETWORK.test(code)) return gone(error);
  const reason = REASONS[code] ?? REASONS[code.slice(0, 3)] ?? REASONS[code.slice(0, 2)];
  return reason === undefined ? error : new StorageUnavailable(reason, error);
}

const gone = (error: Error) => new StorageUnavailable('gone', error);
