import type { BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { type UnixMs, unixMs } from '../../domain/time';
import { commit, type Written, write } from '../database/commit';
import type { ArticlesJob, NewJob } from '../database/job-rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import type { WantedPageRow } from '../database/wanted-rows';
import { JOB_TABLES, readJobs } from '../jobs/jobs';

/** Number of pages in one transaction. */
export const SETTLED_PER_TRANSACTION = 500;

export const WANTED_TABLES = [...JOB_TABLES, 'wantedPages', 'wantedHosts'];

type State = WantedPageRow['state'];

const NO_PAGES: ArticlesJob['counts'] = {
  waiting: 0,
  kept: 0,
  none: 0,
  gone: 0,
  'sign-in': 0,
  look: 0,
  refused: 0,
  failed: 0,
  skipped: 0,
};

export const NEW_ARTICLES_JOB = {
  kind: 'articles',
  state: 'running',
  problem: null,
  total: 0,
  done: 0,
  group: null,
  isBorrowed: false,
  asked: [],
  counts: NO_PAGES,
} as const satisfies NewJob;

/** Returns the job; undefined if there was none yet. */
export const articlesJob = async (db: LibraryDatabase): Promise<ArticlesJob | undefined> =>
  (await readJobs(db, 'articles'))[0];

/** Returns how far a job with these pages is. */
export function progressOf(
  counts: ArticlesJob['counts'],
): Pick<ArticlesJob, 'counts' | 'total' | 'done'> {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { counts, total, done: total - counts.waiting };
}

/**
 * Puts pages into a state and counts them, for the job and for their hosts. To be called inside a
 * transaction over `WANTED_TABLES`.
 */
export async function moveTo(
  { db, now }: Pick<Store, 'db' | 'now'>,
  pages: readonly WantedPageRow[],
  state: State,
): Promise<void> {
  const job = (await articlesJob(db)) ?? NEW_ARTICLES_JOB;
  const counts = { ...job.counts };
  const hosts = new Map<string, number>();
  const known = await db.wantedPages.bulkGet(pages.map(({ bookmarkId }) => bookmarkId));
  for (const [at, { host }] of pages.entries()) {
    const before = known[at]?.state;
    if (before !== undefined) counts[before] -= 1;
    counts[state] += 1;
    const change = Number(state === 'waiting') - Number(before === 'waiting');
    if (change !== 0) hosts.set(host, (hosts.get(host) ?? 0) + change);
  }
  await db.wantedPages.bulkPut(pages.map((page) => ({ ...page, state })));
  for (const [host, change] of hosts) await countWaiting(db, host, change, now());
  const left = state === 'waiting' ? [] : pages.map(({ bookmarkId }) => bookmarkId);
  const asked = job.asked.filter((id) => !left.includes(id));
  await db.jobs.put({ ...job, asked, ...progressOf(counts) });
}

async function countWaiting(
  db: LibraryDatabase,
  host: string,
  change: number,
  now: UnixMs,
): Promise<void> {
  const row = (await db.wantedHosts.get(host)) ?? { host, waiting: 0, notBefore: now, failures: 0 };
  const waiting = row.waiting + change;
  if (waiting > 0) await db.wantedHosts.put({ ...row, waiting });
  else await db.wantedHosts.delete(host);
}

/** Ends a page. Its host is asked again after a pause. */
export async function settle(store: Store, page: WantedPageRow, state: State): Promise<void> {
  // It may have been removed with the rest, when a person stopped the job.
  if ((await store.db.wantedPages.get(page.bookmarkId)) === undefined) return;
  await moveTo(store, [page], state);
}

/** Sets when a host may be asked again. Without effect if none of its pages waits. */
export async function postpone(
  { db, now }: Store,
  host: string,
  afterMs: number,
  failures: number,
): Promise<void> {
  await db.wantedHosts.update(host, { notBefore: unixMs(now() + afterMs), failures });
}

/** Starts a job, or goes on with it. */
export const setRunning = (store: Store, borrows: boolean): Written<void> =>
  change(store, (job) => ({
    state: 'running',
    problem: null,
    isBorrowed: job.isBorrowed || borrows,
  }));

/** Starts the job for pages that were added. A paused one stays so, and gets only `asked`. */
export const setAdded = (
  { db }: Store,
  asked: readonly BookmarkId[],
  borrows: boolean,
): Written<void> =>
  write(db, WANTED_TABLES, async () => {
    const job = await articlesJob(db);
    if (job === undefined) return;
    const pages = await db.wantedPages.bulkGet([...new Set([...job.asked, ...asked])]);
    await db.jobs.put({
      ...job,
      ...(job.state === 'finished' && { state: 'running', problem: null }),
      isBorrowed: job.isBorrowed || borrows,
      // The job may have ended one of them since.
      asked: pages.flatMap((page) => (page?.state === 'waiting' ? [page.bookmarkId] : [])),
    });
  });

/** Changes the job. `changed` returns false if it stays as it is. */
export const change = (
  { db }: Store,
  changed: (job: ArticlesJob) => Partial<ArticlesJob> | false,
): Written<void> =>
  write(db, WANTED_TABLES, async () => {
    const job = await articlesJob(db);
    const next = job !== undefined && changed(job);
    if (next) await db.jobs.put({ ...job, ...next });
  });

/** Puts pages into a state, some in each transaction. `pages` are never in that state. */
export async function moveInSteps(
  store: Store,
  pages: () => ReturnType<Store['db']['wantedPages']['toCollection']>,
  state: WantedPageRow['state'],
  changed = (page: WantedPageRow) => page,
): Written<void> {
  for (;;) {
    const moved = await commit(store.db, WANTED_TABLES, async () => {
      const some = await pages()
        .filter((page) => page.state !== state)
        .limit(SETTLED_PER_TRANSACTION)
        .toArray();
      await moveTo(store, some.map(changed), state);
      return ok(some.length);
    });
    if (!moved.ok) return moved;
    if (moved.value < SETTLED_PER_TRANSACTION) return ok(undefined);
  }
}
