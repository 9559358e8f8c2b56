import { signal } from '@preact/signals';
import type { BookmarkId } from '../../domain/bookmark';
import type { Result } from '../../domain/result';
import {
  type ArticlesJob,
  articleRequests,
  type Library,
  type LibraryError,
  type PageOutcome,
  type WantedPageRow,
  wantedPages,
} from '../../library';
import type { Background } from '../../messages/background-client';
import { into, readonly } from '../components/signals';
import { LIBRARY_ERRORS } from '../messages';
import type { BrowserAccess } from '../settings/browser-access';
import type { PlainKey } from '../strings';

/** The access to all sites, with which pages can be fetched. */
export type SiteAccess = Pick<BrowserAccess, 'isAllowed' | 'request' | 'revoke'>;

export interface ArticlesStoreDeps {
  readonly library: Pick<Library, 'part'>;
  readonly access: SiteAccess;
  readonly background: Pick<Background, 'libraryChanged'>;
}

type Work = (isBorrowed: boolean) => Promise<Result<unknown, LibraryError>>;

export type ArticlesStore = ReturnType<typeof createArticlesStore>;

/** The job that gets articles, and what a person does with it. The background works on it. */
export function createArticlesStore({ library, access, background }: ArticlesStoreDeps) {
  const wanted = library.part(wantedPages);
  const requests = library.part(articleRequests);
  const job = signal<ArticlesJob | null | undefined>(undefined);
  const problem = signal<PlainKey | null>(null);
  const stop = requests.watch(into(job));
  // The background may have been stopped.
  void background.libraryChanged();

  const report = (written: Result<unknown, LibraryError>) => {
    problem.value = written.ok ? null : LIBRARY_ERRORS[written.error.kind];
  };

  /** Adds pages. Pages of a paused job need the access only when it goes on. */
  const add = (isOne: boolean, work: Work) =>
    job.value?.state === 'paused' && !isOne ? work(false).then(report) : withAccess(work);

  /** Asks for the access, and then does `work`. To be called first in a click handler. */
  const withAccess = async (work: Work): Promise<void> => {
    const isBorrowed = access.isAllowed.value !== true;
    const isAllowed = await access.request();
    problem.value = isAllowed ? null : 'errorNotAllowed';
    if (!isAllowed) return;
    report(await work(isBorrowed));
    void background.libraryChanged();
  };

  return {
    requests,
    /** null: there is none. undefined: it is not known yet. */
    job: readonly(job),
    /** Why the last action did nothing; null if it did. */
    problem: readonly(problem),
    /** null: not known yet. */
    isAllowed: access.isAllowed,
    start: (
      ids: () => Promise<readonly BookmarkId[]>,
      options: Pick<WantedPageRow, 'isSignedIn' | 'isAsked'>,
    ) =>
      add(options.isAsked, async (isBorrowed) =>
        requests.start(await ids(), { ...options, isBorrowed }),
      ),
    tryAgain: (which: PageOutcome | WantedPageRow, isSignedIn: boolean) =>
      add(typeof which !== 'string', (isBorrowed) =>
        requests.tryAgain(which, { isSignedIn, isBorrowed }),
      ),
    resume: () => withAccess((isBorrowed) => wanted.resume(isBorrowed)),
    readOnServer: async (ids: readonly BookmarkId[]) => report(await requests.readOnServer(ids)),
    pause: async () => report(await wanted.pause(null)),
    stop: async () => report(await requests.stop()),
    /** Gives the access back, in a click. */
    async giveBack(): Promise<void> {
      await access.revoke();
      await wanted.returned();
    },
    dispose: stop,
  };
}
