import { type UnixMs, unixMs } from '../../domain/time';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import type { ArticlesJob, WantedPageRow } from '../database/wanted-rows';

export const WANTED_TABLES = ['articlesJob', 'wantedPages', 'wantedHosts'];

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

export const NEW_JOB: ArticlesJob = {
  key: 'job',
  state: 'running',
  problem: null,
  isBorrowed: false,
  counts: NO_PAGES,
};

/**
 * Puts pages into a state and counts them, for the job and for their hosts. To be called inside a
 * transaction over `WANTED_TABLES`.
 */
export async function moveTo(
  { db, now }: Pick<Store, 'db' | 'now'>,
  pages: readonly WantedPageRow[],
  state: State,
): Promise<void> {
  const job = (await db.articlesJob.get('job')) ?? NEW_JOB;
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
  await db.articlesJob.put({ ...job, counts });
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
