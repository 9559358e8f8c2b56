import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { sql } from 'kysely';
import { schemaVersion } from '../schema/create-schema';
import type { Db } from '../schema/tables';
import { DUMP_TABLES } from './dump-tables';
import { type DumpValue, formatLine } from './lines';

/**
 * Writes all data of `snapshot` to the file `to`, which appears only when it is complete.
 * @param snapshot a transaction with a consistent view
 */
export async function writeDump(snapshot: Db, to: string, now: number): Promise<void> {
  const part = `${to}.part`;
  // The file of an interrupted backup would keep its own mode.
  await rm(part, { force: true });
  try {
    await pipeline(
      dumpLines(snapshot, now),
      // Most of the data is images, which hardly compress.
      createGzip({ level: constants.Z_BEST_SPEED }),
      createWriteStream(part, { flags: 'wx', mode: 0o600 }),
    );
    await syncFile(part);
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function* dumpLines(db: Db, now: number): AsyncGenerator<string> {
  const made = new Date(now).toISOString();
  yield formatLine({ kind: 'head', schema: await schemaVersion(db), made });
  let count = 0;
  for (const { name, key, batch } of DUMP_TABLES) {
    let columns: readonly string[] | null = null;
    for await (const row of eachRow(db, name, key, batch)) {
      if (columns === null) {
        columns = Object.keys(row);
        yield formatLine({ kind: 'table', table: name, columns });
      }
      yield formatLine({ kind: 'row', values: columns.map((column) => row[column] ?? null) });
      count++;
    }
  }
  yield formatLine({ kind: 'end', rows: count });
}

type Row = Readonly<Record<string, DumpValue>>;

/** Yields the rows of a table with keyset pagination. */
async function* eachRow(
  db: Db,
  table: string,
  key: readonly string[],
  batch: number,
): AsyncGenerator<Row> {
  const keys = sql.join(key.map((column) => sql.ref(column)));
  let after: Row | undefined;
  do {
    const from = after && sql.join(key.map((column) => after?.[column] ?? null));
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)}
      ${from ? sql`where (${keys}) > (${from})` : sql``}
      order by ${keys} limit ${batch}`.execute(db);
    yield* rows;
    after = rows.length === batch ? rows.at(-1) : undefined;
  } while (after);
}

/** Syncs a file to disk before it gets its final name. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
