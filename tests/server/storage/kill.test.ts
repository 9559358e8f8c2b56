// @module-tag full
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EVERYTHING, type Storage, type UserRow } from '../../../server/storage/index';
import { buildProgram } from './support/build-program';
import { DATABASES, type TestDatabase } from './support/databases';
import { addUser } from './support/rows';
import { missingOf } from './support/save-complete';

/** `LEAFMARK_KILLS=200 vitest run --project server kill` runs it 200 times. */
const KILLS = Number(process.env.LEAFMARK_KILLS ?? 4);

describe.each(DATABASES)('a process that is killed while it saves on %s', (_, database) => {
  let program: string;
  let db: TestDatabase;
  let storage: Storage;
  let ada: UserRow;
  beforeAll(async () => {
    program = await buildProgram('tests/server/storage/support/saver.ts');
  });
  beforeEach(async () => {
    db = await database();
    storage = await db.open();
    ada = await addUser(storage);
  });
  afterEach(() => db.remove());

  /**
   * Lets a process save until it has acknowledged `wanted` bookmarks, and kills it. Returns the
   * acknowledged ids.
   */
  async function saveAndDie(wanted: number): Promise<readonly string[]> {
    const child: ChildProcess = spawn(process.execPath, [program, db.address, ada.username], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const acknowledged: string[] = [];
    for await (const line of createInterface({ input: child.stdout! })) {
      // A line that was cut off by the kill does not count as acknowledged.
      if (line.length >= 18) acknowledged.push(line);
      if (acknowledged.length === wanted) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
    return acknowledged;
  }

  it(
    `has saved all acknowledged bookmarks completely, ${KILLS} times`,
    async () => {
      const acknowledged: string[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        acknowledged.push(...(await saveAndDie(1 + ((kill * 37) % 60))));
      }
      const found = new Set<string>();
      for await (const batch of storage.bookmarks.eachMatch(ada.id, EVERYTHING)) {
        for (const bookmark of batch) {
          expect({ id: bookmark.id, missing: await missingOf(storage, bookmark) }).toEqual({
            id: bookmark.id,
            missing: [],
          });
          found.add(bookmark.id);
        }
      }
      expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
      expect(await storage.bookmarks.count(ada.id, EVERYTHING)).toBe(found.size);
      expect(await storage.labels.list(ada.id)).toEqual([
        { name: 'a', count: found.size },
        { name: 'b', count: found.size },
      ]);
      expect(await storage.search.waiting()).toBe(found.size);
      expect(await storage.changeCount(ada.id)).toBe(found.size);
    },
    60_000 + KILLS * 5_000,
  );
});
