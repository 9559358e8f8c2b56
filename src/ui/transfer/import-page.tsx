import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import {
  articleRequests,
  type ImportJob,
  importRepository,
  isBundle,
  type Library,
  recentChanges,
} from '../../library';
import type { Background } from '../../messages/background-client';
import type { AccountStore } from '../account/account-store';
import { Button } from '../components/button';
import { setTo } from '../components/signals';
import { useStore } from '../components/use-store';
import { WorkProgress } from '../jobs/work-progress';
import type { ImageAccess } from '../settings/browser-access';
import { formatNumber, t } from '../strings';
import { ImportForm } from './import-form';
import { ImportJobs } from './import-jobs';
import {
  createImportStore,
  type Importer,
  type ImportStore,
  isReadAgain,
  isUnfinished,
} from './import-store';
import { importProblemText } from './import-text';
import type { ListedPages } from './page-scope';
import { ServerImport } from './server-form';
import { createServerStore, type ServerStore } from './server-store';
import './transfer.css';

interface ImportPageProps {
  readonly library: Promise<Library>;
  readonly importer: () => Promise<Importer>;
  readonly background: Pick<Background, 'libraryChanged'>;
  /** Files that another program or a drop has brought, until they are read. */
  readonly files?: Signal<readonly File[]>;
  /** The web app has none of these. */
  readonly imageAccess?: () => Promise<ImageAccess>;
  readonly servers?: ServerAccess;
  /** Opens *Get the articles* with bookmarks. */
  readonly getArticles?: (pages: ListedPages) => void;
}

/** The parts of the program that an import from another server needs. */
export interface ServerAccess {
  readonly accounts: () => Promise<AccountStore>;
  /** Opens the library into which a server is read; null if it is not made yet. */
  readonly openSource: (name: string) => Promise<Library | null>;
}

/** Imports files that a person chooses or drops, and shows earlier imports. */
export function ImportPage(props: ImportPageProps): JSX.Element | null {
  const { library, importer, servers: access, background } = props;
  const stores = useStore(
    () => Promise.all([library, importer(), access?.accounts()]),
    ([opened, connected, accounts]) => {
      const onChanged = () => void background.libraryChanged();
      const imports = opened.part(importRepository);
      const changes = opened.part(recentChanges);
      const store = createImportStore({ importer: connected, imports, changes, onChanged });
      const reading = { importer: connected, imports, onChanged };
      const servers =
        access && accounts
          ? createServerStore({ accounts, openSource: access.openSource, ...reading })
          : null;
      return {
        async getArticles({ id, fileName: title }: ImportJob) {
          props.getArticles?.({ title, ids: await opened.part(articleRequests).ofImport(id) });
        },
        store,
        servers,
        dispose() {
          store.dispose();
          servers?.dispose();
        },
      };
    },
    [library, importer, access, background],
  );
  const { imageAccess, files, getArticles } = props;
  // A file that is dropped before the earlier imports are known would be ignored.
  if (!stores?.store.jobs.value) return null;
  return (
    <ImportBody
      store={stores.store}
      servers={stores.servers}
      {...(getArticles && { getArticles: stores.getArticles })}
      {...(imageAccess && { imageAccess })}
      {...(files && { files })}
    />
  );
}

interface ImportBodyProps extends Pick<ImportPageProps, 'imageAccess' | 'files'> {
  readonly store: ImportStore;
  readonly servers: ServerStore | null;
  /** Opens *Get the articles* with the bookmarks of an import. */
  readonly getArticles?: (job: ImportJob) => Promise<void>;
}

function ImportBody(props: ImportBodyProps): JSX.Element {
  const { store, servers } = props;
  const input = useRef<HTMLInputElement>(null);
  const isOver = useSignal(false);
  const { kind } = store.state.value;
  const isRunning = kind === 'reading' || isReadAgain(store.state.value);
  const isDisabled = isRunning || store.jobs.value?.some(isUnfinished) === true;
  // Its articles are what comes next.
  const newest = store.jobs.value?.at(-1);
  const isNext = newest?.state === 'finished' && newest.added > 0 && !isBundle(newest);
  const hasNext = props.getArticles && isNext;
  const take = (files: FileList | null | undefined) => {
    if (files && files.length > 0 && !isDisabled) void store.choose([...files]);
  };
  const brought = props.files?.value ?? [];
  useEffect(() => {
    if (!props.files || brought.length === 0 || isDisabled) return;
    props.files.value = [];
    void store.choose(brought);
  }, [brought, isDisabled, props.files, store]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard
    <div
      class="tool-page scroll"
      data-over={isOver.value}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = !isDisabled;
      }}
      onDragLeave={setTo(isOver, false)}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        take(event.dataTransfer?.files);
      }}
    >
      <p>{t('importWhat')}</p>
      <p class="import-drop cluster gap-3 soft">
        <Button
          look={kind === 'previewed' || hasNext ? 'plain' : 'primary'}
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
          multiple
          aria-label={t('importChoose')}
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // The same file can be chosen again.
            currentTarget.value = '';
          }}
        />
      </p>
      {servers && <ServerImport store={servers} openJob={store.jobs.value?.find(isUnfinished)} />}
      <Outcome store={store} />
      <ImportJobs {...props} />
      {store.unknown.value > 0 && (
        <p class="hint">{t('jobsUnknown', formatNumber(store.unknown.value))}</p>
      )}
    </div>
  );
}

/** Shows the preview of a file, the progress of reading it, or why it ended. */
function Outcome({ store }: { readonly store: ImportStore }): JSX.Element {
  const state = store.state.value;
  return (
    <>
      {state.kind === 'reading' && (
        <WorkProgress running={'importRunning'} done={0} all={null}>
          <Button onClick={store.stop}>{t('actionCancel')}</Button>
        </WorkProgress>
      )}
      {state.kind === 'previewed' && (
        <ImportForm store={store} previewed={state} onCancel={store.forget} />
      )}
      {state.kind === 'failed' && (
        <p role="alert" class="warning">
          <bdi>{state.fileName}</bdi>: {importProblemText(state.problem)}
        </p>
      )}
    </>
  );
}
