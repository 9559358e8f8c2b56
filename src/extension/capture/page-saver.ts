import type { AddressOnlyReason } from '../../domain/address-only';
import type { PageState } from '../../domain/page-state';
import type { BadgeManager } from '../toolbar/badge-manager';
import type { TabPage } from '../toolbar/tab-page';
import {
  failedState,
  findBookmark,
  type SaveDependencies,
  saveAddress,
  savedState,
  savePage,
} from './save-page';

interface Dependencies extends SaveDependencies {
  readonly badges: Pick<BadgeManager, 'saving' | 'settled'>;
}

interface RunningSave {
  readonly url: string;
  readonly state: Promise<PageState>;
  readonly controller: AbortController;
}

/** A save that ended without anything in the library. */
const UNSAVED: ReadonlySet<PageState['kind']> = new Set(['failed', 'not-loaded', 'error-page']);

export type PageSaver = ReturnType<typeof createPageSaver>;

/** Saves pages from their tabs, one save at a time for each tab. */
export function createPageSaver(dependencies: Dependencies) {
  const { badges, openLibrary } = dependencies;
  const running = new Map<number, RunningSave>();

  const start = (
    page: TabPage,
    save: (signal: AbortSignal) => Promise<PageState>,
  ): Promise<PageState> => {
    const before = running.get(page.tabId);
    if (before?.url === page.url) return before.state;
    before?.controller.abort('navigated' satisfies AddressOnlyReason);
    const controller = new AbortController();
    const state = save(controller.signal)
      .catch((error: unknown): PageState => {
        console.error('The page could not be saved', error);
        return failedState(page, 'unknown');
      })
      .finally(() => {
        if (running.get(page.tabId)?.controller === controller) running.delete(page.tabId);
      });
    running.set(page.tabId, { url: page.url, state, controller });
    badges.saving(page.tabId);
    void state.then(({ kind }) => {
      // The badge already shows a newer save of the tab.
      if (running.has(page.tabId)) return;
      const isUnsaved = UNSAVED.has(kind);
      void badges.settled(page.tabId, isUnsaved ? page.url : null);
    });
    return state;
  };

  return {
    /**
     * Saves the page and returns the result; never throws. A page that is being saved is not saved
     * twice: the second call gets the result of the first.
     * @param excerpt the selected text if the browser reports it; empty otherwise. null: the selection
     * is not the excerpt
     * @param keepsErrors saves also a page that the server sent with an error, without asking
     */
    save: (page: TabPage, excerpt: string | null, keepsErrors = false): Promise<PageState> =>
      start(page, (signal) => savePage(dependencies, page, excerpt, signal, keepsErrors)),

    /** Saves the address of a page that did not load; never throws. */
    saveAddress: (page: TabPage): Promise<PageState> =>
      start(page, () => saveAddress(dependencies, page)),

    /** The state of the page, without saving it. */
    async describe(page: TabPage): Promise<PageState> {
      const { url, title } = page;
      if (running.get(page.tabId)?.url === url) return { kind: 'saving', url, title };
      const library = await openLibrary();
      if (!library.ok) return failedState(page, 'library-unavailable');
      const bookmark = await findBookmark(library.value, page);
      if (bookmark !== null && bookmark.trashedAt === null) {
        return savedState(dependencies, page, bookmark, 'existing');
      }
      return page.closed === 'not-loaded'
        ? { kind: 'not-loaded', url }
        : { kind: 'unsaved', url, title };
    },

    isSaving: (tabId: number): boolean => running.has(tabId),

    /** The tab was closed. A capture in progress ends with the address alone. */
    tabClosed(tabId: number): void {
      running.get(tabId)?.controller.abort('tab-closed' satisfies AddressOnlyReason);
    },
  };
}
