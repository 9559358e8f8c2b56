import { render } from 'preact';
import type { StoredArea } from '../../src/background/ports';
import type { AccountKey, Library } from '../../src/library';
import { SettingsPage, type SettingsPageDeps } from '../../src/ui/settings/settings-page';
import type { SettingsStore } from '../../src/ui/settings/settings-store';
import { t } from '../../src/ui/strings';
import type { SyncStore } from '../../src/ui/sync/sync-store';
import { ExportOffer } from '../../src/ui/transfer/export-offer';
import type { Exporter } from '../../src/ui/transfer/export-store';
import { connectLibrary, type Opener } from './connect-library';

/** The parts of the program that the options need. */
interface Platform extends Omit<SettingsPageDeps, 'library' | 'offerExport' | 'settings' | 'sync'> {
  readonly settings: Promise<SettingsStore>;
  readonly local: StoredArea;
  readonly opener?: Opener;
  readonly syncOf: (library: Promise<Library>) => SyncStore;
  readonly exporterOf: (account: AccountKey) => Exporter;
}

/** Shows the options in this page. */
export async function showOptionsPage(root: HTMLElement, platform: Platform): Promise<void> {
  const { local, opener, syncOf, exporterOf } = platform;
  document.title = t('libraryTitle', t('optionsTitle'));
  const library = connectLibrary(local, undefined, opener);
  const opened = new Promise<Library>((resolve) => {
    void library.then((result) => result.ok && resolve(result.value));
  });
  const exporter = async (account: AccountKey) => exporterOf(account);
  const deps: SettingsPageDeps = {
    ...platform,
    settings: await platform.settings,
    library,
    sync: syncOf(opened),
    offerExport: (card) => <ExportOffer exporter={exporter} library={card.library} />,
  };
  render(<SettingsPage deps={deps} />, root);
}
