import type { WxtBrowser } from 'wxt/browser';
import type { Clock, LibraryAccess } from '../../background/library/libraries';
import {
  type BackupProblem,
  isCheckDue,
  NOTHING_UNWRITTEN,
  nextBackupAt,
} from '../../domain/backup';
import { err, ok, type Result } from '../../domain/result';
import { MINUTE_MS } from '../../domain/time';
import type { AccountKey } from '../../library';
import { stayAwake } from '../stay-awake';
import {
  downloadEnded,
  forgetDownload,
  removeFromDownloads,
  saveToDownloads,
} from './backup-download';
import {
  type BackupFile,
  type BackupRecord,
  backupStatusOf,
  changeRecord,
  readBackupSettings,
  readRecord,
} from './backup-record';
import type { BackupSource, BackupWriter } from './backup-writer';

/** The alarm that starts a backup. */
export const BACKUP_ALARM = 'backup';
/** No browser fires an alarm much earlier. */
const SOONEST_MS = MINUTE_MS;
/** The alarm continues when the background was stopped during a backup. */
const DEAD_AFTER_MINUTES = 1;
const LOOK_EVERY_MINUTES = 5;
/** Number of times that a backup is begun again after the background was stopped during it. */
const MAX_STOPS = 3;
const BACKUP_LOCK = 'leafmark-backup';

type Saved = Pick<BackupFile, 'download' | 'path' | 'size'>;

export type Backups = ReturnType<typeof createBackups>;

export interface BackupDependencies {
  readonly browser: Pick<
    WxtBrowser,
    'alarms' | 'downloads' | 'permissions' | 'runtime' | 'storage'
  >;
  /** Returns the name of the active library. */
  readonly readName: () => Promise<AccountKey>;
  readonly openLibrary: LibraryAccess;
  readonly readSettings: () => Promise<BackupSource['settings']>;
  readonly writer: BackupWriter;
  /** Returns the address of a small file. */
  readonly emptyFile: () => string;
  readonly locks: Pick<LockManager, 'request'>;
  readonly now: Clock;
}

/** Exports the library to the downloads by itself, and keeps the last files. */
export function createBackups(dependencies: BackupDependencies) {
  const { browser, readName, locks, now } = dependencies;
  const { local } = browser.storage;

  const dueAt = async () => {
    const { every } = await readBackupSettings(local);
    const record = await readRecord(local);
    if (every !== null && record.begun !== null) return now();
    return nextBackupAt(every, backupStatusOf(record, await readName()), now());
  };

  /** Sets the alarm for the next backup, or removes it. */
  async function schedule(): Promise<void> {
    const at = await dueAt();
    if (at === null) await browser.alarms.clear(BACKUP_ALARM);
    else await browser.alarms.create(BACKUP_ALARM, { when: Math.max(at, now() + SOONEST_MS) });
  }

  const alone = (isWanted: () => Promise<boolean>) =>
    locks.request(BACKUP_LOCK, { ifAvailable: true }, async (lock) => {
      if (lock === null || !(await isWanted())) return;
      try {
        await browser.alarms.create(BACKUP_ALARM, {
          delayInMinutes: DEAD_AFTER_MINUTES,
          periodInMinutes: LOOK_EVERY_MINUTES,
        });
        await stayAwake(browser.runtime, async () => backUp(dependencies, await readName()));
      } finally {
        await schedule();
      }
    });

  return {
    /** Makes a backup now, if none is being made. */
    run: (): Promise<void> => alone(async () => true),
    schedule,
    /** The alarm has fired: makes a backup if one is due. */
    async runIfDue(): Promise<void> {
      await alone(async () => {
        const at = await dueAt();
        return at !== null && at <= now() + SOONEST_MS;
      });
    },
    /** Sets the alarm if there is none, because Firefox forgets alarms when it is closed. */
    async begin(): Promise<void> {
      if ((await browser.alarms.get(BACKUP_ALARM)) === undefined) await schedule();
    },
  };
}

