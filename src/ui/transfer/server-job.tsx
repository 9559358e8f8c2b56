import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ImportJob } from '../../library';
import { TextField } from '../account/sign-in-parts';
import { Button } from '../components/button';
import { ResultCard } from '../components/result-card';
import { formatMoment } from '../format';
import { formatNumber, t } from '../strings';
import type { ServerStore } from './server-store';
import { goesOnByItself, serverProblemOf, serverProblemText } from './server-text';
import { TransferProgress } from './transfer-progress';

interface ServerJobProps {
  readonly job: ImportJob;
  readonly store: ServerStore;
}

/** Shows an import from a server that has not ended. The background carries it out. */
export function ServerJob({ job, store }: ServerJobProps): JSX.Element {
  const token = useSignal('');
  const { fileName, state, problem, done, total, startedAt } = job;
  const isPaused = state === 'paused';
  const waits = problem === null ? null : serverProblemOf(problem);
  const shown = store.problem.value ?? waits;
  const needsToken = waits?.kind === 'unauthorised';
  return (
    <ResultCard
      title={
        <>
          <bdi>{fileName}</bdi>
          {isPaused && `: ${t('importPaused', formatNumber(done), formatNumber(total))}`}
        </>
      }
      actions={
        isPaused && (
          <>
            <Button
              look="primary"
              onClick={() => void store.goOn(job, needsToken ? token.value : null)}
            >
              {t('actionContinue')}
            </Button>
            <Button onClick={() => void store.end(job)}>{t('importEnd')}</Button>
          </>
        )
      }
    >
      <p class="hint">{formatMoment(startedAt)}</p>
      {isPaused && shown !== null && (
        <p class="warning">
          {serverProblemText(shown)} {goesOnByItself(shown) && t('backupRetry')}
        </p>
      )}
      {isPaused && needsToken && (
        <TextField
          label={t('apiToken')}
          text={token}
          input={{ type: 'password', dir: 'ltr', autocomplete: 'off' }}
        />
      )}
      {!isPaused && (
        <>
          <TransferProgress
            preparing="exportPreparing"
            running="importRunning"
            done={done}
            all={total}
          >
            <Button onClick={() => void store.pause()}>{t('actionPause')}</Button>
          </TransferProgress>
          <p class="hint">{t('importInBackground')}</p>
        </>
      )}
    </ResultCard>
  );
}
