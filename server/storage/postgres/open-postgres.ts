import { type KyselyPlugin, type SqlBool, sql } from 'kysely';
import type { UnixMs } from '../../../src/domain/time';
import { TaskQueue } from '../../processes/task-queue';
import { type ChangeNotification, createChangeNotifier } from '../database/change-notifier';
import { type Engine, type Session, sessionOf } from '../database/session';
import { SearchStopped } from '../database/unavailable';
import { restore } from '../dump/restore-dump';
import { writeDump } from '../dump/write-dump';
import { createRepositories } from '../repositories';
import { createSchema } from '../schema/create-schema';
import type { Db } from '../schema/tables';
import type { Storage } from '../storage';
import { createNotificationChannel, packed } from './notification-channel';
import { connect, isTooLong } from './pool';
import { postgresWords } from './text-search';

export interface PostgresOptions {
  /** `postgres://…` */
  readonly url: string;
  readonly now: () => UnixMs;
  readonly searchMs: number;
  readonly indexElsewhere: Session['indexElsewhere'];
}

/** Searches have connections of their own, so that slow ones do not delay other requests. */
const MAX_SEARCHES = 4;

/** The advisory lock for creating the schema. The number is arbitrary. */
const SCHEMA_LOCK = 7_309_041;

/**
 * Opens a PostgreSQL database. Any number of processes may use it.
 * @throws StorageUnavailable, SchemaMismatch
 */
export async function openPostgres({
  url,
  now,
  searchMs,
  indexElsewhere,
}: PostgresOptions): Promise<Storage> {
  const db = connect(url);
  let schema: number;
  try {
    schema = await currentSchema(db);
    await db.transaction().execute(async (transaction) => {
      // `int4` holds half of all object ids, and a lock needs only to differ, not to be unique.
      await sql`select pg_advisory_xact_lock(${SCHEMA_LOCK}, ${schema | 0})`.execute(transaction);
      await createSchema(transaction, 'postgres', now());
    });
  } catch (error) {
    await db.destroy();
    throw error;
  }
  // Several installations may share a database, each in a schema of its own.
  const channel = `leafmark_changes_${schema}`;
  const notifier = createChangeNotifier();
  const notificationChannel = createNotificationChannel(url, channel, notifier);

  const write: Session['write'] = (work, durability) =>
    db.transaction().execute(async (transaction) => {
      if (durability === 'lazy') await sql`set local synchronous_commit = off`.execute(transaction);
      const notifications = new Map<string, ChangeNotification>();
      const announce = async (item: ChangeNotification) =>
        void notifications.set(packed(item), item);
      const value = await work({ db: transaction, engine: postgresEngine, now, announce });
      await notify(transaction, channel, [...notifications.keys()]);
      return value;
    });

  const searching = connect(url, { maxConnections: MAX_SEARCHES, statementMs: searchMs });
  const search = searchInTurns(searching, searchMs);
  const repositories = (session: Session) => createRepositories(session, notificationChannel);
  return {
    ...repositories({ db, engine: postgresEngine, now, write, search, indexElsewhere }),
    kind: 'postgres',
    transaction: (work) => write((unit) => work(repositories(sessionOf(unit)))),
    backup: (to) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((snapshot) => writeDump(snapshot, to, now())),
    restore: (from) => restore(write, from),
    tidy: async () => {},
    async close() {
      await notificationChannel.close();
      await searching.destroy();
      await db.destroy();
    },
  };
}

/** Does searches on `db`, whose statements have a time limit. */
function searchInTurns(db: Db, timeoutMs: number): Session['search'] {
  const queue = new TaskQueue({ size: MAX_SEARCHES, reserved: 0 });
  return (search, input) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const session = { db: db.withPlugin(endedBy(signal)), engine: postgresEngine };
    const found = queue.run(String(input.userId), 'interactive', () => search(session, input));
    return found.catch((error) => {
      const isOver = isTooLong(error) || error === signal.reason;
      throw isOver ? new SearchStopped('took-too-long') : error;
    });
  };
}

/** Lets no query begin after `signal` is aborted. */
const endedBy = (signal: AbortSignal): KyselyPlugin => ({
  transformQuery({ node }) {
    signal.throwIfAborted();
    return node;
  },
  transformResult: async ({ result }) => result,
});

/** Notifies all processes, including this one, after the commit of the transaction. */
async function notify(db: Db, channel: string, payloads: readonly string[]): Promise<void> {
  if (payloads.length === 0) return;
  const calls = payloads.map((payload) => sql`pg_notify(${channel}, ${payload})`);
  await sql`select ${sql.join(calls)}`.execute(db);
}

/** Reads the object id of the schema that holds this installation's tables. */
async function currentSchema(db: Db): Promise<number> {
  const { rows } = await sql<{ oid: number }>`
    select oid from pg_namespace where nspname = current_schema()`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The search path of the database names no schema that exists');
  return row.oid;
}

export const postgresEngine: Engine = {
  kind: 'postgres',
  words: postgresWords,
  locksRows: true,
  rows(columns, rows) {
    const types = { text: sql`text`, whole: sql`bigint` };
    const fields = Object.entries<keyof typeof types>(columns).map(
      ([name, type]) => sql`${sql.ref(name)} ${types[type]}`,
    );
    const recordset = sql`json_to_recordset(${JSON.stringify(rows)}::json)`;
    return sql`(select * from ${recordset} as recordset(${sql.join(fields)}))`;
  },
  isAmong(column, values) {
    const type = sql.raw(typeof values[0] === 'number' ? 'bigint[]' : 'text[]');
    return values.length === 0
      ? sql<SqlBool>`1 = 0`
      : sql<SqlBool>`${sql.ref(column)} = any(${values}::${type})`;
  },
};
