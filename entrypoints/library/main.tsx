import { render } from 'preact';
import { createBackground } from '../../src/extension/page-client';
import type { AccountKey } from '../../src/library/repository';
import { LibraryPage } from '../../src/ui/library-page/library-page';
import { createLibraryPage } from '../../src/ui/library-page/library-page-model';
import { readSettingsMirror } from '../../src/ui/settings-mirror';
import { createSnapshotStore } from '../../src/ui/snapshot';
import { schedule } from '../../src/ui/stores/schedule';
import { applyLanguage, applyTheme } from '../../src/ui/theme/theme';
import { openLibraryHere, withLibraryName } from '../wiring/library-here';
import { imageAccessHere, isPrivateWindow, settingsHere } from '../wiring/page-doors';

const root = document.getElementById('root');
if (root) {
  applyTheme(readSettingsMirror(localStorage).reader.theme);
  applyLanguage();
  withLibraryName((account) => show(root, account));
  void settingsHere();
}

function show(root: HTMLElement, account: AccountKey): void {
  const background = createBackground(Promise.resolve());
  const model = createLibraryPage({
    painted: Promise.resolve(),
    opened: openLibraryHere(account),
    isPrivateWindow: isPrivateWindow(),
    background,
    account,
    draftStorage: localStorage,
    snapshots: createSnapshotStore(localStorage, account),
    settings: settingsHere,
    sync: async (library) => (await import('../wiring/sync-here')).syncHere(library, background),
    imageAccess: imageAccessHere(),
    later: schedule,
    window,
  });
  render(<LibraryPage model={model} />, root);
}
