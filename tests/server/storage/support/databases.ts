import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, inject } from 'vitest';
import { openStorage, type Storage } from '../../../../server/storage/index';
import { SERVER_SCHEMA_VERSION } from '../../../../server/storage/schema/create-schema';
import { type UnixMs, unixMs } from '../../../../src/domain/time';
import { temporaryFolder } from '../../../support/temporary-folder';

/** An empty database for one test. */
export interface TestDatabase {
  readonly kind: Storage['kind'];
  /** The address for `openStorage`. */
  readonly address: string;
  /** Opens the database. A second call acts as another process. */
  open(now?: () => UnixMs): Promise<Storage>;
  /** Closes all storages that were opened, and removes the database. */
  remove(): Promise<void>;
}

/** Both databases, for `describe.each`. Every rule of the storage applies to both. */
export const DATABASES = [
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
] as const;

/**
 * Describes what is built on the storage, on each database: `%s` in the title is its name. `npm test`
 * runs the tests on SQLite, because those of the storage find what differs.
 */
export function describeOnDatabases(
  title: string,
  body: (database: (typeof DATABASES)[number][1], name: string) => void,
): void {
  const [[sqliteName], [postgresName]] = DATABASES;
  describe(title.replace('%s', sqliteName), () => body(sqlite, sqliteName));
  describe(title.replace('%s', postgresName), { tags: ['full'] }, () =>
    body(postgres, postgresName),
  );
}

async function sqlite(): Promise<TestDatabase> {
  const folder = temporaryFolder('leafmark-storage');
  return database('sqlite', join(folder, 'leafmark.db'), async () =>
    rmSync(folder, { recursive: true, force: true }),
  );
}

/** The names of schemas that no test uses any more. Their tables are empty. */
const emptied: string[] = [];

/**
 * Takes a schema on the shared server, which is ten times faster to create than a database. Emptying
 * one for the next test is faster still.
 */
async function postgres(): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = emptied.pop() ?? (await newSchema(server));
  const options = encodeURIComponent(`-c search_path=${name}`);
  return database('postgres', `${server}?options=${options}`, async () => {
    await runOnServer(server, emptyingOf(name));
    emptied.push(name);
  });
}

async function newSchema(server: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOnServer(server, `create schema ${name}`);
  return name;
}

/**
 * Empties all tables of a schema, restarts its numbers, and takes back a version that a test has invented.
 * Tests have few rows, which are deleted in a tenth of the time of `truncate`.
 */
const emptyingOf = (name: string): string => `
  set session_replication_role = replica;
  do $$
  declare emptied record;
  begin
    for emptied in select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = '${name}' and tablename <> 'schema_versions'
    loop execute 'delete from ' || emptied.name; end loop;
    for emptied in select format('%I.%I', schemaname, sequencename) as name from pg_sequences
      where schemaname = '${name}'
    loop execute 'alter sequence ' || emptied.name || ' restart'; end loop;
    if to_regclass('${name}.schema_versions') is not null then
      delete from ${name}.schema_versions;
      insert into ${name}.schema_versions values (${SERVER_SCHEMA_VERSION}, 0);
    end if;
  end $$`;

function database(
  kind: Storage['kind'],
  address: string,
  destroy: () => Promise<void>,
): TestDatabase {
  const opened: Storage[] = [];
  return {
    kind,
    address,
    async open(now) {
      const storage = await openStorage({ database: address, ...(now ? { now } : {}) });
      opened.push(storage);
      return storage;
    },
    async remove() {
      for (const storage of opened) await storage.close();
      await destroy();
    },
  };
}

async function runOnServer(server: string, statement: string): Promise<void> {
  const client = new Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A clock that only changes by `advance`. */
export function testClock(start = Date.UTC(2026, 0, 15)) {
  let at = start;
  return {
    now: () => unixMs(at),
    advance(ms: number) {
      at += ms;
    },
  };
}
