import type { ComponentChildren, JSX } from 'preact';
import type { ImportJob } from '../../library';
import { Button } from '../components/button';
import { ResultCard } from '../components/result-card';
import { t } from '../strings';
import { WorkProgress, type WorkProgressProps } from './work-progress';

interface JobAction {
  readonly name: 'actionContinue' | 'syncAllow' | 'importEnd' | 'actionStop';
  readonly run: () => void;
}

interface JobCardProps {
  readonly job: Pick<ImportJob, 'state' | 'done' | 'total'>;
  readonly title: ComponentChildren;
  readonly running: WorkProgressProps['running'];
  readonly pause: () => void;
  /** null: it cannot go on now. */
  readonly goOn: JobAction | null;
  /** Ends it early, also while it runs if `mayEndAtOnce` is true. */
  readonly end: JobAction;
  readonly mayEndAtOnce?: boolean;
  /** Why it is paused. */
  readonly children?: ComponentChildren;
}

/** Shows a job that has not ended: how far it is, or why it waits, and what can be done about it. */
export function JobCard(props: JobCardProps): JSX.Element {
  const { job, title, running, pause, goOn, end, mayEndAtOnce = false, children } = props;
  const isPaused = job.state === 'paused';
  const actions = isPaused ? (
    <>
      {goOn && (
        <Button look="primary" onClick={goOn.run}>
          {t(goOn.name)}
        </Button>
      )}
      <Button onClick={end.run}>{t(end.name)}</Button>
    </>
  ) : (
    <>
      <Button onClick={pause}>{t('actionPause')}</Button>
      {mayEndAtOnce && <Button onClick={end.run}>{t(end.name)}</Button>}
    </>
  );
  return (
    <ResultCard title={title} actions={actions}>
      {!isPaused && <WorkProgress running={running} done={job.done} all={job.total} />}
      {children}
      {!isPaused && <p class="hint">{t('importInBackground')}</p>}
    </ResultCard>
  );
}
