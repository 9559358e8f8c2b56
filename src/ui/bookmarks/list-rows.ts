import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import type { BookmarkId } from '../../domain/bookmark';
import type { Library, ListQuery } from '../../library';
import type { ListRow } from './snapshot';

/** The first rows are read before the order of the whole list is known. */
const FIRST_READ_ROWS = 100;
/** The order, which takes longer to read, is not needed for fewer rows. */
const MAX_FIRST_ROWS = 1000;
/** Rows are read in blocks of this many, so that scrolling does not read at each row. */
const BLOCK_ROWS = 50;
/** More rows are read when fewer than these are left on one side of the visible ones. */
const MARGIN_ROWS = 25;

/** The rows of one list, live. Only those near the visible ones are in memory. */
export interface ListRows {
  /** null until the first rows have been read. */
  readonly ids: ReadonlySignal<readonly BookmarkId[] | null>;
  readonly rows: ReadonlySignal<ReadonlyMap<BookmarkId, ListRow>>;
  /** When each of `ids` was saved; null for an order that is not that of a list. */
  readonly savedAt: ReadonlySignal<ArrayLike<number> | null>;
  /** False while `ids` are only the first ones. */
  readonly isWhole: ReadonlySignal<boolean>;
  /** Reports which rows are visible, by position and without `end`. */
  reveal(start: number, end: number): void;
  /** Reads the order of the whole list, if it is not known yet. */
  readWhole(): void;
  /** Absent if the rows are not those of a search. */
  readonly found?: FoundRows;
  dispose(): void;
}

/** The additional properties of the rows of a search. */
export interface FoundRows {
  /** The number of results, or an upper bound of it. */
  readonly total: ReadonlySignal<number>;
  /** Returns the words of a row with the parts that match the search. */
  wordsOf(row: ListRow): { readonly title: ComponentChildren; readonly text: ComponentChildren };
  /** Shown if there are no results. */
  readonly Empty: () => JSX.Element;
}

/** Positions of rows, without `end`. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** `publish` gets the rows now and after each change of one of them. */
export function createLiveWindow(
  bookmarks: Pick<Library['bookmarks'], 'watchMany'>,
  publish: (rows: readonly ListRow[]) => void,
) {
  let live: readonly BookmarkId[] | null = null;
  let stop = () => {};
  return {
    /** Reads the rows near `visible`, if they are not live yet. Returns false if they are. */
    follow(order: readonly BookmarkId[], visible: RowRange) {
      const from = (position: number) => Math.floor(position / BLOCK_ROWS) * BLOCK_ROWS;
      const start = Math.max(0, from(visible.start - MARGIN_ROWS));
      const end = from(visible.end + MARGIN_ROWS) + BLOCK_ROWS;
      const wanted = order.slice(start, end);
      if (wanted.length === live?.length && wanted.every((id, at) => id === live?.[at]))
        return false;
      live = wanted;
      stop();
      stop = bookmarks.watchMany(wanted, publish);
      return true;
    },
    dispose: () => stop(),
  };
}

/** Keeps the rows near the visible ones of one order live. */
export type LiveWindow = ReturnType<typeof createLiveWindow>;

/** The rows that a list shows. They change together. */
export function createRowSignals() {
  const ids = signal<readonly BookmarkId[] | null>(null);
  const rows = signal<ReadonlyMap<BookmarkId, ListRow>>(new Map());
  const savedAt = signal<ArrayLike<number> | null>(null);
  const isWhole = signal(false);
  return {
    ids,
    rows,
    savedAt,
    isWhole,
    /** Shows an order. Without `found`, the rows stay. */
    publish(
      order: readonly BookmarkId[],
      isAll: boolean,
      found: readonly ListRow[] | null,
      times: ArrayLike<number> | null = null,
    ) {
      batch(() => {
        ids.value = order;
        savedAt.value = times;
        // A reader must not take the first rows for the whole list.
        isWhole.value = isAll;
        if (found) rows.value = new Map(found.map((row) => [row.id, row]));
      });
    },
  };
}

/** Reads the order of a whole list when it is asked for, live. */
function createOrder({ part }: Pick<Library, 'part'>, query: ListQuery, onChange: () => void) {
  let order: readonly BookmarkId[] | null = null;
  let times: ArrayLike<number> | null = null;
  let stop: (() => void) | null = null;
  let isDisposed = false;

  async function watch(): Promise<void> {
    // The first rows do not need it.
    const { contentsRepository } = await import('../../library/contents/contents');
    if (isDisposed) return;
    stop = part(contentsRepository).watchIds(query, (next, savedAt) => {
      order = next;
      times = savedAt;
      onChange();
    });
  }

  return {
    /** Returns null until it has been read. */
    ids: () => order,
    savedAt: () => times,
    read() {
      if (stop !== null) return;
      stop = () => {};
      void watch();
    },
    dispose() {
      isDisposed = true;
      stop?.();
    },
  };
}

/**
 * Reads the rows of a list of any length. The first rows need one read; the order of the whole list
 * is read when somebody scrolls beyond them.
 */
export function createListRows(
  library: Pick<Library, 'bookmarks' | 'part'>,
  query: ListQuery,
): ListRows {
  const { bookmarks } = library;
  const { publish, ...signals } = createRowSignals();
  const { ids, isWhole } = signals;
  let visible: RowRange = { start: 0, end: 1 };
  let firstRows = 0;
  let stopFirst = () => {};
  const order = createOrder(library, query, follow);

  // A new order is shown together with its rows, so that none is blank.
  const window = createLiveWindow(bookmarks, (found) => {
    stopFirst();
    publish(order.ids() ?? [], true, found, order.savedAt());
  });

  function readWhole(): void {
    if (!isWhole.value) order.read();
  }

  /** Keeps the rows near the visible ones live. */
  function follow(): void {
    const whole = order.ids();
    if (whole === null) {
      const read = ids.value?.length ?? 0;
      if (read === 0 || isWhole.value || visible.end + MARGIN_ROWS <= read) return;
      // The database would read them after the order.
      const more = Math.min(3 * read, MAX_FIRST_ROWS);
      if (visible.start < more && firstRows < more) watchFirst(more);
      else readWhole();
      return;
    }
    const isRead = !window.follow(whole, visible);
    if (isRead && isWhole.value) publish(whole, true, null, order.savedAt());
  }

  function watchFirst(limit: number): void {
    firstRows = limit;
    stopFirst();
    const { view, label } = query;
    const first = { view, limit, after: null, ...(label !== undefined && { label }) };
    stopFirst = bookmarks.watchPage(first, (page) => {
      const read = page.rows.map(({ id }) => id);
      const savedAt = page.rows.map(({ created }) => created);
      publish(read, page.next === null, page.rows, savedAt);
      follow();
    });
  }

  // The list of a label has those of the labels below it, too.
  const isOneIndex = query.label === undefined && query.sort.by === 'saved';
  if (isOneIndex && !query.sort.isReversed) watchFirst(FIRST_READ_ROWS);
  else readWhole();

  return {
    ...signals,
    reveal(start, end) {
      visible = { start, end };
      follow();
    },
    readWhole,
    dispose() {
      stopFirst();
      order.dispose();
      window.dispose();
    },
  };
}
