import type { JSX } from 'preact';
import { Button } from '../components/button';
import { LIBRARY_ERRORS } from '../sentences';
import { formatNumber, plural, t } from '../strings';
import type { DuplicatesStore } from './duplicates-store';

/** How far the search is, what came of it, and what can be done with all of it. */
export function SearchLine({ store }: { readonly store: DuplicatesStore }): JSX.Element {
  const search = store.search.value;
  const sure = store.sureCount.value;
  const isBusy = store.isBusy.value;
  return (
    <div class="duplicates-search">
      {/* Small steps are not read out: each would cut off the last. */}
      <p role="status" tabIndex={-1} class="duplicates-state">
        {search.kind !== 'looking' && <Outcome store={store} />}
      </p>
      {search.kind === 'looking' && (
        <p class="duplicates-progress">
          <progress
            aria-label={t('duplicatesLooking')}
            max={Math.max(1, search.all)}
            value={search.looked}
          />
          <span>
            {t('duplicatesLooked', formatNumber(search.looked), formatNumber(search.all))}
          </span>
        </p>
      )}
      {store.groups.value.length > 0 && <p class="hint">{t('duplicatesHint')}</p>}
      {search.kind !== 'looking' && (
        <p class="duplicates-buttons">
          {sure > 0 && (
            <Button look="primary" isDisabled={isBusy} onClick={() => void store.joinSure()}>
              {plural('duplicatesJoinSure', sure)}
            </Button>
          )}
          <Button isDisabled={isBusy} onClick={() => void store.look()}>
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
  if (search.kind === 'looking') return null;
  if (length > 0) return <>{plural('duplicatesFound', length)}</>;
  return <>{plural('duplicatesNone', search.looked)}</>;
}
