// @module-tag full
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { LEASE_MS } from '../../../server/jobs';
import { createLog } from '../../../server/ops/log';
import { EVERYTHING, type Storage, type UserRow } from '../../../server/storage';
import { startFileImport } from '../../../server/transfer/import/start-import';
import { unixMs } from '../../../src/domain/time';
import { buildProgram } from '../storage/support/build-program';
import { describeOnDatabases, type TestDatabase } from '../storage/support/databases';
import { addUser } from '../storage/support/rows';
import { directProcesses } from '../support/direct-processes';

const ENTRIES = 150;

describeOnDatabases('a process that is killed while it imports on %s', (database) => {
  let program: string;
  let receiver: string;
  let db: TestDatabase;
  let storage: Storage;
  let ada: UserRow;
  beforeAll(async () => {
    program = await buildProgram('tests/server/support/importer.ts', 'importer');
    receiver = await buildProgram('tests/server/support/receiver.ts', 'receiver');
  });
  beforeEach(async () => {
    db = await database();
    storage = await db.open();
    ada = await addUser(storage);
  });
  afterEach(() => db.remove());

  /**
   * Runs an import in a process and kills it after `commits` transactions. Returns the last line of
   * its output.
   */
  async function importAndKill(commits: number, lateMs: number): Promise<string> {
    // The process can commit one more transaction before the kill arrives.
    const args = [program, db.address, String(lateMs), String(commits + 1)];
    const child: ChildProcess = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let committed = 0;
    let last = '';
    for await (const line of createInterface({ input: child.stdout! })) {
      last = line;
      committed += 1;
      if (committed === commits) child.kill('SIGKILL');
    }
    return last;
  }

  it('leaves an import that other processes finish, with each bookmark once', async () => {
    const urls = Array.from({ length: ENTRIES }, (_url, at) => `https://example.org/${at}`);
    const now = () => unixMs(Date.now());
    const log = createLog('error', () => undefined);
    const started = await startFileImport(
      { storage, log, now, processes: directProcesses },
      ada.id,
      {
        source: 'text',
        bytes: async () => Buffer.from(urls.join('\n')),
        // Duplicates must not be ignored, so that a bookmark that is imported twice is noticed.
        choices: { label: '', ignoresDuplicates: false, isArchived: false, isRead: false },
        hasLabelsFromFolders: false,
      },
    );
    let kills = 0;
    for (let last = ''; last !== 'finished'; kills += 1) {
      expect(kills).toBeLessThan(9);
      last = await importAndKill(1 + (kills % 2), 2 * kills * LEASE_MS);
    }
    expect(kills).toBeGreaterThan(2);
    expect(await storage.bookmarks.count(ada.id, EVERYTHING)).toBe(ENTRIES);
    for (const url of urls) expect(await storage.bookmarks.findByUrl(ada.id, url)).not.toBeNull();
    const row = started.ok ? await storage.imports.find(ada.id, started.value) : null;
    expect(row).toMatchObject({ status: 'finished', done: ENTRIES, total: ENTRIES });
  });

  it('leaves nothing of a file that was not received completely', async () => {
    const child = spawn(process.execPath, [receiver, db.address, String(ada.id)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let id = '';
    for await (const line of createInterface({ input: child.stdout })) {
      id = line;
      child.kill('SIGKILL');
    }
    expect(await storage.imports.find(ada.id, id)).toMatchObject({ status: 'receiving' });
    expect(await storage.imports.part(id, 0)).not.toBeNull();
    expect(await storage.jobs.counts()).toEqual([]);
    await storage.imports.clear(unixMs(Date.now() + 1));
    expect(await storage.imports.find(ada.id, id)).toBeNull();
    expect(await storage.imports.part(id, 0)).toBeNull();
    expect(await storage.bookmarks.count(ada.id, EVERYTHING)).toBe(0);
  });
});
