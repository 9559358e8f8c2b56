import type { Browser, WxtBrowser } from 'wxt/browser';
import { i18n } from '#i18n';
import type { LibraryAccess } from '../../background/library/libraries';
import type { Bookmark } from '../../domain/bookmark';
import { escapeMarkup } from '../../domain/markup';
import { type Library, type Suggester, suggester } from '../../library';

/** The actions of the menus. */
export interface MenuActions {
  savePage(tab: Browser.tabs.Tab, excerpt: string): void;
  highlight(tab: Browser.tabs.Tab): void;
  saveLink(tab: Browser.tabs.Tab, frameId: number, url: string, text: string | null): void;
  /** @param place the part of the address from `#` on. Default: where the library begins */
  openLibrary(place?: string): void;
  openOptions(): void;
}

const MENUS = [
  { id: 'save-page', context: 'page', title: 'commandSavePage' },
  { id: 'highlight', context: 'selection', title: 'menuHighlight' },
  { id: 'save-selection', context: 'selection', title: 'menuSaveSelection' },
  { id: 'save-link', context: 'link', title: 'menuSaveLink' },
  { id: 'open-library', context: 'action', title: 'libraryOpen' },
  { id: 'save-tabs', context: 'action', title: 'tabsTitle' },
  { id: 'open-options', context: 'action', title: 'optionsTitle' },
] as const;

/** Firefox also reports the text of the link, which the shared types lack. */
type ClickData = Browser.contextMenus.OnClickData & { readonly linkText?: string };

/**
 * Creates the menus. It is called on install and update only, because browsers keep them over
 * restarts.
 */
export async function createMenus(contextMenus: WxtBrowser['contextMenus']): Promise<void> {
  await contextMenus.removeAll();
  for (const { id, context, title } of MENUS) {
    contextMenus.create({
      id,
      title: i18n.t(title),
      contexts: [context],
      ...(context === 'link' ? { targetUrlPatterns: ['http://*/*', 'https://*/*'] } : {}),
    });
  }
}

/** Runs the action of a menu entry. */
export function onMenuClick(
  actions: MenuActions,
  click: ClickData,
  tab: Browser.tabs.Tab | undefined,
): void {
  if (click.menuItemId === 'open-library') actions.openLibrary();
  if (click.menuItemId === 'save-tabs') actions.openLibrary('#/tabs');
  if (click.menuItemId === 'open-options') actions.openOptions();
  if (tab === undefined) return;
  const { linkUrl, linkText = null, frameId = 0, selectionText = '' } = click;
  if (click.menuItemId === 'save-page') actions.savePage(tab, '');
  if (click.menuItemId === 'highlight') actions.highlight(tab);
  if (click.menuItemId === 'save-selection') actions.savePage(tab, selectionText);
  if (click.menuItemId === 'save-link' && linkUrl !== undefined) {
    actions.saveLink(tab, frameId, linkUrl, linkText);
  }
}

type Omnibox = Pick<
  WxtBrowser['omnibox'],
  'setDefaultSuggestion' | 'onInputStarted' | 'onInputChanged' | 'onInputEntered'
>;

/** An alternative to the empty input, because Chromium ignores Enter after an empty `rl`. */
const SAVE = '+';

const isSave = (words: string): boolean => words.trim() === '' || words.trim() === SAVE;

interface OmniboxActions {
  savePage(): void;
  search(words: string): void;
  read(id: string): void;
}

/** The text of a suggestion that opens a bookmark: the browser inserts it when it is chosen. */
const READ_PREFIX = 'read:';

/**
 * Handles `rl` in the address bar. Alone or with a `+`, it saves the page in front. With other text it
 * suggests bookmarks and saving, and Enter searches the library.
 */
export function listenToOmnibox(
  omnibox: Omnibox,
  openLibrary: LibraryAccess,
  actions: OmniboxActions,
): void {
  const suggestions = createSuggestions(openLibrary);
  const describe = (words: string) => {
    const description = isSave(words) ? i18n.t('omniboxSave') : i18n.t('omniboxSearch');
    void omnibox.setDefaultSuggestion({ description });
  };
  omnibox.onInputStarted.addListener(() => describe(''));
  omnibox.onInputChanged.addListener(async (words, suggest) => {
    describe(words);
    if (isSave(words)) return suggest([]);
    const found = await suggestions(words);
    suggest([
      ...found.map(({ id, title, site }) => ({
        content: `${READ_PREFIX}${id}`,
        description: described(site === '' ? title : `${title} · ${site}`),
      })),
      { content: SAVE, description: i18n.t('commandSavePage') },
    ]);
  });
  omnibox.onInputEntered.addListener((words) => {
    if (isSave(words)) actions.savePage();
    else if (words.startsWith(READ_PREFIX)) actions.read(words.slice(READ_PREFIX.length));
    else actions.search(words.trim());
  });
}

/** Number of bookmarks that the address bar suggests. */
const MAX_SUGGESTED_BOOKMARKS = 5;

/** Returns a function that suggests the best bookmarks for words. Each call stops the last one. */
function createSuggestions(openLibrary: LibraryAccess) {
  let running = new AbortController();
  /** It has the parts of the index in memory that were read. */
  let known: { readonly library: Library; readonly suggester: Suggester } | null = null;
  return async (words: string): Promise<readonly Bookmark[]> => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    try {
      const library = await openLibrary();
      if (!library.ok) return [];
      if (known?.library !== library.value) {
        known = { library: library.value, suggester: library.value.part(suggester) };
      }
      return await known.suggester.suggest(words, MAX_SUGGESTED_BOOKMARKS, signal);
    } catch (error) {
      if (signal.aborted) return [];
      throw error;
    }
  };
}

/** Returns a text for a suggestion. Chromium reads it as XML, and Firefox shows it as it is. */
function described(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Surrogate}\uFFFE\uFFFF]/gu, ' ');
  return import.meta.env.FIREFOX ? plain : escapeMarkup(plain, /[&<>"']/g);
}
