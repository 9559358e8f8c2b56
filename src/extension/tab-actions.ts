import type { Browser, WxtBrowser } from 'wxt/browser';
import type { BadgeKeeper } from './badge-keeper';
import type { PageSaver } from './page-saver';
import { type SaveLinkDependencies, saveLink } from './save-link';
import { frontTab, readTab } from './tab-page';

interface Dependencies extends SaveLinkDependencies {
  readonly browser: Pick<WxtBrowser, 'tabs' | 'runtime' | 'scripting'>;
  readonly ownOrigin: string;
  readonly saver: Pick<PageSaver, 'save'>;
  readonly badges: SaveLinkDependencies['badges'] & Pick<BadgeKeeper, 'unsavable'>;
}

/** What menus, keys and the address bar do besides the popup. None throws. */
export interface TabActions {
  /** Saves what the tab shows; the badge says how it went, or why there was nothing to save. */
  savePage(tab: Browser.tabs.Tab | undefined, excerpt: string): Promise<void>;
  saveFrontPage(): Promise<void>;
  /** @param text of the link, null where the browser has not told it */
  saveLink(tab: Browser.tabs.Tab, frameId: number, url: string, text: string | null): Promise<void>;
  openLibrary(): Promise<void>;
  openOptions(): Promise<void>;
}

export function createTabActions(dependencies: Dependencies): TabActions {
  const { browser, ownOrigin, saver, badges } = dependencies;
  const savePage = async (tab: Browser.tabs.Tab | undefined, excerpt: string) => {
    const content = readTab(tab, ownOrigin);
    if (content.kind === 'page') await saver.save(content.page, excerpt);
    else if (tab?.id !== undefined) {
      await badges.unsavable(tab.id, content.kind === 'nothing' ? 'no-page' : 'withheld');
    }
  };
  return {
    savePage,
    saveFrontPage: async () => savePage(await frontTab(browser.tabs), ''),
    async saveLink({ id }, frameId, url, text) {
      if (id !== undefined) await saveLink(dependencies, { tabId: id, frameId, url, text });
    },
    async openLibrary() {
      await browser.tabs.create({ url: browser.runtime.getURL('/library.html') });
    },
    openOptions: () => browser.runtime.openOptionsPage(),
  };
}
