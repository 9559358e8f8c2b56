import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { BookmarkId } from '../../domain';
import type { ExportFormat, TransferProblem } from '../../transfer';
import { Button } from '../components/button';
import { downloadFile } from '../components/download';
import { HintedChoice, type HintedOption } from '../components/hinted-choice';
import { formatBytes } from '../format';
import { type PlainKey, plural, t } from '../strings';
import { createExportStore, type Exporter, type ExportStore } from './export-store';
import { TransferProgress } from './transfer-progress';
import './transfer.css';

interface ExportPageProps {
  readonly exporter: () => Promise<Exporter>;
  /** The bookmarks that a person selected in a list; null: none. */
  readonly selected: readonly BookmarkId[] | null;
  /** Number of bookmarks in the library; null until it is known. */
  readonly count: number | null;
}

/** Writes the library, or the selected bookmarks, to a file. */
export function ExportPage({ exporter, selected, count }: ExportPageProps): JSX.Element | null {
  const store = useSignal<ExportStore | null>(null);
  useEffect(() => {
    const left = new AbortController();
    void exporter().then((opened) => {
      if (left.signal.aborted) return;
      const made = createExportStore(opened, downloadFile);
      left.signal.addEventListener('abort', made.dispose);
      store.value = made;
    });
    return () => left.abort();
  }, [exporter, store]);
  if (store.value === null) return null;
  return <ExportForm store={store.value} selected={selected} count={count} />;
}

const FORMATS: readonly HintedOption<ExportFormat>[] = [
  { value: 'bundle', label: 'exportBundle', hint: 'exportBundleHint' },
  { value: 'browser', label: 'exportBrowser', hint: 'exportBrowserHint' },
  { value: 'csv', label: 'exportCsv', hint: 'exportCsvHint' },
];

interface ExportFormProps extends Omit<ExportPageProps, 'exporter'> {
  readonly store: ExportStore;
}

function ExportForm({ store, selected, count }: ExportFormProps): JSX.Element {
  const isSelection = useSignal(selected !== null);
  const name = useId();
  const isWriting = store.state.value.kind === 'writing';
  const ids = isSelection.value ? selected : null;
  const scope = (value: boolean, text: string) => (
    <label>
      <input
        type="radio"
        name={name}
        checked={isSelection.value === value}
        onChange={() => {
          isSelection.value = value;
        }}
      />
      {text}
    </label>
  );
  return (
    <div class="tool-page">
      <fieldset class="export-form" disabled={isWriting}>
        {selected !== null && (
          <fieldset class="hinted-choice">
            <legend>{t('exportScope')}</legend>
            {scope(true, plural('exportSelected', selected.length))}
            {scope(false, count === null ? t('exportAll') : plural('exportAllCount', count))}
          </fieldset>
        )}
        <HintedChoice
          legend={t('exportFormat')}
          options={FORMATS}
          chosen={store.format.value}
          onChoose={store.choose}
        />
        <p>
          <Button look="primary" isDisabled={isWriting} onClick={() => void store.start(ids)}>
            {t('exportStart')}
          </Button>
        </p>
      </fieldset>
      <Outcome store={store} />
    </div>
  );
}

const PROBLEMS: Readonly<Partial<Record<TransferProblem, PlainKey>>> = {
  quota: 'exportFailedQuota',
  unavailable: 'exportFailedUnavailable',
  busy: 'exportFailedBusy',
};

/** Shows the progress of an export, its file, or why there is none. */
function Outcome({ store }: { readonly store: ExportStore }): JSX.Element {
  const state = store.state.value;
  return (
    <>
      {state.kind === 'writing' && (
        <TransferProgress
          label="exportProgress"
          preparing="exportPreparing"
          running="exportRunning"
          done={state.done}
          all={state.all}
        >
          <Button onClick={store.cancel}>{t('exportCancel')}</Button>
        </TransferProgress>
      )}
      <div role="status">
        {state.kind === 'written' && (
          <p>{t('exportWritten', state.file.name, formatBytes(state.file.size))}</p>
        )}
      </div>
      {state.kind === 'written' && (
        <p>
          <Button onClick={store.download}>{t('exportAgain')}</Button>
        </p>
      )}
      {state.kind === 'failed' && (
        <p role="alert">{t(PROBLEMS[state.problem] ?? 'exportFailedUnknown')}</p>
      )}
    </>
  );
}
