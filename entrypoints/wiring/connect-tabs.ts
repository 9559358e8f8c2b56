import { browser } from 'wxt/browser';
import { createOpenTabs } from '../../src/extension/save-tabs/open-tabs';
import type { OpenTabs } from '../../src/ui/save-tabs/save-tabs-store';

let tabs: OpenTabs | null = null;

/** Returns the tabs of this page's window. */
export function connectTabs(): OpenTabs {
  tabs ??= createOpenTabs(browser);
  return tabs;
}
