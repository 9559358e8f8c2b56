import { browser } from 'wxt/browser';
import { createOpenTabs, TABS } from '../../src/extension/save-tabs/open-tabs';
import { optionalPermission } from '../../src/extension/settings/optional-permission';
import type { OpenTabs } from '../../src/ui/save-tabs/save-tabs-store';
import { type BrowserAccess, createBrowserAccess } from '../../src/ui/settings/browser-access';

let tabs: OpenTabs | null = null;

/** Returns the tabs of this page's window. */
export function connectTabs(): OpenTabs {
  tabs ??= createOpenTabs(browser);
  return tabs;
}

/** Returns the permission with which the badge shows saved pages in every tab. */
export const connectSavedBadge = (): BrowserAccess =>
  createBrowserAccess(optionalPermission(browser.permissions, TABS));
