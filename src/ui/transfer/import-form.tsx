import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { ImportFormat } from '../../formats';
import type { ImportJobChoices } from '../../library';
import { Button } from '../components/button';
import { plural, t } from '../strings';
import type { ImportStore, Previewed } from './import-store';
import { FORMAT_NAMES, lineOf, problemText } from './import-text';

interface ImportFormProps {
  readonly store: ImportStore;
  readonly previewed: Previewed;
  readonly onCancel: () => void;
}

/** Shows what a file would bring, and what a person can choose. */
export function ImportForm({ store, previewed, onCancel }: ImportFormProps): JSX.Element {
  const { file, preview, choices } = previewed;
  const ids = useId();
  const { fresh, here, twice } = preview;
  const count = choices.skipsDuplicates ? fresh : fresh + here + twice;
  return (
    <form
      class="import-form"
      aria-labelledby={`${ids}-name`}
      onSubmit={(event) => {
        event.preventDefault();
        void store.start();
      }}
    >
      <h2 id={`${ids}-name`}>
        <bdi>{file.name}</bdi>
      </h2>
      <label class="import-format">
        {t('importFormat')}
        <select
          class="field"
          value={preview.format}
          onChange={({ currentTarget }) =>
            void store.setFormat(currentTarget.value as ImportFormat)
          }
        >
          {Object.entries(FORMAT_NAMES).map(([format, name]) => (
            <option key={format} value={format}>
              {t(name)}
            </option>
          ))}
        </select>
      </label>
      <PreviewCounts previewed={previewed} />
      <fieldset class="hinted-choice">
        <legend>{t('importOptions')}</legend>
        <label class="import-label">
          {t('importLabel')}
          <input
            class="field"
            dir="auto"
            maxLength={100}
            value={choices.label}
            onInput={({ currentTarget }) => void store.setChoices({ label: currentTarget.value })}
          />
        </label>
        {OPTIONS.map(([choice, text]) => (
          <Option key={choice} store={store} choices={choices} choice={choice} text={t(text)} />
        ))}
        {preview.hasFolders && (
          <Option
            store={store}
            choices={choices}
            choice="hasLabelsFromFolders"
            text={t('importFolders')}
          />
        )}
      </fieldset>
      <p class="import-actions">
        <button type="submit" class="button" data-look="primary" disabled={count === 0}>
          <span>{plural('importStart', count)}</span>
        </button>
        <Button onClick={onCancel}>{t('exportCancel')}</Button>
      </p>
    </form>
  );
}

const OPTIONS = [
  ['skipsDuplicates', 'importSkip'],
  ['isArchived', 'importArchive'],
  ['isRead', 'importMarkRead'],
] as const;

interface OptionProps {
  readonly store: ImportStore;
  readonly choices: ImportJobChoices;
  readonly choice: Exclude<keyof ImportJobChoices, 'label'>;
  readonly text: string;
}

const Option = ({ store, choices, choice, text }: OptionProps): JSX.Element => (
  <label>
    <input
      type="checkbox"
      checked={choices[choice]}
      onChange={({ currentTarget }) => void store.setChoices({ [choice]: currentTarget.checked })}
    />
    {text}
  </label>
);

/** Labels that are shown by name. */
const SHOWN_LABELS = 30;

function PreviewCounts({ previewed }: { readonly previewed: Previewed }): JSX.Element {
  const { preview } = previewed;
  const { fresh, here, twice, articles, highlights, broken, brokenRows, newLabels } = preview;
  const more = newLabels.length - SHOWN_LABELS;
  return (
    <div role="status" class="import-counts">
      {preview.problem !== null && <p class="warning">{problemText(preview.problem)}</p>}
      <ul>
        <li>{plural('importFresh', fresh)}</li>
        {here > 0 && <li>{plural('importHere', here)}</li>}
        {twice > 0 && <li>{plural('importTwice', twice)}</li>}
        {articles > 0 && <li>{plural('importArticles', articles)}</li>}
        {highlights > 0 && <li>{plural('importHighlights', highlights)}</li>}
        {newLabels.length > 0 && (
          <li>
            {plural('importNewLabels', newLabels.length)}{' '}
            {newLabels.slice(0, SHOWN_LABELS).map((label, at) => (
              <>
                {at > 0 && ', '}
                <bdi key={label}>{label}</bdi>
              </>
            ))}
            {more > 0 && ` ${plural('importMoreLabels', more)}`}
          </li>
        )}
      </ul>
      {broken > 0 && (
        <details>
          <summary>{plural('importBroken', broken)}</summary>
          <ul class="import-rows">
            {brokenRows.map((row) => (
              <li key={row.row}>
                <bdi>{lineOf(row)}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
