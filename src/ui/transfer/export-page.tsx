import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Button } from '../components/button';
import { ChoiceCards, named } from '../components/choice-cards';
import type { MirrorStorage } from '../mirror';
import { plural, t } from '../strings';
import { CheckBackup } from './check-backup';
import type { BackupChecker } from './check-store';
import { EXPORT_OPTIONS } from './export-formats';
import { ExportOutcome } from './export-outcome';
import { type Exporter, type ExportStore, useExportStore } from './export-store';
import { MarkdownFormFields } from './markdown-form';
import { firstScope, idsOfScope, PageScope, type ScopeChoices, titleOfScope } from './page-scope';
import './transfer.css';

interface ExportPageProps extends ScopeChoices {
  readonly exporter: () => Promise<Exporter & BackupChecker>;
  readonly storage: MirrorStorage;
  /** Number of bookmarks in the library; null until it is known. */
  readonly count: number | null;
}

/** Writes the library, a list or the selected bookmarks to a file. */
export function ExportPage(props: ExportPageProps): JSX.Element | null {
  const { exporter, storage, ...pages } = props;
  const store = useExportStore(exporter, storage);
  return store && <ExportForm store={store} checker={exporter} {...pages} />;
}

interface ExportFormProps extends Omit<ExportPageProps, 'exporter' | 'storage'> {
  readonly store: ExportStore;
  readonly checker: () => Promise<BackupChecker>;
}

function ExportForm(props: ExportFormProps): JSX.Element {
  const { store, selected, listed, count } = props;
  const chosen = useSignal(firstScope(props));
  const { value: state } = store.state;
  const isWriting = state.kind === 'writing';
  const { value: format } = store.format;
  const ids = idsOfScope(chosen.value, props);
  const title = titleOfScope(chosen.value, props);
  const isReady = chosen.value === 'all' || ids !== null;
  return (
    <div class="tool-page scroll">
      <fieldset class="stack gap-5" disabled={isWriting}>
        {(selected !== null || listed !== null) && (
          <PageScope
            {...props}
            legend={t('gettingScope')}
            all={
              count === null
                ? t('exportAll')
                : t('pageFacts', t('exportAll'), plural('bookmarks', count))
            }
            chosen={chosen}
          />
        )}
        <ChoiceCards
          legend={t('importFormat')}
          choices={named(EXPORT_OPTIONS)}
          chosen={store.format.value}
          onChoose={store.choose}
        />
        {(format === 'markdown' || format === 'markdown-zip') && (
          <MarkdownFormFields store={store} />
        )}
        <p>
          <Button
            look="primary"
            isDisabled={isWriting || !isReady}
            onClick={() => void store.start(ids, title)}
          >
            {t('exportTitle')}
          </Button>
        </p>
      </fieldset>
      <ExportOutcome store={store} />
      <p>
        {t('backupText')} <a href="options.html#backup">{t('backupOpen')}</a>
      </p>
      <CheckBackup
        checker={props.checker}
        exported={state.kind === 'written' && format === 'bundle' ? state.file : null}
      />
    </div>
  );
}
