import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { type CustomTypesConfig, Pool, type PoolClient, types } from 'pg';
import { SECOND_MS } from '../../../src/domain/time';
import { currentClient, TaskQueue } from '../../processes/task-queue';
import { StorageUnavailable, type UnavailableReason, WriteConflict } from '../database/unavailable';
import { type Db, storable } from '../schema/tables';

/** The time for a connection to be free and to be opened. */
const CONNECT_MS = 5 * SECOND_MS;

const INT8 = 20;
const NUMERIC = 1700;

/** Parses whole numbers as numbers, because no value of the tables exceeds 2^53. */
const NUMBER_TYPES: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 || oid === NUMERIC ? Number : types.getTypeParser(oid, format),
};

/** The options of every connection. */
export const connectionOptions = (url: string) => ({
  connectionString: url,
  types: NUMBER_TYPES,
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  application_name: 'leafmark',
});

interface PoolOptions {
  readonly maxConnections: number;
  /** The time for one statement, and for waiting for the next one of a transaction. */
  readonly statementMs: number;
}

/** For everything but searches. */
const DEFAULT_OPTIONS: PoolOptions = { maxConnections: 10, statementMs: 60 * SECOND_MS };

/** Creates a pool of connections to the server at `url`. They are opened when needed. */
export function connect(url: string, { maxConnections, statementMs } = DEFAULT_OPTIONS): Db {
  const pool = new Pool({
    ...connectionOptions(url),
    max: maxConnections,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: statementMs,
  });
  // A lost idle connection is replaced when the next one is needed, and only that query can fail.
  pool.on('error', () => undefined);
  // Without a listener, losing a connection would end the process. PostgreSQL can end one in the packet
  // that opens it, before `pool.connect()` has returned it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely({ dialect: new PostgresDialect({ pool: guarded(pool, maxConnections) }) });
}

/** The results of several queries can arrive at once, and all of them are read in one turn of the event loop. */
const MAX_CONNECTIONS_OF_CLIENT = 3;

/**
 * Wraps `pool` so that its failures become `StorageUnavailable`, and so that clients take turns. None has
 * all connections, however many requests it has under way.
 */
function guarded(pool: Pool, size: number): PostgresPool {
  const queue = new TaskQueue({ size, reserved: 0, ofUser: MAX_CONNECTIONS_OF_CLIENT });
  // Kysely identifies a connection by its object.
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  const places = new WeakMap<PoolClient, () => void>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const leave = await placeIn(queue);
      const client = await pool.connect().catch((error) => {
        leave();
        rethrow(error);
      });
      places.set(client, leave);
      const wrapped = known.get(client) ?? asKysely(client, () => places.get(client)?.());
      known.set(client, wrapped);
      return wrapped;
    },
  };
}

/** Waits for a place of the client for which this is done. Returns how to leave it. */
function placeIn(queue: TaskQueue): Promise<() => void> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      reject(new StorageUnavailable('busy', new Error('All connections are in use')));
    }, CONNECT_MS);
    void queue.run(currentClient(), 'interactive', async () => {
      if (isLate) return;
      clearTimeout(late);
      await new Promise<void>((leave) => resolve(leave));
    });
  });
}

function asKysely(client: PoolClient, onRelease: () => void): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[] = []) =>
    client
      .query(
        text,
        values.map((value) => (typeof value === 'string' ? storable(value) : value)),
      )
      .catch(rethrow);
  return {
    // Kysely cannot know the type of the rows. Without a cursor it calls no other overload.
    query: query as unknown as PostgresPoolClient['query'],
    release(destroy) {
      client.release(destroy);
      onRelease();
    },
  };
}

function rethrow(error: unknown): never {
  throw toStorageError(error);
}

/** The error code of a statement after `statement_timeout`. */
const QUERY_CANCELED = '57014';

// https://www.postgresql.org/docs/current/errcodes-appendix.html, by code or by its class.
const POSTGRES_REASONS: Readonly<Record<string, UnavailableReason>> = {
  '08': 'gone', // connection exceptions
  '25P03': 'gone', // idle_in_transaction_session_timeout
  '28': 'gone', // invalid user or password
  '3D': 'gone', // there is no such database
  '40001': 'busy', // serialization_failure
  '40P01': 'busy', // deadlock_detected
  '53100': 'full', // disk_full
  '53200': 'busy', // out_of_memory
  '53300': 'busy', // too_many_connections
  '55P03': 'busy', // lock_not_available
  [QUERY_CANCELED]: 'busy',
  '57P': 'gone', // shutdown of the server
  '58': 'gone', // system errors
  XX001: 'gone', // data_corrupted
};

/** Messages of `pg` errors without a code for connections that failed or were lost. */
const LOST_CONNECTION = /connect|terminated|closed|timeout exceeded|not queryable|socket/i;
/** Error codes of Node for the network. */
const NETWORK = /^E[A-Z_]+$/;

/** foreign_key_violation and unique_violation. */
const POSTGRES_CONFLICTS: ReadonlySet<string> = new Set(['23503', '23505']);

/** Converts a failure of `pg`. Programming errors are returned unchanged. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof StorageUnavailable || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === null) return LOST_CONNECTION.test(error.message) ? gone(error) : error;
  if (NETWORK.test(code)) return gone(error);
  if (POSTGRES_CONFLICTS.has(code)) return new WriteConflict(error);
  const reason =
    POSTGRES_REASONS[code] ??
    POSTGRES_REASONS[code.slice(0, 3)] ??
    POSTGRES_REASONS[code.slice(0, 2)];
  return reason === undefined ? error : new StorageUnavailable(reason, error);
}

/** True if a statement took longer than its connection permits. */
export const isTooLong = (error: unknown): boolean =>
  error instanceof StorageUnavailable &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === QUERY_CANCELED;

const gone = (error: Error) => new StorageUnavailable('gone', error);
