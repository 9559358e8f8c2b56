import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type BookmarkId, VIEWS, type View } from '../../domain';
import type { ListSort } from '../../library/bookmarks/bookmark-repository';
import type { Counts, LabelCount, Library } from '../../library/repository';
import type { createListRows, ListRows } from './list-rows';
import { type ListRow, SNAPSHOT_ROWS, type SnapshotStore } from './snapshot';

/** Selects a list: a view, or the bookmarks with a label within `all`. */
export interface ListChoice {
  readonly view: View;
  readonly label: string | null;
}

const NEWEST_FIRST: ListSort = { by: 'saved', isReversed: false };

const isNewestFirst = ({ by, isReversed }: ListSort): boolean => by === 'saved' && !isReversed;

/**
 * The rows of a list. They come from the snapshot first and then from the library, live. Only those
 * near the visible ones are in memory.
 */
export interface ListStore {
  readonly choice: ReadonlySignal<ListChoice>;
  readonly sort: ReadonlySignal<ListSort>;
  /** null until either a snapshot or the library has provided rows. At first not all of the list. */
  readonly ids: ReadonlySignal<readonly BookmarkId[] | null>;
  /** The rows in memory. */
  readonly rows: ReadonlySignal<ReadonlyMap<BookmarkId, ListRow>>;
  /** False while the rows are from the snapshot. */
  readonly isFromLibrary: ReadonlySignal<boolean>;
  /** False while `ids` are only the first ones. */
  readonly isWhole: ReadonlySignal<boolean>;
  /** The number of rows in the whole list, as far as it is known. */
  readonly length: ReadonlySignal<number>;
  readonly counts: ReadonlySignal<Counts | null>;
  show(choice: ListChoice): void;
  sortBy(sort: ListSort): void;
  /** Reports which rows are visible, by position and without `end`. */
  reveal(start: number, end: number): void;
  /** Number of rows that were visible when `reveal` was last called. */
  visibleRows(): number;
  /** Reads the ids of the whole list. */
  readWhole(): void;
  /** Waits for the library and returns its row, or null when the bookmark is gone. */
  libraryRow(id: BookmarkId): Promise<ListRow | null>;
  dispose(): void;
}

interface ListDeps {
  readonly library: Promise<Library>;
  readonly snapshots: SnapshotStore;
  /** The first list. null for the view of the snapshot. */
  readonly first: ListChoice | null;
  /** The first order. Default: the newest first. */
  readonly sort?: ListSort;
  /** Labels with their counts, for the length of a label's list. */
  readonly labels?: ReadonlySignal<readonly LabelCount[]>;
}

export function createListStore(deps: ListDeps): ListStore {
  const { library, snapshots, first, labels } = deps;
  const snapshot = snapshots.read();
  const start = first ?? { view: snapshot?.view ?? 'unread', label: null };
  const hasSnapshot =
    snapshot !== null &&
    snapshot.view === start.view &&
    start.label === null &&
    isNewestFirst(deps.sort ?? NEWEST_FIRST);
  const before = hasSnapshot ? snapshot.rows : [];

  const choice = signal<ListChoice>(start);
  const sort = signal(deps.sort ?? NEWEST_FIRST);
  const ids = signal<readonly BookmarkId[] | null>(hasSnapshot ? before.map(({ id }) => id) : null);
  const rows = signal<ReadonlyMap<BookmarkId, ListRow>>(
    new Map(before.map((row) => [row.id, row])),
  );
  const isFromLibrary = signal(false);
  const isWhole = signal(false);
  const counts = signal<Counts | null>(snapshot?.counts ?? null);
  let visible = 1;
  let list: ListRows | null = null;
  let stopList = () => {};
  let stopCounts = () => {};
  let isDisposed = false;

  const length = computed(() => {
    const read = ids.value?.length ?? 0;
    if (isWhole.value) return read;
    const { view, label } = choice.value;
    const expected =
      label === null
        ? counts.value?.[view]
        : labels?.value.find(({ name }) => name === label)?.count;
    return Math.max(read, expected ?? 0);
  });

  function follow(opened: Library, createRows: typeof createListRows): void {
    stopList();
    const { view, label } = choice.value;
    const query = { view, sort: sort.value, ...(label !== null && { label }) };
    const next = createRows(opened, query);
    const stopRows = effect(() => {
      const read = next.ids.value;
      if (read === null) return;
      batch(() => {
        ids.value = read;
        rows.value = next.rows.value;
        isWhole.value = next.isWhole.value;
        isFromLibrary.value = true;
      });
    });
    list = next;
    stopList = () => {
      stopRows();
      next.dispose();
    };
  }

  const stopWriting = effect(() => {
    const { view, label } = choice.value;
    if (!isFromLibrary.value || label !== null || !ids.value || !counts.value) return;
    if (!isNewestFirst(sort.value)) return;
    const shown = ids.value.slice(0, SNAPSHOT_ROWS).map((id) => rows.value.get(id));
    // Further down, the first rows are not in memory.
    if (shown.every((row) => row !== undefined)) {
      snapshots.write({ view, rows: shown, counts: counts.value });
    }
  });

  // The first paint does not need it.
  const ready = Promise.all([library, import('./list-rows')]);
  const change = (set: () => void) => {
    batch(() => {
      set();
      isFromLibrary.value = false;
    });
    const chosen = choice.value;
    const sorted = sort.value;
    void ready.then(([opened, { createListRows: createRows }]) => {
      // A later choice replaces an earlier one that still waits for the library.
      const isLatest = choice.value === chosen && sort.value === sorted;
      if (!isDisposed && isLatest) follow(opened, createRows);
    });
  };
  void ready.then(([opened, { createListRows: createRows }]) => {
    if (isDisposed) return;
    stopCounts = opened.bookmarks.watchCounts((next) => {
      counts.value = next;
    });
    follow(opened, createRows);
  });

  return {
    choice,
    sort,
    ids,
    rows,
    isFromLibrary,
    isWhole,
    length,
    counts,
    show: (next) =>
      change(() => {
        choice.value = next;
      }),
    sortBy: (next) =>
      change(() => {
        sort.value = next;
      }),
    reveal(from, to) {
      visible = to - from;
      list?.reveal(from, to);
    },
    visibleRows: () => visible,
    readWhole: () => list?.readWhole(),
    async libraryRow(id) {
      const opened = await library;
      await untilSet(isFromLibrary);
      return rows.value.get(id) ?? (await opened.bookmarks.get(id));
    },
    dispose() {
      isDisposed = true;
      stopWriting();
      stopList();
      stopCounts();
    },
  };
}

function untilSet(flag: ReadonlySignal<boolean>): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (!flag.value) return;
      resolve();
      // `stop` is not assigned yet when the flag is set from the start.
      queueMicrotask(() => stop());
    });
  });
}

/** Returns true when no view contains a bookmark, including the trash. */
export const isLibraryEmpty = (counts: Counts): boolean =>
  VIEWS.every((view) => counts[view] === 0);
