import { signal } from '@preact/signals';
import type { BookmarkId } from '../../domain/bookmark';
import {
  type ArticlesJob,
  articleRequests,
  type Library,
  type PageOutcome,
  type WantedPageRow,
  wantedPages,
} from '../../library';
import type { Background } from '../../messages/background-client';
import { into, readonly } from '../components/signals';
import type { BrowserAccess } from '../settings/browser-access';

/** The access to all sites, with which pages can be fetched. */
export type SiteAccess = Pick<BrowserAccess, 'isAllowed' | 'request' | 'revoke'>;

export interface ArticlesStoreDeps {
  readonly library: Pick<Library, 'part'>;
  readonly access: SiteAccess;
  readonly background: Pick<Background, 'libraryChanged'>;
}

export type ArticlesStore = ReturnType<typeof createArticlesStore>;

/** The job that gets articles, and what a person does with it. The background works on it. */
export function createArticlesStore({ library, access, background }: ArticlesStoreDeps) {
  const wanted = library.part(wantedPages);
  const requests = library.part(articleRequests);
  const job = signal<ArticlesJob | null | undefined>(undefined);
  const isDenied = signal(false);
  const stop = requests.watch(into(job));
  // The background may have been stopped.
  void background.libraryChanged();

  /** Adds pages. Pages of a paused job need the access only when it goes on. */
  const add = (isOne: boolean, work: (isBorrowed: boolean) => Promise<unknown>) =>
    job.value?.state === 'paused' && !isOne ? work(false) : withAccess(work);

  /** Asks for the access, and then does `work`. To be called first in a click handler. */
  const withAccess = async (work: (isBorrowed: boolean) => Promise<unknown>): Promise<void> => {
    const isBorrowed = access.isAllowed.value !== true;
    const isAllowed = await access.request();
    isDenied.value = !isAllowed;
    if (!isAllowed) return;
    await work(isBorrowed);
    void background.libraryChanged();
  };

  return {
    requests,
    /** null: there is none. undefined: it is not known yet. */
    job: readonly(job),
    /** True if the person did not allow it. */
    isDenied: readonly(isDenied),
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
    pause: () => wanted.pause(null),
    stop: () => requests.stop(),
    /** Gives the access back, in a click. */
    async giveBack(): Promise<void> {
      await access.revoke();
      await wanted.returned();
    },
    dispose: stop,
  };
}
