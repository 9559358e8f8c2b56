import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { hostOf } from '../../domain';
import type { Facets, FindSort, FoundBookmarks, Library, SearchStatus } from '../../library';
import type { LabelCount } from '../../library/repository';
import { fold, formatTerm, isUnfinished, type QueryTerm, type ValueLookup } from '../../query';
import type { ListCursor } from '../bookmarks/list-model';
import type { ListChoice, ListStore } from '../bookmarks/list-store';
import { createSearchRows } from './search-rows';
import {
  type SearchedQuery,
  type SearchProblem,
  searchedQuery,
  withoutPart,
} from './searched-query';

/** The search box of a page. */
export interface SearchStore {
  readonly text: ReadonlySignal<string>;
  readonly searched: ReadonlySignal<SearchedQuery>;
  /** The place in the text where the user types; null while nothing is typed. */
  readonly caret: Signal<number | null>;
  /** The problems of the text, without the one that is still being typed. */
  readonly problems: ReadonlySignal<readonly SearchProblem[]>;
  /** The first results of the last search; null while nothing was found yet. */
  readonly found: ReadonlySignal<FoundBookmarks | null>;
  /** The state of the index; null until it is known. */
  readonly status: ReadonlySignal<SearchStatus | null>;
  /** The number of bookmarks in the library. */
  readonly size: ReadonlySignal<number>;
  readonly labels: ReadonlySignal<readonly LabelCount[]>;
  /** The order of the results. */
  readonly order: {
    readonly sort: ReadonlySignal<FindSort>;
    sortBy(sort: FindSort): void;
  };
  /** Completes names of labels, sites and authors. */
  readonly lookup: ReadonlySignal<ValueLookup>;
  /** Reads the sites and the authors for `lookup`. */
  readNames(): void;
  /** Increases whenever the box should be focused. */
  readonly focusRequests: ReadonlySignal<number>;
  focus(): void;
  /** Moves the focus to the first result. */
  toResults(): void;
  /** Opens the first result, once it is known. */
  openFirst(): void;
  /** Searches what the user has typed. An empty text ends the search. */
  type(text: string): void;
  /** Adds a condition, or removes it if the query has it. */
  toggle(term: QueryTerm): void;
  /** Shows a search, without a change of the address. */
  show(text: string): void;
  dispose(): void;
}

interface SearchDeps {
  /** Shown if there are no results. */
  readonly Empty: (props: { readonly store: SearchStore }) => JSX.Element;
  readonly library: Promise<Library>;
  readonly list: Pick<
    ListStore,
    'show' | 'choice' | 'counts' | 'ids' | 'isFromLibrary' | 'visibleRows'
  >;
  readonly cursor: Pick<ListCursor, 'moveTo'>;
  readonly labels: ReadonlySignal<readonly LabelCount[]>;
  readonly open: (id: NonNullable<ListStore['ids']['value']>[number]) => void;
  /** Puts the search into the address of the page. An empty one leaves it. Absent without an address. */
  readonly go?: (text: string) => void;
}

/** So many results are read at first, if no more rows are visible. */
const FIRST_RESULTS = 10;

const RANKED: FindSort = { by: 'rank', isReversed: false };

const isTyped = (problem: SearchProblem, caret: number): boolean =>
  problem.kind !== 'no-words' && problem.kind !== 'too-long' && isUnfinished(problem, caret);

/** Returns the names in the order of their counts, the highest first. */
const byUse = (counts: readonly (readonly [string, number])[]): readonly string[] =>
  counts.toSorted(([, a], [, b]) => b - a).map(([name]) => name);

