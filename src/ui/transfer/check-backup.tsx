import type { JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { BackupCheck, ComparedKind, Differences, TransferProblem } from '../../transfer';
import { Button } from '../components/button';
import { ResultCard } from '../components/result-card';
import { ResultTabs } from '../components/result-tabs';
import { useStore } from '../components/use-store';
import { FIELD_NAMES } from '../field-names';
import { WorkProgress } from '../jobs/work-progress';
import { formatNumber, type PlainKey, t } from '../strings';
import { type BackupChecker, type CheckStore, createCheckStore } from './check-store';
import { importProblemText, partText } from './import-text';
import './check-backup.css';

interface CheckBackupProps {
  readonly checker: () => Promise<BackupChecker>;
  /** The bundle that was exported last; null if there is none. */
  readonly exported: File | null;
}

/** Checks the bundle that was exported, or one that a person chooses. */
export function CheckBackup({ checker, exported }: CheckBackupProps): JSX.Element | null {
  const store = useStore(checker, createCheckStore, [checker]);
  const title = useId();
  const input = useRef<HTMLInputElement>(null);
  if (store === null) return null;
  const isChecking = store.state.value.kind === 'checking';
  return (
    <section class="check-backup stack" aria-labelledby={title}>
      <h2 id={title}>{t('checkTitle')}</h2>
      <p>{t('checkWhat')}</p>
      <p class="hide-empty cluster gap-3">
        {exported && (
          <Button isDisabled={isChecking} onClick={() => void store.check(exported)}>
            {t('checkThis')}
          </Button>
        )}
        <Button isDisabled={isChecking} onClick={() => input.current?.click()}>
          {t('importChoose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('importChoose')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) void store.check(file);
            // The same file can be chosen again.
            currentTarget.value = '';
          }}
        />
      </p>
      <CheckOutcome store={store} />
    </section>
  );
}

/** The problems whose texts differ from those of a restore, which changes the library. */
const CHECK_PROBLEM_TEXTS: Readonly<Partial<Record<TransferProblem, PlainKey>>> = {
  quota: 'errorQuota',
  busy: 'exportFailedBusy',
  failed: 'errorFailed',
};

function checkProblemText(problem: TransferProblem): string {
  const own = CHECK_PROBLEM_TEXTS[problem];
  return own ? t(own) : importProblemText(problem);
}

/** Shows the progress of a check, its result, or why there is none. */
function CheckOutcome({ store }: { readonly store: CheckStore }): JSX.Element {
  const state = store.state.value;
  return (
    <>
      {state.kind === 'checking' && (
        <WorkProgress running={'checkRunning'} done={state.done} all={state.all}>
          <Button onClick={store.stop}>{t('actionCancel')}</Button>
        </WorkProgress>
      )}
      <p role="status" class="check-verdict">
        {state.kind === 'checked' && (
          <>
            <bdi>{state.fileName}</bdi>: {t(verdictOf(state.check))}
          </>
        )}
      </p>
      {state.kind === 'checked' && <CheckReport check={state.check} />}
      {state.kind === 'failed' && (
        <p role="alert" class="warning">
          <bdi>{state.fileName}</bdi>: {checkProblemText(state.problem)}
        </p>
      )}
    </>
  );
}

interface CheckReportProps {
  readonly check: BackupCheck;
}

const DIFFERENCE_TEXTS = {
  missing: 'checkMissing',
  extra: 'checkExtra',
  changed: 'checkChanged',
} as const;

/** Shows what of a backup could not be restored, and what differs from the library. */
function CheckReport({ check }: CheckReportProps): JSX.Element {
  const { restored, compared, differences } = check;
  const { part, problems, missingImages, leftOut } = restored;
  const lost = lostOf(check);
  const forms = Map.groupBy(differences, ({ form }) => form);
  return (
    <div class="check-report" data-damaged={lost > 0}>
      <ResultCard
        title={
          <>
            {formatNumber(compared.pages)} <small>{t('statisticsPages')}</small>
          </>
        }
      >
        <ul class="cluster gap-4 row-gap-1 soft">
          {CHECKED_KINDS.map((kind) => (
            <li key={kind}>{comparedTitleOf(kind, compared[kind])}</li>
          ))}
        </ul>
        {part && <p>{partText(part)}</p>}
        {lost > 0 && (
          <ul>
            {problems.length > 0 && <li>{t('importProblems', formatNumber(problems.length))}</li>}
            {missingImages > 0 && <li>{t('importMissingImages', formatNumber(missingImages))}</li>}
            {leftOut.length > 0 && <li>{t('importLeftOut', formatNumber(leftOut.length))}</li>}
          </ul>
        )}
        <ResultTabs
          label={t('checkTitle')}
          tabs={[...forms].map(([form, groups]) => ({
            id: form,
            name: t(DIFFERENCE_TEXTS[form]),
            count: groups.reduce((sum, { count }) => sum + count, 0),
            panel: groups.map((group) => <Group key={group.kind} group={group} />),
          }))}
        />
      </ResultCard>
    </div>
  );
}

/** The number of records and images that could not be restored. */
const lostOf = ({ restored: { problems, missingImages, leftOut } }: BackupCheck): number =>
  problems.length + missingImages + leftOut.length;

/** Says if a backup can be restored, and if it differs from the library. */
function verdictOf(check: BackupCheck) {
  if (lostOf(check) > 0) return 'checkDamaged';
  if (check.differences.length > 0) return 'checkDiffers';
  return 'checkSame';
}

const COMPARED_KIND_NAMES = {
  pages: 'statisticsPages',
  articles: 'spaceArticles',
  images: 'optionsImages',
  highlights: 'highlightsTitle',
  collections: 'collectionsTitle',
  settings: 'optionsTitle',
  deletedHighlights: 'onlyHereDeletedHighlights',
  labelColors: 'onlyHereColors',
  siteRules: 'onlyHereRules',
  drafts: 'onlyHereDrafts',
  distinctPairs: 'onlyHerePairs',
  readingDays: 'onlyHereDays',
  retention: 'onlyHereRetention',
} as const satisfies Record<ComparedKind, string>;

/** Besides the pages, whose number is the title. */
const CHECKED_KINDS = ['articles', 'images', 'highlights'] as const;

function comparedTitleOf(kind: ComparedKind, count: number): string {
  const number = formatNumber(count);
  switch (kind) {
    case 'pages':
    case 'articles':
    case 'images':
    case 'highlights':
    case 'collections':
    case 'settings':
      return t('withCount', t(COMPARED_KIND_NAMES[kind]), number);
    default:
      return t(COMPARED_KIND_NAMES[kind], number);
  }
}

/** Their names are none that people know. */
const UNNAMED: readonly ComparedKind[] = ['distinctPairs', 'readingDays', 'retention', 'settings'];

/** Shows the number of records, and their names when a person opens it. */
function Group({ group }: { readonly group: Differences }): JSX.Element {
  const { kind, count, first } = group;
  const summary = comparedTitleOf(kind, count);
  if (UNNAMED.includes(kind)) return <p>{summary}</p>;
  return (
    <details>
      <summary>{summary}</summary>
      <ul class="import-rows">
        {first.map(({ name, fields }) => {
          const known = fieldNames(fields).join(', ');
          return (
            <li key={name}>
              <bdi>{name}</bdi>
              {known !== '' && ` (${known})`}
            </li>
          );
        })}
        {count > first.length && <li>{t('moreCount', formatNumber(count - first.length))}</li>}
      </ul>
    </details>
  );
}

const COMPARED_FIELD_NAMES: Readonly<Partial<Record<string, PlainKey>>> = {
  ...FIELD_NAMES,
  color: 'highlightColor',
  trashedAt: 'viewTrash',
};

/** Returns the names of the fields that people know. */
const fieldNames = (fields: readonly string[]): readonly string[] => [
  ...new Set(
    fields.flatMap((field) => (COMPARED_FIELD_NAMES[field] ? t(COMPARED_FIELD_NAMES[field]) : [])),
  ),
];
