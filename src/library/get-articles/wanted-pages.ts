import type { BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { commit, type Dispose, type Written, write } from '../database/commit';
import { type ArticlesJob, type ArticlesProblem, hasWork, owesAccess } from '../database/job-rows';
import { watch } from '../database/live';
import { repository } from '../database/store';
import type {
  PageOutcome,
  RobotRules,
  WantedHostRow,
  WantedPageRow,
} from '../database/wanted-rows';
import { isWithoutText, keepArticle } from './keep-article';
import {
  articlesJob,
  change,
  moveInSteps,
  postpone,
  setRunning,
  settle,
  WANTED_TABLES,
} from './settle';

/** A page that may be requested now, with its host. */
export interface NextPage {
  readonly page: WantedPageRow;
  readonly host: WantedHostRow;
}

export type WantedPages = ReturnType<typeof wantedPages>;

/**
 * The pages whose articles are wanted, and the one job that gets them. A page changes its state
 * together with the counts of the job, and an article that is kept in the transaction of the
 * bookmark. So the job can be interrupted anywhere. Pages start and pause it, and the background does
 * its work.
 */
export const wantedPages = repository({
  job: async ({ db }): Promise<ArticlesJob | null> => (await articlesJob(db)) ?? null,

  /** Calls `listener` while the job has work, or access that is to be given back. */
  watchWork: (store, listener: () => void): Dispose =>
    watch(
      store,
      () => articlesJob(store.db),
      (job) => {
        if (job && (hasWork(job) || owesAccess(job))) listener();
      },
    ),

  /** Returns a page of the host that is due first, without those of `busy` hosts. */
  async next({ db }, busy: ReadonlySet<string>): Promise<NextPage | null> {
    const { state, asked = [] } = (await articlesJob(db)) ?? {};
    const first = new Map(
      (await db.wantedPages.bulkGet([...asked])).flatMap((page) =>
        page ? [[page.host, page] as const] : [],
      ),
    );
    const host = await db.wantedHosts
      .orderBy('notBefore')
      .filter(({ host: name }) => !busy.has(name) && (state === 'running' || first.has(name)))
      .first();
    if (host === undefined) return null;
    const page =
      first.get(host.host) ??
      (await db.wantedPages.where({ host: host.host, state: 'waiting' }).first());
    return page === undefined ? null : { page, host };
  },

  /** Counts one more attempt. Returns false if the page does not wait any more. */
  begin: (store, id: BookmarkId): Written<boolean> =>
    commit(store.db, [...WANTED_TABLES, 'bookmarks'], async () => {
      const { wantedPages: pages, bookmarks } = store.db;
      const page = await pages.get(id);
      if (page?.state !== 'waiting') return ok(false);
      if (!isWithoutText(await bookmarks.get(id))) {
        await settle(store, page, 'skipped');
        return ok(false);
      }
      await pages.put({ ...page, tries: page.tries + 1 });
      return ok(true);
    }),

  /** Counts the attempt that was begun with `page` no more. */
  interrupt: ({ db }, { bookmarkId, tries }: WantedPageRow): Written<void> =>
    write(db, WANTED_TABLES, () => db.wantedPages.update(bookmarkId, { tries })),

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

  /** Pauses a running job. A paused one keeps its reason. */
  pause: (store, problem: ArticlesProblem | null): Written<void> =>
    change(store, (job) =>
      hasWork(job)
        ? { state: 'paused', problem: job.state === 'running' ? problem : job.problem, asked: [] }
        : false,
    ),

  /** Goes on with a paused job. */
  resume: (store, borrows: boolean): Written<void> => setRunning(store, borrows),

  /** Ends the job if nothing waits any more. */
  finish: (store): Written<void> =>
    change(store, ({ state, counts }) =>
      state !== 'finished' && counts.waiting === 0 ? { state: 'finished', problem: null } : false,
    ),

  /** The access was given back, or is wanted by something else as well. */
  returned: (store): Written<void> => change(store, () => ({ isBorrowed: false })),
});
