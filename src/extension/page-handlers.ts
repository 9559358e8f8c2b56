import type { WxtBrowser } from 'wxt/browser';
import type { LibraryAccess } from '../background/library/libraries';
import type { PageState } from '../domain/page-state';
import { err, ok } from '../domain/result';
import { highlightRepository } from '../library';
import type { ExtensionHandlers } from '../messages/messages';
import type { PageSaver } from './capture/page-saver';
import { captureAgain, type RecaptureDependencies } from './capture/save-page';
import type { TabHighlights } from './highlights/tab-highlights';
import type { ImageCollector } from './images/collect-images';
import { frontTab, readTab, type TabContent, type TabPage } from './toolbar/tab-page';

interface Dependencies extends RecaptureDependencies {
  readonly browser: Pick<WxtBrowser, 'scripting' | 'tabs'>;
  readonly images: Pick<ImageCollector, 'collect' | 'fetchMissing'>;
  readonly saver: PageSaver;
  readonly ownOrigin: string;
  readonly highlights: Pick<TabHighlights, 'show' | 'showOne' | 'openList'>;
}

/** The handlers of the messages about saving and the library. */
export function pageHandlers(dependencies: Dependencies) {
  const { browser, openLibrary, images, saver, ownOrigin, highlights } = dependencies;
  const front = async () => readTab(await frontTab(browser.tabs), ownOrigin);
  return {
    describePage: async ({ save }) =>
      pageStateOf(await front(), async (page) => {
        const state = await (save ? saver.save(page, '') : saver.describe(page));
        const count = await countHighlights(openLibrary, state);
        if (count === 0) return state;
        void highlights.show(page.tabId);
        return { ...state, highlights: count };
      }),

    saveErrorPage: async () => pageStateOf(await front(), (page) => saver.save(page, '', true)),

    saveAddress: async () => pageStateOf(await front(), saver.saveAddress),

    async saveTab({ tabId }) {
      const content = readTab(await browser.tabs.get(tabId).catch(() => undefined), ownOrigin);
      return pageStateOf(content, (page) => saver.save(page, null));
    },

    captureAgain: async (asked) => captureAgain(dependencies, asked, await front()),

    async fetchImages({ id }) {
      const library = await openLibrary();
      return library.ok
        ? images.fetchMissing(library.value, id)
        : err({ kind: 'failed', detail: library.error.kind });
    },

    async listHighlights() {
      const content = await front();
      return ok(content.kind === 'page' && (await highlights.openList(content.page.tabId)));
    },

    async showHighlight({ id }) {
      const content = await front();
      if (content.kind === 'page') await highlights.showOne(content.page.tabId, id);
      return ok(null);
    },
  } satisfies Partial<ExtensionHandlers>;
}

async function countHighlights(openLibrary: LibraryAccess, state: PageState): Promise<number> {
  if (state.kind !== 'saved' || state.outcome === 'created') return 0;
  const library = await openLibrary();
  return library.ok ? library.value.part(highlightRepository).count(state.bookmarkId) : 0;
}

/** Does `work` with the page in a tab, if there is one. */
const pageStateOf = async (content: TabContent, work: (page: TabPage) => Promise<PageState>) =>
  ok(content.kind === 'page' ? await work(content.page) : stateWithoutPage(content));

/** Chromium hides the addresses of its own pages from extensions. */
const stateWithoutPage = ({ kind }: Exclude<TabContent, { kind: 'page' }>): PageState => ({
  kind: kind === 'unknown' ? 'withheld' : 'nothing',
});
