import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type BookmarkId, VIEWS, type View } from '../../domain/bookmark';
import type { Counts, LabelCount, Library, ListSort } from '../../library';
import { readonly } from '../components/readonly';
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

export function createListStore(deps: ListDeps) {
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

  const length = computed(() => lengthOf({ choice, ids, isWhole, counts, found }, labels));

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
    choice: readonly(choice),
    sort: readonly(sort),
    /** null until either a snapshot or the library has provided rows. At first not all of the list. */
    ids: readonly(ids),
    /** The rows in memory. */
    rows: readonly(rows),
    /** False while the rows are from the snapshot. */
    isFromLibrary: readonly(isFromLibrary),
    /** False while `ids` are only the first ones. */
    isWhole: readonly(isWhole),
    /** The number of rows in the whole list, as far as it is known. */
    length: readonly(length),
    counts: readonly(counts),
    /** null for a view or label, and until the first results of a search are known. */
    found: readonly(found),
    show: (next: ListChoice) =>
      change(() => {
        choice.value = next;
      }),
    sortBy: (next: ListSort) =>
      change(() => {
        sort.value = next;
      }),
    /** Reports which rows are visible, by position and without `end`. */
    reveal(from: number, to: number) {
      visible = to - from;
      list?.reveal(from, to);
    },
    /** Number of rows that were visible when `reveal` was last called. */
    visibleRows: () => visible,
    /** Reads the ids of the whole list. */
    readWhole: () => list?.readWhole(),
    dispose() {
      isDisposed = true;
      stopList();
      stopCounts();
    },
  };
}

/** The number of rows in the whole list, as far as it is known. */
function lengthOf(
  { choice, ids, isWhole, counts, found }: ListSignals,
  labels: ListDeps['labels'],
): number {
  const read = ids.value?.length ?? 0;
  if (isWhole.value) return read;
  const { view, label } = choice.value;
  const expected =
    found.value?.total.value ??
    (label === null
      ? counts.value?.[view]
      : labels?.value.find(({ name }) => name === label)?.count);
  return Math.max(read, expected ?? 0);
}

interface ListSignals {
  readonly choice: ReadonlySignal<ListChoice>;
  readonly ids: ReadonlySignal<readonly BookmarkId[] | null>;
  readonly isWhole: ReadonlySignal<boolean>;
  readonly counts: ReadonlySignal<Counts | null>;
  readonly found: ReadonlySignal<FoundRows | null>;
}

/**
 * The rows of a list. They come from the snapshot first and then from the library, live. Only those
 * near the visible ones are in memory.
 */
export type ListStore = ReturnType<typeof createListStore>;

/** Returns true when no view contains a bookmark, including the trash. */
export const isLibraryEmpty = (counts: Counts): boolean =>
  VIEWS.every((view) => counts[view] === 0);
