import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { hostOf } from '../../domain/host-name';
import type {
  ContentsRepository,
  Facets,
  FindSort,
  FoundBookmarks,
  LabelCount,
  Library,
  SearchRepository,
  SearchStatus,
} from '../../library';
import {
  fold,
  formatTerm,
  isUnfinished,
  type QueryTerm,
  type TextTerm,
  type ValueLookup,
} from '../../query';
import type { BookmarkListModel } from '../bookmarks/list-model';
import type { ListChoice } from '../bookmarks/list-store';
import { into, readonly } from '../components/signals';
import { whenSet } from '../components/use-store';
import { createSearchRows } from './search-rows';
import {
  type SearchedQuery,
  type SearchProblem,
  searchedQuery,
  withoutPart,
} from './searched-query';

interface SearchDeps
  extends Pick<BookmarkListModel, 'library' | 'list' | 'cursor' | 'labels' | 'open'> {
  /** Shown if there are no results. */
  readonly Empty: () => JSX.Element;
  /** Puts the search into the address of the page. An empty one leaves it. Absent without an address. */
  readonly go?: (text: string) => void;
}

/** The number of results that are read at first, if no more rows are visible. */
const FIRST_RESULTS = 10;

const RANKED: FindSort = { by: 'rank', isReversed: false };

export type SearchStore = ReturnType<typeof createSearchStore>;

/** The search box of a page. */
export function createSearchStore(deps: SearchDeps) {
  const { library, list, cursor, labels } = deps;
  const text = signal('');
  const searched = computed(() => searchedQuery(text.value));
  /** The place in the text where the user types; null while nothing is typed. */
  const caret = signal<number | null>(null);
  const focusRequests = signal(0);
  const parts = library.then(async (opened) => {
    const { contentsRepository, searchRepository } = await import('../../library');
    return { search: opened.part(searchRepository), contents: opened.part(contentsRepository) };
  });
  const index = followIndex(parts);
  const results = createResults(deps, parts, searched);

  /** Shows a search, without a change of the address. */
  function show(next: string): void {
    index.watch();
    const former = JSON.stringify(searched.value.query);
    text.value = next;
    if (next.trim() === '') results.end();
    else results.show(former !== JSON.stringify(searched.value.query));
  }

  /** Searches what the user has typed. An empty text ends the search. */
  function type(typed: string): void {
    show(typed);
    deps.go?.(typed);
  }

  return {
    text: readonly(text),
    searched,
    caret,
    problems: computed(() => shownProblems(searched.value.problems, caret.value)),
    /** The first results of the last search; null while nothing was found yet. */
    found: readonly(results.found),
    /** The state of the index; null until it is known. */
    status: index.status,
    /** The number of bookmarks in the library. */
    size: computed(() => {
      const counts = list.counts.value;
      return counts === null ? 0 : counts.all + counts.trash;
    }),
    labels,
    /** The order of the results. */
    order: results.order,
    ...createNames(parts, labels),
    /** Increases whenever the box should be focused. */
    focusRequests: readonly(focusRequests),
    focus() {
      focusRequests.value += 1;
    },
    /** Moves the focus to the first result. */
    toResults() {
      if ((list.ids.value?.length ?? 0) > 0) cursor.moveTo(0);
    },
    /** Opens the first result, once it is known. */
    async openFirst() {
      await whenSet(list.isFromLibrary);
      const [first] = list.ids.value ?? [];
      if (first !== undefined) deps.open(first);
    },
    type,
    /** Returns words that are similar to one without hits. Rejects if it is aborted. */
    similarWords: async (term: TextTerm, signal: AbortSignal) =>
      (await parts).search.similarWords(term, signal),
    /** Adds a condition, or removes it if the query has it. */
    toggle(term: QueryTerm) {
      const written = formatTerm(term);
      const { parsed } = searched.value;
      const part = parsed.parts.find(({ term: own }) => own && formatTerm(own) === written);
      // Before the other terms, because the last one may still be typed.
      type(part ? withoutPart(text.value, part) : `${written} ${text.value}`);
    },
    show,
    dispose: index.stop,
  };
}

/** Shows the results of a search in the list, and what was there before when it ends. */
function createResults(
  { list, go, Empty }: SearchDeps,
  parts: Parts,
  searched: ReadonlySignal<SearchedQuery>,
) {
  const sort = signal<FindSort>(RANKED);
  const found = signal<FoundBookmarks | null>(null);
  /** The list that was shown before the search. */
  let before: ListChoice = { view: 'unread', label: null };

  function start(): void {
    const { query } = searched.value;
    const sorted = sort.value;
    const search = async (library: Library) =>
      createSearchRows({
        ...(await parts),
        library,
        query,
        sort: sorted,
        firstResults: Math.max(FIRST_RESULTS, list.visibleRows()),
        Empty,
        onFound: into(found),
      });
    list.show({ view: 'all', label: null, search });
  }

  return {
    found,
    order: {
      sort,
      sortBy(next: FindSort) {
        sort.value = next;
        start();
      },
    },
    /** Shows the results, unless those of the same query are shown. */
    show(isChanged: boolean) {
      const { search } = list.choice.value;
      if (!search) before = list.choice.value;
      if (!search || isChanged) start();
    },
    end() {
      found.value = null;
      sort.value = RANKED;
      if (!go && list.choice.value.search) list.show(before);
    },
  };
}

/** Returns the problems of the text, without the one that is still being typed. */
function shownProblems(
  problems: readonly SearchProblem[],
  caret: number | null,
): readonly SearchProblem[] {
  if (caret === null) return problems;
  return problems.filter(
    (problem) =>
      problem.kind === 'no-words' || problem.kind === 'too-long' || !isUnfinished(problem, caret),
  );
}

type Parts = Promise<{
  readonly search: SearchRepository;
  readonly contents: ContentsRepository;
}>;

/** Follows the state of the index from the first search on. */
function followIndex(parts: Parts) {
  const status = signal<SearchStatus | null>(null);
  const left = new AbortController();
  let isWatched = false;
  return {
    status: readonly(status),
    watch() {
      if (isWatched) return;
      isWatched = true;
      void parts.then(({ search }) => {
        if (left.signal.aborted) return;
        const stop = search.watchStatus(into(status));
        left.signal.addEventListener('abort', stop);
      });
    },
    stop: () => left.abort(),
  };
}

/** Returns the names in the order of their counts, the highest first. */
const byUse = (counts: readonly (readonly [string, number])[]): readonly string[] =>
  counts.toSorted(([, a], [, b]) => b - a).map(([name]) => name);

/** The names of labels, sites and authors, for completion. */
function createNames(parts: Parts, labels: ReadonlySignal<readonly LabelCount[]>) {
  const sites = signal<readonly string[]>([]);
  const authors = signal<readonly string[]>([]);
  return {
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
    /** Reads the sites and the authors for `lookup`. */
    readNames() {
      const read = parts.then(({ contents }) => contents.facets({ view: 'all' }));
      const show = (facets: Facets) => {
        sites.value = byUse([...facets.sites]).map((host) => hostOf(`https://${host}`));
        authors.value = byUse([...facets.authors]);
      };
      // Without the storage there are no suggestions. The list reports it.
      void read.then(show, () => {});
    },
  };
}
