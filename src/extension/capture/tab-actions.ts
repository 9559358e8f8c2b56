import type { Browser, WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import type { LibraryAccess } from '../../background/library/libraries';
import type { PageState } from '../../domain/page-state';
import { SECOND_MS } from '../../domain/time';
import type { BadgeManager } from '../toolbar/badge-manager';
import { frontTab, readTab, type TabPage } from '../toolbar/tab-page';
import type { PageSaver } from './page-saver';
import { inject } from './run-capture';

interface Dependencies extends SaveLinkDependencies {
  readonly browser: Pick<WxtBrowser, 'tabs' | 'runtime' | 'scripting'>;
  readonly ownOrigin: string;
  readonly saver: Pick<PageSaver, 'save'>;
  /** Shows the result of a save in its page. */
  readonly showSaved: (page: TabPage, state: PageState) => Promise<void>;
  readonly badges: SaveLinkDependencies['badges'] & Pick<BadgeManager, 'unsavable'>;
}

export type TabActions = ReturnType<typeof createTabActions>;

/** The actions of menus, keys and the address bar. None throws. */
export function createTabActions(dependencies: Dependencies) {
  const { browser, ownOrigin, saver, showSaved, badges } = dependencies;
  const savePage = async (tab: Browser.tabs.Tab | undefined, excerpt: string): Promise<void> => {
    const content = readTab(tab, ownOrigin);
    if (content.kind === 'page') {
      const { page } = content;
      await showSaved(page, await saver.save(page, excerpt));
    } else if (tab?.id !== undefined) {
      await badges.unsavable(tab.id);
    }
  };
  return {
    /** Saves the page in the tab. The badge and a toast show the result, or why it cannot be saved. */
    savePage,
    saveFrontPage: async (): Promise<void> => savePage(await frontTab(browser.tabs), ''),
    /** @param text of the link; null if the browser does not report it */
    async saveLink(
      { id: tabId }: Browser.tabs.Tab,
      frameId: number,
      url: string,
      text: string | null,
    ): Promise<void> {
      if (tabId !== undefined) await saveLink(dependencies, { tabId, frameId, url, text });
    },
    /** @param place the part of the address from `#` on. Default: where the library begins */
    async openLibrary(place = ''): Promise<void> {
      await browser.tabs.create({ url: browser.runtime.getURL('/library.html') + place });
    },
    openOptions: (): Promise<void> => browser.runtime.openOptionsPage(),
  };
}

const MAX_LINK_TEXT_LENGTH = 300;
const LINK_TEXT_LIMIT_MS = SECOND_MS;

export interface SaveLinkDependencies {
  readonly browser: Pick<WxtBrowser, 'scripting'>;
  readonly openLibrary: LibraryAccess;
  readonly badges: Pick<BadgeManager, 'saving' | 'linkSaved' | 'linkFailed'>;
}

/** A clicked link: its address and, in Firefox, its text. */
export interface ClickedLink {
  readonly tabId: number;
  readonly frameId: number;
  readonly url: string;
  /** null if the browser does not report it. */
  readonly text: string | null;
}

/**
 * Saves the address of a link without opening it, with the link's text as the title. The badge of
 * the tab confirms it briefly.
 */
async function saveLink(
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

/** The text of the first link in the frame with that address; empty if the page does not answer. */
async function readLinkText(
  { scripting }: SaveLinkDependencies['browser'],
  { tabId, frameId, url }: ClickedLink,
): Promise<string> {
  const readText = () =>
    scripting.executeScript({
      target: { tabId, frameIds: [frameId] },
      args: [url, MAX_LINK_TEXT_LENGTH],
      // The function runs in the page, so it cannot use anything from this scope.
      func: (href: string, maxLength: number) =>
        [...document.links]
          .find((link) => link.href === href)
          ?.textContent?.replace(/\s+/g, ' ')
          .trim()
          .slice(0, maxLength),
    });
  const limit = new Promise<null>((resolve) => setTimeout(resolve, LINK_TEXT_LIMIT_MS, null));
  const found = await Promise.race([inject(readText, async () => null), limit]);
  // If the page refuses scripts or does not answer, the address becomes the title.
  return found?.ok ? z.catch(z.string(), '').parse(found.value[0]?.result) : '';
}
