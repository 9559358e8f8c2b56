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
import type { HighlightSites, ImageAccess } from '../../src/ui/settings/browser-access';
import { settingsMirror } from '../../src/ui/settings/settings-mirror';
import type { ShortcutChange } from '../../src/ui/settings/shortcuts-section';
import { applyLanguage, applyTheme } from '../../src/ui/theme/theme';
import { connectAccounts, connectImageAccess, connectSites } from '../wiring/connect-accounts';
import { connectBackups, downloadsPermission } from '../wiring/connect-backups';
import { background, connectSettings } from '../wiring/connect-browser';
import { connectSavedBadge } from '../wiring/connect-tabs';
import { exporterOf, syncOf } from '../wiring/extension-platform';
import { folderPicker } from '../wiring/pick-folder';
import { showOptionsPage } from '../wiring/show-options-page';

const change: ShortcutChange = canSetCommandKeys()
  ? { kind: 'here', set: setCommandKeys }
  : { kind: 'browser-page', open: openShortcutsPage };

const root = document.getElementById('root');
if (root) {
  applyTheme(settingsMirror(localStorage).read().reader.theme);
  applyLanguage();
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
  const backups = connectBackups();
  void showOptionsPage(root, {
    local: browser.storage.local,
    accounts,
    settings: connectSettings(),
    syncOf,
    exporterOf,
    sending: {
      pickFolder: folderPicker(),
      downloads: {
        request: downloadsPermission.request,
        async release() {
          if (backups.settings.value?.every === null) await downloadsPermission.remove();
        },
      },
      background,
    },
    extension: {
      highlightSites,
      imageAccess,
      savedBadge: connectSavedBadge(),
      backups,
      shortcuts: { list: listCommands, change },
    },
    version: browser.runtime.getManifest().version,
  });
}
