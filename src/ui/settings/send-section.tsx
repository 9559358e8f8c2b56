import type { JSX } from 'preact';
import type { Result } from '../../domain/result';
import type { SendPageProblem, SendProblem } from '../../domain/sending';
import type { Library, LibraryError, SendJob, SendReportLine } from '../../library';
import { Button } from '../components/button';
import { useStore } from '../components/use-store';
import { formatMoment } from '../format';
import { JobCard } from '../jobs/job-card';
import { formatNumber, type PlainKey, t } from '../strings';
import { Section } from './section';
import { createSendStore, type SendStore, type SendWays } from './send-store';

const PROBLEM_TEXTS: Readonly<Record<SendProblem, PlainKey>> = {
  'not-allowed': 'sendAsk',
  gone: 'sendGone',
  full: 'backupDiskFull',
};

const PAGE_TEXTS: Readonly<Record<SendPageProblem, PlainKey>> = {
  'too-large': 'sendTooLarge',
  'not-text': 'sendNotText',
  'not-written': 'sendNotWritten',
  moved: 'sendMoved',
  appended: 'sendAppended',
};

interface SendSectionProps {
  readonly library: Promise<Result<Library, LibraryError>>;
  readonly ways: SendWays;
}

/** Turns *Send my highlights on* on and off, and shows how far it is and how it went. */
export function SendSection({ library, ways }: SendSectionProps): JSX.Element {
  const store = useStore(
    async () => {
      // The page is shown before the code of the library is loaded.
      const [opened, { sendRepository }] = await Promise.all([library, import('../../library')]);
      return opened.ok ? opened.value.part(sendRepository) : new Promise<never>(() => {});
    },
    (sending) => createSendStore(sending, ways),
    [library, ways],
  );
  return (
    <Section id="send" title={t('sendTitle')}>
      <p>{t('sendText')}</p>
      {store && <SendForm store={store} />}
    </Section>
  );
}

function SendForm({ store }: { readonly store: SendStore }): JSX.Element | null {
  const state = store.state.value;
  if (store.way === null) return <p>{t('sendAbsent')}</p>;
  if (state === null) return null;
  const { job, report } = state;
  const isBlind = job === null ? store.way === 'downloads' : job.folder === null;
  return (
    <>
      {isBlind && <p>{t('sendToDownloads')}</p>}
      {job === null ? (
        // Browsers show their questions in a click handler only.
        <Button look="primary" onClick={() => void store.choose()}>
          {t(store.way === 'folder' ? 'sendChooseFolder' : 'sendTitle')}
        </Button>
      ) : (
        <SendJobForm store={store} job={job} />
      )}
      <SendReport report={report} />
    </>
  );
}

interface SendJobFormProps {
  readonly store: SendStore;
  readonly job: SendJob;
}

function SendJobForm({ store, job }: SendJobFormProps): JSX.Element {
  const { folder, state, when, finishedAt } = job;
  const turnOff = () => void store.turnOff(job);
  const folderLine = folder && t('sendFolder', folder.name);
  return (
    <>
      <label class="options-room cluster gap-3">
        {t('sendWhen')}
        <select
          class="field"
          value={when}
          onChange={({ currentTarget }) =>
            store.setWhen(currentTarget.value === 'day' ? 'day' : 'change')
          }
        >
          <option value="change">{t('sendAtOnce')}</option>
          <option value="day">{t('backupDaily')}</option>
        </select>
      </label>
      {state === 'finished' ? (
        <>
          {folderLine && <p>{folderLine}</p>}
          {finishedAt !== null && (
            <p class="options-state">
              {t('sendLast', formatMoment(finishedAt), formatNumber(job.written))}
            </p>
          )}
          <p class="cluster gap-3">
            <Button look="primary" onClick={() => void store.run()}>
              {t('sendNow')}
            </Button>
            {folder && <OtherFolder store={store} />}
            <Button onClick={turnOff}>{t('actionStop')}</Button>
          </p>
        </>
      ) : (
        <JobCard
          job={job}
          title={folderLine ?? t('sendTitle')}
          running={'gettingRunning'}
          pause={store.pause}
          goOn={{
            name: job.problem === 'not-allowed' ? 'syncAllow' : 'actionContinue',
            run: () => void store.resume(job),
          }}
          end={{ name: 'actionStop', run: turnOff }}
        >
          {job.problem && (
            <p class="options-warning" role="alert">
              {t(PROBLEM_TEXTS[job.problem])}
            </p>
          )}
          {job.problem === 'gone' && folder && (
            <p>
              <OtherFolder store={store} />
            </p>
          )}
        </JobCard>
      )}
    </>
  );
}

const OtherFolder = ({ store }: { readonly store: SendStore }): JSX.Element => (
  <Button onClick={() => void store.choose()}>{t('sendChooseFolder')}</Button>
);

/** The files that were not written, or not as expected. */
function SendReport({
  report,
}: {
  readonly report: readonly SendReportLine[];
}): JSX.Element | null {
  if (report.length === 0) return null;
  return (
    <ul>
      {report.map(({ title, row }) => (
        <li key={row.bookmarkId} dir="auto">
          {row.problem && t('pageFacts', row.name ?? title, t(PAGE_TEXTS[row.problem]))}
        </li>
      ))}
    </ul>
  );
}
