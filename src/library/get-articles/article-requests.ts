import type { BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { isWebAddress } from '../../domain/web-address';
import { commit, type Dispose, type Written, write } from '../database/commit';
import { inSteps } from '../database/in-steps';
import type { ArticlesJob } from '../database/job-rows';
import { watch } from '../database/live';
import { repository, type Store } from '../database/store';
import type { PageOutcome, WantedPageRow } from '../database/wanted-rows';
import { allParts } from '../jobs/jobs';
import { queueArticle } from '../outbox/change-article';
import { idsWithoutText, isWithoutText } from './keep-article';
import {
  articlesJob,
  moveInSteps,
  moveTo,
  NEW_ARTICLES_JOB,
  progressOf,
  SETTLED_PER_TRANSACTION,
  setAdded,
  WANTED_TABLES,
} from './settle';

export interface WantedOptions {
  readonly isSignedIn: boolean;
  readonly isAsked: boolean;
  /** True if the access to all sites was granted for this. */
  readonly isBorrowed: boolean;
}

/** A page with the title of its bookmark, which is empty if the bookmark is gone. */
export type ReportedPage = WantedPageRow & { readonly title: string };

export type ArticleRequests = ReturnType<typeof articleRequests>;

/** Starts and stops the job that gets articles, and reads its report. Only pages use it. */
export const articleRequests = repository({
  /** Returns all bookmarks outside the trash that are only addresses of web pages. */
  async withoutText({ db }): Promise<readonly BookmarkId[]> {
    const found: BookmarkId[] = [];
    const read = (after: string) => db.bookmarks.where('id').above(after);
    for await (const rows of inSteps(SETTLED_PER_TRANSACTION, '', read, ({ id }) => id as string)) {
      for (const row of rows) if (isWithoutText(row) && isWebAddress(row.url)) found.push(row.id);
    }
    return found;
  },

  /** Returns the bookmarks that an import has added. */
  async ofImport({ db }, job: number): Promise<readonly BookmarkId[]> {
    return (await allParts(db, job).toArray()).flatMap((part) =>
      part.kind === 'import' ? part.added.map(({ id }) => id) : [],
    );
  },

  start,

  /** Returns how many bookmarks of `ids` have no text, and do not wait for it. */
  async count(store, ids: readonly BookmarkId[]): Promise<number> {
    let count = 0;
    for (let at = 0; at < ids.length; at += SETTLED_PER_TRANSACTION) {
      const rows = await idsWithoutText(store, ids.slice(at, at + SETTLED_PER_TRANSACTION));
      const known = await store.db.wantedPages.bulkGet(rows.map(({ id }) => id));
      count += known.filter((page) => page?.state !== 'waiting').length;
    }
    return count;
  },

  /** Lets the server read the pages of those `ids` that have no text, also again. Sync asks it. */
  async readOnServer(store, ids: readonly BookmarkId[]): Written<void> {
    const { db, now } = store;
    for (let at = 0; at < ids.length; at += SETTLED_PER_TRANSACTION) {
      const rows = await idsWithoutText(store, ids.slice(at, at + SETTLED_PER_TRANSACTION));
      const asked = rows.filter(({ serverId }) => serverId !== null);
      const queued = await write(db, ['outbox'], async () => {
        for (const { id } of asked) await queueArticle(db, id, now());
      });
      if (!queued.ok) return queued;
    }
    return ok(undefined);
  },

  /** Calls `listener` with the job; null: there is none. */
  watch: (store, listener: (job: ArticlesJob | null) => void): Dispose =>
    watch(store, async () => (await articlesJob(store.db)) ?? null, listener),

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

  /** Makes pages of an outcome wait again, or one page. */
  async tryAgain(
    store,
    which: PageOutcome | WantedPageRow,
    { isSignedIn, isBorrowed }: Omit<WantedOptions, 'isAsked'>,
  ): Written<void> {
    const { db } = store;
    const pages =
      typeof which === 'string'
        ? () => db.wantedPages.where('state').equals(which)
        : () => db.wantedPages.where('bookmarkId').equals(which.bookmarkId);
    const isAsked = typeof which !== 'string';
    const moved = await moveInSteps(store, pages, 'waiting', (page) => ({
      ...page,
      tries: 0,
      isSignedIn: page.isSignedIn || isSignedIn,
      isAsked: page.isAsked || isAsked,
    }));
    return moved.ok ? setAdded(store, isAsked ? [which.bookmarkId] : [], isBorrowed) : moved;
  },

  /** Ends the job for a person. What was kept stays, and pages that wait are forgotten. */
  stop: (store): Written<void> =>
    write(store.db, WANTED_TABLES, async () => {
      const { db } = store;
      const job = await articlesJob(db);
      if (job === undefined) return;
      await db.wantedPages.where('state').equals('waiting').delete();
      await db.wantedHosts.clear();
      const left = progressOf({ ...job.counts, waiting: 0 });
      await db.jobs.put({ ...job, ...left, asked: [], state: 'finished', problem: null });
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
  for (let at = 0; at < ids.length; at += SETTLED_PER_TRANSACTION) {
    const some = ids.slice(at, at + SETTLED_PER_TRANSACTION);
    const added = await commit(db, [...WANTED_TABLES, 'bookmarks'], async () => {
      const job = await articlesJob(db);
      // The report of the last job makes room for the next one.
      if (isFirst && job?.state === 'finished') {
        await db.wantedPages.clear();
        await db.jobs.put({ ...job, ...NEW_ARTICLES_JOB, isBorrowed: job.isBorrowed });
      }
      const rows = await idsWithoutText(store, some);
      const known = await db.wantedPages.bulkGet(rows.map(({ id }) => id));
      const pages = rows.flatMap(({ id, url }, at): readonly WantedPageRow[] => {
        const before = known[at];
        // It joins the queue once, and keeps the choice with which it did.
        if (before?.state === 'waiting')
          return [{ ...before, tries: 0, isAsked: before.isAsked || isAsked }];
        const host = isWebAddress(url) ? (URL.parse(url)?.host ?? null) : null;
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
  const begun = await setAdded(store, isAsked ? ids : [], isBorrowed);
  return begun.ok ? ok(count) : begun;
}
