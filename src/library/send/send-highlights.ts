import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import type { Highlight } from '../../domain/highlight';
import { ok } from '../../domain/result';
import { isDayOver, isUnwritten, type SendProblem, type SendTime } from '../../domain/sending';
import type { UnixMs } from '../../domain/time';
import { fromRow } from '../database/bookmark-rows';
import { type Dispose, type Written, write } from '../database/commit';
import type { SendJob } from '../database/job-rows';
import { watch } from '../database/live';
import type { LibraryDatabase } from '../database/schema';
import type { SentPageRow } from '../database/sent-rows';
import { repository } from '../database/store';
import { byPosition } from '../highlights/highlights';
import { changeJob, doPart, dropJob, JOB_TABLES, readJobs } from '../jobs/jobs';

/** A page that may have something to send. */
export interface SentPage {
  readonly bookmark: Bookmark;
  /** In the order of the text. */
  readonly highlights: readonly Highlight[];
  readonly row: SentPageRow;
}

/** The next pages of a running job. */
export interface SendStep {
  readonly job: SendJob;
  /** The bookmarks to look at, in their order. */
  readonly ids: readonly BookmarkId[];
  /** Those of them that may have something to send. */
  readonly pages: readonly SentPage[];
  /** The change of which they are; null: a walk through all bookmarks. */
  readonly change: number | null;
}

/** The result of the first `count` bookmarks of a step. */
export interface SendResult {
  readonly count: number;
  readonly rows: readonly SentPageRow[];
  /** Number of files that were written. */
  readonly written: number;
}

/** A page that the report names. */
export interface SendReportLine {
  readonly title: string;
  readonly row: SentPageRow;
}

export interface SendState {
  /** null: highlights are not sent on. */
  readonly job: SendJob | null;
  /** The first pages of the report. */
  readonly report: readonly SendReportLine[];
}

/** Bookmarks that are read at once. */
const IDS_PER_STEP = 200;
/** Pages that a run tries again, and that a report names. */
const MAX_TRIED_AGAIN = 1000;
const MAX_REPORTED = 20;

const SEND_TABLES = [...JOB_TABLES, 'sentPages', 'searchChanges'];

export type SendRepository = ReturnType<typeof sendRepository>;

/**
 * The one job that sends highlights on, and the names of the files. Pages start and pause it, and the
 * background does its work: a file is written between two transactions, so a job that was killed writes
 * the same file again.
 */
