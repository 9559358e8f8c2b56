import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type BackupProblem,
  type BackupSettings,
  NOTHING_UNWRITTEN,
} from '../../../src/domain/backup';
import { err, ok, type Result } from '../../../src/domain/result';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time';
import {
  BACKUP_RECORD,
  backupStatusOf,
  changeBackupSettings,
  readRecord,
} from '../../../src/extension/transfer/backup-record';
import type { WrittenBackup } from '../../../src/extension/transfer/backup-writer';
import { BACKUP_ALARM, createBackups } from '../../../src/extension/transfer/backups';
import { fakeLocks } from '../../background/sync/fake-locks';
import { page, type TestLibrary, testLibrary, value } from '../../library/library';
import { fakeExtension } from '../support/fake-extension';
import { fakeDownloads } from './fake-downloads';

let fake: ReturnType<typeof fakeExtension>;
let folder: ReturnType<typeof fakeDownloads>;
let test: TestLibrary;
let isAllowed: boolean;
let name: string | null;
/** Number of bundles that were written. */
let writes: number;
let write: () => Promise<Result<WrittenBackup, BackupProblem>>;

const made = (url: string, unwritten = NOTHING_UNWRITTEN) => ok({ url, unwritten, found: 0 });

beforeEach(async () => {
  fake = fakeExtension();
  folder = fakeDownloads();
  test = await testLibrary();
  value(await test.library.bookmarks.save(page()));
  isAllowed = true;
  name = null;
  writes = 0;
  write = async () => made(`blob:${writes}`);
});

const area = () => fake.browser.storage.local;
const choose = (settings: Partial<BackupSettings>) => changeBackupSettings(area(), settings);

/** A background that has just been started. */
function started() {
  return createBackups({
    browser: {
      ...fake.browser,
      downloads: folder.downloads,
      permissions: { ...fake.browser.permissions, contains: async () => isAllowed },
    },
    readName: async () => name,
    openLibrary: async () => ok(test.library),
    readSettings: async () => ({}),
    writer: {
      write: () => {
        writes += 1;
        return write();
      },
      release: async () => {},
    },
    emptyFile: () => 'blob:empty',
    // The locks of a stopped background are free.
    locks: fakeLocks(),
    now: () => test.clock.now,
  });
}

const later = (ms: number) => {
  test.clock.now = (test.clock.now + ms) as typeof test.clock.now;
};
const status = async () => backupStatusOf(await readRecord(area()), name);
const problem = async () => (await status()).failure?.problem ?? null;
const alarmIn = () => {
  const alarm = fake.alarms.get(BACKUP_ALARM) as { when: number } | undefined;
  return alarm && alarm.when - test.clock.now;
};

/** Makes backups on as many days. */
async function backUp(days: number): Promise<void> {
  const backups = started();
  for (let day = 0; day < days; day += 1) {
    await backups.run();
    later(DAY_MS);
  }
}

describe('a backup', () => {
  it('is a file among the downloads, and the next one is due a day later', async () => {
    await choose({ every: 'day' });
    await started().run();
    const [path, ...others] = folder.files.keys();
    expect(path).toMatch(/^\/home\/me\/Downloads\/Leafmark\/leafmark-2023-11-14T[\d-]{8}\.zip$/);
    expect(others).toEqual([]);
    expect(await status()).toEqual({
      last: {
        name: path?.split('/').at(-1),
        size: 1_000,
        at: test.clock.now,
        unwritten: NOTHING_UNWRITTEN,
      },
      failure: null,
      check: { at: test.clock.now, found: 0 },
    });
    expect(alarmIn()).toBe(DAY_MS);
  });

  it('is made by the alarm only when it is due', async () => {
    await choose({ every: 'week' });
    const backups = started();
    await backups.runIfDue();
    later(7 * DAY_MS - 2 * MINUTE_MS);
    await backups.runIfDue();
    expect(writes).toBe(1);
    later(MINUTE_MS);
    await backups.runIfDue();
    expect(writes).toBe(2);
  });

  it('is never made twice at once', async () => {
    let finish = () => {};
    write = () =>
      new Promise((resolve) => {
        finish = () => resolve(made('blob:1'));
      });
    const backups = started();
    const first = backups.run();
    await vi.waitFor(() => expect(writes).toBe(1));
    await backups.run();
    await backups.runIfDue();
    finish();
    await first;
    expect(writes).toBe(1);
  });

  it('is made at once when a person asks for it', async () => {
    await started().run();
    expect(folder.files.size).toBe(1);
  });
});

