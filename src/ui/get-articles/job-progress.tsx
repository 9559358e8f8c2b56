import type { JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { MINUTE_MS } from '../../domain/time';
import type { ArticlesJob } from '../../library';
import { Button } from '../components/button';
import { formatDuration } from '../statistics/format-duration';
import { formatNumber, type PlainKey, t } from '../strings';
import type { ArticlesStore } from './articles-store';

const PROBLEMS: Readonly<Record<NonNullable<ArticlesJob['problem']>, PlainKey>> = {
  'not-allowed': 'gettingNotAllowed',
  offline: 'gettingOffline',
  quota: 'errorQuotaHalf',
};

/** So many pages must be done before the time that is left is worth showing. */
const MIN_MEASURED = 5;

interface JobProgressProps {
  readonly store: ArticlesStore;
  readonly job: ArticlesJob;
}

/** How far the job is, how long it will take, and why it waits. */
export function JobProgress({ store, job }: JobProgressProps): JSX.Element {
  const id = useId();
  const all = Object.values(job.counts).reduce((sum, count) => sum + count, 0);
  const done = all - job.counts.waiting;
  const leftMs = useTimeLeft(done, job.counts.waiting);
  const isRunning = job.state === 'running';
  const { problem } = job;
  return (
    <section class="articles-job" aria-labelledby={id}>
      <p id={id}>
        {t('gettingRunning', formatNumber(done), formatNumber(all))}
        {isRunning && leftMs !== null && (
          <small>{t('gettingLeft', formatDuration(Math.max(1, leftMs / MINUTE_MS)))}</small>
        )}
      </p>
      <progress aria-labelledby={id} max={all} value={done} />
      <p role="status">{!isRunning && t(problem === null ? 'gettingPaused' : PROBLEMS[problem])}</p>
      <p class="articles-actions">
        {isRunning ? (
          <Button onClick={() => void store.pause()}>{t('actionPause')}</Button>
        ) : (
          <Button look="primary" onClick={() => void store.resume()}>
            {t(problem === 'not-allowed' ? 'gettingAllow' : 'actionContinue')}
          </Button>
        )}
        <Button onClick={() => void store.stop()}>{t('actionStop')}</Button>
      </p>
      {isRunning && <p class="hint">{t('importInBackground')}</p>}
    </section>
  );
}

/** Measures since the page was opened; null until enough pages were done. */
function useTimeLeft(done: number, waiting: number): number | null {
  const first = useRef<{ readonly at: number; readonly done: number } | null>(null);
  first.current ??= { at: Date.now(), done };
  const measured = done - first.current.done;
  if (measured < MIN_MEASURED) return null;
  return ((Date.now() - first.current.at) / measured) * waiting;
}
