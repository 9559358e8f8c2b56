import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ImportJob } from '../../library';
import { TextField } from '../account/sign-in-parts';
import { formatMoment } from '../format';
import { JobCard } from '../jobs/job-card';
import { formatNumber, t } from '../strings';
import type { ServerStore } from './server-store';
import { goesOnByItself, serverProblemOf, serverProblemText } from './server-text';

interface ServerJobProps {
  readonly job: ImportJob;
  readonly store: ServerStore;
}

/** Shows an import from a server that has not ended. The background carries it out. */
export function ServerJob({ job, store }: ServerJobProps): JSX.Element {
  const token = useSignal('');
  const { state, problem, startedAt } = job;
  const isPaused = state === 'paused';
  const waits = problem === null ? null : serverProblemOf(problem);
  const shown = store.problem.value ?? waits;
  const needsToken = waits?.kind === 'unauthorised';
  return (
    <JobCard
      job={job}
      title={<OpenTitle job={job} />}
      running="importRunning"
      pause={() => void store.pause()}
      goOn={{
        name: 'actionContinue',
        run: () => void store.goOn(job, needsToken ? token.value : null),
      }}
      end={{ name: 'importEnd', run: () => void store.end(job) }}
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
    </JobCard>
  );
}

/** The name of a file or a server, and how far a paused import of it is. */
export const OpenTitle = ({ job }: { readonly job: ImportJob }): JSX.Element => (
  <>
    <bdi>{job.fileName}</bdi>
    {job.state === 'paused' &&
      `: ${t('importPaused', formatNumber(job.done), formatNumber(job.total))}`}
  </>
);
