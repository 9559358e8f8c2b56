import { render } from 'preact';
import { CURRENT_ACCOUNT } from '../../src/extension/library-access';
import { createBackground } from '../../src/extension/page-client';
import { LibraryPage } from '../../src/ui/library-page/library-page';
import { createLibraryPage } from '../../src/ui/library-page/library-page-model';
import { readSettingsMirror } from '../../src/ui/settings-mirror';
import { createSnapshotStore } from '../../src/ui/snapshot';
import { schedule } from '../../src/ui/stores/schedule';
import { applyLanguage, applyTheme } from '../../src/ui/theme/theme';
import {
  imageAccessHere,
  isPrivateWindow,
  openLibraryHere,
  settingsHere,
} from '../wiring/page-doors';

const root = document.getElementById('root');
if (root) {
  applyTheme(readSettingsMirror(localStorage).reader.theme);
  applyLanguage();
  const model = createLibraryPage({
    painted: Promise.resolve(),
    opened: openLibraryHere(),
    isPrivateWindow: isPrivateWindow(),
    background: createBackground(Promise.resolve()),
    account: CURRENT_ACCOUNT,
    draftStorage: localStorage,
    snapshots: createSnapshotStore(localStorage, CURRENT_ACCOUNT),
    settings: settingsHere,
    imageAccess: imageAccessHere(),
    later: schedule,
    window,
  });
  render(<LibraryPage model={model} />, root);
  void settingsHere();
}
