import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import { openStorage, type Storage } from '../../../../server/storage/index';
import { type UnixMs, unixMs } from '../../../../src/domain/index';

/** A database to test with, empty and its own. */
export interface TestDatabase {
  readonly kind: Storage['kind'];
  /** What `openStorage` takes. */
  readonly address: string;
  /** Opens it; a second time as another process would. */
  open(now?: () => UnixMs): Promise<Storage>;
  /** Closes whatever was opened, and removes the database. */
  remove(): Promise<void>;
}

/** Both databases, for `describe.each`: every rule of the storage holds for either. */
export const DATABASES = [
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
] as const;

async function sqlite(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'leafmark-storage-'));
  return database('sqlite', join(folder, 'leafmark.db'), async () =>
    rmSync(folder, { recursive: true, force: true }),
  );
}

/** A schema of its own on the one server: made ten times faster than a database. */
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

/** A clock that stands until it is moved. */
export function testClock(start = Date.UTC(2026, 0, 15)) {
  let at = start;
  return {
    now: () => unixMs(at),
    advance(ms: number) {
      at += ms;
    },
  };
}
