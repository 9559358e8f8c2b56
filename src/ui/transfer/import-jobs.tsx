import type { JSX } from 'preact';
import type { ImportJob } from '../../library';
import { Button } from '../components/button';
import { downloadFile } from '../components/download';
import { formatMoment, formatNumber, plural, t } from '../strings';
import type { ImportStore } from './import-store';
import { problemText, reportFile } from './import-text';

/** Shows the imports of the library, newest first, with what can be done about each. */
export function ImportJobs({ store }: { readonly store: ImportStore }): JSX.Element | null {
  const jobs = store.jobs.value?.toReversed() ?? [];
  if (jobs.length === 0) return null;
  return (
    <section class="import-jobs">
      <h2>{t('importJobs')}</h2>
      <ul>
        {jobs.map((job) => (
          <li key={job.id}>
            <Job job={job} store={store} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface JobProps {
  readonly job: ImportJob;
  readonly store: ImportStore;
}

function Job({ job, store }: JobProps): JSX.Element {
  const isWorking = store.state.value.kind === 'working';
  const { state, problem, notTaken, kept } = job;
  const saveReport = async () => downloadFile(await reportFile(job, store.report(job)));
  return (
    <>
      <p>
        <bdi>{job.fileName}</bdi>: {stateText(job)} <small>{formatMoment(job.startedAt)}</small>
      </p>
      {state === 'finished' && problem !== null && <p class="warning">{problemText(problem)}</p>}
      {state === 'finished' && notTaken > 0 && <p>{plural('importNotTaken', notTaken)}</p>}
      {state === 'undone' && kept > 0 && <p>{plural('importKept', kept)}</p>}
      <p class="import-actions">
        {state === 'running' && !isWorking && (
          <>
            <Button look="primary" onClick={() => void store.goOn(job)}>
              {t('importContinue')}
            </Button>
            <Button onClick={() => void store.end(job)}>{t('importEnd')}</Button>
          </>
        )}
        {state === 'undoing' && !isWorking && (
          <Button look="primary" onClick={() => void store.undo(job)}>
            {t('importContinueUndo')}
          </Button>
        )}
        {state === 'finished' && job.added > 0 && (
          <Button isDisabled={isWorking} onClick={() => void store.undo(job)}>
            {t('importUndo')}
          </Button>
        )}
        {state === 'finished' && notTaken > 0 && (
          <Button onClick={() => void saveReport()}>{t('importReport')}</Button>
        )}
      </p>
    </>
  );
}

function stateText({ state, isCancelled, done, total, added, kept }: ImportJob): string {
  switch (state) {
    case 'running':
      return t('importUnfinished', formatNumber(done), formatNumber(total));
    case 'undoing':
      return plural('importUndoing', added);
    case 'undone':
      return t(kept > 0 ? 'importUndonePartly' : 'importUndone');
    case 'finished':
      return isCancelled ? plural('importEnded', added) : plural('importFinished', added);
  }
}