describe('the alarm', () => {
  it('does not exist while there are to be no backups', async () => {
    await started().begin();
    expect(alarmIn()).toBe(undefined);
    await choose({ every: 'day' });
    await started().schedule();
    expect(alarmIn()).toBe(MINUTE_MS);
    await choose({ every: null });
    await started().schedule();
    expect(alarmIn()).toBe(undefined);
  });

  it('is set again if the browser has forgotten it, and is not moved by each start', async () => {
    await choose({ every: 'day' });
    await backUp(1);
    fake.alarms.clear();
    await started().begin();
    expect(alarmIn()).toBe(MINUTE_MS);
    later(MINUTE_MS / 2);
    await started().begin();
    expect(alarmIn()).toBe(MINUTE_MS / 2);
  });

  it('is not years away when the clock was wrong', async () => {
    await choose({ every: 'day' });
    later(1_000 * DAY_MS);
    await backUp(1);
    later(-1_001 * DAY_MS);
    await started().schedule();
    expect(alarmIn()).toBe(DAY_MS);
  });
});

describe('the files of backups', () => {
  beforeEach(() => choose({ every: 'day', keep: 2 }));

  it('are removed except the last ones, and no others', async () => {
    folder.files.set('/home/me/Downloads/Leafmark/leafmark-2023-01-01.zip', 'of a person');
    await backUp(4);
    expect([...folder.files.values()]).toEqual(['of a person', 'blob:3', 'blob:4']);
    // The list of downloads does not name them any more either.
    expect(folder.items.map(({ url }) => url)).toEqual(['blob:3', 'blob:4']);
  });

  it('are removed only after the new one is complete', async () => {
    await backUp(2);
    folder.isHeld = true;
    const running = started().run();
    await vi.waitFor(() => expect(folder.items.at(-1)?.url).toBe('blob:3'));
    expect([...folder.files.values()]).toEqual(['blob:1', 'blob:2']);
    folder.end(folder.items.at(-1)?.id ?? 0);
    await running;
    expect([...folder.files.values()]).toEqual(['blob:2', 'blob:3']);
  });

  it('stay when the new one could not be written', async () => {
    await backUp(2);
    write = async () => err('quota');
    await backUp(3);
    expect([...folder.files.values()]).toEqual(['blob:1', 'blob:2']);
  });

  it('stay when the new one could not be written and fewer are to be kept', async () => {
    await backUp(2);
    await choose({ keep: 1 });
    write = async () => err('quota');
    await backUp(2);
    expect([...folder.files.values()]).toEqual(['blob:1', 'blob:2']);
  });

  it('stay as far as the last one that has everything, when the new ones leave something out', async () => {
    const unwritten = { count: 1, first: [{ kind: 'bookmark', name: 'An odd page' }] } as const;
    await backUp(2);
    write = async () => made(`blob:${writes}`, unwritten);
    await backUp(3);
    expect([...folder.files.values()]).toEqual(['blob:2', 'blob:4', 'blob:5']);
    expect((await status()).last?.unwritten).toEqual(unwritten);
    write = async () => made(`blob:${writes}`);
    await backUp(1);
    expect([...folder.files.values()]).toEqual(['blob:5', 'blob:6']);
  });

  it('are removed by Firefox, too, which forgets downloads when it is closed', async () => {
    await backUp(2);
    folder.forget();
    // A download of a person gets the id that the oldest backup had.
    await folder.downloads.download({ url: 'blob:photo', filename: 'photo.jpg' });
    await started().run();
    expect([...folder.files.values()]).toEqual(['blob:2', 'blob:photo', 'blob:3']);
    expect(folder.items.map(({ url }) => url)).toEqual(['blob:photo', 'blob:3']);
  });

  it('are forgotten when a person has moved or deleted them', async () => {
    await backUp(2);
    folder.files.clear();
    for (const item of folder.items) item.exists = false;
    await backUp(2);
    expect([...folder.files.values()]).toEqual(['blob:3', 'blob:4']);
    expect((await readRecord(area())).files).toHaveLength(2);
  });

  it('of another library stay', async () => {
    await backUp(2);
    name = 'https://example.org/|me';
    await backUp(3);
    expect([...folder.files.values()]).toEqual(['blob:1', 'blob:2', 'blob:4', 'blob:5']);
  });

  it('stay when the library is empty, because something has deleted it', async () => {
    await backUp(2);
    test = await testLibrary();
    await started().run();
    expect(await problem()).toBe('empty');
    expect([...folder.files.values()]).toEqual(['blob:1', 'blob:2']);
  });
});

