import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../components/button';
import { formatNumber, t } from '../strings';
import { ServerForm } from './server-form';
import type { ImportThere, ServerImporter, ServerStore } from './server-store';
import { serverProblemText } from './server-text';
import { ThereForm } from './there-form';
import { TransferProgress } from './transfer-progress';

interface ServerImportsProps {
  readonly importer: ServerImporter;
  readonly store: ServerStore;
  /** True while another import is not finished. */
  readonly isDisabled: boolean;
}

/** In ms. The server counts its entries in batches. */
const ASK_EVERY_MS = 2000;

/** Imports from another server, and imports by the server of the account. */
export function ServerImports({ importer, store, isDisabled }: ServerImportsProps): JSX.Element {
  const shown = useSignal<'from' | 'by' | null>(null);
  const there = useSignal<ImportThere | null>(null);
  const round = useSignal(0);
  useEffect(() => {
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const found = await importer.there();
      if (left.signal.aborted) return;
      there.value = found;
      if (found !== null && !found.isFinished) timer = setTimeout(ask, ASK_EVERY_MS);
    };
    void ask();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [importer, there, round.value]);
  const close = () => {
    shown.value = null;
  };
  return (
    <>
      <p class="import-actions">
        <Button
          isDisabled={isDisabled}
          onClick={() => {
            shown.value = 'from';
          }}
        >
          {t('serverTitle')}
        </Button>
        <Button
          isDisabled={there.value !== null && !there.value.isFinished}
          onClick={() => {
            shown.value = 'by';
          }}
        >
          {t('thereTitle')}
        </Button>
      </p>
      {shown.value === 'from' && <ServerForm store={store} onClose={close} />}
      {shown.value === 'by' && (
        <ThereForm
          importer={importer}
          onClose={close}
          onStarted={() => {
            close();
            round.value += 1;
          }}
        />
      )}
      {there.value !== null && (
        <There
          there={there.value}
          onForget={() => {
            there.value = null;
            void importer.forgetThere();
          }}
        />
      )}
    </>
  );
}

interface ThereProps {
  readonly there: ImportThere;
  readonly onForget: () => void;
}

/** Shows the import that the server carries out. It goes on there, whatever this browser does. */
function There({ there, onForget }: ThereProps): JSX.Element {
  const { name, done, total, isFinished, problem } = there;
  return (
    <section class="import-jobs">
      <h2>{t('thereJob')}</h2>
      <p>
        <bdi>{name}</bdi>
      </p>
      {isFinished ? (
        <p role="status">{t('thereFinished', formatNumber(done))}</p>
      ) : (
        <TransferProgress
          {...{ label: 'importProgress', preparing: 'therePreparing' }}
          {...{ running: 'importRunningRows', done, all: total === 0 ? null : total }}
        >
          <span />
        </TransferProgress>
      )}
      {problem !== null && <p class="warning">{serverProblemText(problem)}</p>}
      <p class="import-actions">
        <Button onClick={onForget}>{t(isFinished ? 'thereClose' : 'thereForget')}</Button>
      </p>
    </section>
  );
}