export const sendRepository = repository({
  job: ({ db }): Promise<SendJob | null> => readSendJob(db),

  /** Calls `listener` with the job and its report. */
  watch: (store, listener: (state: SendState) => void): Dispose =>
    watch(store, () => readState(store.db), listener),

  /** Calls `listener` while the job has work, or is due. */
  watchWork: (store, listener: () => void): Dispose =>
    watch(
      store,
      () => isSendingDue(store.db, store.now()),
      (due) => {
        if (due) listener();
      },
    ),

  /** Turns it on, or chooses another folder. All pages are looked at. */
  start: (store, folder: SendJob['folder'], when: SendTime = 'change'): Written<void> =>
    write(store.db, [...SEND_TABLES, 'bookmarks'], async () => {
      const { db, now } = store;
      const old = await readSendJob(db);
      const total = await db.bookmarks.count();
      await followChanges(db);
      await db.jobs.put({
        ...(old ?? { ...NEW_JOB, when }),
        ...begun(total, now()),
        folder,
        round: (old?.round ?? 0) + 1,
        walkedTo: '' as BookmarkId,
      });
    }),

  setWhen: ({ db }, when: SendTime): Written<void> => change(db, () => ({ when })),

  /** Begins a run that is due, or one that a person wants. Pages that were not written are tried again. */
  begin: (store, isWanted: boolean): Written<void> =>
    write(store.db, SEND_TABLES, async () => {
      const { db, now } = store;
      const job = await readSendJob(db);
      if (job === null || job.state === 'running') return;
      if (!isWanted && !(await isSendingDue(db, now()))) return;
      await tryAgain(db);
      const isWalk = job.walkedTo !== null;
      const total = isWalk ? job.total : await countChanged(db);
      await db.jobs.put({ ...job, ...begun(total, now()), done: isWalk ? job.done : 0 });
    }),

  /** Pauses a running job; with a problem, until a person has done something about it. */
  pause: ({ db }, problem: SendProblem | null): Written<void> =>
    change(db, ({ state }) => (state === 'running' ? { state: 'paused', problem } : false)),

  /** Turns it off. The files and their names stay. */
  turnOff: ({ db }): Written<void> =>
    write(db, SEND_TABLES, async () => {
      const job = await readSendJob(db);
      if (job !== null) await dropJob(db, job.id);
      await db.searchChanges.clear();
    }),

  /** Returns the next step of a running job; null after the last one, which ends the job. */
  async next({ db, now }): Promise<SendStep | null> {
    const job = await readSendJob(db);
    if (job?.state !== 'running') return null;
    const step = await readStep(db, job);
    if (step !== null) return step;
    const ended = { state: 'finished', finishedAt: now(), walkedTo: null } as const;
    await change(db, ({ state, round }) =>
      state === 'running' && round === job.round ? ended : false,
    );
    return null;
  },

  /**
   * Stores the rows of pages among the first `count` bookmarks of a step, which are done, and how many files
   * were written. Returns null if the job is over.
   */
  settle: (
    { db },
    { job, ids, change: seq }: SendStep,
    { count, rows, written }: SendResult,
  ): Written<SendJob | null> =>
    doPart(db, 'send', job.id, [...SEND_TABLES, 'bookmarks'], async (now) => {
      const done = ids.slice(0, count);
      if (seq !== null) await leaveRest(db, seq, done);
      const pages = await db.bookmarks.bulkGet(rows.map(({ bookmarkId }) => bookmarkId));
      // A page may have been deleted for good meanwhile.
      const kept = rows.filter((row, at) => pages[at] !== undefined && hasContent(row));
      const empty = rows.filter((row) => !hasContent(row));
      await db.sentPages.bulkPut(kept);
      await db.sentPages.bulkDelete(empty.map(({ bookmarkId }) => bookmarkId));
      const next: SendJob = {
        ...now,
        // A person may have chosen another folder meanwhile.
        ...(now.round === job.round && {
          walkedTo: seq === null ? (done.at(-1) ?? now.walkedTo) : null,
          done: now.done + count,
          total: Math.max(now.total, now.done + count),
        }),
        written: now.written + written,
      };
      await db.jobs.put(next);
      return next;
    }),

  /** True if the file of another page has the name of this key. */
  async isTaken({ db }, nameKey: string, id: BookmarkId): Promise<boolean> {
    const row = await db.sentPages.where('nameKey').equals(nameKey).first();
    return row !== undefined && row.bookmarkId !== id;
  },
});

const hasContent = ({ name, problem }: SentPageRow): boolean =>
  name !== undefined || problem !== undefined;

const NEW_JOB: Omit<SendJob, 'id' | 'when' | 'state'> = {
  kind: 'send',
  problem: null,
  total: 0,
  done: 0,
  group: null,
  folder: null,
  round: 0,
  walkedTo: null,
  begunAt: null,
  finishedAt: null,
  written: 0,
};

const begun = (total: number, now: UnixMs) =>
  ({ state: 'running', problem: null, total, done: 0, begunAt: now, written: 0 }) as const;

const readSendJob = async (db: LibraryDatabase): Promise<SendJob | null> =>
  (await readJobs(db, 'send'))[0] ?? null;

async function change(
  db: LibraryDatabase,
  changed: (job: SendJob) => Partial<SendJob> | false,
): Written<void> {
  const job = await readSendJob(db);
  return job === null ? ok(undefined) : changeJob(db, 'send', job.id, changed);
}

const changes = (db: LibraryDatabase) => db.searchChanges.where('seq').above(0);

