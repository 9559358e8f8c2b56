import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Result } from '../../domain';
import type { StorageState } from '../../library/database/storage';
import type { Counts, Library, LibraryError } from '../../library/repository';
import { Button } from '../components/button';
import { formatBytes } from '../format';
import { LIBRARY_ERRORS } from '../messages';
import { plural, t } from '../strings';
import { Section } from './section';

interface StorageSectionProps {
  readonly library: Promise<Result<Library, LibraryError>>;
}

/**
 * Shows how much is stored, the space it uses, and if the browser has granted persistent storage.
 */
export function StorageSection({ library }: StorageSectionProps): JSX.Element {
  const [opened, setOpened] = useState<Result<Library, LibraryError> | null>(null);
  useEffect(() => {
    void library.then(setOpened);
  }, [library]);
  return (
    <Section id="storage" title={t('optionsStorage')}>
      {opened?.ok && <Storage library={opened.value} />}
      {opened?.ok === false && <p role="alert">{t(LIBRARY_ERRORS[opened.error.kind])}</p>}
    </Section>
  );
}

function Storage({ library }: { readonly library: Library }): JSX.Element {
  const [state, setState] = useState<StorageState | null>(null);
  const [counts, setCounts] = useState<Counts | null>(null);
  const readState = () => void library.storage.state().then(setState);
  useEffect(readState, [library]);
  useEffect(() => library.bookmarks.watchCounts(setCounts), [library]);

  async function requestPersistence(): Promise<void> {
    await library.storage.askToPersist({ again: true });
    readState();
  }

  return (
    <>
      {counts && (
        <p>
          {plural('bookmarks', counts.all)}
          {counts.trash > 0 && ` · ${plural('optionsInTrash', counts.trash)}`}
        </p>
      )}
      <p>
        <a href="/library.html#/duplicates">{t('duplicatesOpen')}</a>
      </p>
      {state && <SpaceUsed state={state} />}
      {state && (
        <Persistence isPersisted={state.persisted} onRequest={() => void requestPersistence()} />
      )}
    </>
  );
}

function SpaceUsed({ state }: { readonly state: StorageState }): JSX.Element | null {
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
  readonly onRequest: () => void;
}

function Persistence({ isPersisted, onRequest }: PersistenceProps): JSX.Element {
  if (isPersisted) return <p class="options-state">{t('optionsPersisted')}</p>;
  return (
    <>
      <p>{t(isPersisted === null ? 'optionsNeverAsked' : 'optionsNotPersisted')}</p>
      <Button onClick={onRequest}>{t('optionsAskToPersist')}</Button>
    </>
  );
}
