import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage, type Storage } from '../../../server/storage';
import { type UnixMs, unixMs } from '../../../src/domain';

/** A database to test with, empty and its own. */
export interface TestDatabase {
  readonly kind: Storage['kind'];
  /** Opens it; a second time as another process would. */
  open(now?: () => UnixMs): Promise<Storage>;
  /** Closes whatever was opened, and removes the database. */
  remove(): Promise<void>;
}

function sqlite(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'leafmark-storage-'));
  const opened: Storage[] = [];
  return {
    kind: 'sqlite',
    async open(now) {
      const storage = await openStorage({
        database: join(folder, 'leafmark.db'),
        ...(now ? { now } : {}),
      });
      opened.push(storage);
      return storage;
    },
    async remove() {
      for (const storage of opened) await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Both databases, for `describe.each`: every rule of the storage holds for either. */
export const DATABASES = [['SQLite', sqlite]] as const;

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
