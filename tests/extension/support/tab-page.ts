import type { TabPage } from '../../../src/extension/toolbar/tab-page';

export const URL_A = 'https://example.org/a';

/** A page in tab 1, with changes. */
export const tabPage = (change: Partial<TabPage> = {}): TabPage => ({
  tabId: 1,
  url: URL_A,
  title: 'Title of the tab',
  isPrivateWindow: false,
  isLoaded: true,
  closed: null,
  ...change,
});
