import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import { duplicateRepository, type Library } from '../../library';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import { Button } from '../components/button';
import { ListKeys, useItemFocus } from '../components/item-list';
import { useStore } from '../components/use-store';
import { LIBRARY_ERRORS } from '../messages';
import { formatNumber, t } from '../strings';
import { DuplicateCard } from './duplicate-card';
import { createDuplicatesStore, type DuplicatesStore } from './duplicates-store';
import './duplicates.css';

interface DuplicatesPageProps {
  readonly library: Promise<Library>;
  readonly tools: Pick<BookmarkListTools, 'act' | 'toasts' | 'dialogs'>;
  /** Returns the address of a bookmark in the reader. */
  readonly hrefOf: (id: BookmarkId) => string;
}

/** Finds bookmarks that may be the same page, and lets the user merge them. */
export function DuplicatesPage(props: DuplicatesPageProps): JSX.Element | null {
  const { library, tools, hrefOf } = props;
  const store = useStore(
    () => library,
    (opened) => {
      const duplicates = opened.part(duplicateRepository);
      const made = createDuplicatesStore({ duplicates, act: tools.act, toasts: tools.toasts });
      void made.start();
      return made;
    },
    [library, tools],
  );
  if (store === null) return null;
  return (
    <div class="tool-page scroll">
      <SearchLine store={store} />
      <DuplicatesList store={store} tools={tools} hrefOf={hrefOf} />
    </div>
  );
}

/** Shows the progress of the search, its result, and the actions for all groups. */
function SearchLine({ store }: { readonly store: DuplicatesStore }): JSX.Element {
  const search = store.search.value;
  const sure = store.sureCount.value;
  const isBusy = store.isBusy.value;
  return (
    <div class="stack">
      {/* Progress is not announced: each announcement would interrupt the previous one. */}
      <p role="status" tabIndex={-1} class="duplicates-state">
        {search.kind !== 'searching' && <Outcome store={store} />}
      </p>
      {search.kind === 'searching' && (
        <p class="duplicates-progress stack gap-2 soft">
          <progress
            aria-label={t('doctorLooking')}
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
        <p class="cluster">
          {sure > 0 && (
            <Button look="primary" isDisabled={isBusy} onClick={() => void store.joinSure()}>
              {t('duplicatesJoinSure', formatNumber(sure))}
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
  if (length > 0) return <>{t('duplicatesFound', formatNumber(length))}</>;
  return <>{t('duplicatesNone', formatNumber(search.checked))}</>;
}

/** Groups per page. *Show more* adds another page. */
const GROUPS_PER_PAGE = 50;

interface DuplicatesListProps extends Pick<DuplicatesPageProps, 'tools' | 'hrefOf'> {
  readonly store: DuplicatesStore;
}

const DUPLICATE_SELECTORS = {
  item: '.duplicate-card',
  control: '.duplicate-join button',
  empty: '.duplicates-state',
};

/** Lists the groups with their keys. The focus moves to the next group when one disappears. */
function DuplicatesList({ store, tools, hrefOf }: DuplicatesListProps): JSX.Element {
  const shown = useSignal(GROUPS_PER_PAGE);
  const list = useRef<HTMLUListElement>(null);
  const groups = store.groups.value;
  // The buttons are disabled during a change.
  const focus = useItemFocus(list, DUPLICATE_SELECTORS, store.isBusy.value ? null : groups);
  return (
    <>
      <ul class="stack gap-4" ref={list} aria-label={t('duplicatesTitle')}>
        {groups.slice(0, shown.value).map((group) => (
          <DuplicateCard key={group.key} group={group} store={store} hrefOf={hrefOf} />
        ))}
      </ul>
      {groups.length > shown.value && (
        <p>
          <Button
            onClick={() => {
              shown.value += GROUPS_PER_PAGE;
            }}
          >
            {t('popupMore')}
          </Button>
        </p>
      )}
      <ListKeys focus={focus} tools={tools} names={['keyNext', 'keyPrevious']} />
    </>
  );
}
