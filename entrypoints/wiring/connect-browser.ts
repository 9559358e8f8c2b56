// Connects pages with the browser's APIs. First paints include this module, so it must stay small.
import { browser } from 'wxt/browser';
import { createBackground } from '../../src/messages/background-client';
import type { EXTENSION_MESSAGES } from '../../src/messages/messages';
import { painted } from '../../src/ui/components/timers';
import type { SettingsStore } from '../../src/ui/settings/settings-store';
import { applyTheme } from '../../src/ui/theme/theme';

/** Returns true in a private window, where Firefox provides no database to pages. */
export const isPrivateWindow = (): boolean => browser.extension.inIncognitoContext;

/** The first paint of this page. */
export const firstPaint = painted();

/** The background as this page sees it. */
export const background = createBackground<typeof EXTENSION_MESSAGES>(firstPaint, (message) =>
  browser.runtime.sendMessage(message),
);

let settings: Promise<SettingsStore> | null = null;

/** Returns the settings store of this page and applies the theme whenever it changes. */
export function connectSettings(): Promise<SettingsStore> {
  settings ??= import('./connect-settings').then(({ createPageSettings }) =>
    createPageSettings(browser.storage.local, applyTheme),
  );
  return settings;
}

/** Opens an extension page in a tab, by its path, and closes the popup. */
export async function openExtensionPage(path: string): Promise<void> {
  await browser.tabs.create({ url: new URL(path, location.origin).href });
  const isPopup = browser.extension.getViews({ type: 'popup' }).includes(window);
  if (isPopup) window.close();
}
