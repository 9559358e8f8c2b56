import type { BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { isWebAddress, parseAddress } from '../../domain/web-address';
import { commit, type Dispose, type Written, write } from '../database/commit';
import { inSteps } from '../database/in-steps';
import { watch } from '../database/live';
import { repository, type Store } from '../database/store';
import type {
  ArticlesJob,
  ArticlesProblem,
  PageOutcome,
  RobotRules,
  WantedHostRow,
  WantedPageRow,
} from '../database/wanted-rows';
import { idsWithoutText, isWithoutText, keepArticle } from './keep-article';
import { moveTo, NEW_JOB, postpone, settle, WANTED_TABLES } from './settle';

/** Number of pages in one transaction. */
const STEP = 500;

export interface WantedOptions {
  readonly isSignedIn: boolean;
  readonly isAsked: boolean;
  /** True if the access to all sites was granted for this. */
  readonly isBorrowed: boolean;
}

/** A page that may be requested now, with its host. */
export interface NextPage {
  readonly page: WantedPageRow;
  readonly host: WantedHostRow;
}

/** A page with the title of its bookmark, which is empty if the bookmark is gone. */
export type ReportedPage = WantedPageRow & { readonly title: string };

export type WantedPages = ReturnType<typeof wantedPages>;

/**
 * The pages whose articles are wanted, and the one job that gets them. A page changes its state
 * together with the counts of the job, and an article that is kept in the transaction of the
 * bookmark. So the job can be interrupted anywhere. Pages start and pause it, and the background does
 * its work.
 */
export const wantedPages = repository({
  /** Returns all bookmarks outside the trash that are only addresses of web pages. */
  async withoutText({ db }): Promise<readonly BookmarkId[]> {
    const found: BookmarkId[] = [];
    const read = (after: string) => db.bookmarks.where('id').above(after);
    for await (const rows of inSteps(STEP, '', read, ({ id }) => id as string)) {
      for (const row of rows) if (isWithoutText(row) && isWebAddress(row.url)) found.push(row.id);
    }
    return found;
  },

  /** Returns the bookmarks that an import has added. */
  async ofImport({ db }, job: number): Promise<readonly BookmarkId[]> {
    const batches = db.importBatches.where('[job+number]').between([job, 0], [job, Infinity]);
    return (await batches.toArray()).flatMap(({ added }) => added.map(({ id }) => id));
  },

  start,

  /** Returns how many bookmarks of `ids` have no text. */
  async count(store, ids: readonly BookmarkId[]): Promise<number> {
    let count = 0;
    for (let at = 0; at < ids.length; at += STEP) {
      count += (await idsWithoutText(store, ids.slice(at, at + STEP))).length;
    }
    return count;
  },

  job: async ({ db }): Promise<ArticlesJob | null> => (await db.articlesJob.get('job')) ?? null,

  /** Calls `listener` with the job; null: there is none. */
  watch: (store, listener: (job: ArticlesJob | null) => void): Dispose =>
    watch(store, async () => (await store.db.articlesJob.get('job')) ?? null, listener),

  /** Calls `listener` while the job is running. */
  watchWork: (store, listener: () => void): Dispose =>
    watch(
      store,
      () => store.db.articlesJob.get('job'),
      (job) => {
        if (job?.state === 'running') listener();
      },
    ),

  /** Calls `listener` with the first pages of a state. */
  watchPages: (
    store,
    state: WantedPageRow['state'],
    limit: number,
    listener: (pages: readonly ReportedPage[]) => void,
  ): Dispose => watch(store, () => withTitles(store, state, limit), listener),

  /** Calls `listener` with the page of a bookmark; null: nobody wanted its article. */
  watchPage: (store, id: BookmarkId, listener: (page: WantedPageRow | null) => void): Dispose =>
    watch(store, async () => (await store.db.wantedPages.get(id)) ?? null, listener),

  /** Returns a page of the host that is due first, without those of `busy` hosts. */
  async next({ db }, busy: ReadonlySet<string>): Promise<NextPage | null> {
    const host = await db.wantedHosts
      .orderBy('notBefore')
      .filter(({ host: name }) => !busy.has(name))
      .first();
    if (host === undefined) return null;
    const page = await db.wantedPages.where({ host: host.host, state: 'waiting' }).first();
    return page === undefined ? null : { page, host };
  },

  /** Counts one more attempt. Returns false if the page does not wait any more. */
  begin: ({ db }, id: BookmarkId): Written<boolean> =>
    commit(db, WANTED_TABLES, async () => {
      const page = await db.wantedPages.get(id);
      if (page?.state !== 'waiting') return ok(false);
      await db.wantedPages.put({ ...page, tries: page.tries + 1 });
      return ok(true);
    }),

  keep: keepArticle,

  /** Ends a page without an article. */
  end: (store, page: WantedPageRow, outcome: PageOutcome): Written<void> =>
    write(store.db, WANTED_TABLES, () => settle(store, page, outcome)),

  /** Sets when a host may be asked again, and how often it has failed. */
  postpone: (store, host: string, afterMs: number, failures: number): Written<void> =>
    write(store.db, WANTED_TABLES, () => postpone(store, host, afterMs, failures)),

  setRobots: ({ db }, host: string, robots: RobotRules): Written<void> =>
    write(db, WANTED_TABLES, () => db.wantedHosts.update(host, { robots })),

  /** Ends all pages of a host that wait. */
  endHost: (store, host: string, outcome: PageOutcome): Written<void> =>
    moveInSteps(store, () => store.db.wantedPages.where({ host, state: 'waiting' }), outcome),

  /** Makes pages of an outcome wait again, or one page. */
  async tryAgain(store, which: PageOutcome | WantedPageRow, borrows: boolean): Written<void> {
    const { db } = store;
    const pages =
      typeof which === 'string'
        ? () => db.wantedPages.where('state').equals(which)
        : () => db.wantedPages.where('bookmarkId').equals(which.bookmarkId);
    const isAsked = typeof which !== 'string';
    const moved = await moveInSteps(store, pages, 'waiting', (page) => ({
      ...page,
      tries: 0,
      isAsked: page.isAsked || isAsked,
    }));
    return moved.ok ? setRunning(store, borrows) : moved;
  },

  /** Pauses a running job. */
  pause: (store, problem: ArticlesProblem | null): Written<void> =>
    change(store, ({ state }) => state === 'running' && { state: 'paused', problem }),

  /** Goes on with a paused job. */
  resume: (store, borrows: boolean): Written<void> => setRunning(store, borrows),

  /** Ends the job: nothing waits any more. */
  finish: (store): Written<void> =>
    change(store, ({ state, counts }) =>
      state === 'running' && counts.waiting === 0 ? { state: 'finished' } : false,
    ),

  /** The access was given back, or is wanted by something else as well. */
  returned: (store): Written<void> => change(store, () => ({ isBorrowed: false })),

  /** Ends the job for a person. What was kept stays, and pages that wait are forgotten. */
  stop: (store): Written<void> =>
    write(store.db, WANTED_TABLES, async () => {
      const { db } = store;
      const job = await db.articlesJob.get('job');
      if (job === undefined) return;
      await db.wantedPages.where('state').equals('waiting').delete();
      await db.wantedHosts.clear();
      const counts = { ...job.counts, waiting: 0 };
      await db.articlesJob.put({ ...job, counts, state: 'finished', problem: null });
    }),
});

async function withTitles(
  { db }: Store,
  state: WantedPageRow['state'],
  limit: number,
): Promise<readonly ReportedPage[]> {
  const pages = await db.wantedPages.where('state').equals(state).limit(limit).toArray();
  const bookmarks = await db.bookmarks.bulkGet(pages.map(({ bookmarkId }) => bookmarkId));
  return pages.map((page, at) => ({ ...page, title: bookmarks[at]?.title ?? '' }));
}

/** Returns the number that became waiting. */
async function start(
  store: Store,
  ids: readonly BookmarkId[],
  { isSignedIn, isAsked, isBorrowed }: WantedOptions,
): Written<number> {
  const { db } = store;
  let count = 0;
  let isFirst = ids.length > 1;
  for (let at = 0; at < ids.length; at += STEP) {
    const some = ids.slice(at, at + STEP);
    const added = await commit(db, [...WANTED_TABLES, 'bookmarks'], async () => {
      const job = await db.articlesJob.get('job');
      // The report of the last job makes room for the next one.
      if (isFirst && job?.state === 'finished') {
        await db.wantedPages.clear();
        await db.articlesJob.put({ ...NEW_JOB, isBorrowed: job.isBorrowed });
      }
      const rows = await idsWithoutText(store, some);
      const pages = rows.flatMap(({ id, url }): readonly WantedPageRow[] => {
        const host = isWebAddress(url) ? (parseAddress(url)?.host ?? null) : null;
        const row = { bookmarkId: id, url, state: 'waiting', tries: 0, isSignedIn, isAsked };
        return host === null ? [] : [{ ...row, host, state: 'waiting' }];
      });
      await moveTo(store, pages, 'waiting');
      return ok(pages.length);
    });
    if (!added.ok) return added;
    isFirst = false;
    count += added.value;
  }
  if (count === 0) return ok(0);
  const begun = await setRunning(store, isBorrowed);
  return begun.ok ? ok(count) : begun;
}

const setRunning = (store: Store, borrows: boolean): Written<void> =>
  change(store, (job) => ({
    state: 'running',
    problem: null,
    isBorrowed: job.isBorrowed || borrows,
  }));

/** Changes the job. `changed` returns false if it stays as it is. */
const change = (
  { db }: Store,
  changed: (job: ArticlesJob) => Partial<ArticlesJob> | false,
): Written<void> =>
  write(db, WANTED_TABLES, async () => {
    const job = await db.articlesJob.get('job');
    const next = job !== undefined && changed(job);
    if (next) await db.articlesJob.put({ ...job, ...next });
  });

/** Puts pages into a state, some in each transaction. `pages` are never in that state. */
async function moveInSteps(
  store: Store,
  pages: () => ReturnType<Store['db']['wantedPages']['toCollection']>,
  state: WantedPageRow['state'],
  changed = (page: WantedPageRow) => page,
): Written<void> {
  for (;;) {
    const moved = await commit(store.db, WANTED_TABLES, async () => {
      const some = await pages()
        .filter((page) => page.state !== state)
        .limit(STEP)
        .toArray();
      await moveTo(store, some.map(changed), state);
      return ok(some.length);
    });
    if (!moved.ok) return moved;
    if (moved.value < STEP) return ok(undefined);
  }
}
