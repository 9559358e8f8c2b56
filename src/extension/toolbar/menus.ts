import type { Browser, WxtBrowser } from 'wxt/browser';
import { i18n } from '#i18n';

/** The actions of the menus. */
export interface MenuActions {
  savePage(tab: Browser.tabs.Tab, excerpt: string): void;
  highlight(tab: Browser.tabs.Tab): void;
  saveLink(tab: Browser.tabs.Tab, frameId: number, url: string, text: string | null): void;
  openLibrary(): void;
  openOptions(): void;
}

const MENUS = [
  { id: 'save-page', context: 'page', title: 'actionSavePage' },
  { id: 'highlight', context: 'selection', title: 'menuHighlight' },
  { id: 'save-selection', context: 'selection', title: 'menuSaveSelection' },
  { id: 'save-link', context: 'link', title: 'menuSaveLink' },
  { id: 'open-library', context: 'action', title: 'libraryOpen' },
  { id: 'open-options', context: 'action', title: 'optionsOpen' },
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

/**
 * Handles `rl` in the address bar. Alone or with a `+`, it saves the page in front. With other text
 * it searches the library, and suggests saving.
 */
export function listenToOmnibox(
  omnibox: Omnibox,
  actions: { readonly savePage: () => void; readonly search: (words: string) => void },
): void {
  const describe = (words: string) => {
    const description = isSave(words) ? i18n.t('omniboxSave') : i18n.t('omniboxSearch');
    void omnibox.setDefaultSuggestion({ description });
  };
  omnibox.onInputStarted.addListener(() => describe(''));
  omnibox.onInputChanged.addListener((words, suggest) => {
    describe(words);
    suggest(isSave(words) ? [] : [{ content: SAVE, description: i18n.t('actionSavePage') }]);
  });
  omnibox.onInputEntered.addListener((words) => {
    if (isSave(words)) actions.savePage();
    else actions.search(words.trim());
  });
}
