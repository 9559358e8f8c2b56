import { render } from 'preact';
import { connectLibrary } from '../entrypoints/wiring/connect-library';
import type { Library } from '../src/library';
import { SettingsPage } from '../src/ui/settings/settings-page';
import { t } from '../src/ui/strings';
import { connectAccounts } from './connect-account';
import { connectSettings } from './connect-page';
import { syncOf } from './connect-shared';
import { APP_BASE, local } from './platform';
import { start } from './start';
import { followUpdates } from './updates';

void start((root) => void show(root));

async function show(root: HTMLElement): Promise<void> {
  document.title = t('libraryTitle', t('optionsTitle'));
  const library = connectLibrary(local);
  const opened = new Promise<Library>((resolve) => {
    void library.then((result) => result.ok && resolve(result.value));
  });
  const deps = {
    accounts: connectAccounts(),
    sync: syncOf(opened),
    settings: await connectSettings(),
    ownServer: APP_BASE,
    library,
    version: __VERSION__,
  };
  render(<SettingsPage deps={deps} />, root);
  // The page of the library asks.
  void followUpdates(() => {});
}
