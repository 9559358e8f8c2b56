import { useSignal } from '@preact/signals';
import filterIcon from 'lucide-static/icons/list-filter.svg?icon';
import closeIcon from 'lucide-static/icons/x.svg?icon';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo } from 'preact/hooks';
import { formatTerm } from '../../query';
import type { BookmarkListModel } from '../bookmarks/list-model';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import { FoundSort } from '../bookmarks/sort-control';
import { Button, IconButton } from '../components/button';
import { Empty } from '../components/empty';
import { setTo } from '../components/signals';
import { formatNumber, plural, t } from '../strings';
import { SearchField } from './search-field';
import { SearchChips, SearchFilters } from './search-filters';
import { SearchHelp } from './search-help';
import { createSearchStore, type SearchStore } from './search-store';
import { searchProblemText, shortenedTerm } from './search-text';
import { withoutPart } from './searched-query';
import './search.css';

/** More problems than these are not explained at once. */
const MAX_PROBLEMS = 3;

interface SearchBoxProps {
  readonly listModel: BookmarkListModel;
  readonly tools: Pick<BookmarkListTools, 'goToSearch'>;
  /** The search in the address. Absent without an address. */
  readonly text?: string;
  /** Puts a search into the address. */
  readonly go?: (text: string) => void;
  readonly onEnter: 'open' | 'focus';
  /** An action on the search, beside the number of results. */
  readonly action?: ComponentChildren;
}

/** The search box with its filters, problems and the number of results. */
export function SearchBox(props: SearchBoxProps): JSX.Element {
  const { listModel, tools, text, go, onEnter } = props;
  const store = useMemo((): SearchStore => {
    const Empty = () => <NoResults store={store} />;
    const store = createSearchStore({ ...listModel, ...(go && { go }), Empty });
    return store;
  }, [listModel, go]);
  useEffect(() => {
    tools.goToSearch.value = store.focus;
    return () => {
      tools.goToSearch.value = null;
      store.dispose();
    };
  }, [tools, store]);
  useLayoutEffect(() => {
    if (text !== undefined) store.show(text);
  }, [text, store]);
  const ids = useId();
  const hasHelp = useSignal(false);
  const hasFilters = useSignal(false);
  const problems = store.problems.value;
  const isSearching = store.text.value.trim() !== '';
  return (
    <search class="search stack gap-2">
      <div class="search-line line gap-1">
        <SearchField store={store} onEnter={onEnter} problemsId={`${ids}-problems`} />
        {store.text.value !== '' && (
          <IconButton
            label={t('searchClear')}
            icon={closeIcon}
            onClick={() => {
              store.type('');
              store.focus();
            }}
          />
        )}
        <IconButton
          label={t('searchFilters')}
          icon={filterIcon}
          isExpanded={hasFilters.value}
          onClick={() => {
            hasFilters.value = !hasFilters.value;
          }}
        />
      </div>
      {hasFilters.value && (
        <SearchFilters store={store} id={`${ids}-filters`} onHelp={setTo(hasHelp, true)} />
      )}
      <SearchChips store={store} />
      <ul class="search-problems hide-empty" id={`${ids}-problems`} aria-live="polite">
        {problems.slice(0, MAX_PROBLEMS).map((problem) => (
          <li key={problem.start}>{searchProblemText(problem)}</li>
        ))}
      </ul>
      {isSearching && (
        <div class="search-foot cluster split gap-3 row-gap-0">
          <p class="search-status hint hide-empty cluster gap-3 row-gap-0" aria-live="polite">
            <SearchState store={store} />
          </p>
          {props.action}
          <FoundSort order={store.order} />
        </div>
      )}
      {hasHelp.value && <SearchHelp onClose={setTo(hasHelp, false)} />}
    </search>
  );
}

/** Says how many results there are, and why some may be missing. */
function SearchState({ store }: { readonly store: SearchStore }): JSX.Element | null {
  const found = store.found.value;
  const status = store.status.value;
  if (found === null) return null;
  const count = found.isCounted
    ? plural('searchCount', found.total)
    : t('searchCountAtMost', formatNumber(found.total));
  // Conditions do not need the index.
  const hasWords = store.searched.value.query.terms.some(({ kind }) => kind === 'text');
  const isRepairing =
    hasWords && (status?.state === 'repairing' || found.gaps.includes('repairing'));
  const isBuilding = hasWords && (status?.state === 'building' || found.gaps.includes('building'));
  return (
    <>
      <span>{count}</span>
      {isBuilding && (
        <span>
          {t(
            'searchBuilding',
            formatNumber(status?.documents ?? 0),
            formatNumber(Math.max(store.size.value, status?.documents ?? 0)),
          )}
        </span>
      )}
      {isRepairing && <span>{t('searchRepairing')}</span>}
      {found.gaps.includes('too-many') && <span>{t('searchTooMany')}</span>}
    </>
  );
}

/** Further terms can be removed in the box. */
const MAX_SHOWN_TERMS = 8;

/** Shown instead of the list if nothing matches. Each term can be removed. */
function NoResults({ store }: { readonly store: SearchStore }): JSX.Element {
  const text = store.text.value;
  const parts = store.searched.value.parsed.parts.filter(({ term }) => term !== null);
  return (
    <Empty title={'searchNoneTitle'} text={'searchNone'}>
      <SimilarSearches store={store} />
      {parts.length > 1 && (
        <>
          <p id="search-without">{t('searchNoneRemove')}</p>
          <ul class="cluster" aria-labelledby="search-without">
            {parts.slice(0, MAX_SHOWN_TERMS).map((part) => (
              <li key={part.start}>
                <Button onClick={() => store.type(withoutPart(text, part))}>
                  <bdi>{shortenedTerm(text.slice(part.start, part.end))}</bdi>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <Button onClick={() => store.type('')}>{t('searchClear')}</Button>
    </Empty>
  );
}

/** Offers the search again with words of the library that are similar to those without hits. */
function SimilarSearches({ store }: { readonly store: SearchStore }): JSX.Element | null {
  const text = store.text.value;
  const id = useId();
  const searches = useSignal<readonly (readonly [word: string, search: string])[]>([]);
  useEffect(() => {
    const left = new AbortController();
    searches.value = [];
    const find = async () => {
      for (const part of store.searched.value.parsed.parts.slice(0, MAX_SHOWN_TERMS)) {
        const { term, start, end } = part;
        if (term?.kind !== 'text') continue;
        const words = await store.similarWords(term, left.signal);
        const found = words.map((word) => {
          const similar = formatTerm({ ...term, text: word });
          return [word, text.slice(0, start) + similar + text.slice(end)] as const;
        });
        if (!left.signal.aborted) searches.value = [...searches.value, ...found];
      }
    };
    // Without the index there is nothing to offer. The list reports it.
    void find().catch(() => {});
    return () => left.abort();
  }, [store, text, searches]);
  if (searches.value.length === 0) return null;
  return (
    <>
      <p id={id}>{t('searchSimilar')}</p>
      <ul class="cluster" aria-labelledby={id}>
        {searches.value.map(([word, search]) => (
          <li key={search}>
            <Button onClick={() => store.type(search)}>
              <bdi>{word}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
