import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { ArticlesJob } from '../../library';
import { Button } from '../components/button';
import { ResultCard } from '../components/result-card';
import { useTimeLeft } from '../components/use-time-left';
import { formatNumber, t } from '../strings';
import type { ArticlesStore } from './articles-store';
import { pausedText } from './outcome-names';

interface JobProgressProps {
  readonly store: ArticlesStore;
  readonly job: ArticlesJob;
  /** Called after the job was stopped, which takes the buttons away. */
  readonly onStopped: () => void;
}

/** How far the job is, how long it will take, and why it waits. */
export function JobProgress({ store, job, onStopped }: JobProgressProps): JSX.Element {
  const id = useId();
  const all = Object.values(job.counts).reduce((sum, count) => sum + count, 0);
  const done = all - job.counts.waiting;
  const isRunning = job.state === 'running';
  const left = useTimeLeft(done, isRunning ? job.counts.waiting : 0);
  const { problem } = job;
  return (
    <ResultCard
      title={<span id={id}>{t('gettingRunning', formatNumber(done), formatNumber(all))}</span>}
      actions={
        <>
          {isRunning ? (
            <Button onClick={() => void store.pause()}>{t('actionPause')}</Button>
          ) : (
            <Button look="primary" onClick={() => void store.resume()}>
              {t(problem === 'not-allowed' ? 'syncAllow' : 'actionContinue')}
            </Button>
          )}
          <Button onClick={() => void store.stop().then(onStopped)}>{t('actionStop')}</Button>
        </>
      }
    >
      {left !== null && <p class="hint">{left}</p>}
      <progress aria-labelledby={id} max={all} value={done} />
      <p role="status">{!isRunning && t(pausedText(job))}</p>
      {isRunning && <p class="hint">{t('importInBackground')}</p>}
    </ResultCard>
  );
}
