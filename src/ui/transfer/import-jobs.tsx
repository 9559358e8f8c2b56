import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type ImportJob, isFromServer, type ShownImport } from '../../library';
import { Button } from '../components/button';
import { downloadFile } from '../components/download';
import { ResultCard } from '../components/result-card';
import { useLoaded } from '../components/use-store';
import { formatMoment } from '../format';
import type { ImageAccess } from '../settings/browser-access';
import { formatNumber, t } from '../strings';
import { type ImportStore, isWorkedOn } from './import-store';
import { bundleLines, importProblemText, pauseText, reportFile } from './import-text';
import { ServerJob } from './server-job';
import type { ServerStore } from './server-store';
import { TransferProgress } from './transfer-progress';

interface ImportJobsProps {
  readonly store: ImportStore;
  /** null in the web app, which has none of the following. */
  readonly servers: ServerStore | null;
  /** Opens *Get the articles* with the bookmarks of a job. */
  readonly getArticles?: (job: ImportJob) => Promise<void>;
  readonly imageAccess?: () => Promise<ImageAccess>;
}

/** Shows the imports of the library, newest first, with what can be done about each. */
export function ImportJobs(props: ImportJobsProps): JSX.Element | null {
  const { store, servers } = props;
  const jobs = store.jobs.value?.toReversed() ?? [];
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(jobs.length);
  useEffect(() => {
    // The form that started it is gone.
    if (jobs.length > before.current && document.activeElement === document.body)
      heading.current?.focus();
    before.current = jobs.length;
  }, [jobs.length]);
  if (jobs.length === 0) return null;
  return (
    <section class="import-jobs">
      <h2 ref={heading} tabIndex={-1}>
        {t('importJobs')}
      </h2>
      <ul>
        {jobs.map((job, at) => (
          <li key={job.id}>
            {servers && isFromServer(job) && (job.state === 'running' || job.state === 'paused') ? (
              <ServerJob job={job} store={servers} />
            ) : (
              <Job {...props} job={job} isNewest={at === 0} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface JobProps extends ImportJobsProps {
  readonly job: ShownImport;
  readonly isNewest: boolean;
}

function Job({ job, isNewest, store, getArticles, imageAccess }: JobProps): JSX.Element {
  // A file that is read needs the same worker.
  const { kind } = store.state.value;
  const isReading = kind === 'reading';
  const { problem, joined = 0, here = joined, notTaken, kept } = job;
  const state = importStateOf(job);
  const already = here - joined;
  const failed = notTaken - here;
  const saveReport = async () => downloadFile(await reportFile(job, store.report(job)));
  const mayGet = state === 'finished' && job.added > 0 ? getArticles : undefined;
  const mayUndo = state === 'finished' && job.group !== null;
  const mayReport = state === 'finished' && notTaken > 0;
  const mayGoOn = state === 'paused' && !isReading;
  const actions = (
    <>
      {mayGoOn && (
        <>
          <Button look="primary" onClick={() => void store.goOn(job)}>
            {t('actionContinue')}
          </Button>
          <Button onClick={() => void store.end(job)}>{t('importEnd')}</Button>
        </>
      )}
      {mayGet && (
        <Button look={isNewest ? 'primary' : 'plain'} onClick={() => void mayGet(job)}>
          {t('gettingTitle')}
        </Button>
      )}
      {mayUndo && (
        <Button isDisabled={isReading} onClick={() => void store.undo(job)}>
          {t('importUndo')}
        </Button>
      )}
      {mayReport && <Button onClick={() => void saveReport()}>{t('importReport')}</Button>}
    </>
  );
  return (
    <ResultCard
      title={
        <>
          <bdi>{job.fileName}</bdi>
          {stateText(job)}
        </>
      }
      actions={(mayGoOn || mayGet || mayUndo || mayReport) && actions}
    >
      <p class="hint">{formatMoment(job.startedAt)}</p>
      {isWorkedOn(job) && <Working job={job} store={store} />}
      {state === 'finished' && problem !== null && (
        <p class="warning">{importProblemText(problem)}</p>
      )}
      {state === 'paused' && problem !== null && <p class="warning">{pauseText(problem)}</p>}
      {state === 'finished' && joined > 0 && <p>{t('importJoined', formatNumber(joined))}</p>}
      {state === 'finished' && already > 0 && <p>{t('importHere', formatNumber(already))}</p>}
      {state === 'finished' && bundleLines(job).map((line) => <p key={line}>{line}</p>)}
      {state === 'finished' && failed > 0 && <p>{t('importNotTaken', formatNumber(failed))}</p>}
      {state === 'undone' && kept > 0 && <p>{t('importKept', formatNumber(kept))}</p>}
      {state === 'finished' && job.images > 0 && imageAccess && (
        <ImportImages job={job} imageAccess={imageAccess} />
      )}
      {isNewest && mayGet && <p class="hint">{t('gettingWhat')}</p>}
    </ResultCard>
  );
}

/** Shows how far the background is with an import, or a page with its undo. */
function Working({ job, store }: Pick<JobProps, 'job' | 'store'>): JSX.Element {
  const isUndo = job.isUndoing;
  return (
    <>
      <TransferProgress
        preparing={isUndo ? 'importUndoRunning' : 'exportPreparing'}
        running="importRunning"
        done={job.done}
        all={isUndo ? null : job.total}
      >
        {!isUndo && <Button onClick={() => void store.pause(job)}>{t('actionPause')}</Button>}
      </TransferProgress>
      {!isUndo && <p class="hint">{t('importInBackground')}</p>}
    </>
  );
}

/** Says which images of the imported articles are stored, and asks for the permission to load them. */
function ImportImages({
  job,
  imageAccess,
}: Required<Pick<JobProps, 'job' | 'imageAccess'>>): JSX.Element {
  const access = useLoaded(imageAccess);
  const { images, imagesKept, imageParts, parts } = job;
  if (imageParts >= parts) {
    const missing = images - imagesKept;
    return (
      <p>
        {t('imagesKept', formatNumber(imagesKept))}
        {missing > 0 && ` ${t('importImagesMissing', formatNumber(missing))}`}
      </p>
    );
  }
  if (access === null || access.isAllowed.value !== false) {
    return <p>{t('importImagesLoading', formatNumber(images))}</p>;
  }
  return (
    <div class="import-images">
      <p>{t('importImagesWaiting', formatNumber(images))}</p>
      <p class="hint">{t('optionsImagesWhy')}</p>
      <Button onClick={() => void access.request()}>{t('imagesKeepAll')}</Button>
    </div>
  );
}

const importStateOf = ({ state, isUndoing }: ShownImport) => (isUndoing ? 'undoing' : state);

function stateText(job: ShownImport): string {
  const { isCancelled, done, total, added, kept } = job;
  switch (importStateOf(job)) {
    case 'running':
    case 'undoing':
      return '';
    case 'paused':
      return `: ${t('importPaused', formatNumber(done), formatNumber(total))}`;
    case 'undone':
      return `: ${t(kept > 0 ? 'importUndonePartly' : 'importUndone')}`;
    case 'finished':
      return `: ${t(isCancelled ? 'importEnded' : 'importAdded', formatNumber(added))}`;
  }
}
