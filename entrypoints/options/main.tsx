import { render } from 'preact';
import { browser } from 'wxt/browser';
import { neededOrigins } from '../../src/background/account/needed-origins';
import { EVERYWHERE, patternOf } from '../../src/extension/highlights/site-access';
import { removeAllSites } from '../../src/extension/images/image-access';
import {
  canSetCommandKeys,
  listCommands,
  openShortcutsPage,
  setCommandKeys,
} from '../../src/extension/toolbar/shortcuts';
import type { AccountKey, Library } from '../../src/library';
import type { AccountCard } from '../../src/service';
import type { HighlightSites, ImageAccess } from '../../src/ui/settings/browser-access';
import { settingsMirror } from '../../src/ui/settings/settings-mirror';
import { SettingsPage } from '../../src/ui/settings/settings-page';
import type { ShortcutChange } from '../../src/ui/settings/shortcuts-section';
import { t } from '../../src/ui/strings';
import { applyLanguage, applyTheme } from '../../src/ui/theme/theme';
import { ExportOffer } from '../../src/ui/transfer/export-offer';
import { connectAccounts, connectImageAccess, connectSites } from '../wiring/connect-accounts';
import { connectBackups } from '../wiring/connect-backups';
import { connectSettings } from '../wiring/connect-browser';
import { connectLibrary } from '../wiring/connect-library';
import { connectSavedBadge } from '../wiring/connect-tabs';
import { exporterOf, syncOf } from '../wiring/extension-platform';

const change: ShortcutChange = canSetCommandKeys()
  ? { kind: 'here', set: setCommandKeys }
  : { kind: 'browser-page', open: openShortcutsPage };

const root = document.getElementById('root');
if (root) {
  applyTheme(settingsMirror(localStorage).read().reader.theme);
  applyLanguage();
  document.title = t('libraryTitle', t('optionsTitle'));
  const library = connectLibrary(browser.storage.local);
  const settings = await connectSettings();
  const opened = new Promise<Library>((resolve) => {
    void library.then((result) => result.ok && resolve(result.value));
  });
  const accounts = connectAccounts();
  const servers = () => (accounts.status.value ? neededOrigins(accounts.status.value) : []);
  // One permission is for both, so it stays until neither needs it.
  const removeAll = async (isNeeded: boolean | undefined) => {
    const hosts = (highlightSites.hosts.value ?? []).filter((host) => host !== EVERYWHERE);
    if (!isNeeded) await removeAllSites([...servers(), ...hosts.map(patternOf)]);
  };
  const imageAccess: ImageAccess = connectImageAccess(() =>
    removeAll(highlightSites.hosts.value?.includes(EVERYWHERE)),
  );
  const highlightSites: HighlightSites = connectSites(() =>
    removeAll(imageAccess.isAllowed.value === true),
  );
  const exporter = async (account: AccountKey) => exporterOf(account);
  const deps = {
    accounts,
    sync: syncOf(opened),
    settings,
    extension: {
      highlightSites,
      imageAccess,
      savedBadge: connectSavedBadge(),
      backups: connectBackups(),
      shortcuts: { list: listCommands, change },
    },
    library,
    offerExport: ({ library }: AccountCard) => (
      <ExportOffer exporter={exporter} library={library} />
    ),
    version: browser.runtime.getManifest().version,
  };
  render(<SettingsPage deps={deps} />, root);
}
