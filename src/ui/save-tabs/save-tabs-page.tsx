import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { Library } from '../../library';
import type { ExtensionBackground } from '../../messages/background-client';
import { Button } from '../components/button';
import { ADDRESS_ONLY_TEXTS } from '../messages';
import { formatNumber, t } from '../strings';
import {
  createSaveTabsStore,
  type HeldTabs,
  type OpenTabs,
  type SaveTabsStore,
  summaryOf,
  type TabResult,
  type TabRow,
} from './save-tabs-store';
import './save-tabs.css';

interface SaveTabsPageProps {
  readonly library: Promise<Library>;
  readonly openTabs: () => Promise<OpenTabs>;
  readonly background: Pick<ExtensionBackground, 'saveTab'>;
  readonly held: HeldTabs;
}

/** Lets the user choose tabs of this window, saves them, and reports the result of each. */
export function SaveTabsPage(props: SaveTabsPageProps): JSX.Element | null {
  const { library, openTabs, background, held } = props;
  const store = useSignal<SaveTabsStore | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const show = (shown: SaveTabsStore) => {
      left.signal.addEventListener('abort', () => held.leave(shown));
      store.value = shown;
    };
    const kept = held.take();
    if (kept !== null) show(kept);
    else {
      void openTabs().then((tabs) => {
        if (left.signal.aborted) return;
        const made = createSaveTabsStore(tabs, library, background);
        window.addEventListener('pagehide', made.dispose);
        show(made);
        void made.start();
      });
    }
    return () => left.abort();
  }, [library, openTabs, background, held, store]);
  if (store.value === null) return null;
  const { state } = store.value;
  return (
    <div class="tool-page scroll tabs-page">
      {state.value.kind === 'not-allowed' ? (
        <Permission store={store.value} />
      ) : (
        state.value.kind !== 'reading' && <Choice store={store.value} />
      )}
    </div>
  );
}

function Permission({ store }: { readonly store: SaveTabsStore }): JSX.Element {
  return (
    <>
      <p>{t('tabsWhy')}</p>
      {/* Browsers show the permission request in a click handler only. */}
      <Button look="primary" onClick={() => void store.allow()}>
        {t('tabsAllow')}
      </Button>
    </>
  );
}

function Choice({ store }: { readonly store: SaveTabsStore }): JSX.Element {
  const rows = store.rows.value;
  const chosen = store.chosen.value;
  const isSaving = store.state.value.kind === 'saving';
  if (rows.length === 0) return <p>{t('tabsNone')}</p>;
  const ids = rows.map(({ id }) => id);
  return (
    <>
      <StateLine store={store} />
      {!isSaving && (
        <div class="cluster split gap-3">
          <label class="tabs-option line gap-3">
            <input
              type="checkbox"
              checked={store.withArticles.value}
              onChange={({ currentTarget }) => store.setWithArticles(currentTarget.checked)}
            />
            <span>
              {t('tabsWithArticles')}
              <small>{t('tabsWithArticlesHint')}</small>
            </span>
          </label>
          <Button look="primary" isDisabled={chosen.length === 0} onClick={() => void store.save()}>
            {t('withCount', t('actionSave'), formatNumber(chosen.length))}
          </Button>
        </div>
      )}
      <fieldset disabled={isSaving}>
        <legend class="visually-hidden">{t('tabsTitle')}</legend>
        <label class="tabs-row line gap-3 semibold">
          <input
            type="checkbox"
            checked={chosen.length === rows.length}
            indeterminate={chosen.length > 0 && chosen.length < rows.length}
            onChange={({ currentTarget }) => store.choose(ids, currentTarget.checked)}
          />
          {t('withCount', t('viewAll'), formatNumber(rows.length))}
        </label>
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <Tab row={row} onChoose={(isChosen) => store.choose([row.id], isChosen)} />
            </li>
          ))}
        </ul>
      </fieldset>
    </>
  );
}

/** Shows the progress, and the result when all is done. */
function StateLine({ store }: { readonly store: SaveTabsStore }): JSX.Element {
  const id = useId();
  const state = store.state.value;
  return (
    <>
      <div role="status" class="tabs-state">
        {state.kind === 'choosing' && state.isDeclined && <p>{t('tabsDeclined')}</p>}
        {state.kind === 'ended' && (
          <p>
            {state.isStopped && `${t('tabsStopped')} `}
            {summaryOf(store.rows.value)}
          </p>
        )}
      </div>
      {state.kind === 'saving' && (
        <p class="tabs-progress cluster split gap-3">
          <progress aria-labelledby={id} max={state.all} value={state.done} />
          <span id={id}>
            {t('gettingRunning', formatNumber(state.done + 1), formatNumber(state.all))}
          </span>
          <Button onClick={store.stop}>{t('actionStop')}</Button>
        </p>
      )}
    </>
  );
}

interface TabProps {
  readonly row: TabRow;
  readonly onChoose: (isChosen: boolean) => void;
}

function Tab({ row, onChoose }: TabProps): JSX.Element {
  return (
    <label class="tabs-row line gap-3" data-result={row.result.kind}>
      <input
        type="checkbox"
        checked={row.isChosen}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <span class="tabs-words stack gap-0">
        <bdi class="truncate">{row.title || row.url}</bdi>
        <bdi class="hint truncate" dir="ltr">
          {row.url}
        </bdi>
        {row.result.kind !== 'none' && (
          <span class="hint tabs-result" data-result={row.result.kind}>
            {resultText(row.result)}
          </span>
        )}
      </span>
    </label>
  );
}

function resultText(result: TabResult): string {
  switch (result.kind) {
    case 'none':
      return '';
    case 'saving':
      return t('statusSaving');
    case 'saved':
      return t('statusSaved');
    case 'existing':
      return t('statusAlreadySaved');
    case 'address':
      return t(ADDRESS_ONLY_TEXTS[result.reason]);
    case 'gone':
    case 'not-loaded':
      return t('tabsGone');
    case 'failed':
      return t('statusFailed');
  }
}
