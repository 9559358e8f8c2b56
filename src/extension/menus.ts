import type { Browser, WxtBrowser } from 'wxt/browser';
import { i18n } from '#i18n';

/** What the menus can do. */
export interface MenuActions {
  savePage(tab: Browser.tabs.Tab, excerpt: string): void;
  saveLink(tab: Browser.tabs.Tab, frameId: number, url: string, text: string | null): void;
  openLibrary(): void;
  openOptions(): void;
}

const MENUS = [
  { id: 'save-page', context: 'page', title: 'actionSavePage' },
  { id: 'save-selection', context: 'selection', title: 'menuSaveSelection' },
  { id: 'save-link', context: 'link', title: 'menuSaveLink' },
  { id: 'open-library', context: 'action', title: 'libraryOpen' },
  { id: 'open-options', context: 'action', title: 'optionsOpen' },
] as const;

/** Firefox tells the text of the link besides what the shared types know. */
type ClickData = Browser.contextMenus.OnClickData & { readonly linkText?: string };

/** Makes the menus anew. On install and update only: browsers keep them over restarts. */
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

/** Does what the menu entry says. */
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
  if (click.menuItemId === 'save-selection') actions.savePage(tab, selectionText);
  if (click.menuItemId === 'save-link' && linkUrl !== undefined) {
    actions.saveLink(tab, frameId, linkUrl, linkText);
  }
}
