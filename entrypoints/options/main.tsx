import { render } from 'preact';
import { browser } from 'wxt/browser';
import { neededOrigins } from '../../src/extension/account/needed-origins';
import { createBackground } from '../../src/extension/page-client';
import {
  canSetCommandKeys,
  listCommands,
  openShortcutsPage,
  SHORTCUTS_PAGE,
  setCommandKeys,
} from '../../src/extension/shortcuts';
import type { Library } from '../../src/library';
import { OptionsPage } from '../../src/ui/options/options-page';
import { readSettingsMirror } from '../../src/ui/settings-mirror';
import type { ShortcutChange } from '../../src/ui/shortcuts';
import { t } from '../../src/ui/strings';
import { applyLanguage, applyTheme } from '../../src/ui/theme/theme';
import { accountsHere } from '../wiring/accounts-here';
import { openLibraryHere } from '../wiring/library-here';
import { imageAccessHere, settingsHere } from '../wiring/page-doors';
import { syncHere } from '../wiring/sync-here';

const change: ShortcutChange = canSetCommandKeys()
  ? { kind: 'here', set: setCommandKeys }
  : { kind: 'browser-page', address: SHORTCUTS_PAGE, open: openShortcutsPage };

const root = document.getElementById('root');
if (root) {
  applyTheme(readSettingsMirror(localStorage).reader.theme);
  applyLanguage();
  document.title = t('libraryTitle', t('optionsTitle'));
  const library = openLibraryHere();
  const settings = await settingsHere();
  const opened = new Promise<Library>((resolve) => {
    void library.then((result) => result.ok && resolve(result.value));
  });
  const accounts = accountsHere();
  const servers = () => {
    const { accounts: cards = [], untold = [] } = accounts.status.value ?? {};
    return neededOrigins(cards, untold);
  };
  const deps = {
    accounts,
    sync: syncHere(opened, createBackground(Promise.resolve())),
    settings,
    imageAccess: imageAccessHere(servers),
    shortcuts: { list: listCommands, change },
    library,
    version: browser.runtime.getManifest().version,
  };
  render(<OptionsPage deps={deps} />, root);
}
