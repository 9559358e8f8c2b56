import type { Browser, WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import { SECOND_MS } from '../../domain';
import type { LibraryAccess } from '../library/libraries';
import type { BadgeManager } from '../toolbar/badge-manager';
import { frontTab, readTab } from '../toolbar/tab-page';
import type { PageSaver } from './page-saver';
import { inject } from './run-capture';

interface Dependencies extends SaveLinkDependencies {
  readonly browser: Pick<WxtBrowser, 'tabs' | 'runtime' | 'scripting'>;
  readonly ownOrigin: string;
  readonly saver: Pick<PageSaver, 'save'>;
  readonly badges: SaveLinkDependencies['badges'] & Pick<BadgeManager, 'unsavable'>;
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

const MAX_LINK_TEXT_LENGTH = 300;
const LINK_TEXT_LIMIT_MS = SECOND_MS;

export interface SaveLinkDependencies {
  readonly browser: Pick<WxtBrowser, 'scripting'>;
  readonly openLibrary: LibraryAccess;
  readonly badges: Pick<BadgeManager, 'saving' | 'linkSaved' | 'linkFailed'>;
}

/** Where a link was clicked: its address and, in Firefox, its text. */
export interface ClickedLink {
  readonly tabId: number;
  readonly frameId: number;
  readonly url: string;
  /** null where the browser does not tell. */
  readonly text: string | null;
}

/**
 * Saves the address of a link without opening it, under the link's text. The page it is on shows
 * for a moment that it was done.
 */
export async function saveLink(
  { browser, openLibrary, badges }: SaveLinkDependencies,
  link: ClickedLink,
): Promise<void> {
  badges.saving(link.tabId);
  const title = link.text ?? (await readLinkText(browser, link));
  const library = await openLibrary();
  const saved =
    library.ok &&
    (await library.value.bookmarks.save({
      kind: 'address',
      url: link.url,
      title: title.trim().slice(0, MAX_LINK_TEXT_LENGTH),
      excerpt: '',
      reason: 'not-open',
    }));
  if (saved !== false && saved.ok) await badges.linkSaved(link.tabId, saved.value.bookmark.title);
  else await badges.linkFailed(link.tabId);
}

/** The text of the first link in the frame with that address; empty when the page does not tell. */
async function readLinkText(
  { scripting }: SaveLinkDependencies['browser'],
  { tabId, frameId, url }: ClickedLink,
): Promise<string> {
  const readText = () =>
    scripting.executeScript({
      target: { tabId, frameIds: [frameId] },
      args: [url, MAX_LINK_TEXT_LENGTH],
      // SignInAttempts in the page: it may use nothing from around it.
      func: (href: string, maxLength: number) =>
        [...document.links]
          .find((link) => link.href === href)
          ?.textContent?.replace(/\s+/g, ' ')
          .trim()
          .slice(0, maxLength),
    });
  const limit = new Promise<null>((resolve) => setTimeout(resolve, LINK_TEXT_LIMIT_MS, null));
  const found = await Promise.race([inject(readText, async () => null), limit]);
  // A page that lets no script in, or does not answer: the address stands in for the title.
  return found?.ok ? z.catch(z.string(), '').parse(found.value[0]?.result) : '';
}
