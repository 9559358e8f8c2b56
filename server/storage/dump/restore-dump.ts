import { type RawBuilder, sql } from 'kysely';
import { err, ok, type Result } from '../../../src/domain/result';
import type { Session, Unit } from '../database/session';
import { StorageUnavailable } from '../database/unavailable';
import { createSchema, SERVER_SCHEMA_VERSION } from '../schema/create-schema';
import type { Db } from '../schema/tables';
import { DUMP_TABLES, UNDUMPED } from './dump-tables';
import {
  batchesOf,
  type DumpBatch,
  type RestoreError,
  RestoreFailure,
  schemaOfDump,
} from './read-dump';

/**
 * Replaces all data with a backup.
 * @throws RestoreFailure when nothing has changed
 */
async function restoreDump(unit: Unit, path: string): Promise<void> {
  const { db, engine, now } = unit;
  const schema = await schemaOfDump(path);
  if (schema !== SERVER_SCHEMA_VERSION) {
    const kind = schema > SERVER_SCHEMA_VERSION ? 'newer-schema' : 'older-schema';
    throw new RestoreFailure({ kind, schema });
  }
  const { changes } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.max('changes').as('changes'))
    .executeTakeFirstOrThrow();
  await dropAll(unit);
  await createSchema(db, engine.kind, now());
  for await (const batch of batchesOf(path)) await insertBatch(unit, batch);
  if (engine.kind === 'postgres') await moveNumbersOn(unit);
  // The counters continue, so that no cached answer from before the restore stays valid. Without
  // users the maximum is null.
  await sql`update users set changes = changes + ${(changes ?? 0) + 1},
    changed_at = case when changed_at < ${now()} then ${now()} else changed_at end`.execute(db);
  await indexAll(db);
  await unit.announce({ kind: 'missed' });
}

async function dropAll({ db, engine }: Unit): Promise<void> {
  const names = [...DUMP_TABLES.map(({ name }) => name), ...UNDUMPED, 'schema_versions'];
  // All writers lock users first. Another order could deadlock.
  if (engine.locksRows) {
    await sql`lock table ${sql.join(names.map((name) => sql.table(name)))}`.execute(db);
  }
  for (const name of ['words', ...names.toReversed()]) {
    await sql`drop table ${sql.table(name)}`.execute(db);
  }
}

async function insertBatch({ db }: Unit, { table, columns, rows }: DumpBatch): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values: readonly RawBuilder<unknown>[] = rows.map((row) => sql`(${sql.join(row)})`);
  try {
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(db);
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    // Rows that do not fit the schema or each other mean that the backup is incomplete.
    throw new RestoreFailure({ kind: 'incomplete' }, error);
  }
}

/** Queues all bookmarks for the word index. */
async function indexAll(db: Db): Promise<void> {
  // Without a condition, SQLite takes the conflict for a join.
  await sql`insert into unindexed (bookmark_key, stamp) select key, 0 from bookmarks where true
    on conflict (bookmark_key) do nothing`.execute(db);
}

/** Moves the sequences of PostgreSQL past the restored numbers. */
async function moveNumbersOn({ db }: Unit): Promise<void> {
  for (const table of ['users', 'jobs']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'),
      (select coalesce(max(id), 0) + 1 from ${sql.table(table)}), false)`.execute(db);
  }
}

/** Restores a backup in one transaction. Returns problems of the file as a value. */
export async function restore(
  write: Session['write'],
  from: string,
): Promise<Result<null, RestoreError>> {
  try {
    await write((unit) => restoreDump(unit, from));
    return ok(null);
  } catch (error) {
    if (error instanceof RestoreFailure) return err(error.reason);
    throw error;
  }
}
