import type { BookmarkId } from '../../domain/bookmark';
import { ok, type Result } from '../../domain/result';
import { MINUTE_MS, type UnixMs, unixMs } from '../../domain/time';
import type { LabelRename } from './bulk-rows';
import { deletionTime } from './clock';
import { commit, type LibraryError, type Written } from './commit';
import { isOpenJob } from './job-rows';
import {
  aboutOf,
  countChanged,
  leftOf,
  sizeOfLogged,
  together,
  withoutArticles,
} from './log-entries';
import type { Cause, GroupRow, LogEntry, LogRow } from './log-rows';
import type { GroupId, RevisionRow } from './rows';
import type { LibraryDatabase } from './schema';
import type { Store } from './store';

/** The functions that write the log run inside a transaction over these tables. */
export const LOG_TABLES = ['groups', 'log', 'jobs', 'meta'];

/** The changes of one transaction, with the values before them. */
export interface ChangeLog {
  add(entries: readonly LogEntry[]): void;
  /** The labels that the changes rename. */
  addRenames(renames: readonly LabelRename[]): void;
  read(): Logged;
}

interface Logged {
  /** The same change of several bookmarks is one entry. */
  readonly entries: readonly LogEntry[];
  readonly renames: readonly LabelRename[];
}

export function createChangeLog(): ChangeLog {
  const entries: LogEntry[] = [];
  const renames: LabelRename[] = [];
  return {
    add: (some) => void entries.push(...some),
    addRenames: (some) => void renames.push(...some),
    read: () => ({ entries: together(entries), renames }),
  };
}

/** The result of an act, and its id for *Undo*; null: it has changed nothing. */
export interface Done<T> {
  readonly value: T;
  readonly group: GroupId | null;
}

/**
 * Like `commit`, for a change that writes the log. If there is no room, the older half of the log goes, and
 * the change is tried once more: the log is never in its way. The act `inWork` stays.
 */
export async function commitLogged<T>(
  db: LibraryDatabase,
  tables: readonly string[],
  change: () => Promise<Result<T, LibraryError>>,
  inWork?: GroupId,
): Written<T> {
  const all = [...new Set([...tables, ...LOG_TABLES])];
  const written = await commit(db, all, change);
  if (written.ok || written.error.kind !== 'quota') return written;
  const halved = await commit(db, LOG_TABLES, async () => ok(await halveLog(db, inWork)));
  return halved.ok && halved.value ? commit(db, all, change) : written;
}

/** Returns false if there is nothing that can go. */
async function halveLog(db: LibraryDatabase, inWork: GroupId | undefined): Promise<boolean> {
  const before = await db.groups.toArray();
  const size = before.reduce((sum, group) => sum + group.size, 0);
  await trimLog(db, unixMs(0), { maxSize: size / 2, inWork });
  return (await db.groups.count()) < before.length;
}

/**
 * Like `commit`, for an act of a person: what `change` adds to the log is in the same transaction, and
 * can be undone. With `isContinued`, it may be one act with the last one.
 */
export const act = <T>(
  store: Store,
  tables: readonly string[],
  change: (log: ChangeLog) => Promise<Result<T, LibraryError>>,
  isContinued?: IsContinued,
): Written<Done<T>> =>
  commitLogged(store.db, tables, async () => {
    const log = createChangeLog();
    // Each read in turn would make the act a round trip to the database longer.
    const [done, at] = await Promise.all([change(log), deletionTime(store)]);
    if (!done.ok) return done;
    const whole = (isContinued && (await joinLast(store, log, at, isContinued))) ?? log;
    const group = await writeLog(store, { kind: 'one' }, whole, null, at);
    return ok({ value: done.value, group });
  });

/** Returns true if a change goes on with the last one, as typing does. */
type IsContinued = (last: LogEntry, next: LogEntry) => boolean;

/**
 * Takes the last act out of the log if a change goes on with it, and returns the change from the values
 * before both. null: the change is an act of its own.
 */
async function joinLast(
  { db }: Store,
  log: ChangeLog,
  at: UnixMs,
  isContinued: IsContinued,
): Promise<ChangeLog | null> {
  const [next, ...more] = log.read().entries;
  const group = await db.groups.orderBy('at').last();
  if (!next || more.length > 0 || group?.cause.kind !== 'one' || group.chunks !== 1) return null;
  const row = await db.log.where('group').equals(group.id).first();
  const [last, ...others] = row?.entries ?? [];
  const isNear = others.length === 0 && at - group.at < MINUTE_MS;
  if (!last || !isNear || !isContinued(last, next)) return null;
  // A person types nothing else.
  if (last.table !== 'highlights' || next.table !== 'highlights') return null;
  await dropGroup(db, group.id);
  const joined = createChangeLog();
  const isBack = JSON.stringify(last.before) === JSON.stringify(next.after);
  // Both are about one record.
  if (!isBack) joined.add([{ ...last, after: next.after }]);
  return joined;
}

