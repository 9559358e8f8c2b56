import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Result } from '../../domain/result';
import type { Settings, SyncSettings } from '../../domain/settings';
import type { Library, LibraryError } from '../../library';
import type { AccountStore } from '../account/account-store';
import type { OfferExport } from '../account/sign-out-dialog';
import { Button } from '../components/button';
import { ChoiceCards, type NamedChoice, named } from '../components/choice-cards';
import { Folded } from '../components/folded';
import { PHONE, useMedia } from '../components/follow-media';
import { formatBytes } from '../format';
import { type PlainKey, t } from '../strings';
import { SyncStatusLine } from '../sync/sync-line';
import type { SyncStore } from '../sync/sync-store';
import { AccountSection, type OwnServer } from './account-section';
import { appearanceStyle, loadFont } from './appearance';
import { BackupForm } from './backup-form';
import type { BackupStore } from './backup-store';
import type { BrowserAccess, ImageAccess } from './browser-access';
import { EVERYWHERE, type HighlightSites } from './browser-access';
import type { Installing } from './installing';
import { OptionsFrame } from './options-frame';
import { ReaderSettingsForm } from './reader-settings';
import { ReviewForm } from './review-form';
import { Section } from './section';
import { SendSection } from './send-section';
import { type SendWays, sendsToDownloads } from './send-store';
import type { SettingsStore } from './settings-store';
import { type Shortcuts, ShortcutsSection } from './shortcuts-section';
import { SiteRulesSection } from './site-rules-section';
import { StorageSection } from './storage-section';
import '../../theme/article.css';
import './settings-page.css';

/** The settings of that which only a browser extension can do. */
interface ExtensionSettings {
  readonly imageAccess: ImageAccess;
  readonly savedBadge: BrowserAccess;
  readonly highlightSites: HighlightSites;
  readonly backups: BackupStore;
  readonly shortcuts: Shortcuts;
}

export interface SettingsPageDeps {
  readonly accounts: AccountStore;
  readonly sync: SyncStore;
  readonly settings: SettingsStore;
  /** Absent in the web app. */
  readonly extension?: ExtensionSettings;
  /** Only in the web app. */
  readonly ownServer?: OwnServer;
  /** How the web app is installed; null if it is, or cannot be. */
  readonly installing?: ReadonlySignal<Installing | null>;
  readonly offerExport: OfferExport;
  readonly sending: SendWays;
  readonly library: Promise<Result<Library, LibraryError>>;
  /** From the manifest. */
  readonly version: string;
}

