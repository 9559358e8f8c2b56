import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import { openStorage, type Storage } from '../../../../server/storage/index';
import { type UnixMs, unixMs } from '../../../../src/domain/index';
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

async function sqlite(): Promise<TestDatabase> {
  const folder = temporaryFolder('leafmark-storage');
  return database('sqlite', join(folder, 'leafmark.db'), async () =>
    rmSync(folder, { recursive: true, force: true }),
  );
}

/** Creates a schema on the shared server, which is ten times faster than creating a database. */
async function postgres(): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOnServer(server, `create schema ${name}`);
  const options = encodeURIComponent(`-c search_path=${name}`);
  return database('postgres', `${server}?options=${options}`, () =>
    runOnServer(server, `drop schema ${name} cascade`),
  );
}

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
