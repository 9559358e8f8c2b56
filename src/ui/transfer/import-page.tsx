import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { TransferProblem } from '../../transfer';
import { Button } from '../components/button';
import { type PlainKey, plural, t } from '../strings';
import { createImportStore, type ImportStore, type Restorer } from './import-store';
import { TransferProgress } from './transfer-progress';
import './transfer.css';

interface ImportPageProps {
  readonly restorer: () => Promise<Restorer>;
  /** Called when the library was changed. */
  readonly onChanged: () => void;
}

/** Restores a bundle that a person chooses or drops. */
export function ImportPage({ restorer, onChanged }: ImportPageProps): JSX.Element | null {
  const store = useSignal<ImportStore | null>(null);
  useEffect(() => {
    const left = new AbortController();
    void restorer().then((opened) => {
      if (left.signal.aborted) return;
      const made = createImportStore(opened, onChanged);
      left.signal.addEventListener('abort', made.dispose);
      store.value = made;
    });
    return () => left.abort();
  }, [restorer, onChanged, store]);
  if (store.value === null) return null;
  return <ImportForm store={store.value} />;
}

function ImportForm({ store }: { readonly store: ImportStore }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useSignal(false);
  const isRunning = store.state.value.kind === 'restoring';
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file !== undefined && !isRunning) void store.start(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard
    <div
      class="tool-page"
      data-over={isOver.value}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        take(event.dataTransfer?.files);
      }}
    >
      <p>{t('importWhat')}</p>
      <p class="import-drop">
        <Button look="primary" isDisabled={isRunning} onClick={() => input.current?.click()}>
          {t('importChoose')}
        </Button>
        <span>{t('importDrop')}</span>
        <input
          ref={input}
          type="file"
          accept=".zip,application/zip"
          hidden
          aria-label={t('importChoose')}
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // The same file can be chosen again.
            currentTarget.value = '';
          }}
        />
      </p>
      <Outcome store={store} />
    </div>
  );
}

const PROBLEMS: Readonly<Partial<Record<TransferProblem, PlainKey>>> = {
  'not-a-bundle': 'importNotABundle',
  'newer-version': 'importNewerVersion',
  'too-large': 'importTooLarge',
  quota: 'importFailedQuota',
  unavailable: 'exportFailedUnavailable',
};

/** Shows the progress of an import, what it brought, or why it ended. */
function Outcome({ store }: { readonly store: ImportStore }): JSX.Element {
  const state = store.state.value;
  return (
    <>
      {state.kind === 'restoring' && (
        <TransferProgress
          label="importProgress"
          preparing="importPreparing"
          running="importRunning"
          done={state.done}
          all={state.all}
        >
          <Button onClick={store.stop}>{t('importStop')}</Button>
        </TransferProgress>
      )}
      <div role="status">
        {state.kind === 'choosing' && state.isStopped && <p>{t('importStopped')}</p>}
        {state.kind === 'restored' && (
          <>
            <p>
              <bdi>{state.fileName}</bdi> {plural('importAdded', state.restored.added)}
            </p>
            <ul class="import-report">
              {state.restored.skipped > 0 && (
                <li>{plural('importSkipped', state.restored.skipped)}</li>
              )}
              {state.restored.missingImages > 0 && (
                <li>{plural('importMissingImages', state.restored.missingImages)}</li>
              )}
              {state.restored.problems.length > 0 && (
                <li>{plural('importProblems', state.restored.problems.length)}</li>
              )}
            </ul>
          </>
        )}
      </div>
      {state.kind === 'failed' && (
        <p role="alert">
          <bdi>{state.fileName}</bdi>: {t(PROBLEMS[state.problem] ?? 'importFailedUnknown')}
        </p>
      )}
    </>
  );
}
