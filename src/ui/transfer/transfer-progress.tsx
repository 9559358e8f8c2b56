import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Result } from '../../domain/result';
import type { TransferProblem } from '../../transfer';
import { formatNumber, t } from '../strings';

/** The result of work on a file; null: it was aborted. */
export type Transferred<T> = Promise<Result<T, TransferProblem> | null>;

/** Called with the number of bookmarks that are done, and of all as far as it is known. */
export type OnProgress = (done: number, all: number | null) => void;

/** How far a transfer is. */
export interface Progress {
  readonly done: number;
  /** null if it is not known. */
  readonly all: number | null;
}

interface TransferProgressProps extends Progress {
  /** Shown until the numbers are known. */
  readonly preparing: 'exportPreparing' | 'importUndoRunning';
  readonly running: 'exportRunning' | 'importRunning' | 'checkRunning';
  /** The buttons beside it. */
  readonly children: ComponentChildren;
}

/** Shows the progress of an export or an import, with numbers. */
export function TransferProgress(props: TransferProgressProps): JSX.Element {
  const { done, all, preparing, running, children } = props;
  const id = useId();
  return (
    <p class="transfer-progress">
      <progress aria-labelledby={id} {...(all !== null && { max: all, value: done })} />
      <span id={id}>
        {all === null ? t(preparing) : t(running, formatNumber(done), formatNumber(all))}
      </span>
      {children}
    </p>
  );
}