/** From now on the search index passes changes on. */
async function followChanges(db: LibraryDatabase): Promise<void> {
  await db.searchChanges.clear();
  await db.searchChanges.put({ seq: 0, bookmarkIds: [] });
}

async function isSendingDue(db: LibraryDatabase, now: UnixMs): Promise<boolean> {
  const job = await readSendJob(db);
  if (job === null || job.state === 'running') return job !== null;
  // The folder may be there again, as on another disk.
  if (job.state === 'paused') return job.problem !== null && isDayOver(job.begunAt, now);
  return job.when === 'day'
    ? isDayOver(job.finishedAt, now)
    : (await changes(db).limit(1).count()) > 0;
}

async function countChanged(db: LibraryDatabase): Promise<number> {
  let count = 0;
  await changes(db).each(({ bookmarkIds }) => {
    count += bookmarkIds.length;
  });
  return count;
}

/** Adds the pages that were not written to the changes. */
async function tryAgain(db: LibraryDatabase): Promise<void> {
  const rows = await db.sentPages.orderBy('problem').limit(MAX_TRIED_AGAIN).toArray();
  const bookmarkIds = rows
    .filter(({ problem }) => isUnwritten(problem))
    .map(({ bookmarkId }) => bookmarkId);
  if (bookmarkIds.length > 0) await db.searchChanges.add({ bookmarkIds });
}

const readStep = (db: LibraryDatabase, job: SendJob): PromiseLike<SendStep | null> =>
  db.transaction('r', ['bookmarks', 'highlights', 'sentPages', 'searchChanges'], async () => {
    if (job.walkedTo !== null) {
      const ids = await db.bookmarks
        .where('id')
        .above(job.walkedTo)
        .limit(IDS_PER_STEP)
        .primaryKeys();
      if (ids.length > 0) return { job, ids, change: null, pages: await readPages(db, ids) };
    }
    const next = await changes(db).first();
    if (next === undefined) return null;
    const ids = next.bookmarkIds.slice(0, IDS_PER_STEP);
    return { job, ids, change: next.seq, pages: await readPages(db, ids) };
  });

/** Leaves pages out that have nothing to send, or are in the trash: their files stay as they are. */
async function readPages(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
): Promise<readonly SentPage[]> {
  const [rows, highlights, sent] = await Promise.all([
    db.bookmarks.bulkGet([...ids]),
    db.highlights
      .where('bookmarkId')
      .anyOf([...ids])
      .toArray(),
    db.sentPages.bulkGet([...ids]),
  ]);
  const byBookmark = Map.groupBy(highlights, ({ bookmarkId }) => bookmarkId);
  return rows.flatMap((row, at): readonly SentPage[] => {
    if (row === undefined || row.trashedAt !== null) return [];
    const own = (byBookmark.get(row.id) ?? []).toSorted(byPosition);
    const known = sent[at];
    if (own.length === 0 && row.note === '' && known === undefined) return [];
    return [{ bookmark: fromRow(row), highlights: own, row: known ?? { bookmarkId: row.id } }];
  });
}

/** Removes bookmarks that are done from a change. */
async function leaveRest(
  db: LibraryDatabase,
  seq: number,
  done: readonly BookmarkId[],
): Promise<void> {
  const row = await db.searchChanges.get(seq);
  if (row === undefined) return;
  const gone = new Set(done);
  const bookmarkIds = row.bookmarkIds.filter((id) => !gone.has(id));
  if (bookmarkIds.length === 0) await db.searchChanges.delete(seq);
  else await db.searchChanges.put({ seq, bookmarkIds });
}

const readState = async (db: LibraryDatabase): Promise<SendState> => {
  const job = await readSendJob(db);
  if (job === null) return { job, report: [] };
  const rows = await db.sentPages.orderBy('problem').limit(MAX_REPORTED).toArray();
  const bookmarks = await db.bookmarks.bulkGet(rows.map(({ bookmarkId }) => bookmarkId));
  const report = rows.map((row, at) => ({ title: bookmarks[at]?.title ?? row.name ?? '', row }));
  return { job, report };
};
