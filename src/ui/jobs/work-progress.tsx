import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { useTimeLeft } from '../components/use-time-left';
import { formatNumber, type PairKey, t } from '../strings';
import './jobs.css';

/** How far some work is. */
export interface Progress {
  readonly done: number;
  /** null if it is not known. */
  readonly all: number | null;
}

export interface WorkProgressProps extends Progress {
  /** Shown until the numbers are known. */
  readonly preparing?: 'exportPreparing' | 'importUndoRunning';
  /** Has the numbers: done, and all. */
  readonly running: PairKey;
  /** The buttons beside it. */
  readonly children?: ComponentChildren;
}

/** Shows how far long work is, in numbers and as a bar, and how long it will take. */
export function WorkProgress(props: WorkProgressProps): JSX.Element {
  const { done, all, preparing = 'exportPreparing', running, children } = props;
  const id = useId();
  const left = useTimeLeft(done, all === null ? 0 : Math.max(0, all - done));
  return (
    <div class="work-progress cluster gap-3">
      <progress aria-labelledby={id} {...(all !== null && { max: all, value: done })} />
      <p>
        <span id={id}>
          {all === null ? t(preparing) : t(running, formatNumber(done), formatNumber(all))}
        </span>
        {left !== null && <span class="hint"> {left}</span>}
      </p>
      {children}
    </div>
  );
}