/**
 * Writes the changes of a transaction as a part of `group`, or of a new one (null). Returns the group;
 * null: there is none, because nothing has changed.
 */
export async function writeLog(
  store: Store,
  cause: Cause,
  log: ChangeLog,
  group: GroupId | null,
  now?: UnixMs,
): Promise<GroupId | null> {
  const { db } = store;
  const { entries, renames } = log.read();
  if (entries.length === 0) return group;
  const about = aboutOf(entries);
  const [at, known] = await Promise.all([
    now ?? deletionTime(store),
    group === null ? undefined : db.groups.get(group),
  ]);
  const row = {
    ...(known ?? NEW_GROUP),
    cause,
    at,
    changed: (known?.changed ?? 0) + countChanged(entries),
    chunks: (known?.chunks ?? 0) + 1,
    size: (known?.size ?? 0) + sizeOfLogged({ entries, renames, about }),
  };
  const written = await db.groups.put(row);
  await db.log.add({
    group: written,
    entries,
    ...(renames.length > 0 && { renames }),
    about,
  });
  return written;
}

const NEW_GROUP: Pick<GroupRow, 'undone'> = { undone: 0 };

/** Removes what the log says of bookmarks, because a person deleted them for good. */
export async function forgetLogged(db: LibraryDatabase, ids: readonly BookmarkId[]): Promise<void> {
  const gone = new Set(ids);
  const isLeft = (id: BookmarkId) => !gone.has(id);
  await replaceEntries(db, ids, ({ entries }) =>
    entries.flatMap((entry) => leftOf(entry, isLeft) ?? []),
  );
}

/** Removes what can be undone no more, because earlier articles are deleted for good. */
export const forgetArticles = (
  db: LibraryDatabase,
  revisions: readonly Pick<RevisionRow, 'id' | 'bookmarkId'>[],
): Promise<void> => {
  const gone = new Set(revisions.map(({ id }) => id));
  const ids = new Set(revisions.map(({ bookmarkId }) => bookmarkId));
  return replaceEntries(db, [...ids], ({ entries }) => withoutArticles(entries, gone));
};

/** Replaces the entries about bookmarks. An act without any goes. */
async function replaceEntries(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
  entriesOf: (row: LogRow) => readonly LogEntry[],
): Promise<void> {
  const rows = await db.log.where('about').anyOf(ids).distinct().toArray();
  for (const row of rows) {
    const entries = entriesOf(row);
    if (entries.length === row.entries.length && entries.every((one) => row.entries.includes(one)))
      continue;
    await db.log.put({ ...row, entries, about: aboutOf(entries) });
    const group = await db.groups.get(row.group);
    if (group === undefined) continue;
    const changed = group.changed - countChanged(row.entries) + countChanged(entries);
    if (changed > 0) await db.groups.put({ ...group, changed });
    else await dropGroup(db, group.id);
  }
}

/** Removes an act from the log. It can be undone no more. */
export async function dropGroup(db: LibraryDatabase, id: GroupId): Promise<void> {
  await db.groups.delete(id);
  await db.log.where('group').equals(id).delete();
  await db.jobs.where('group').equals(id).modify({ group: null });
}

/** The log keeps less than this, in UTF-16 code units of its JSON. */
export const MAX_LOG_SIZE = 8_000_000;

interface TrimOptions {
  readonly maxSize?: number;
  /** An act that is being written or undone. It stays. */
  readonly inWork?: GroupId | undefined;
}

/**
 * Removes the acts before `instant`, and the oldest of those that take too much room. One that is too large
 * alone goes, and the others stay.
 */
export async function trimLog(
  db: LibraryDatabase,
  instant: UnixMs,
  { maxSize = MAX_LOG_SIZE, inWork }: TrimOptions = {},
): Promise<void> {
  const groups = await db.groups.orderBy('at').reverse().toArray();
  const jobs = await db.jobs.filter(isOpenJob).toArray();
  const inUse = new Set<unknown>([
    inWork,
    ...jobs.map(({ group }) => group),
    ...groups.flatMap(({ undoing, undoneBy }) => (undoing ? (undoneBy ?? []) : [])),
  ]);
  let size = 0;
  for (const group of groups) {
    const isInUse = group.undoing !== undefined || inUse.has(group.id);
    const isKept = isInUse || (group.at >= instant && size + group.size <= maxSize);
    if (!isKept) await dropGroup(db, group.id);
    else if (!isInUse) size += group.size;
  }
}
