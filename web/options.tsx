import { render } from 'preact';
import { connectLibrary } from '../entrypoints/wiring/connect-library';
import { ok } from '../src/domain/result';
import { ACCOUNT_STATUS, EXAMINATION } from '../src/extension/account/account-summary';
import { watchStored } from '../src/extension/settings/watch-stored';
import type { Library } from '../src/library';
import { readStatus } from '../src/service/account/account-status';
import { readExamination } from '../src/service/account/doctor-findings';
import { createAccountStore } from '../src/ui/account/account-store';
import { settingsMirror } from '../src/ui/settings/settings-mirror';
import { SettingsPage } from '../src/ui/settings/settings-page';
import { t } from '../src/ui/strings';
import { applyLanguage } from '../src/ui/theme/theme';
import { background, connectSettings } from './connect-page';
import { syncOf } from './connect-shared';
import { local, session } from './platform';
import { showTheme } from './show-theme';
import { followUpdates } from './updates';

const root = document.getElementById('root');
if (root) {
  showTheme(settingsMirror(localStorage).read().reader.theme);
  applyLanguage();
  document.title = t('libraryTitle', t('optionsTitle'));
  const library = connectLibrary(local);
  const opened = new Promise<Library>((resolve) => {
    void library.then((result) => result.ok && resolve(result.value));
  });
  const accounts = createAccountStore(
    {
      background,
      watchStatus: (listener) =>
        watchStored(local, ACCOUNT_STATUS, (stored) => listener(readStatus(stored))),
      watchExamination: (listener) =>
        watchStored(session, EXAMINATION, (stored) => listener(readExamination(stored))),
      askForOrigins: async () => ok([]),
    },
    localStorage,
  );
  const deps = {
    accounts,
    sync: syncOf(opened),
    settings: await connectSettings(),
    library,
    version: __VERSION__,
  };
  render(<SettingsPage deps={deps} />, root);
  // The page of the library asks.
  followUpdates(() => {});
}
