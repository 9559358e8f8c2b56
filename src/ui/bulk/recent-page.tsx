import undoIcon from 'lucide-static/icons/undo-2.svg?icon';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { BulkJob } from '../../library';
import { Button } from '../components/button';
import { Empty } from '../components/empty';
import { formatMoment } from '../format';
import { t } from '../strings';
import { type BulkStore, resultOf } from './bulk-store';
import './recent-page.css';

interface RecentPageProps {
  readonly bulk: Pick<BulkStore, 'finished' | 'undo'>;
  /** The places where what was deleted singly is. */
  readonly trashHref: string;
  readonly highlightsHref: string;
}

/** The actions on many bookmarks and on labels, which can be undone as long as the trash keeps pages. */
export function RecentPage({ bulk, trashHref, highlightsHref }: RecentPageProps): JSX.Element {
  const jobs = bulk.finished.value;
  return (
    <div class="tool-page recent-page">
      <p>
        <a href={trashHref}>{t('viewTrash')}</a> <a href={highlightsHref}>{t('highlightsTitle')}</a>
      </p>
      {jobs.length === 0 ? (
        <Empty role="status" title={'nothingToDo'} />
      ) : (
        <ul>
          {jobs.map((job) => (
            <RecentItem key={job.id} job={job} undo={() => void bulk.undo(job)} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface RecentItemProps {
  readonly job: BulkJob;
  readonly undo: () => void;
}

function RecentItem({ job, undo }: RecentItemProps): JSX.Element {
  const id = useId();
  const { finishedAt } = job;
  const labels = labelsOf(job);
  return (
    <li>
      <div id={id}>
        <p>{resultOf(job)}</p>
        {labels !== '' && (
          <p dir="auto">
            <bdi>{labels}</bdi>
          </p>
        )}
        {finishedAt !== null && (
          <time class="hint" dateTime={new Date(finishedAt).toISOString()}>
            {formatMoment(finishedAt)}
          </time>
        )}
      </div>
      <Button look="quiet" icon={undoIcon} describedBy={id} onClick={undo}>
        {t('actionUndo')}
      </Button>
    </li>
  );
}

/** Returns the labels that an action was about; empty: none. */
function labelsOf({ action }: BulkJob): string {
  if (action.kind === 'relabel') {
    const { from, to } = action.first;
    return to === null ? from : `${from} → ${to}`;
  }
  if (action.kind !== 'edit') return '';
  const { addLabels = [], removeLabels = [] } = action.patch;
  return [...addLabels, ...removeLabels].join(', ');
}