/** All settings, and facts about what Leafmark stores and may do, a section at a time. */
export function SettingsPage({ deps }: { readonly deps: SettingsPageDeps }): JSX.Element {
  const hash = useSignal(document.location.hash);
  useEffect(() => {
    const follow = () => {
      hash.value = document.location.hash;
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [hash]);
  const sections = SECTIONS.filter(([, , show]) => show(deps) !== null);
  const isPhone = useMedia(PHONE);
  const asked = sections.find(([name]) => name === idIn(hash.value));
  const [id, title, show] = asked ?? ACCOUNT_SECTION;
  useEffect(() => {
    if (hash.value !== '') document.getElementById(id)?.focus();
  }, [id, hash]);
  return (
    <OptionsFrame
      sections={sections}
      chosen={isPhone && !asked ? null : id}
      title={isPhone && asked ? title : 'optionsTitle'}
      isPhone={isPhone}
    >
      {show(deps)}
    </OptionsFrame>
  );
}

/** Returns null where there is no such section. */
type ShowSection = (deps: SettingsPageDeps) => JSX.Element | null;

type SectionOfPage = readonly [id: string, title: PlainKey, show: ShowSection];

/** Shows a section of the extension only. */
const inExtension =
  (show: (parts: ExtensionSettings, deps: SettingsPageDeps) => JSX.Element): ShowSection =>
  (deps) =>
    deps.extension ? show(deps.extension, deps) : null;

const ACCOUNT_SECTION: SectionOfPage = [
  'account',
  'accountTitle',
  ({ accounts, sync, offerExport, ownServer }) => (
    <AccountSection
      accounts={accounts}
      sync={sync}
      offerExport={offerExport}
      ownServer={ownServer}
    />
  ),
];

/** The sections in their order, by the fragment of their address: `#/reader`. */
const SECTIONS: readonly SectionOfPage[] = [
  ACCOUNT_SECTION,
  ['sync', 'syncTitle', ({ sync }) => (isSignedIn(sync) ? <SyncSection sync={sync} /> : null)],
  [
    'saving',
    'optionsSaving',
    inExtension(({ savedBadge }, { settings }) => (
      <SavingSection settings={settings} badge={savedBadge} />
    )),
  ],
  [
    'reader',
    'optionsReader',
    ({ settings }) => (
      <Section id="reader" title={t('optionsReader')}>
        <ReaderSettingsForm settings={settings} />
        <ReaderSample settings={settings} />
      </Section>
    ),
  ],
  [
    'images',
    'optionsImages',
    inExtension(({ imageAccess }) => <ImagesSection imageAccess={imageAccess} />),
  ],
  [
    'highlights',
    'highlightsTitle',
    ({ extension, settings }) => (
      <Section id="highlights" title={t('highlightsTitle')}>
        {extension && <HighlightSitesForm sites={extension.highlightSites} />}
        <ReviewForm settings={settings} />
      </Section>
    ),
  ],
  [
    'site-rules',
    'siteRulesTitle',
    inExtension((_, { library }) => <SiteRulesSection library={library} />),
  ],
  [
    'backup',
    'backupTitle',
    inExtension(({ backups }, { library }) => (
      <Section id="backup" title={t('backupTitle')}>
        <BackupForm store={backups} needsDownloads={() => sendsToDownloads(library)} />
      </Section>
    )),
  ],
  ['send', 'sendTitle', ({ library, sending }) => <SendSection library={library} ways={sending} />],
  [
    'storage',
    'optionsStorage',
    ({ library, sync, installing }) => (
      <StorageSection
        library={library}
        isSynced={isSignedIn(sync)}
        installing={installing?.value ?? null}
      />
    ),
  ],
  [
    'shortcuts',
    'optionsShortcuts',
    inExtension(({ shortcuts }) => <ShortcutsSection shortcuts={shortcuts} />),
  ],
  [
    'private',
    'optionsPrivate',
    inExtension(() => (
      <Section id="private" title={t('optionsPrivate')}>
        <p>{t('optionsPrivateText')}</p>
      </Section>
    )),
  ],
  ['about', 'optionsAbout', ({ version }) => <AboutSection version={version} />],
];

/** The section that an address names. Earlier addresses have no slash, and some name a site. */
const idIn = (hash: string): string => hash.replace(/^#\/?/, '').replace(/\/.*/, '');

/** The site that `#/highlights/HOST` names: a page asks for it after the first highlight there. */
const askedHost = (hash: string): string | null =>
  /^#\/highlights\/([\w.:[\]-]+)$/.exec(hash)?.[1] ?? null;

/** The section *Sync* is shown only to an account that is signed in. */
const isSignedIn = (sync: SyncStore): boolean =>
  sync.settings.value !== null && sync.syncAccount.value === 'signed-in';

const POLICIES: readonly NamedChoice<SyncSettings['articles']>[] = [
  { value: 'all', label: 'articlesAll' },
  { value: 'unread', label: 'articlesUnread', hint: 'articlesUnreadHint' },
  { value: 'current', label: 'articlesCurrent', hint: 'articlesNewestHint' },
  { value: 'newest', label: 'articlesNewest', hint: 'articlesNewestHint' },
  { value: 'none', label: 'articlesNone', hint: 'articlesUnreadHint' },
];

const BYTES_IN_MB = 1_000_000;
const SIZES_MB = [50, 100, 200, 500, 1000, 2000, 5000];

const sizesWith = (chosen: number): readonly number[] =>
  [...new Set([...SIZES_MB, chosen])].toSorted((a, b) => a - b);

/** Says how far sync is, and chooses which articles are downloaded automatically. */
function SyncSection({ sync }: { readonly sync: SyncStore }): JSX.Element | null {
  const settings = sync.settings.value;
  if (settings === null || !isSignedIn(sync)) return null;
  return (
    <Section id="sync" title={t('syncTitle')}>
      <SyncStatusLine store={sync} href="library.html#/sync" isLocalOnly={false} />
      <ChoiceCards
        legend={t('articlesTitle')}
        choices={named(POLICIES)}
        chosen={settings.articles}
        onChoose={(articles) => sync.change({ articles })}
      />
      {(settings.articles === 'newest' || settings.articles === 'current') && (
        <label class="options-room cluster gap-3">
          {t('articlesRoom')}
          <select
            value={settings.newestMb}
            onChange={({ currentTarget }) => sync.change({ newestMb: Number(currentTarget.value) })}
          >
            {sizesWith(settings.newestMb).map((mb) => (
              <option key={mb} value={mb}>
                {formatBytes(mb * BYTES_IN_MB, t('language'))}
              </option>
            ))}
          </select>
        </label>
      )}
    </Section>
  );
}

const CLICKS: readonly NamedChoice<Settings['toolbarClick']>[] = [
  { value: 'save', label: 'clickSaves' },
  { value: 'open', label: 'clickOpens' },
];

interface SavingSectionProps {
  readonly settings: SettingsStore;
  readonly badge: BrowserAccess;
}

/** Chooses the action of the toolbar button, and on which pages it shows if they are saved. */
function SavingSection({ settings, badge }: SavingSectionProps): JSX.Element {
  const isEverywhere = badge.isAllowed.value;
  return (
    <Section id="saving" title={t('optionsSaving')}>
      <ChoiceCards
        legend={t('optionsClick')}
        choices={named(CLICKS)}
        chosen={settings.settings.value.toolbarClick}
        onChoose={(toolbarClick) => settings.update({ toolbarClick })}
      />
      <label>
        <input
          type="checkbox"
          checked={settings.settings.value.showsToast}
          onChange={({ currentTarget }) => settings.update({ showsToast: currentTarget.checked })}
        />{' '}
        {t('optionsToast')}
      </label>
      <h3>{t('optionsBadge')}</h3>
      <p>{t('optionsBadgeText')}</p>
      {isEverywhere === false && (
        <>
          <Folded title={t('needsTabs')}>{t('optionsBadgeWhy')}</Folded>
          {/* Browsers show the permission request in a click handler only. */}
          <Button onClick={() => void badge.request()}>{t('optionsBadgeAll')}</Button>
        </>
      )}
      {isEverywhere && (
        <>
          <p class="options-state">{t('optionsBadgeEverywhere')}</p>
          <Button onClick={() => void badge.revoke()}>{t('optionsBadgeTakeBack')}</Button>
        </>
      )}
    </Section>
  );
}

/** Shows a few lines with the reader's settings. */
function ReaderSample({ settings }: { readonly settings: SettingsStore }): JSX.Element {
  const { reader } = settings.settings.value;
  useEffect(() => void loadFont(reader.font), [reader.font]);
  return (
    <figure class="options-sample card full" style={appearanceStyle(reader)}>
      <figcaption class="visually-hidden">{t('optionsSample')}</figcaption>
      <div class="article" lang={t('language')}>
        <p>{t('optionsSampleText')}</p>
      </div>
    </figure>
  );
}

/** Explains *Keep all images* and grants or revokes the access. */
function ImagesSection({ imageAccess }: { readonly imageAccess: ImageAccess }): JSX.Element {
  const isAllowed = imageAccess.isAllowed.value;
  return (
    <Section id="images" title={t('optionsImages')}>
      <p>{t('optionsImagesText')}</p>
      {isAllowed === false && (
        <>
          <Folded title={t('needsAllSites')}>{t('optionsImagesWhy')}</Folded>
          {/* Browsers show the permission request in a click handler only. */}
          <Button onClick={() => void imageAccess.request()}>{t('imagesKeepAll')}</Button>
        </>
      )}
      {isAllowed && (
        <>
          <p class="options-state">{t('optionsImagesAllowed')}</p>
          <Button onClick={() => void imageAccess.revoke()}>{t('optionsImagesTakeBack')}</Button>
        </>
      )}
    </Section>
  );
}

/** Shows version, licence and privacy. */
function AboutSection({ version }: { readonly version: string }): JSX.Element {
  return (
    <Section id="about" title={t('optionsAbout')}>
      <p>{t('optionsVersion', version)}</p>
      <p>{t('optionsNoTelemetry')}</p>
      <Folded title={t('optionsLicences')}>{t('optionsLicence')}</Folded>
    </Section>
  );
}

/** Explains where highlights appear without a click, and grants and revokes the access. */
function HighlightSitesForm({ sites }: { readonly sites: HighlightSites }): JSX.Element {
  const hosts = sites.hosts.value;
  const asked = askedHost(document.location.hash);
  const canAsk = hosts?.includes(EVERYWHERE) === false;
  return (
    <>
      {canAsk && asked !== null && !hosts.includes(asked) && (
        <>
          <p>{t('highlightsAskSite', asked)}</p>
          {/* The page was opened for this answer. It closes only if it is alone in its tab's history. */}
          <Button look="primary" onClick={() => void sites.allow(asked).finally(() => close())}>
            {t('highlightsAskShow')}
          </Button>
        </>
      )}
      <p>{t('optionsHighlightsText')}</p>
      {hosts !== null && hosts.length > 0 && (
        <ul class="stack gap-2">
          {hosts.map((host) => (
            <li key={host} class="line split gap-3 wrap-anywhere">
              <span>{host === EVERYWHERE ? t('optionsHighlightsEverywhere') : host}</span>
              <Button onClick={() => void sites.revoke(host)}>
                {t('removeNamed', host === EVERYWHERE ? t('optionsHighlightsEverywhere') : host)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canAsk && (
        <>
          <Folded title={t('needsAllSites')}>{t('optionsHighlightsWhy')}</Folded>
          {/* Browsers show the permission request in a click handler only. */}
          <Button onClick={() => void sites.allow(EVERYWHERE)}>{t('optionsHighlightsAll')}</Button>
        </>
      )}
    </>
  );
}
