import { DAY_MS, HOUR_MS, type UnixMs, unixMs } from './time';

/** A person's choice of backups: exports of the whole library that Leafmark makes by itself. */
export interface BackupSettings {
  /** null: never. */
  readonly every: 'day' | 'week' | null;
  /** Number of files that are kept. */
  readonly keep: number;
}

export const DEFAULT_BACKUP_SETTINGS: BackupSettings = { every: null, keep: 7 };
export const MAX_BACKUPS = 100;

/**
 * Why there is no backup. `not-allowed`: the permission for downloads is missing. `disk-full` and
 * `not-saved`: the browser could not write the file. `cancelled`: somebody cancelled the download.
 * `interrupted`: the background was stopped again and again. `empty`: the library has no pages, so
 * the files of a better one stay. `quota`, `unavailable` and `failed` are those of exports.
 */
export const BACKUP_PROBLEMS = [
  'not-allowed',
  'disk-full',
  'not-saved',
  'cancelled',
  'interrupted',
  'empty',
  'quota',
  'unavailable',
  'failed',
] as const;
export type BackupProblem = (typeof BACKUP_PROBLEMS)[number];

export const UNWRITTEN_KINDS = ['bookmark', 'article', 'highlight', 'collection', 'other'] as const;

/** A record that a bundle leaves out, because no reader would take it. */
export interface UnwrittenRecord {
  readonly kind: (typeof UNWRITTEN_KINDS)[number];
  /** The title of its page, or its own name. */
  readonly name: string;
}

/** All that a bundle leaves out. */
export interface Unwritten {
  readonly count: number;
  /** The first of them, with the beginnings of their names. */
  readonly first: readonly UnwrittenRecord[];
}

export const NOTHING_UNWRITTEN: Unwritten = { count: 0, first: [] };

interface LastBackup {
  readonly name: string;
  readonly size: number;
  readonly at: UnixMs;
  readonly unwritten: Unwritten;
}

/** The last check of a backup of a library. */
export interface LastCheck {
  readonly at: UnixMs;
  /** Number of records that differed or could not be restored; null if it could not be checked. */
  readonly found: number | null;
}

const CHECK_EVERY_MS = 30 * DAY_MS;

/**
 * True if the next backup is to be restored aside and compared with the library. One that could not be
 * checked leaves the check due.
 */
export const isCheckDue = (check: LastCheck | null, now: UnixMs): boolean =>
  check === null || check.found === null || Math.abs(now - check.at) >= CHECK_EVERY_MS;

/** The last backup of a library, and the failure after it. */
export interface BackupStatus {
  /** The last file; null if there was none. */
  readonly last: LastBackup | null;
  /** Why the last try gave no file; null if it gave one. */
  readonly failure: { readonly problem: BackupProblem; readonly at: UnixMs } | null;
  /** null if no backup was checked. */
  readonly check: LastCheck | null;
}

const BACKUP_EVERY_MS = { day: DAY_MS, week: 7 * DAY_MS };

/** Returns when the next backup is due; null if there is to be none. */
export function nextBackupAt(
  every: BackupSettings['every'],
  { last, failure }: BackupStatus,
  now: UnixMs,
): UnixMs | null {
  if (every === null) return null;
  // A time in the future is from before the clock was set back.
  const since = (at: UnixMs, waitMs: number) => unixMs(Math.min(at, now) + waitMs);
  if (failure !== null) return since(failure.at, HOUR_MS);
  return last === null ? now : since(last.at, BACKUP_EVERY_MS[every]);
}
