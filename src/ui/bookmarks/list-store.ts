import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type BookmarkId, VIEWS, type View } from '../../domain';
import type { ListSort } from '../../library/bookmarks/bookmark-repository';
import type { Counts, LabelCount, Library } from '../../library/repository';
import type { createListRows, FoundRows, ListRows } from './list-rows';
import type { ListRow, SnapshotStore } from './snapshot';

/** Selects a list: a view, or the bookmarks with a label within `all`. */
export interface ListChoice {
  readonly view: View;
  readonly label: string | null;
  /** Reads the rows of a search, which has its own order. Absent for a view or label. */
  readonly search?: (library: Library) => Promise<ListRows>;
}

const NEWEST_FIRST: ListSort = { by: 'saved', isReversed: false };

/** True for the order of the snapshot. */
export const isNewestFirst = ({ by, isReversed }: ListSort): boolean =>
  by === 'saved' && !isReversed;

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
  /** null for a view or label, and until the first results of a search are known. */
  readonly found: ReadonlySignal<FoundRows | null>;
  show(choice: ListChoice): void;
  sortBy(sort: ListSort): void;
  /** Reports which rows are visible, by position and without `end`. */
  reveal(start: number, end: number): void;
  /** Number of rows that were visible when `reveal` was last called. */
  visibleRows(): number;
  /** Reads the ids of the whole list. */
  readWhole(): void;
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
  const found = signal<FoundRows | null>(null);
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
      found.value?.total.value ??
      (label === null
        ? counts.value?.[view]
        : labels?.value.find(({ name }) => name === label)?.count);
    return Math.max(read, expected ?? 0);
  });

  async function follow(opened: Library, createRows: typeof createListRows): Promise<void> {
    stopList();
    const chosen = choice.value;
    const sorted = sort.value;
    const { view, label } = chosen;
    const query = { view, sort: sorted, ...(label !== null && { label }) };
    const next = (await chosen.search?.(opened)) ?? createRows(opened, query);
    // A later choice replaces an earlier one that still waits.
    if (isDisposed || choice.value !== chosen || sort.value !== sorted) {
      next.dispose();
      return;
    }
    stopList();
    const stopRows = effect(() => {
      const read = next.ids.value;
      if (read === null) return;
      batch(() => {
        ids.value = read;
        rows.value = next.rows.value;
        isWhole.value = next.isWhole.value;
        found.value = next.found ?? null;
        isFromLibrary.value = true;
      });
    });
    list = next;
    stopList = () => {
      stopRows();
      next.dispose();
    };
  }

  // The first paint does not need it.
  const ready = Promise.all([library, import('./list-rows')]);
  const change = (set: () => void) => {
    batch(() => {
      set();
      isFromLibrary.value = false;
    });
    void ready.then(([opened, { createListRows: createRows }]) => follow(opened, createRows));
  };
  void ready.then(([opened, { createListRows: createRows }]) => {
    if (isDisposed) return;
    stopCounts = opened.bookmarks.watchCounts((next) => {
      counts.value = next;
    });
    void follow(opened, createRows);
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
    found,
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
    dispose() {
      isDisposed = true;
      stopList();
      stopCounts();
    },
  };
}

/** Returns true when no view contains a bookmark, including the trash. */
export const isLibraryEmpty = (counts: Counts): boolean =>
  VIEWS.every((view) => counts[view] === 0);
