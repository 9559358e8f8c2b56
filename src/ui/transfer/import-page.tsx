import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { importRepository, type Library } from '../../library';
import type { Restored } from '../../transfer';
import { Button } from '../components/button';
import type { ImageAccess } from '../settings/image-access';
import { plural, t } from '../strings';
import { ImportForm } from './import-form';
import { ImportJobs } from './import-jobs';
import { createImportStore, type Importer, type ImportStore, isUnfinished } from './import-store';
import { problemText } from './import-text';
import { ServerImports } from './server-imports';
import { createServerStore, type ServerImporter, type ServerStore } from './server-store';
import { TransferProgress } from './transfer-progress';
import './transfer.css';
import '../components/hinted-choice.css';

interface ImportPageProps {
  readonly library: Promise<Library>;
  readonly importer: () => Promise<Importer>;
  readonly imageAccess: () => Promise<ImageAccess>;
  readonly servers: () => Promise<ServerImporter>;
  /** Called when the library was changed. */
  readonly onChanged: () => void;
}

/** Imports files that a person chooses or drops, and shows earlier imports. */
export function ImportPage(props: ImportPageProps): JSX.Element | null {
  const { library, importer, servers, onChanged } = props;
  const stores = useSignal<Stores | null>(null);
  useEffect(() => {
    const left = new AbortController();
    void Promise.all([library, importer(), servers()]).then(([opened, connected, byServer]) => {
      if (left.signal.aborted) return;
      const imports = opened.part(importRepository);
      const made = createImportStore({ importer: connected, imports, onChanged });
      left.signal.addEventListener('abort', made.dispose);
      stores.value = { store: made, byServer, servers: createServerStore(byServer) };
    });
    return () => left.abort();
  }, [library, importer, servers, onChanged, stores]);
  if (stores.value === null) return null;
  return <ImportBody {...stores.value} imageAccess={props.imageAccess} />;
}

interface Stores {
  readonly store: ImportStore;
  readonly byServer: ServerImporter;
  readonly servers: ServerStore;
}

type ImportBodyProps = Stores & Pick<ImportPageProps, 'imageAccess'>;

function ImportBody({ store, byServer, servers, imageAccess }: ImportBodyProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useSignal(false);
  const { kind } = store.state.value;
  const isRunning = kind === 'reading' || kind === 'restoring';
  const isDisabled = isRunning || store.jobs.value?.some(isUnfinished) !== false;
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file !== undefined && !isDisabled) void store.choose(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard
    <div
      class="tool-page"
      data-over={isOver.value}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = !isDisabled;
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
        <Button
          look={kind === 'previewed' ? 'plain' : 'primary'}
          isDisabled={isDisabled}
          onClick={() => input.current?.click()}
        >
          {t('importChoose')}
        </Button>
        <span>{t('importDrop')}</span>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('importChoose')}
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // The same file can be chosen again.
            currentTarget.value = '';
          }}
        />
      </p>
      <ServerImports importer={byServer} store={servers} isDisabled={isDisabled} />
      <Outcome store={store} />
      <ImportJobs {...{ store, servers, imageAccess }} />
    </div>
  );
}

/** Shows the preview of a file, the progress of reading it, or why it ended. */
function Outcome({ store }: { readonly store: ImportStore }): JSX.Element {
  const state = store.state.value;
  return (
    <>
      {state.kind === 'reading' && (
        <TransferProgress
          {...{ label: 'importProgress', preparing: 'importPreparing', running: 'importRunning' }}
          {...{ done: 0, all: null }}
        >
          <Button onClick={store.stop}>{t('exportCancel')}</Button>
        </TransferProgress>
      )}
      {state.kind === 'previewed' && (
        <ImportForm store={store} previewed={state} onCancel={store.forget} />
      )}
      {state.kind === 'restoring' && (
        <TransferProgress
          {...{ label: 'importProgress', preparing: 'importPreparing', running: 'importRunning' }}
          {...{ done: state.done, all: state.all }}
        >
          <Button onClick={store.stop}>{t('importStop')}</Button>
        </TransferProgress>
      )}
      <div role="status">
        {state.kind === 'choosing' && state.isStopped && <p>{t('importStopped')}</p>}
        {state.kind === 'restored' && (
          <BundleReport fileName={state.fileName} restored={state.restored} />
        )}
      </div>
      {state.kind === 'failed' && (
        <p role="alert" class="warning">
          <bdi>{state.fileName}</bdi>: {problemText(state.problem)}
        </p>
      )}
    </>
  );
}

interface BundleReportProps {
  readonly fileName: string;
  readonly restored: Restored;
}

/** Says what a bundle has brought. */
function BundleReport({ fileName, restored }: BundleReportProps): JSX.Element {
  const { added, skipped, missingImages, problems, leftOut, leftOutAddresses } = restored;
  return (
    <>
      <p>
        <bdi>{fileName}</bdi> {plural('importAdded', added)}
      </p>
      <ul class="import-report">
        {skipped > 0 && <li>{plural('importSkipped', skipped)}</li>}
        {missingImages > 0 && <li>{plural('importMissingImages', missingImages)}</li>}
        {problems.length > 0 && <li>{plural('importProblems', problems.length)}</li>}
        {leftOut > 0 && <li>{plural('importLeftOut', leftOut)}</li>}
      </ul>
      {leftOut > 0 && (
        <details>
          <summary>{t('importLeftOutWhich')}</summary>
          <ul class="import-rows">
            {leftOutAddresses.map((address) => (
              <li key={address}>
                <bdi>{address}</bdi>
              </li>
            ))}
            {leftOut > leftOutAddresses.length && (
              <li>{plural('importMoreLabels', leftOut - leftOutAddresses.length)}</li>
            )}
          </ul>
        </details>
      )}
    </>
  );
}