describe('a backup that fails', () => {
  beforeEach(() => choose({ every: 'day' }));

  it('is tried again after an hour, and the next success clears the message', async () => {
    write = async () => err('quota');
    const backups = started();
    await backups.run();
    expect(await problem()).toBe('quota');
    expect(alarmIn()).toBe(HOUR_MS);
    later(HOUR_MS);
    write = async () => made('blob:2');
    await backups.runIfDue();
    expect(await problem()).toBe(null);
    expect(folder.files.size).toBe(1);
  });

  it('says that the permission is missing, and writes nothing', async () => {
    isAllowed = false;
    await started().run();
    expect([await problem(), writes]).toEqual(['not-allowed', 0]);
  });

  it.each([
    ['FILE_NO_SPACE', 'disk-full'],
    ['USER_CANCELED', 'cancelled'],
    ['FILE_ACCESS_DENIED', 'not-saved'],
    ['FILE_FAILED', 'not-saved'],
  ])('because of %s says so, and leaves nothing in the list of downloads', async (error, said) => {
    folder.isHeld = true;
    const running = started().run();
    await vi.waitFor(() => expect(folder.items).toHaveLength(1));
    folder.end(folder.items[0]?.id ?? 0, error);
    await running;
    expect(await problem()).toBe(said);
    expect(folder.items).toEqual([]);
  });

  it('says so when a person removes the download from the list', async () => {
    folder.isHeld = true;
    const running = started().run();
    await vi.waitFor(() => expect(folder.items).toHaveLength(1));
    await folder.downloads.erase({ id: folder.items[0]?.id ?? 0 });
    await running;
    expect(await problem()).toBe('cancelled');
  });

  it('because of a bug says so, and the next one is made', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    write = async () => {
      throw new Error('A bug');
    };
    await started().run();
    log.mockRestore();
    expect(await problem()).toBe('failed');
    expect(alarmIn()).toBe(HOUR_MS);
  });
});

describe('a background that is stopped during a backup', () => {
  beforeEach(() => choose({ every: 'day' }));

  /** Starts a backup that its background does not end. */
  async function stoppedWhileWriting(): Promise<void> {
    const before = writes;
    write = () => new Promise(() => {});
    void started().runIfDue();
    await vi.waitFor(() => expect(writes).toBe(before + 1));
  }

  it('is followed by one that makes it again soon', async () => {
    await stoppedWhileWriting();
    expect(fake.alarms.get(BACKUP_ALARM)).toEqual({ delayInMinutes: 1, periodInMinutes: 5 });
    write = async () => made('blob:2');
    await started().runIfDue();
    expect([...folder.files.values()]).toEqual(['blob:2']);
    expect((await readRecord(area())).begun).toBe(null);
  });

  /** The download that a stopped background has left. */
  async function left({ isComplete }: { readonly isComplete: boolean }): Promise<void> {
    folder.isHeld = !isComplete;
    const at = new Date(test.clock.now).toISOString().slice(0, 19).replaceAll(':', '-');
    const file = { url: 'blob:left', filename: `Leafmark/leafmark-${at}.zip` };
    const download = await folder.downloads.download(file);
    const begun = { library: null, at: test.clock.now, stops: 0, download };
    fake.stored.set(BACKUP_RECORD, { files: [], failures: [], begun });
    folder.isHeld = false;
  }

  it('has a file if the browser has completed its download', async () => {
    await left({ isComplete: true });
    await started().runIfDue();
    expect([...folder.files.values(), writes]).toEqual(['blob:left', 0]);
    expect((await status()).last?.at).toBe(test.clock.now);
  });

  it('leaves its file to its own library, and the one that is in use by now gets another', async () => {
    await left({ isComplete: true });
    name = 'https://example.org/|me';
    await started().run();
    expect(writes).toBe(1);
    expect([...folder.files.values()]).toContain('blob:1');
    const { files } = await readRecord(area());
    expect(files.map(({ library }) => library)).toEqual([name]);
  });

  it('has its download cancelled, and another one is made', async () => {
    await left({ isComplete: false });
    await started().runIfDue();
    expect([...folder.files.values()]).toEqual(['blob:1']);
    expect(folder.items.map(({ url }) => url)).toEqual(['blob:1']);
  });

  it('again and again is not tried for an hour', async () => {
    for (let stop = 0; stop < 4; stop += 1) await stoppedWhileWriting();
    await started().runIfDue();
    expect([await problem(), writes, alarmIn()]).toEqual(['interrupted', 4, HOUR_MS]);
  });
});
