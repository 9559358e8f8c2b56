import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Result } from '../../domain/result';
import type { Counts, Library, LibraryError, SpaceUsed, StorageHealth } from '../../library';
import type { StorageState } from '../../library/database/storage';
import { Button } from '../components/button';
import { untilLeft } from '../components/until-left';
import { formatBytes } from '../format';
import { LIBRARY_ERRORS } from '../messages';
import { RetentionForm } from '../storage-health/retention-form';
import { SpaceTable } from '../storage-health/space-table';
import { formatNumber, type PlainKey, plural, t } from '../strings';
import { type Installing, InstallLine } from './installing';
import { Section } from './section';

interface StorageSectionProps {
  readonly library: Promise<Result<Library, LibraryError>>;
  /** True if a server can have articles that are not on this device. */
  readonly isSynced: boolean;
  readonly installing: Installing | null;
}

/**
 * Shows how much is stored, the space it uses, if the browser has granted persistent storage, and
 * how long things are kept.
 */
export function StorageSection({
  library,
  isSynced,
  installing,
}: StorageSectionProps): JSX.Element {
  const [opened, setOpened] = useState<Result<Library, LibraryError> | null>(null);
  useEffect(() => {
    void library.then(setOpened);
  }, [library]);
  return (
    <Section id="storage" title={t('optionsStorage')}>
      {opened?.ok && <Storage library={opened.value} isSynced={isSynced} />}
      {installing && <InstallLine way={installing} />}
      {opened?.ok === false && <p role="alert">{t(LIBRARY_ERRORS[opened.error.kind])}</p>}
    </Section>
  );
}

interface StorageProps {
  readonly library: Library;
  readonly isSynced: boolean;
}

function Storage({ library, isSynced }: StorageProps): JSX.Element {
  const [health, setHealth] = useState<StorageHealth | null>(null);
  const [space, setSpace] = useState<SpaceUsed | null>(null);
  const [answer, setAnswer] = useState<boolean | null>(null);
  const [state, setState] = useState<StorageState | null>(null);
  const [counts, setCounts] = useState<Counts | null>(null);
  const readState = () => void library.storage.state().then(setState);
  // If the storage fails, the page has no table.
  const readSpace = () => void health?.measure().then(setSpace, () => {});
  useEffect(() => {
    // The page is shown before the code of the library is loaded.
    const load = async () => library.part((await import('../../library')).storageHealth);
    return untilLeft(load(), setHealth);
  }, [library]);
  useEffect(readState, [library]);
  useEffect(readSpace, [health]);
  useEffect(() => library.bookmarks.watchCounts(setCounts), [library]);

  async function requestPersistence(): Promise<void> {
    setAnswer(await library.storage.askToPersist({ again: true }));
    readState();
  }

  return (
    <>
      {counts && (
        <p>
          {plural('bookmarks', counts.all)}
          {counts.trash > 0 && ` · ${t('optionsInTrash', formatNumber(counts.trash))}`}
        </p>
      )}
      <p>
        <a href="library.html#/duplicates">{t('duplicatesOpen')}</a>
      </p>
      {state && <QuotaUsed state={state} />}
      {space && <SpaceTable space={space} used={state?.usedBytes ?? null} />}
      {state && (
        <Persistence
          isPersisted={state.persisted}
          answer={answer}
          onRequest={() => void requestPersistence()}
        />
      )}
      {health && (
        <RetentionForm
          health={health}
          isSynced={isSynced}
          onApplied={() => {
            readState();
            readSpace();
          }}
        />
      )}
    </>
  );
}

function QuotaUsed({ state }: { readonly state: StorageState }): JSX.Element | null {
  const { usedBytes, quotaBytes, isLow } = state;
  if (usedBytes === null) return null;
  const used = formatBytes(usedBytes);
  return (
    <>
      <p>
        {quotaBytes === null
          ? t('optionsUsed', used)
          : t('optionsUsedOf', used, formatBytes(quotaBytes))}
      </p>
      {isLow && (
        <p class="options-warning" role="alert">
          {t('storageLow')}
        </p>
      )}
    </>
  );
}

interface PersistenceProps {
  readonly isPersisted: boolean | null;
  /** The browser's answer to the button; null if it was not pressed. */
  readonly answer: boolean | null;
  readonly onRequest: () => void;
}

function Persistence({ isPersisted, answer, onRequest }: PersistenceProps): JSX.Element {
  return (
    <>
      <p class={isPersisted ? 'options-state' : undefined} role="status">
        {t(persistenceText(isPersisted, answer))}
      </p>
      {!isPersisted && <Button onClick={onRequest}>{t('optionsAskToPersist')}</Button>}
    </>
  );
}

function persistenceText(isPersisted: boolean | null, answer: boolean | null): PlainKey {
  if (answer === false) return 'optionsPersistDenied';
  return isPersisted ? 'optionsPersisted' : 'optionsNotPersisted';
}
