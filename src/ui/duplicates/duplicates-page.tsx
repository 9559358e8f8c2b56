import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { BookmarkId } from '../../domain';
import { duplicateRepository, type Library } from '../../library';
import type { Background } from '../background';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import { Button } from '../components/button';
import { useKeys } from '../components/key-bindings';
import { KeyList } from '../components/key-list';
import { LIBRARY_ERRORS } from '../messages';
import { formatNumber, plural, t } from '../strings';
import { DuplicateCard } from './duplicate-card';
import { createDuplicatesStore, type DuplicatesStore } from './duplicates-store';
import './duplicates.css';

interface DuplicatesPageProps {
  readonly library: Promise<Library>;
  readonly background: Pick<Background, 'libraryChanged'>;
  readonly tools: Pick<BookmarkListTools, 'toasts' | 'dialogs'>;
  /** Returns the address of a bookmark in the reader. */
  readonly hrefOf: (id: BookmarkId) => string;
}

/** Finds bookmarks that may be the same page, and lets the user merge them. */
export function DuplicatesPage(props: DuplicatesPageProps): JSX.Element | null {
  const { library, background, tools, hrefOf } = props;
  const store = useSignal<DuplicatesStore | null>(null);
  useEffect(() => {
    const left = new AbortController();
    void library.then((opened) => {
      if (left.signal.aborted) return;
      const duplicates = opened.part(duplicateRepository);
      const made = createDuplicatesStore({ duplicates, background, toasts: tools.toasts });
      left.signal.addEventListener('abort', made.dispose);
      store.value = made;
      void made.start();
    });
    return () => left.abort();
  }, [library, background, tools, store]);
  if (store.value === null) return null;
  return (
    <div class="tool-page">
      <SearchLine store={store.value} />
      <DuplicatesList store={store.value} tools={tools} hrefOf={hrefOf} />
    </div>
  );
}

/** Shows the progress of the search, its result, and the actions for all groups. */
function SearchLine({ store }: { readonly store: DuplicatesStore }): JSX.Element {
  const search = store.search.value;
  const sure = store.sureCount.value;
  const isBusy = store.isBusy.value;
  return (
    <div class="duplicates-search">
      {/* Progress is not announced: each announcement would interrupt the previous one. */}
      <p role="status" tabIndex={-1} class="duplicates-state">
        {search.kind !== 'searching' && <Outcome store={store} />}
      </p>
      {search.kind === 'searching' && (
        <p class="duplicates-progress">
          <progress
            aria-label={t('duplicatesLooking')}
            max={Math.max(1, search.all)}
            value={search.checked}
          />
          <span>
            {t('duplicatesLooked', formatNumber(search.checked), formatNumber(search.all))}
          </span>
        </p>
      )}
      {store.groups.value.length > 0 && <p class="hint">{t('duplicatesHint')}</p>}
      {search.kind !== 'searching' && (
        <p class="duplicates-buttons">
          {sure > 0 && (
            <Button look="primary" isDisabled={isBusy} onClick={() => void store.joinSure()}>
              {plural('duplicatesJoinSure', sure)}
            </Button>
          )}
          <Button isDisabled={isBusy} onClick={() => void store.start()}>
            {t('duplicatesLookAgain')}
          </Button>
        </p>
      )}
    </div>
  );
}

function Outcome({ store }: { readonly store: DuplicatesStore }): JSX.Element | null {
  const search = store.search.value;
  const { length } = store.groups.value;
  if (search.kind === 'failed') return <>{t(LIBRARY_ERRORS[search.error.kind])}</>;
  if (search.kind === 'searching') return null;
  if (length > 0) return <>{plural('duplicatesFound', length)}</>;
  return <>{plural('duplicatesNone', search.checked)}</>;
}

/** Groups per page. *Show more* adds another page. */
const PAGE = 50;

interface DuplicatesListProps {
  readonly store: DuplicatesStore;
  readonly tools: Pick<BookmarkListTools, 'toasts' | 'dialogs'>;
  readonly hrefOf: (id: BookmarkId) => string;
}

/** Lists the groups with their keys. The focus moves to the next group when one disappears. */
function DuplicatesList({ store, tools, hrefOf }: DuplicatesListProps): JSX.Element {
  const shown = useSignal(PAGE);
  const list = useRef<HTMLUListElement>(null);
  const place = useRef<number | null>(null);
  const groups = store.groups.value;
  const isBusy = store.isBusy.value;

  const cards = () => [...(list.current?.children ?? [])];
  const goTo = (at: number) => {
    const all = cards();
    const card = all[Math.min(Math.max(at, 0), all.length - 1)];
    card?.querySelector<HTMLElement>('.duplicate-join button')?.focus();
    card?.scrollIntoView({ block: 'nearest' });
  };
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (place.current === null || isBusy || !isLost) return;
    if (groups.length > 0) goTo(place.current);
    else document.querySelector<HTMLElement>('.duplicates-state')?.focus();
  }, [groups, isBusy]);

  const { toasts, dialogs } = tools;
  const keys = [
    { keys: ['j'], action: 'keyNextGroup', run: () => goTo((place.current ?? -1) + 1) },
    { keys: ['k'], action: 'keyPreviousGroup', run: () => goTo((place.current ?? 1) - 1) },
    { keys: ['u'], action: 'keyUndo', run: () => toasts.undoLast() },
    { keys: ['?'], action: 'keyHelp', run: () => dialogs.show({ kind: 'keys' }) },
  ] as const;
  useKeys(keys);
  return (
    <>
      <ul
        class="duplicates-list"
        ref={list}
        aria-label={t('duplicatesTitle')}
        onFocusIn={({ target }) => {
          place.current = cards().findIndex(
            (card) => target instanceof Node && card.contains(target),
          );
        }}
      >
        {groups.slice(0, shown.value).map((group) => (
          <DuplicateCard key={group.key} group={group} store={store} hrefOf={hrefOf} />
        ))}
      </ul>
      {groups.length > shown.value && (
        <p>
          <Button
            onClick={() => {
              shown.value += PAGE;
            }}
          >
            {t('journalMore')}
          </Button>
        </p>
      )}
      {dialogs.dialog.value?.kind === 'keys' && <KeyList hints={keys} onClose={dialogs.close} />}
    </>
  );
}
