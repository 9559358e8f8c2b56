import type { JSX } from 'preact';
import type { TransferProblem } from '../../transfer';
import { Button } from '../components/button';
import { ResultCard } from '../components/result-card';
import { UnwrittenRecords } from '../components/unwritten-records';
import { formatBytes } from '../format';
import { WorkProgress } from '../jobs/work-progress';
import { formatNumber, type PlainKey, plural, t } from '../strings';
import type { ExportStore } from './export-store';
import './export.css';

const EXPORT_PROBLEM_TEXTS: Readonly<Partial<Record<TransferProblem, PlainKey>>> = {
  quota: 'errorQuota',
  nothing: 'exportFailedNothing',
  unavailable: 'exportFailedUnavailable',
  busy: 'exportFailedBusy',
  insecure: 'transferInsecure',
};

/** Shows the progress of an export, its file, or why there is none. */
export function ExportOutcome({ store }: { readonly store: ExportStore }): JSX.Element {
  const state = store.state.value;
  const isForBrowsers = state.kind === 'written' && state.format === 'browser';
  const leftOut = isForBrowsers ? 'exportFilesLeftOut' : 'exportLeftOut';
  return (
    <>
      {state.kind === 'writing' && (
        <WorkProgress running={'exportRunning'} done={state.done} all={state.all}>
          <Button onClick={store.cancel}>{t('actionCancel')}</Button>
        </WorkProgress>
      )}
      <div role="status">
        {state.kind === 'written' && (
          <ResultCard
            title={t('pageFacts', plural('bookmarks', state.pages), formatBytes(state.file.size))}
            actions={<Button onClick={store.download}>{t('exportAgain')}</Button>}
          >
            <p>{t('exportWritten', state.file.name)}</p>
            {state.leftOut > 0 && <p>{t(leftOut, formatNumber(state.leftOut))}</p>}
          </ResultCard>
        )}
      </div>
      {state.kind === 'written' && <UnwrittenRecords unwritten={state.unwritten} />}
      {state.kind === 'failed' && (
        <p role="alert">{t(EXPORT_PROBLEM_TEXTS[state.problem] ?? 'errorFailed')}</p>
      )}
    </>
  );
}