/** Makes a backup, stores how it ended, and then removes files that are too old. */
async function backUp(dependencies: BackupDependencies, library: AccountKey): Promise<void> {
  const { browser, now } = dependencies;
  const { local } = browser.storage;
  const ended = await made(dependencies, library).catch((error: unknown) => {
    console.error(error);
    return err('failed' as const);
  });
  const record = await readRecord(local);
  const others = record.failures.filter((failure) => failure.library !== library);
  const failed = ended.ok ? [] : [{ library, problem: ended.error, at: now() }];
  const unwritten = record.begun?.unwritten ?? NOTHING_UNWRITTEN;
  const files = ended.ok ? [{ library, ...ended.value.saved, at: now(), unwritten }] : [];
  const found = ended.ok ? ended.value.found : undefined;
  await changeRecord(local, {
    begun: null,
    failures: [...others, ...failed],
    ...(found !== undefined && {
      checks: [
        ...record.checks.filter((check) => check.library !== library),
        { library, at: now(), found },
      ],
    }),
    files: [...record.files, ...files],
  });
  if (ended.ok) await removeOld(dependencies, library);
}

interface Made {
  readonly saved: Saved;
  /** Absent if the file was not to be checked. */
  readonly found?: number | null;
}

async function made(
  dependencies: BackupDependencies,
  library: AccountKey,
): Promise<Result<Made, BackupProblem>> {
  const { browser, openLibrary, readSettings, writer, now } = dependencies;
  const { downloads, permissions, storage } = browser;
  if (!(await permissions.contains({ permissions: ['downloads'] }))) {
    return err('not-allowed');
  }
  const record = await readRecord(storage.local);
  const { begun } = record;
  const finished = begun && (await continued(dependencies, library, begun));
  if (finished) return finished.ok ? ok({ saved: finished.value }) : finished;
  const stops = begun === null ? 0 : begun.stops + 1;
  if (stops > MAX_STOPS) return err('interrupted');
  const opened = await openLibrary();
  if (!opened.ok) return err('unavailable');
  if ((await opened.value.bookmarks.count()) === 0) return err('empty');
  const at = now();
  // After a stop the file is only written, so that there is one.
  const isChecked = stops === 0 && isCheckDue(backupStatusOf(record, library).check, at);
  const note = (download: number | null, unwritten = NOTHING_UNWRITTEN) =>
    changeRecord(storage.local, { begun: { library, at, stops, download, unwritten } });
  await note(null);
  try {
    const settings = await readSettings();
    const written = await writer.write({ library, settings, isChecked });
    if (!written.ok) return written;
    const { url, unwritten, found } = written.value;
    const file = { url, name: nameOfBackup(at) };
    const saved = await saveToDownloads(downloads, file, (id) => note(id, unwritten));
    if (!saved.ok) return saved;
    return ok({ saved: saved.value, ...(isChecked && { found }) });
  } finally {
    await writer.release();
  }
}

/** Returns the file of a background that was stopped; null if it has not come to its end. */
async function continued(
  { browser: { downloads } }: BackupDependencies,
  library: AccountKey,
  begun: NonNullable<BackupRecord['begun']>,
): Promise<Result<Saved, BackupProblem> | null> {
  if (begun.download === null) return null;
  const [item] = await downloads.search({ id: begun.download });
  const isOurs = item?.filename.includes(nameOfBackup(begun.at)) ?? false;
  if (!isOurs) return null;
  if (item?.state === 'complete' && begun.library === library) {
    return downloadEnded(downloads, begun.download);
  }
  // Its address ends with the background or with the offscreen document.
  await forgetDownload(downloads, begun.download);
  return null;
}

/** It has the second, so that no other profile and no person makes a file of this name. */
const nameOfBackup = (at: number): string =>
  `leafmark-${new Date(at).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replaceAll(':', '-')}.zip`;

/**
 * Removes the oldest files of a library, so that as many stay as the person wants. The last one that has
 * everything stays, too.
 */
async function removeOld(
  { browser: { downloads, storage }, emptyFile }: BackupDependencies,
  library: AccountKey,
): Promise<void> {
  const { keep } = await readBackupSettings(storage.local);
  const { files } = await readRecord(storage.local);
  const own = files.filter((file) => file.library === library);
  const whole = own.findLast(({ unwritten }) => unwritten.count === 0);
  const old = own.slice(0, -keep).filter((file) => file !== whole);
  for (const file of old) {
    // One that cannot be removed now is removed after the next backup.
    if (!(await removeFromDownloads(downloads, file, emptyFile))) continue;
    const left = (await readRecord(storage.local)).files.filter(({ path }) => path !== file.path);
    await changeRecord(storage.local, { files: left });
  }
}
