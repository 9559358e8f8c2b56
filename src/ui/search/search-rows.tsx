import { batch, computed, signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import type { BookmarkId } from '../../domain/bookmark';
import { SECOND_MS } from '../../domain/time';
import type {
  ContentsRepository,
  FindSort,
  FoundBookmarks,
  Library,
  SearchRepository,
} from '../../library';
import { marksIn, type Passage, patternsIn, type Query } from '../../query';
import {
  createLiveWindow,
  createRowSignals,
  type ListRows,
  type RowRange,
} from '../bookmarks/list-rows';
import type { ListRow } from '../bookmarks/snapshot';
import { clockNow } from '../components/use-now';

/** The number of results that are read when the user has not typed for a moment. */
const NEXT_RESULTS = 100;
/** Results are searched again after a change, at most this often. */
const SEARCH_PAUSE_MS = SECOND_MS / 4;
/** Searching again takes at most about a fifth of the time. */
const PAUSE_PER_SEARCH = 4;
/** In ms without typing. Then everything is read that the first results do not need. */
const DELAY_MS = SECOND_MS / 10;

interface SearchRowsOptions {
  readonly library: Pick<Library, 'bookmarks'>;
  readonly search: SearchRepository;
  readonly contents: ContentsRepository;
  readonly query: Query;
  readonly sort: FindSort;
  /** The number of results that are seen at first. */
  readonly firstResults: number;
  /** Called after each search. */
  readonly onFound: (found: FoundBookmarks) => void;
  readonly Empty: () => JSX.Element;
}

/** Reads the results of one query, live. */
export function createSearchRows(options: SearchRowsOptions): ListRows {
  const { library, search, query, firstResults } = options;
  const { publish, ...signals } = createRowSignals();
  const { ids } = signals;
  const total = signal(0);
  const passages = createPassages(search, query);
  let order: readonly BookmarkId[] = [];
  let visible: RowRange = { start: 0, end: firstResults };

  const show = (found: readonly ListRow[] | null) => publish(order, !finder.hasMore(), found);
  const readPassages = () => passages.read(order.slice(visible.start, visible.end + 1));
  const window = createLiveWindow(library.bookmarks, (found) => {
    show(found);
    readPassages();
  });
  const follow = () => {
    if (order.length > 0 && window.follow(order, visible)) return;
    show(null);
    readPassages();
  };

  const finder = createFinder(options, (found, isFirst) => {
    order = found.ids;
    batch(() => {
      total.value = found.total;
      options.onFound(found);
      if (isFirst) show(found.bookmarks);
    });
    if (isFirst) readPassages();
    else follow();
  });
  const titleWords = patternsIn(query, 'title');
  const textWords = patternsIn(query, null);

  return {
    ...signals,
    reveal(start, end) {
      visible = { start, end };
      finder.readUntil(end);
      if (ids.value !== null) follow();
    },
    readWhole: () => finder.readUntil(Number.POSITIVE_INFINITY),
    found: {
      total: computed(() => total.value),
      wordsOf: (row) => ({
        title: marked(row.title, titleWords),
        text: passageOf(row, passages.of(row.id), textWords),
      }),
      Empty: options.Empty,
    },
    dispose() {
      finder.dispose();
      passages.dispose();
      window.dispose();
    },
  };
}

/**
 * Searches at first for what is seen, then for more, and again after changes of the library. `onFound`
 * gets each result, and whether it is the first.
 */
function createFinder(
  { search, contents, query, sort, firstResults }: SearchRowsOptions,
  onFound: (found: FoundBookmarks, isFirst: boolean) => void,
) {
  let limit = firstResults;
  let hasMore = false;
  let isFirst = true;
  let running: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = SEARCH_PAUSE_MS;
  const stops: (() => void)[] = [];
  let isOver = false;

  async function find(): Promise<void> {
    running?.abort();
    const own = new AbortController();
    running = own;
    const started = performance.now();
    try {
      const found = await search.find(query, {
        limit,
        sort,
        clock: clockNow(),
        signal: own.signal,
        // The first results come with their rows, which takes one request less.
        ...(isFirst && { withBookmarks: firstResults }),
      });
      if (own.signal.aborted) return;
      hasMore = found.hasMore;
      const wasFirst = isFirst;
      isFirst = false;
      onFound(found, wasFirst);
    } catch (error) {
      if (!own.signal.aborted) throw error;
    } finally {
      pauseMs = Math.max(SEARCH_PAUSE_MS, PAUSE_PER_SEARCH * (performance.now() - started));
      if (running === own) running = null;
    }
  }

  const later = (run: () => unknown, delayMs: number) => {
    timer = setTimeout(() => {
      timer = undefined;
      run();
    }, delayMs);
  };
  /** Returns a listener. Its first call is no change, but what changed before it may be missing. */
  const listener = () => {
    let isChange = false;
    return () => {
      if (!isChange) {
        limit = Math.max(limit, NEXT_RESULTS);
        void find();
      } else if (!isOver && timer === undefined) later(() => void find(), pauseMs);
      isChange = true;
    };
  };
  const isOnlyText = query.terms.every(({ kind }) => kind === 'text') && sort.by === 'rank';
  const watched = isOnlyText ? [search] : [search, contents];
  const startWatching = () => stops.push(...watched.map((each) => each.watch(listener())));
  void find().then(() => {
    if (!isOver) later(startWatching, DELAY_MS);
  });

  return {
    hasMore: () => hasMore,
    /** Reads on if the rows until `end` come near to the last ones that were read. */
    readUntil(end: number) {
      if (!hasMore || end + NEXT_RESULTS / 2 <= limit) return;
      limit = end === Number.POSITIVE_INFINITY ? end : Math.max(NEXT_RESULTS, limit * 10);
      void find();
    },
    dispose() {
      isOver = true;
      running?.abort();
      clearTimeout(timer);
      for (const stop of stops) stop();
    },
  };
}

/** Reads the passages of the visible results, one after the other, when nothing was typed for a moment. */
function createPassages(search: SearchRepository, query: Query) {
  const passages = signal<ReadonlyMap<BookmarkId, Passage | null>>(new Map());
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function read(ids: readonly BookmarkId[]): void {
    clearTimeout(timer);
    const missing = ids.filter((id) => !passages.value.has(id));
    if (missing.length === 0) return;
    timer = setTimeout(async () => {
      const found = new Map<BookmarkId, Passage | null>();
      for (const id of missing) {
        found.set(id, await search.passage(query, id));
        if (isOver) return;
      }
      passages.value = new Map([...passages.value, ...found]);
    }, DELAY_MS);
  }

  return {
    of: (id: BookmarkId) => passages.value.get(id),
    read,
    dispose() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

type Words = ReturnType<typeof patternsIn>;

const passageOf = (
  { description }: ListRow,
  passage: Passage | null | undefined,
  words: Words,
): ComponentChildren =>
  passage ? withMarks(passage.text, passage.marks) : marked(description, words);

const marked = (text: string, words: Words): ComponentChildren =>
  withMarks(text, marksIn(text, words));

/** Returns the text with its marked parts in `mark` elements. */
function withMarks(text: string, marks: Passage['marks']): ComponentChildren {
  if (marks.length === 0) return text;
  const parts: ComponentChildren[] = [];
  let last = 0;
  for (const [start, end] of marks) {
    parts.push(text.slice(last, start), <mark key={start}>{text.slice(start, end)}</mark>);
    last = end;
  }
  return [...parts, text.slice(last)];
}
