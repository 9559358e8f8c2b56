import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type ImportJob, isBundle, isOpenJob, type ShownImport } from '../../library';
import { Button } from '../components/button';
import { downloadFile } from '../components/download';
import { ResultCard } from '../components/result-card';
import { useLoaded } from '../components/use-store';
import { formatMoment } from '../format';
import { JobCard } from '../jobs/job-card';
import { WorkProgress } from '../jobs/work-progress';
import type { ImageAccess } from '../settings/browser-access';
import { formatNumber, t } from '../strings';
import type { ImportStore } from './import-store';
import { bundleLines, importProblemText, pauseText, reportFile } from './import-text';
import { SourceStatus } from './server-form';
import type { ServerStore } from './server-store';

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
    <section class="import-jobs stack">
      <h2 ref={heading} tabIndex={-1}>
        {t('importJobs')}
      </h2>
      <ul class="stack gap-4">
        {jobs.map((job, at) => (
          <li key={job.id}>
            {!isOpenJob(job) ? (
              <EndedJob {...props} job={job} isNewest={at === 0} />
            ) : (
              <OpenJob job={job} store={store} servers={servers} />
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

/** Shows an import that has not ended. */
function OpenJob({
  job,
  store,
  servers,
}: Pick<JobProps, 'job' | 'store' | 'servers'>): JSX.Element {
  const { state, problem, startedAt } = job;
  const source = servers?.source.value ?? null;
  const isReadFirst =
    state === 'running' && !job.isSourceRead && source?.account.library === job.source;
  // A file that is read needs the same worker.
  const isReading = store.state.value.kind === 'reading';
  return (
    <JobCard
      job={job}
      title={
        <>
          <bdi>{job.fileName}</bdi>
          {state === 'paused' &&
            `: ${t('importPaused', formatNumber(job.done), formatNumber(job.total))}`}
        </>
      }
      running={'importRunning'}
      pause={() => void store.pause(job)}
      goOn={isReading ? null : { name: 'actionContinue', run: () => void store.goOn(job) }}
      end={{
        name: 'importEnd',
        run: () => void store.end(job).then(() => servers?.ended(job)),
      }}
    >
      {isReadFirst && servers && source && <SourceStatus store={servers} source={source} />}
      <p class="hint">{formatMoment(startedAt)}</p>
      {state === 'paused' && problem !== null && <p class="warning">{pauseText(problem)}</p>}
    </JobCard>
  );
}

/** Shows what an import has brought, also while it is undone. */
function EndedJob({ job, isNewest, store, getArticles, imageAccess }: JobProps): JSX.Element {
  const isReading = store.state.value.kind === 'reading';
  const { problem, isUndoing, joined = 0, here = joined, notTaken, kept } = job;
  const isFinished = job.state === 'finished' && !isUndoing;
  // A bundle brings the articles itself.
  const isNext = isNewest && !isBundle(job);
  const already = here - joined;
  const failed = notTaken - here;
  const saveReport = async () => downloadFile(await reportFile(job, store.report(job)));
  const mayGet = isFinished && job.added > 0 ? getArticles : undefined;
  const mayUndo = isFinished && job.group !== null;
  const mayReport = isFinished && notTaken > 0;
  const actions = (
    <>
      {mayGet && (
        <Button look={isNext ? 'primary' : 'plain'} onClick={() => void mayGet(job)}>
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
          {!isUndoing && endText(job)}
        </>
      }
      actions={(mayGet || mayUndo || mayReport) && actions}
    >
      <p class="hint">{formatMoment(job.startedAt)}</p>
      {isUndoing && (
        <WorkProgress
          preparing={'importUndoRunning'}
          running={'importRunning'}
          done={0}
          all={null}
        />
      )}
      {isFinished && problem !== null && <p class="warning">{importProblemText(problem)}</p>}
      {isFinished && joined > 0 && <p>{t('importJoined', formatNumber(joined))}</p>}
      {isFinished && already > 0 && <p>{t('importHere', formatNumber(already))}</p>}
      {isFinished && bundleLines(job).map((line) => <p key={line}>{line}</p>)}
      {isFinished && failed > 0 && <p>{t('importNotTaken', formatNumber(failed))}</p>}
      {isFinished && job.isTooLarge && <p class="hint">{t('importNoUndo')}</p>}
      {job.state === 'undone' && kept > 0 && <p>{t('importKept', formatNumber(kept))}</p>}
      {isFinished && job.images > 0 && imageAccess && (
        <ImportImages job={job} imageAccess={imageAccess} />
      )}
      {isNext && mayGet && <p class="hint">{t('gettingWhat')}</p>}
    </ResultCard>
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
    <div class="import-images stack start gap-2">
      <p>{t('importImagesWaiting', formatNumber(images))}</p>
      <p class="hint">{t('optionsImagesWhy')}</p>
      <Button onClick={() => void access.request()}>{t('imagesKeepAll')}</Button>
    </div>
  );
}

function endText({ state, isCancelled, added, kept }: ShownImport): string {
  if (state === 'undone') return `: ${t(kept > 0 ? 'importUndonePartly' : 'importUndone')}`;
  return `: ${t(isCancelled ? 'importEnded' : 'importAdded', formatNumber(added))}`;
}
