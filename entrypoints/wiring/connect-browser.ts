// What a page of ours is given of the browser. Nothing here is needed for a first paint but small.
import { effect } from '@preact/signals';
import { browser } from 'wxt/browser';
import {
  hasImageAccess,
  removeImageAccess,
  requestImageAccess,
  watchImageAccess,
} from '../../src/extension/images/image-access';
import { createImageAccess, type ImageAccess } from '../../src/ui/settings/image-access';
import { createSettingsStore, type SettingsStore } from '../../src/ui/settings/settings-store';
import { applyTheme } from '../../src/ui/theme/theme';

/** Whether this page is in a private window, where Firefox gives it no database. */
export const isPrivateWindow = (): boolean => browser.extension.inIncognitoContext;

/** Settles once the browser has painted what was rendered; at once where nothing is painted. */
export function painted(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });
}

/** *Keep all images*, as the browser has it; it is taken back but for the origins of `servers`. */
export const connectImageAccess = (servers: () => readonly string[] = () => []): ImageAccess =>
  createImageAccess({
    has: hasImageAccess,
    request: requestImageAccess,
    remove: () => removeImageAccess(servers()),
    watch: watchImageAccess,
  });

let settings: Promise<SettingsStore> | null = null;

/** The settings of this page, whose theme follows them. */
export function connectSettings(): Promise<SettingsStore> {
  settings ??= import('../../src/extension/settings/settings').then((source) => {
    const store = createSettingsStore(
      {
        read: source.readSettings,
        update: source.updateSettings,
        watch: source.watchSettings,
      },
      localStorage,
    );
    effect(() => applyTheme(store.settings.value.reader.theme));
    return store;
  });
  return settings;
}

/** Opens a page of ours in a tab, by its path; a popup has done its work then. */
export async function openExtensionPage(path: string): Promise<void> {
  await browser.tabs.create({ url: new URL(path, location.origin).href });
  const isPopup = browser.extension.getViews({ type: 'popup' }).includes(window);
  if (isPopup) window.close();
}
