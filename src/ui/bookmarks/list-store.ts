import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type BookmarkId, VIEWS, type View } from '../../domain/bookmark';
import type { Counts, LabelCount, Library, ListSort } from '../../library';
import { into, readonly, setTo } from '../components/signals';
import type { FoundRows, ListRows } from './list-rows';
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

export interface ListDeps {
  /** Settles after the first paint. Nothing else is loaded before. */
  readonly painted: Promise<void>;
  readonly library: Promise<Library>;
  readonly snapshots: SnapshotStore;
  /** The first list. null for the view of the snapshot. */
  readonly first: ListChoice | null;
  /** The first order. Default: the newest first. */
  readonly sort?: ListSort;
  /** Labels with their counts, for the length of a label's list. */
  readonly labels?: ReadonlySignal<readonly LabelCount[]>;
  /** The bookmark that the page shows in another place: not repeated at the top of the list. */
  readonly shownElsewhere?: ReadonlySignal<BookmarkId | null>;
}

export function createListStore(deps: ListDeps) {
  const { library, snapshots, first, labels } = deps;
  const snapshot = snapshots.read();
  const start = first ?? { view: snapshot?.view ?? 'unread', label: null };
  const choice = signal<ListChoice>(start);
  const sort = signal(deps.sort ?? NEWEST_FIRST);
  const isInSnapshot =
    snapshot?.view === start.view && start.label === null && isNewestFirst(sort.value);
  const shown = createShownRows(isInSnapshot ? snapshot.rows : null);
  /** True if the first row is left out. Alone it stays: an empty list would say that nothing is saved. */
  const isFirstHidden = computed(() => {
    const [first, second] = shown.signals.ids.value ?? [];
    const { view, search } = choice.value;
    const isOfNewest = (view === 'unread' || view === 'all') && !search;
    return isOfNewest && second !== undefined && first === deps.shownElsewhere?.value;
  });
  const counts = signal<Counts | null>(snapshot?.counts ?? null);
  let visible = 1;
  let stopCounts = () => {};
  let isDisposed = false;

  const length = lengthOfList(shown.signals, choice, counts, labels);

  const ready = Promise.all([library, deps.painted.then(() => import('./list-rows'))]);

  async function follow(): Promise<void> {
    const [opened, { createListRows }] = await ready;
    shown.stop();
    const chosen = choice.value;
    const sorted = sort.value;
    const { view, label } = chosen;
    const query = { view, sort: sorted, ...(label !== null && { label }) };
    const next = (await chosen.search?.(opened)) ?? createListRows(opened, query);
    // A later choice replaces an earlier one that still waits.
    if (isDisposed || choice.value !== chosen || sort.value !== sorted) next.dispose();
    else shown.follow(next);
  }

  const change = (set: () => void) => {
    batch(() => {
      set();
      shown.wait();
    });
    void follow();
  };
  void ready.then(([opened]) => {
    if (isDisposed) return;
    stopCounts = opened.bookmarks.watchCounts(into(counts));
    void follow();
  });

  return {
    ...shown.signals,
    ids: computed(() => {
      const ids = shown.signals.ids.value;
      return isFirstHidden.value && ids ? ids.slice(1) : ids;
    }),
    choice: readonly(choice),
    sort: readonly(sort),
    /** The number of rows in the whole list, as far as it is known. */
    length: computed(() => length.value - (isFirstHidden.value ? 1 : 0)),
    counts: readonly(counts),
    show: (next: ListChoice) => change(setTo(choice, next)),
    sortBy: (next: ListSort) => change(setTo(sort, next)),
    /** Reports which rows are visible, by position and without `end`. */
    reveal(from: number, to: number) {
      visible = to - from;
      // One more for a row that is left out.
      shown.list()?.reveal(from, to + 1);
    },
    /** Number of rows that were visible when `reveal` was last called. */
    visibleRows: () => visible,
    /** Reads the ids of the whole list. */
    readWhole: () => shown.list()?.readWhole(),
    dispose() {
      isDisposed = true;
      shown.stop();
      stopCounts();
    },
  };
}

function lengthOfList(
  { ids, isWhole, found }: ReturnType<typeof createShownRows>['signals'],
  choice: ReadonlySignal<ListChoice>,
  counts: ReadonlySignal<Counts | null>,
  labels: ListDeps['labels'],
): ReadonlySignal<number> {
  return computed(() => {
    const read = ids.value?.length ?? 0;
    if (isWhole.value) return read;
    const { view, label } = choice.value;
    const ofLabel = labels?.value.find(({ name }) => name === label)?.count;
    const expected = label === null ? counts.value?.[view] : ofLabel;
    return Math.max(read, found.value?.total.value ?? expected ?? 0);
  });
}

/** The rows that are shown: those of the snapshot, if there are any, and then those of a list, live. */
function createShownRows(before: readonly ListRow[] | null) {
  const ids = signal<readonly BookmarkId[] | null>(before?.map(({ id }) => id) ?? null);
  const rows = signal<ReadonlyMap<BookmarkId, ListRow>>(
    new Map(before?.map((row) => [row.id, row])),
  );
  const savedAt = signal<ArrayLike<number> | null>(before?.map(({ created }) => created) ?? null);
  const isFromLibrary = signal(false);
  const isWhole = signal(false);
  const found = signal<FoundRows | null>(null);
  let list: ListRows | null = null;
  let stop = () => {};
  return {
    signals: {
      /** null until either a snapshot or the library has provided rows. At first not all of the list. */
      ids: readonly(ids),
      /** The rows in memory. */
      rows: readonly(rows),
      /** When each of `ids` was saved; null for a search, which has its own order. */
      savedAt: readonly(savedAt),
      /** False while the rows are from the snapshot. */
      isFromLibrary: readonly(isFromLibrary),
      /** False while `ids` are only the first ones. */
      isWhole: readonly(isWhole),
      /** null for a view or label, and until the first results of a search are known. */
      found: readonly(found),
    },
    /** The rows that are shown are those of another list until it is read. */
    wait: setTo(isFromLibrary, false),
    list: () => list,
    follow(next: ListRows) {
      stop();
      const stopRows = effect(() => {
        const read = next.ids.value;
        if (read === null) return;
        batch(() => {
          ids.value = read;
          rows.value = next.rows.value;
          savedAt.value = next.savedAt.value;
          isWhole.value = next.isWhole.value;
          found.value = next.found ?? null;
          isFromLibrary.value = true;
        });
      });
      list = next;
      stop = () => {
        stopRows();
        next.dispose();
      };
    },
    stop: () => stop(),
  };
}

/**
 * The rows of a list. They come from the snapshot first and then from the library, live. Only those
 * near the visible ones are in memory.
 */
export type ListStore = ReturnType<typeof createListStore>;

/** Returns true when no view contains a bookmark, including the trash. */
export const isLibraryEmpty = (counts: Counts): boolean =>
  VIEWS.every((view) => counts[view] === 0);
