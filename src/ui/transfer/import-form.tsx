import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { KnownFormat } from '../../formats';
import type { ImportCounts, ImportJobChoices, NotTaken } from '../../library';
import type { ImportPreview, ImportSample } from '../../transfer';
import { Button } from '../components/button';
import { PageRow } from '../components/page-row';
import { ResultCard } from '../components/result-card';
import { WorkProgress } from '../jobs/work-progress';
import { formatNumber, plural, t } from '../strings';
import { ImportColumns } from './import-columns';
import type { ImportStore, Previewed } from './import-store';
import {
  formatNames,
  importProblemText,
  importSourceOf,
  partText,
  reportLineOf,
} from './import-text';

interface ImportFormProps {
  readonly store: ImportStore;
  readonly previewed: Previewed;
  readonly onCancel: () => void;
}

/** Shows what a file would bring, and what a person can choose. */
export function ImportForm({ store, previewed, onCancel }: ImportFormProps): JSX.Element {
  const { file, preview, format, choices, isReading = false } = previewed;
  const { fresh, here, bundle } = preview;
  const ids = useId();
  return (
    <form
      class="import-form stack"
      aria-labelledby={`${ids}-name`}
      onSubmit={(event) => {
        event.preventDefault();
        void store.start();
      }}
    >
      <h2 id={`${ids}-name`}>
        <bdi>{file.name}</bdi>
      </h2>
      <ResultCard title={plural('importPages', fresh + here, importSourceOf(file, preview.format))}>
        <Samples samples={preview.samples} more={fresh + here - preview.samples.length} />
        <PreviewCounts preview={preview} problem={preview.problem} />
        {bundle?.part && <p>{partText(bundle.part)}</p>}
        <ImportColumns
          key={preview.format}
          table={preview.table}
          chosen={choices.columns}
          onChange={(columns) => void store.setChoices({ columns })}
        />
        {!bundle && (
          <details open={fresh + here === 0}>
            <summary>{t('importFormat')}</summary>
            <label class="import-format cluster gap-3">
              <span class="visually-hidden">{t('importFormat')}</span>
              <select
                class="field"
                value={format}
                onChange={({ currentTarget }) =>
                  void store.setFormat(currentTarget.value as KnownFormat)
                }
              >
                {Object.entries(formatNames()).map(([format, name]) => (
                  <option key={format} value={format}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          </details>
        )}
      </ResultCard>
      {!bundle && (
        <ImportOptions
          choices={choices}
          onChange={(changed) => void store.setChoices(changed)}
          folders={preview.folders}
          spellings={preview.spellings}
          legend={t('importOptions')}
        />
      )}
      {isReading ? (
        <WorkProgress running={'importRunning'} done={0} all={null}>
          <Button onClick={store.stop}>{t('actionCancel')}</Button>
        </WorkProgress>
      ) : (
        <ImportActions preview={preview} choices={choices} onCancel={onCancel} />
      )}
    </form>
  );
}

interface SamplesProps {
  readonly samples: readonly ImportSample[];
  /** Number of the other pages. */
  readonly more: number;
}

/** Shows a few pages of a file, by which a person sees that it is read rightly. */
function Samples({ samples, more }: SamplesProps): JSX.Element | null {
  if (samples.length === 0) return null;
  return (
    <ul class="import-samples">
      {samples.map(({ title, url, labels }) => {
        // A page of a file has no host.
        const facts = [new URL(url).hostname, ...labels].filter(Boolean).join(' · ');
        return <PageRow key={url} url={url} title={title} facts={facts} />;
      })}
      {more > 0 && <li>{t('moreCount', formatNumber(more))}</li>}
    </ul>
  );
}

interface ImportActionsProps {
  readonly preview: Pick<ImportCounts, 'fresh' | 'here' | 'twice'> &
    Pick<Partial<ImportPreview>, 'bundle'>;
  readonly choices: Pick<ImportJobChoices, 'skipsDuplicates'>;
  /** True while another import is not finished. */
  readonly isDisabled?: boolean;
  readonly onCancel: () => void;
}

/** Shows the button that submits the form, with the number of its pages, and that of cancelling. */
export function ImportActions(props: ImportActionsProps): JSX.Element {
  const { preview, choices, isDisabled = false, onCancel } = props;
  const { fresh, here, twice, bundle } = preview;
  const count = fresh + here + (choices.skipsDuplicates ? 0 : twice);
  return (
    <p class="hide-empty cluster gap-3">
      <button
        type="submit"
        class="button"
        data-look="primary"
        disabled={isDisabled || (count === 0 && !bundle)}
      >
        <span>{t('withCount', t('importTitle'), formatNumber(count))}</span>
      </button>
      <Button onClick={onCancel}>{t('actionCancel')}</Button>
    </p>
  );
}

const OPTIONS = [
  ['skipsDuplicates', 'importSkip'],
  ['isArchived', 'importArchive'],
  ['isRead', 'importMarkRead'],
] as const;

interface ImportOptionsProps {
  readonly choices: ImportJobChoices;
  readonly onChange: (changed: Partial<ImportJobChoices>) => void;
  /** Number of folders that can become labels. */
  readonly folders: number;
  /** Labels that differ only in case. */
  readonly spellings: ImportCounts['spellings'];
  readonly legend: string;
}

/** Shows the choices for all pages of an import. */
export function ImportOptions(props: ImportOptionsProps): JSX.Element {
  const { choices, onChange, folders, spellings, legend } = props;
  const option = (choice: Exclude<keyof ImportJobChoices, 'label' | 'columns'>, text: string) => (
    <label key={choice} class="line">
      <input
        type="checkbox"
        checked={choices[choice] ?? false}
        onChange={({ currentTarget }) => onChange({ [choice]: currentTarget.checked })}
      />
      {text}
    </label>
  );
  return (
    <fieldset class="import-options stack gap-2">
      <legend>{legend}</legend>
      <label class="import-label cluster">
        {t('labelsInput')}
        <input
          class="field"
          dir="auto"
          maxLength={100}
          value={choices.label}
          onInput={({ currentTarget }) => onChange({ label: currentTarget.value })}
        />
      </label>
      {OPTIONS.map(([choice, text]) => option(choice, t(text)))}
      {folders > 0 && option('hasLabelsFromFolders', t('importFolders', formatNumber(folders)))}
      {spellings.length > 0 && option('hasOneSpelling', t('importSpellings', listOf(spellings)))}
    </fieldset>
  );
}

/** Labels that are shown by name. */
const SHOWN_IMPORT_LABELS = 30;
/** Labels whose spellings are shown. */
const SHOWN_SPELLINGS = 5;

/** Lists the spellings of labels, and the number of those that are not shown. */
function listOf(spellings: ImportCounts['spellings']): string {
  const more = spellings.length - SHOWN_SPELLINGS;
  const shown = spellings.slice(0, SHOWN_SPELLINGS);
  return [...shown, ...(more > 0 ? [t('moreCount', formatNumber(more))] : [])].join(' · ');
}

interface PreviewCountsProps {
  readonly preview: Omit<ImportCounts, 'rows'> &
    Partial<Pick<ImportPreview, 'unreadable' | 'unreadableRows' | 'bundle'>>;
  /** Why it cannot be read to its end; null if it can. */
  readonly problem?: string | null;
}

/** Says how much an import would bring. */
export function PreviewCounts({ preview, problem = null }: PreviewCountsProps): JSX.Element {
  const { fresh, here, twice, articles, highlights, newLabels } = preview;
  const { broken, brokenRows, unreadable = 0, unreadableRows = [], bundle } = preview;
  const inTrash = bundle?.inTrash ?? 0;
  const more = newLabels.length - SHOWN_IMPORT_LABELS;
  return (
    <div role="status" class="import-counts stack">
      {problem !== null && <p class="warning">{importProblemText(problem)}</p>}
      <ul>
        <li>{t('importFresh', formatNumber(fresh))}</li>
        {here > 0 && <li>{t('importHere', formatNumber(here))}</li>}
        {twice > 0 && <li>{t('importTwice', formatNumber(twice))}</li>}
        {inTrash > 0 && <li>{t('optionsInTrash', formatNumber(inTrash))}</li>}
        {articles > 0 && <li>{t('importArticles', formatNumber(articles))}</li>}
        {highlights > 0 && <li>{plural('highlightsCount', highlights)}</li>}
        {newLabels.length > 0 && (
          <li>
            {t('importNewLabels', formatNumber(newLabels.length))}{' '}
            {newLabels.slice(0, SHOWN_IMPORT_LABELS).map((label, at) => (
              <>
                {at > 0 && ', '}
                <bdi key={label}>{label}</bdi>
              </>
            ))}
            {more > 0 && ` ${t('moreCount', formatNumber(more))}`}
          </li>
        )}
      </ul>
      {broken > 0 && <Rows title={t('importBroken', formatNumber(broken))} rows={brokenRows} />}
      {unreadable > 0 && (
        <Rows title={t('importValues', formatNumber(unreadable))} rows={unreadableRows} />
      )}
    </div>
  );
}

interface RowsProps {
  readonly title: string;
  readonly rows: readonly NotTaken[];
}

/** Lists rows that an import would not take, or not as a whole. */
function Rows({ title, rows }: RowsProps): JSX.Element {
  return (
    <details>
      <summary>{title}</summary>
      <ul class="import-rows">
        {rows.map((row) => (
          <li key={row.row}>
            <bdi>{reportLineOf(row)}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}