export function createSearchStore(deps: SearchDeps): SearchStore {
  const { library, list, cursor, labels } = deps;
  const text = signal('');
  const sort = signal<FindSort>(RANKED);
  const searched = computed(() => searchedQuery(text.value));
  const caret = signal<number | null>(null);
  const found = signal<FoundBookmarks | null>(null);
  const status = signal<SearchStatus | null>(null);
  const sites = signal<readonly string[]>([]);
  const authors = signal<readonly string[]>([]);
  const focusRequests = signal(0);
  /** The list that was shown before the search. */
  let before: ListChoice = { view: 'unread', label: null };
  let isDisposed = false;
  let stopStatus: (() => void) | null = null;

  const parts = library.then(async (opened) => {
    const { contentsRepository, searchRepository } = await import('../../library');
    return { search: opened.part(searchRepository), contents: opened.part(contentsRepository) };
  });
  const watchStatus = async () => {
    const { search } = await parts;
    if (isDisposed) return;
    stopStatus ??= search.watchStatus((next) => {
      status.value = next;
    });
  };

  const rows = (): NonNullable<ListChoice['search']> => {
    const { query } = searched.value;
    const sorted = sort.value;
    return async (opened) =>
      createSearchRows({
        ...(await parts),
        library: opened,
        query,
        sort: sorted,
        firstResults: Math.max(FIRST_RESULTS, list.visibleRows()),
        Empty: () => deps.Empty({ store }),
        onFound(next) {
          found.value = next;
        },
      });
  };
  const showResults = () => list.show({ view: 'all', label: null, search: rows() });

  const store: SearchStore = {
    text: computed(() => text.value),
    searched,
    caret,
    problems: computed(() => {
      const at = caret.value;
      const { problems } = searched.value;
      return at === null ? problems : problems.filter((problem) => !isTyped(problem, at));
    }),
    found: computed(() => found.value),
    status: computed(() => status.value),
    size: computed(() => {
      const counts = list.counts.value;
      return counts === null ? 0 : counts.all + counts.trash;
    }),
    labels,
    order: {
      sort,
      sortBy(next) {
        sort.value = next;
        showResults();
      },
    },
    lookup: computed((): ValueLookup => {
      const names = {
        label: byUse(labels.value.map(({ name, count }) => [name, count])),
        site: sites.value,
        author: authors.value,
      };
      return (field, typed) => {
        const start = fold(typed);
        return names[field].filter((name) => {
          const folded = fold(name);
          // A surname is the second word of a name.
          return folded.startsWith(start) || (field === 'author' && folded.includes(` ${start}`));
        });
      };
    }),
    readNames() {
      const read = parts.then(({ contents }) => contents.facets({ view: 'all' }));
      const show = (facets: Facets) => {
        sites.value = byUse([...facets.sites]).map((host) => hostOf(`https://${host}`));
        authors.value = byUse([...facets.authors]);
      };
      // Without the storage there are no suggestions. The list reports it.
      void read.then(show, () => {});
    },
    focusRequests: computed(() => focusRequests.value),
    focus() {
      focusRequests.value += 1;
    },
    toResults() {
      if ((list.ids.value?.length ?? 0) > 0) cursor.moveTo(0);
    },
    openFirst() {
      const stop = effect(() => {
        if (!list.isFromLibrary.value) return;
        const [first] = list.ids.value ?? [];
        // `stop` is not assigned yet if the results are there.
        queueMicrotask(() => stop());
        if (first !== undefined) deps.open(first);
      });
    },
    type(typed) {
      store.show(typed);
      deps.go?.(typed);
    },
    toggle(term) {
      const written = formatTerm(term);
      const { parts } = searched.value.parsed;
      const part = parts.find((each) => each.term !== null && formatTerm(each.term) === written);
      // Before the other terms, because the last one may still be typed.
      store.type(part ? withoutPart(text.value, part) : `${written} ${text.value}`);
    },
    show(next) {
      void watchStatus();
      if (next.trim() === '') {
        text.value = next;
        found.value = null;
        sort.value = RANKED;
        if (!deps.go && list.choice.value.search) list.show(before);
        return;
      }
      if (!list.choice.value.search) before = list.choice.value;
      const wasSearched = JSON.stringify(searched.value.query);
      text.value = next;
      const isSame = wasSearched === JSON.stringify(searched.value.query);
      if (!isSame || !list.choice.value.search) showResults();
    },
    dispose() {
      isDisposed = true;
      stopStatus?.();
    },
  };
  return store;
}
