import { type RawBuilder, sql } from 'kysely';
import { err, ok, type Result } from '../../../src/domain';
import type { Session, Unit } from '../database-session';
import { migrate, SCHEMA_VERSION } from '../schema/migrate';
import { StorageUnavailable } from '../unavailable';
import { DUMP_TABLES, UNDUMPED } from './dump-tables';
import {
  batchesOf,
  type DumpBatch,
  type RestoreError,
  RestoreFailure,
  schemaOfDump,
} from './read-dump';

/**
 * Puts a backup in the place of all there is. An older one is read into the schema it was written
 * with, and then goes the way that its database would have gone.
 * @throws RestoreFailure, and nothing has changed
 */
export async function restoreDump(unit: Unit, path: string): Promise<void> {
  const { db, engine, now } = unit;
  const schema = await schemaOfDump(path);
  if (schema > SCHEMA_VERSION) throw new RestoreFailure({ kind: 'newer-schema', schema });
  const { changes } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.max('changes').as('changes'))
    .executeTakeFirstOrThrow();
  await dropAll(unit);
  await migrate(db, engine.kind, now(), schema);
  for await (const batch of batchesOf(path)) await insertBatch(unit, batch);
  await migrate(db, engine.kind, now());
  if (engine.kind === 'postgres') await moveNumbersOn(unit);
  // What was answered before must not be taken for what is answered now. Without users before
  // there is no greatest.
  await sql`update users set changes = changes + ${(changes ?? 0) + 1},
    changed_at = case when changed_at < ${now()} then ${now()} else changed_at end`.execute(db);
  await sql`insert into unindexed (bookmark_key, stamp) select key, 0 from bookmarks`.execute(db);
  await unit.announce({ kind: 'missed' });
}

async function dropAll({ db, engine }: Unit): Promise<void> {
  const names = [...DUMP_TABLES.map(({ name }) => name), ...UNDUMPED];
  // Users first, as all who write: two who wait for one another would both wait for ever.
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
    // Rows that don't fit the schema, or one another: something between them is missing.
    throw new RestoreFailure({ kind: 'incomplete' }, error);
  }
}

/** Numbers that the database gives go on after those that were restored. */
async function moveNumbersOn({ db }: Unit): Promise<void> {
  for (const table of ['users', 'jobs']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'),
      (select coalesce(max(id), 0) + 1 from ${sql.table(table)}), false)`.execute(db);
  }
}

/** Restores in one transaction of `write`; what is wrong with the file comes back as a value. */
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
