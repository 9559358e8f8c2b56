import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import {
  BACKUP_PROBLEMS,
  type BackupSettings,
  type BackupStatus,
  DEFAULT_BACKUP_SETTINGS,
  MAX_BACKUPS,
  NOTHING_UNWRITTEN,
  UNWRITTEN_KINDS,
  type Unwritten,
} from '../../domain/backup';
import { unixMs } from '../../domain/time';
import type { AccountKey } from '../../library';

// Keys of `storage.local`.

export const BACKUP_SETTINGS = 'backupSettings';
/** A `BackupRecord`. */
export const BACKUP_RECORD = 'backups';

const Settings = z.object({
  every: z.catch(z.nullable(z.enum(['day', 'week'])), DEFAULT_BACKUP_SETTINGS.every),
  keep: z.catch(z.int().check(z.minimum(1), z.maximum(MAX_BACKUPS)), DEFAULT_BACKUP_SETTINGS.keep),
});

/** Parses stored settings. Missing or invalid fields get their defaults. */
export const parseBackupSettings = (stored: unknown): BackupSettings =>
  z.catch(Settings, DEFAULT_BACKUP_SETTINGS).parse(stored);

const time = z.pipe(z.int(), z.transform(unixMs));
const library = z.nullable(z.string());

export const UnwrittenSchema: z.ZodMiniType<Unwritten> = z.object({
  count: z.int(),
  first: z.array(z.object({ kind: z.enum(UNWRITTEN_KINDS), name: z.string() })),
});

const unwritten = z.catch(UnwrittenSchema, NOTHING_UNWRITTEN);

const File = z.object({
  library,
  /** The browser's id of the download. Firefox forgets it when it is closed. */
  download: z.int(),
  /** Absolute, as the browser writes it. */
  path: z.string(),
  size: z.number(),
  at: time,
  /** Records that are not in the file. */
  unwritten,
});
/** A file that a backup has made. */
export type BackupFile = z.output<typeof File>;

const Begun = z.object({
  library,
  at: time,
  /** Number of times that a background was stopped during it. */
  stops: z.int(),
  /** null until the file is complete in Leafmark's own storage. */
  download: z.nullable(z.int()),
  unwritten,
});

const Record = z.lazy(() =>
  z.object({
    /** Oldest first. */
    files: z.catch(z.array(File), []),
    /** The last try, of each library that failed. */
    failures: z.catch(
      z.array(z.object({ library, problem: z.enum(BACKUP_PROBLEMS), at: time })),
      [],
    ),
    /** The last check of each library. */
    checks: z.catch(z.array(z.object({ library, at: time, found: z.nullable(z.int()) })), []),
    /** The backup that is being made, or during which the background was stopped. */
    begun: z.catch(z.nullable(Begun), null),
  }),
);
export type BackupRecord = z.output<typeof Record>;

const NO_BACKUPS: BackupRecord = { files: [], failures: [], checks: [], begun: null };

export const parseRecord = (stored: unknown): BackupRecord =>
  z.catch(Record, NO_BACKUPS).parse(stored);

type Area = Pick<WxtBrowser['storage']['local'], 'get' | 'set'>;

export async function readBackupSettings(area: Pick<Area, 'get'>): Promise<BackupSettings> {
  return parseBackupSettings((await area.get(BACKUP_SETTINGS))[BACKUP_SETTINGS]);
}

/** Stores a change. The background observes the storage and sets its alarm. */
export async function changeBackupSettings(
  area: Area,
  change: Partial<BackupSettings>,
): Promise<void> {
  await area.set({ [BACKUP_SETTINGS]: { ...(await readBackupSettings(area)), ...change } });
}

export async function readRecord(area: Pick<Area, 'get'>): Promise<BackupRecord> {
  return parseRecord((await area.get(BACKUP_RECORD))[BACKUP_RECORD]);
}

/** Only the background writes it, one change at a time. */
export async function changeRecord(area: Area, change: Partial<BackupRecord>): Promise<void> {
  await area.set({ [BACKUP_RECORD]: { ...(await readRecord(area)), ...change } });
}

/** Returns what a record says of the backups of a library. */
export function backupStatusOf(
  { files, failures, checks }: BackupRecord,
  name: AccountKey,
): BackupStatus {
  const last = files.findLast(({ library }) => library === name);
  const failure = failures.find(({ library }) => library === name);
  const check = checks.find(({ library }) => library === name);
  return {
    last: last
      ? { name: fileNameOf(last.path), size: last.size, at: last.at, unwritten: last.unwritten }
      : null,
    failure: failure ? { problem: failure.problem, at: failure.at } : null,
    check: check ? { at: check.at, found: check.found } : null,
  };
}

/** Returns the last part of a path of any system. */
export const fileNameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
