import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NOTHING_UNWRITTEN } from '../../../src/domain/backup';
import { ok } from '../../../src/domain/result';
import { DAY_MS, unixMs } from '../../../src/domain/time';
import { backupStatusOf, readRecord } from '../../../src/extension/transfer/backup-record';
import type { BackupWriter } from '../../../src/extension/transfer/backup-writer';
import { createBackups } from '../../../src/extension/transfer/backups';
import { fakeLocks } from '../../background/sync/fake-locks';
import { page, type TestLibrary, testLibrary, value } from '../../library/library';
import { fakeExtension } from '../support/fake-extension';
import { fakeDownloads } from './fake-downloads';

let fake: ReturnType<typeof fakeExtension>;
let test: TestLibrary;
let name: string | null;
/** True for each backup that was to be checked. */
let checks: boolean[];
/** Number of records that each check finds. */
let found: number | null;
let write: BackupWriter['write'];

beforeEach(async () => {
  fake = fakeExtension();
  test = await testLibrary();
  value(await test.library.bookmarks.save(page()));
  name = null;
  checks = [];
  found = 0;
  write = async () => ok({ url: `blob:${checks.length}`, unwritten: NOTHING_UNWRITTEN, found });
});

/** A background that has just been started. */
function started() {
  const { downloads } = fakeDownloads();
  const permissions = { ...fake.browser.permissions, contains: async () => true };
  return createBackups({
    browser: { ...fake.browser, downloads, permissions },
    readName: async () => name,
    openLibrary: async () => ok(test.library),
    readSettings: async () => ({}),
    writer: {
      write(source) {
        checks.push(source.isChecked);
        return write(source);
      },
      release: async () => {},
    },
    emptyFile: () => 'blob:empty',
    // The locks of a stopped background are free.
    locks: fakeLocks(),
    now: () => test.clock.now,
  });
}

const lastCheck = async () =>
  backupStatusOf(await readRecord(fake.browser.storage.local), name).check;

/** Makes backups on as many days. */
async function backUp(days: number): Promise<void> {
  const backups = started();
  for (let day = 0; day < days; day += 1) {
    await backups.run();
    test.clock.now = unixMs(test.clock.now + DAY_MS);
  }
}

describe('the check of a backup', () => {
  it('is made of the first one, and then once a month', async () => {
    const firstAt = test.clock.now;
    await backUp(30);
    expect(await lastCheck()).toEqual({ at: firstAt, found: 0 });
    await backUp(2);
    expect(checks.flatMap((isChecked, day) => (isChecked ? day : []))).toEqual([0, 30]);
    expect(await lastCheck()).toEqual({ at: firstAt + 30 * DAY_MS, found: 0 });
  });

  it('is made again with the next backup when the last one could not be checked', async () => {
    found = null;
    await backUp(2);
    found = 0;
    await backUp(2);
    expect(checks).toEqual([true, true, true, false]);
    expect(await lastCheck()).toMatchObject({ found: 0 });
  });

  it('is kept for each library', async () => {
    found = 3;
    await backUp(1);
    const first = await lastCheck();
    expect(first).toMatchObject({ found: 3 });
    name = 'other';
    found = null;
    await backUp(1);
    expect(checks).toEqual([true, true]);
    expect(await lastCheck()).toMatchObject({ found: null });
    name = null;
    expect(await lastCheck()).toEqual(first);
  });

  it('is left out after a stop, so that there is a file, and made of the next one', async () => {
    const written = write;
    write = () => new Promise(() => {});
    void started().run();
    await vi.waitFor(() => expect(checks).toEqual([true]));
    write = written;
    await started().run();
    expect([checks, await lastCheck()]).toEqual([[true, false], null]);
    await started().run();
    expect(checks).toEqual([true, false, true]);
  });
});
