import type { JSX } from 'preact';
import { Button } from '../components/button';
import { LIBRARY_ERRORS } from '../messages';
import { formatNumber, t } from '../strings';
import type { BulkStore } from './bulk-store';
import './bulk.css';

/** A shorter job ends before its progress could be read. */
const SHORTEST_CHUNKS = 3;

/** The progress of an action on many bookmarks, or why it does not continue. */
export function BulkProgress({ bulk }: { readonly bulk: BulkStore }): JSX.Element | null {
  const job = bulk.job.value;
  const problem = bulk.problem.value;
  if (job === null || (problem === null && job.chunks < SHORTEST_CHUNKS)) return null;
  const isUndo = job.state === 'undoing';
  const done = formatNumber(job.done);
  return (
    <section class="bulk-progress" aria-label={t('bulkProgressName')}>
      {problem === null ? (
        <>
          <p>{isUndo ? t('bulkUndoing', done) : t('bulkRunning', done, formatNumber(job.total))}</p>
          <progress
            aria-label={t('bulkProgressName')}
            max={job.total}
            value={isUndo ? job.total - job.done : job.done}
          />
        </>
      ) : (
        <>
          <p role="alert">{t('bulkProblem', t(LIBRARY_ERRORS[problem.kind]))}</p>
          <Button onClick={bulk.retry}>{t('actionTryAgain')}</Button>
        </>
      )}
      {!isUndo && <Button onClick={() => void bulk.cancel()}>{t('bulkCancel')}</Button>}
    </section>
  );
}
