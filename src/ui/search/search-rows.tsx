import { batch, computed, signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { type BookmarkId, SECOND_MS, unixMs } from '../../domain';
import type {
  ContentsRepository,
  FindSort,
  FoundBookmarks,
  Library,
  SearchRepository,
} from '../../library';
import { marksIn, type Passage, patternsIn, type Query } from '../../query';
import { createLiveWindow, type ListRows, type RowRange } from '../bookmarks/list-rows';
import type { ListRow } from '../bookmarks/snapshot';

/** So many results are read when the user has not typed for a moment. */
const NEXT_RESULTS = 100;
/** Results are searched again after a change, at most this often. */
const PAUSE_MS = SECOND_MS / 4;
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
  const { library, search, contents, query, sort, firstResults, onFound } = options;
  const ids = signal<readonly BookmarkId[] | null>(null);
  const rows = signal<ReadonlyMap<BookmarkId, ListRow>>(new Map());
  const isWhole = signal(false);
  const total = signal(0);
  const passages = signal<ReadonlyMap<BookmarkId, Passage | null>>(new Map());
  let order: readonly BookmarkId[] = [];
  let hasMore = false;
  let limit = firstResults;
  let visible: RowRange = { start: 0, end: firstResults };
  let running: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let passageTimer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = PAUSE_MS;
  let isOver = false;

  const publish = (found: readonly ListRow[] | null) =>
    batch(() => {
      ids.value = order;
      isWhole.value = !hasMore;
      if (found) rows.value = new Map(found.map((row) => [row.id, row]));
    });
  const window = createLiveWindow(library.bookmarks, (found) => {
    publish(found);
    readPassages();
  });
  const follow = () => {
    if (order.length > 0 && window.follow(order, visible)) return;
    publish(null);
    readPassages();
  };

  async function find(): Promise<void> {
    running?.abort();
    const own = new AbortController();
    running = own;
    const started = performance.now();
    try {
      const clock = {
        now: unixMs(Date.now()),
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      };
      // The first results come with their rows, which takes one request less.
      const isFirst = ids.value === null;
      const found = await search.find(query, {
        ...{ limit, sort, clock, signal: own.signal },
        ...(isFirst && { withBookmarks: firstResults }),
      });
      if (own.signal.aborted) return;
      order = found.ids;
      hasMore = found.hasMore;
      batch(() => {
        total.value = found.total;
        onFound(found);
        if (isFirst) publish(found.bookmarks);
      });
      if (isFirst) readPassages();
      else follow();
    } catch (error) {
      if (!own.signal.aborted) throw error;
    } finally {
      const takenMs = performance.now() - started;
      pauseMs = Math.max(PAUSE_MS, PAUSE_PER_SEARCH * takenMs);
      if (running === own) running = null;
    }
  }
  const findAgain = () => {
    if (isOver || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void find();
    }, pauseMs);
  };
  const readMore = (wanted: number) => {
    if (!hasMore || limit >= wanted) return;
    limit = wanted;
    void find();
  };
  const readRest = () => {
    limit = Math.max(limit, NEXT_RESULTS);
    void find();
  };

  function readPassages(): void {
    clearTimeout(passageTimer);
    const near = order.slice(visible.start, visible.end + 1);
    const missing = near.filter((id) => !passages.value.has(id));
    if (missing.length === 0) return;
    passageTimer = setTimeout(async () => {
      const read = new Map(passages.value);
      for (const id of missing) {
        read.set(id, await search.passage(query, id));
        if (isOver) return;
      }
      passages.value = read;
      readPassages();
    }, DELAY_MS);
  }

  const titleWords = patternsIn(query, 'title');
  const textWords = patternsIn(query, null);
  /** Returns a listener. Its first call is no change, but what changed before it may be missing. */
  const listener = () => {
    let isChange = false;
    return () => {
      if (isChange) findAgain();
      else readRest();
      isChange = true;
    };
  };
  const isOnlyText = query.terms.every(({ kind }) => kind === 'text') && sort.by === 'rank';
  let stopWatching = () => {};
  const startWatching = () => {
    const stopIndex = search.watch(listener());
    const stopContents = isOnlyText ? () => {} : contents.watch(listener());
    stopWatching = () => {
      stopIndex();
      stopContents();
    };
  };
  void find().then(() => {
    if (isOver) return;
    timer = setTimeout(() => {
      timer = undefined;
      startWatching();
    }, DELAY_MS);
  });

  return {
    ids,
    rows,
    isWhole,
    reveal(start, end) {
      visible = { start, end };
      if (end + NEXT_RESULTS / 2 > limit) readMore(Math.max(NEXT_RESULTS, limit * 10));
      if (ids.value !== null) follow();
    },
    readWhole: () => readMore(Number.POSITIVE_INFINITY),
    found: {
      total: computed(() => total.value),
      wordsOf: (row) => ({
        title: marked(row.title, titleWords),
        text: passageOf(row, passages.value.get(row.id), textWords),
      }),
      Empty: options.Empty,
    },
    dispose() {
      isOver = true;
      running?.abort();
      clearTimeout(timer);
      clearTimeout(passageTimer);
      stopWatching();
      window.dispose();
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
