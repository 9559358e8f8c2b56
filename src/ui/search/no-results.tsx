import type { JSX } from 'preact';
import { Button } from '../components/button';
import { t } from '../strings';
import type { SearchStore } from './search-store';
import { shortened } from './search-text';
import { withoutPart } from './searched-query';

/** Further terms can be removed in the box. */
const MAX_TERMS = 8;

/** Shown instead of the list if nothing matches. Each term can be removed. */
export function NoResults({ store }: { readonly store: SearchStore }): JSX.Element {
  const text = store.text.value;
  const parts = store.searched.value.parsed.parts.filter(({ term }) => term !== null);
  return (
    <div class="empty-list no-results">
      <h2>{t('searchNoneTitle')}</h2>
      <p>{t('searchNone')}</p>
      {parts.length > 1 && (
        <>
          <p id="search-without">{t('searchNoneRemove')}</p>
          <ul aria-labelledby="search-without">
            {parts.slice(0, MAX_TERMS).map((part) => (
              <li key={part.start}>
                <Button onClick={() => store.type(withoutPart(text, part))}>
                  <bdi>{shortened(text.slice(part.start, part.end))}</bdi>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <Button onClick={() => store.type('')}>{t('searchClear')}</Button>
    </div>
  );
}
