import { render } from 'preact';
import { browser } from 'wxt/browser';
import type { AccountKey } from '../../src/library';
import { createSnapshotStore } from '../../src/ui/bookmarks/snapshot';
import { schedule } from '../../src/ui/components/timers';
import { LibraryPage, preloadReader } from '../../src/ui/library-page/library-page';
import { createLibraryPage } from '../../src/ui/library-page/library-page-model';
import { settingsMirror } from '../../src/ui/settings/settings-mirror';
import type { FrontPage } from '../../src/ui/side-panel/front-page';
import { applyLanguage, applyTheme } from '../../src/ui/theme/theme';
import { background, connectSettings, isPrivateWindow } from './connect-browser';
import { connectLibrary, openSourceLibrary, withActiveLibrary } from './connect-library';

/** Shows the library in this page. `frontPage` is the page beside a side panel. */
export function showLibraryPage(frontPage?: () => Promise<FrontPage>): void {
  const root = document.getElementById('root');
  if (root === null) return;
  applyTheme(settingsMirror(localStorage).read().reader.theme);
  applyLanguage();
  withActiveLibrary(browser.storage.local, (account) => show(root, account, frontPage));
  void connectSettings();
}

function show(root: HTMLElement, account: AccountKey, frontPage?: () => Promise<FrontPage>): void {
  const opened = connectLibrary(browser.storage.local, account);
  const model = createLibraryPage({
    painted: Promise.resolve(),
    opened,
    isPrivateWindow: isPrivateWindow(),
    background,
    account,
    draftStorage: localStorage,
    snapshots: createSnapshotStore(localStorage, account),
    settings: connectSettings,
    extension: {
      background,
      imageAccess: async () => (await import('./connect-accounts')).connectImageAccess(),
      siteAccess: async () => (await import('./connect-get-articles')).connectSiteAccess(),
      openTabs: async () => (await import('./connect-tabs')).connectTabs(),
      backups: async () => (await import('./connect-backups')).connectBackups(),
      servers: {
        accounts: async () => (await import('./connect-accounts')).connectAccounts(),
        openSource: openSourceLibrary,
      },
      ...(frontPage && { frontPage }),
    },
    sync: async (library) => (await import('./extension-platform')).syncOf(library),
    exporter: async () => (await import('./extension-platform')).exporterOf(account),
    importer: async () => (await import('./extension-platform')).importerOf(account),
    later: schedule,
    window,
    alone: (name, work) => navigator.locks.request(name, work),
  });
  render(<LibraryPage model={model} />, root);
  // The first rows are shown before the reader is prepared.
  void opened.then(() => requestIdleCallback(() => void preloadReader(connectSettings)));
}
