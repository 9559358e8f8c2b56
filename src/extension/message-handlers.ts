import type { WxtBrowser } from 'wxt/browser';
import { err, ok, type PageState } from '../domain';
import type { BadgeKeeper } from './badge-keeper';
import { captureAgain } from './capture-again';
import type { ImageCollector } from './collect-images';
import type { PageSaver } from './page-saver';
import type { SaveDependencies } from './save-page';
import type { MessageHandlers } from './serve-messages';
import type { BackgroundSync } from './sync/background-sync';
import { frontTab, readTab, type TabContent } from './tab-page';

interface Dependencies extends SaveDependencies {
  readonly browser: Pick<WxtBrowser, 'scripting' | 'tabs'>;
  readonly images: Pick<ImageCollector, 'collect' | 'fetchMissing'>;
  readonly saver: PageSaver;
  readonly badges: Pick<BadgeKeeper, 'refreshFront'>;
  readonly sync: Pick<BackgroundSync, 'run'>;
  readonly ownOrigin: string;
}

/** What the background does for each message of a page of ours. */
export function messageHandlers(dependencies: Dependencies): MessageHandlers {
  const { browser, openLibrary, images, saver, badges, sync, ownOrigin } = dependencies;
  const front = async () => readTab(await frontTab(browser.tabs), ownOrigin);
  return {
    async describePage({ save }) {
      const content = await front();
      if (content.kind !== 'page') return ok(stateWithoutPage(content));
      return ok(await (save ? saver.save(content.page, '') : saver.describe(content.page)));
    },

    async saveAddress() {
      const content = await front();
      if (content.kind !== 'page') return ok(stateWithoutPage(content));
      return ok(await saver.saveAddress(content.page));
    },

    captureAgain: async ({ id }) => captureAgain(dependencies, id, await front()),

    async fetchImages({ id }) {
      const library = await openLibrary();
      return library.ok
        ? images.fetchMissing(library.value, id)
        : err({ kind: 'failed', detail: library.error.kind });
    },

    async syncNow() {
      await sync.run('asked');
      return ok(null);
    },

    async pokeSync() {
      void sync.run('here');
      return ok(null);
    },

    async libraryChanged() {
      await badges.refreshFront();
      return ok(null);
    },
  };
}

/** Chromium does not tell the addresses of its own pages, whoever clicked on what. */
const stateWithoutPage = ({ kind }: Exclude<TabContent, { kind: 'page' }>): PageState => ({
  kind: kind === 'unknown' ? 'withheld' : 'nothing',
});
