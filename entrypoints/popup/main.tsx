import { render } from 'preact';
import { browser } from 'wxt/browser';
import type { AccountKey } from '../../src/library';
import { createSnapshotStore } from '../../src/ui/bookmarks/snapshot';
import { schedule } from '../../src/ui/components/timers';
import { Popup, preloadReader } from '../../src/ui/popup/popup';
import { createPopup } from '../../src/ui/popup/popup-model';
import { settingsMirror } from '../../src/ui/settings/settings-mirror';
import { applyLanguage, applyTheme } from '../../src/ui/theme/theme';
import {
  background,
  connectSettings,
  firstPaint,
  isPrivateWindow,
  openExtensionPage,
} from '../wiring/connect-browser';
import { connectLibrary, withActiveLibrary } from '../wiring/connect-library';

const loadAccounts = () => import('../wiring/connect-accounts');

const root = document.getElementById('root');
if (root) {
  const { reader, toolbarClick } = settingsMirror(localStorage).read();
  const isSaving = toolbarClick === 'save';
  // This comes before the first render because the user waits for the save.
  const described = background.describePage({ save: isSaving });
  applyTheme(reader.theme);
  applyLanguage();
  withActiveLibrary(browser.storage.local, (account) => show(root, account));

  function show(root: HTMLElement, account: AccountKey) {
    const opened = firstPaint.then(() => connectLibrary(browser.storage.local, account));
    const model = createPopup({
      painted: firstPaint,
      opened,
      isPrivateWindow: isPrivateWindow(),
      described,
      isSaving,
      background,
      account,
      draftStorage: localStorage,
      snapshots: createSnapshotStore(localStorage, account),
      settings: connectSettings,
      accounts: async () => (await loadAccounts()).connectAccounts(),
      sync: async (library) => (await import('../wiring/extension-platform')).syncOf(library),
      imageAccess: async () => (await loadAccounts()).connectImageAccess(),
      sites: async () => (await loadAccounts()).connectSites(),
      sidePanel: async () => (await import('../wiring/connect-side-panel')).connectSidePanel(),
      later: schedule,
      openTab: (path) => void openExtensionPage(path),
    });
    render(<Popup model={model} />, root);
    // Code for later must delay neither the first rows nor what the page's answer shows.
    void Promise.all([opened, described]).then(() =>
      requestIdleCallback(() => {
        void connectSettings();
        preloadReader();
      }),
    );
  }
}
