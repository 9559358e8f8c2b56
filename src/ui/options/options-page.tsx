import type { JSX } from 'preact';
import type { Result } from '../../domain';
import type { Library, LibraryError } from '../../library/repository';
import type { AccountStore } from '../account/account-store';
import { Mark } from '../components/mark';
import type { ImageAccess } from '../image-access';
import { ReaderSettingsForm } from '../reader';
import type { SettingsStore } from '../settings-store';
import type { Shortcuts } from '../shortcuts';
import { t } from '../strings';
import type { SyncStore } from '../sync/sync-store';
import { AboutSection } from './about-section';
import { AccountSection } from './account-section';
import { ImagesSection } from './images-section';
import { ReaderSample } from './reader-sample';
import { SavingSection } from './saving-section';
import { Section } from './section';
import { ShortcutsSection } from './shortcuts-section';
import { StorageSection } from './storage-section';
import { SyncSection } from './sync-section';
import './options.css';

export interface OptionsDeps {
  readonly accounts: AccountStore;
  readonly sync: SyncStore;
  readonly settings: SettingsStore;
  readonly imageAccess: ImageAccess;
  readonly shortcuts: Shortcuts;
  readonly library: Promise<Result<Library, LibraryError>>;
  /** Of the manifest. */
  readonly version: string;
}

/** Everything that can be chosen, and what Leafmark keeps and may do. */
export function OptionsPage({ deps }: { readonly deps: OptionsDeps }): JSX.Element {
  return (
    <div class="options">
      <h1>
        <Mark /> {t('optionsTitle')}
      </h1>
      <AccountSection accounts={deps.accounts} />
      <SyncSection sync={deps.sync} />
      <SavingSection settings={deps.settings} />
      <Section title={t('optionsReader')}>
        <ReaderSettingsForm settings={deps.settings} />
        <ReaderSample settings={deps.settings} />
      </Section>
      <ImagesSection imageAccess={deps.imageAccess} />
      <StorageSection library={deps.library} />
      <ShortcutsSection shortcuts={deps.shortcuts} />
      <Section title={t('optionsPrivate')}>
        <p>{t('optionsPrivateText')}</p>
      </Section>
      <AboutSection version={deps.version} />
    </div>
  );
}
