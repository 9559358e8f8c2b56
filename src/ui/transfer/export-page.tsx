import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import { Button } from '../components/button';
import { HintedChoice } from '../components/hinted-choice';
import { setTo } from '../components/signals';
import type { MirrorStorage } from '../mirror';
import { formatNumber, plural, t } from '../strings';
import { EXPORT_FORMATS } from './export-formats';
import { ExportOutcome } from './export-outcome';
import { type Exporter, type ExportStore, useExportStore } from './export-store';
import { MarkdownFormFields } from './markdown-form';
import './transfer.css';

interface ExportPageProps {
  readonly exporter: () => Promise<Exporter>;
  readonly storage: MirrorStorage;
  /** The bookmarks that a person selected in a list; null: none. */
  readonly selected: readonly BookmarkId[] | null;
  /** The list or the search that was shown before; null: none. */
  readonly listed: ListedPages | null;
  /** True if a person asked for the export of that list. */
  readonly isListChosen: boolean;
  /** Number of bookmarks in the library; null until it is known. */
  readonly count: number | null;
}

/** The pages of a list or of a search. */
export interface ListedPages {
  readonly title: string;
  /** null until all of them are known. */
  readonly ids: readonly BookmarkId[] | null;
}

/** Writes the library, a list or the selected bookmarks to a file. */
export function ExportPage(props: ExportPageProps): JSX.Element | null {
  const { exporter, storage, ...pages } = props;
  const store = useExportStore(exporter, storage);
  return store && <ExportForm store={store} {...pages} />;
}

interface ExportFormProps extends Omit<ExportPageProps, 'exporter' | 'storage'> {
  readonly store: ExportStore;
}

/** The bookmarks to export. */
type Scope = 'selected' | 'listed' | 'all';

function ExportForm(props: ExportFormProps): JSX.Element {
  const { store, selected, listed, isListChosen, count } = props;
  const chosen = useSignal<Scope>(
    isListChosen && listed !== null ? 'listed' : selected === null ? 'all' : 'selected',
  );
  const name = useId();
  const isWriting = store.state.value.kind === 'writing';
  const { value: format } = store.format;
  const ids = { selected, listed: listed?.ids ?? null, all: null }[chosen.value];
  const isReady = chosen.value === 'all' || ids !== null;
  const scope = (value: Scope, text: string) => (
    <label>
      <input
        type="radio"
        name={name}
        checked={chosen.value === value}
        onChange={setTo(chosen, value)}
      />
      {text}
    </label>
  );
  return (
    <div class="tool-page">
      <fieldset class="export-form" disabled={isWriting}>
        {(selected !== null || listed !== null) && (
          <fieldset class="hinted-choice">
            <legend>{t('exportScope')}</legend>
            {selected !== null &&
              scope('selected', t('selectedCount', formatNumber(selected.length)))}
            {listed !== null &&
              scope(
                'listed',
                listed.ids === null
                  ? listed.title
                  : t('pageFacts', listed.title, plural('bookmarks', listed.ids.length)),
              )}
            {scope(
              'all',
              count === null
                ? t('exportAll')
                : t('pageFacts', t('exportAll'), plural('bookmarks', count)),
            )}
          </fieldset>
        )}
        <HintedChoice
          legend={t('exportFormat')}
          options={EXPORT_FORMATS}
          chosen={store.format.value}
          onChoose={store.choose}
        />
        {(format === 'markdown' || format === 'markdown-zip') && (
          <MarkdownFormFields store={store} />
        )}
        <p>
          <Button
            look="primary"
            isDisabled={isWriting || !isReady || store.problems.value.length > 0}
            onClick={() => void store.start(ids)}
          >
            {t('exportTitle')}
          </Button>
        </p>
      </fieldset>
      <div class="export-outcome">
        <ExportOutcome store={store} />
      </div>
      <p>
        {t('backupText')} <a href="/options.html#backup">{t('backupOpen')}</a>
      </p>
    </div>
  );
}
