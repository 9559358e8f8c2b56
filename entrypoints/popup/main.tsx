import { render } from 'preact';
import { createBackground } from '../../src/extension/page-client';
import type { AccountKey } from '../../src/library/repository';
import { Popup, preloadReader } from '../../src/ui/popup/popup';
import { createPopup } from '../../src/ui/popup/popup-model';
import { readSettingsMirror } from '../../src/ui/settings-mirror';
import { createSnapshotStore } from '../../src/ui/snapshot';
import { schedule } from '../../src/ui/stores/schedule';
import { applyLanguage, applyTheme } from '../../src/ui/theme/theme';
import { openLibraryHere, withLibraryName } from '../wiring/library-here';
import {
  imageAccessHere,
  isPrivateWindow,
  openOurPage,
  painted,
  settingsHere,
} from '../wiring/page-doors';

const root = document.getElementById('root');
if (root) {
  const { reader, toolbarClick } = readSettingsMirror(localStorage);
  const isSaving = toolbarClick === 'save';
  const afterPaint = painted();
  const background = createBackground(afterPaint);
  // Before anything is drawn: the save is what the person is waiting for.
  const described = background.describePage({ save: isSaving });
  applyTheme(reader.theme);
  applyLanguage();
  withLibraryName((account) => show(root, account));

  function show(root: HTMLElement, account: AccountKey) {
    const opened = afterPaint.then(() => openLibraryHere(account));
    const model = createPopup({
      painted: afterPaint,
      opened,
      isPrivateWindow: isPrivateWindow(),
      described,
      isSaving,
      background,
      account,
      draftStorage: localStorage,
      snapshots: createSnapshotStore(localStorage, account),
      settings: settingsHere,
      accounts: async () => (await import('../wiring/accounts-here')).accountsHere(),
      sync: async (library) => (await import('../wiring/sync-here')).syncHere(library, background),
      imageAccess: imageAccessHere(),
      later: schedule,
      openTab: (path) => void openOurPage(path),
    });
    render(<Popup model={model} />, root);
    // What may be wanted next must not take the time of what is waited for.
    void Promise.all([opened, described]).then(() => {
      void settingsHere();
      preloadReader();
    });
  }
}
