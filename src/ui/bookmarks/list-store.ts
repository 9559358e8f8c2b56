import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type BookmarkId, VIEWS, type View } from '../../domain';
import type { PageCursor } from '../../library/bookmarks/bookmark-repository';
import type { Counts, LabelCount, Library } from '../../library/repository';
import type { createPageChain, PageChain } from './page-chain';
import type { ListRow, SnapshotStore } from './snapshot';

const PAGE_SIZE = 100;

/** Selects a list: a view, or the bookmarks with a label within `all`. */
export interface ListChoice {
  readonly view: View;
  readonly label: string | null;
}

/** The rows of a list. They come from the snapshot first and then from the library, live. */
export interface ListStore {
  readonly choice: ReadonlySignal<ListChoice>;
  /** null until either a snapshot or the library has provided rows. */
  readonly rows: ReadonlySignal<readonly ListRow[] | null>;
  /** False while `rows` are from the snapshot. */
  readonly isFromLibrary: ReadonlySignal<boolean>;
  /** The number of rows in the whole list, as far as it is known. */
  readonly length: ReadonlySignal<number>;
  readonly counts: ReadonlySignal<Counts | null>;
  show(choice: ListChoice): void;
  /** Reports which rows are visible, by position and without `end`. */
  reveal(start: number, end: number): void;
  /** Waits for the library and returns its row, or null when the bookmark is gone. */
  libraryRow(id: BookmarkId): Promise<ListRow | null>;
  dispose(): void;
}

interface ListDeps {
  readonly library: Promise<Library>;
  readonly snapshots: SnapshotStore;
  /** The first list. null for the view of the snapshot. */
  readonly first: ListChoice | null;
  /** Labels with their counts, for the length of a label's list. */
  readonly labels?: ReadonlySignal<readonly LabelCount[]>;
}

export function createListStore({ library, snapshots, first, labels }: ListDeps): ListStore {
  const snapshot = snapshots.read();
  const start = first ?? { view: snapshot?.view ?? 'unread', label: null };
  const hasSnapshot = snapshot !== null && snapshot.view === start.view && start.label === null;

  const choice = signal<ListChoice>(start);
  const rows = signal<readonly ListRow[] | null>(hasSnapshot ? snapshot.rows : null);
  const isFromLibrary = signal(false);
  const hasMore = signal(true);
  const counts = signal<Counts | null>(snapshot?.counts ?? null);
  let chain: PageChain<ListRow> | null = null;
  let stopChain = () => {};
  let stopCounts = () => {};
  let isDisposed = false;

  const length = computed(() => {
    const read = rows.value?.length ?? 0;
    if (!hasMore.value) return read;
    const { view, label } = choice.value;
    const expected =
      label === null
        ? counts.value?.[view]
        : labels?.value.find(({ name }) => name === label)?.count;
    return Math.max(read, expected ?? 0);
  });

  function follow(opened: Library, createChain: typeof createPageChain): void {
    stopChain();
    const { view, label } = choice.value;
    const query = { view, limit: PAGE_SIZE, ...(label === null ? {} : { label }) };
    const next = createChain<ListRow, PageCursor>({
      watchPage: (after, listener) => opened.bookmarks.watchPage({ ...query, after }, listener),
      pageSize: PAGE_SIZE,
    });
    const stopRows = effect(() => {
      const read = next.rows.value;
      if (read === null) return;
      batch(() => {
        rows.value = read;
        hasMore.value = next.hasMore.value;
        isFromLibrary.value = true;
      });
    });
    chain = next;
    stopChain = () => {
      stopRows();
      next.dispose();
    };
  }

  const stopWriting = effect(() => {
    const { view, label } = choice.value;
    if (!isFromLibrary.value || label !== null || !rows.value || !counts.value) return;
    snapshots.write({ view, rows: rows.value, counts: counts.value });
  });

  // The first paint does not need it.
  const ready = Promise.all([library, import('./page-chain')]);
  void ready.then(([opened, { createPageChain: createChain }]) => {
    if (isDisposed) return;
    stopCounts = opened.bookmarks.watchCounts((next) => {
      counts.value = next;
    });
    follow(opened, createChain);
  });

  return {
    choice,
    rows,
    isFromLibrary,
    length,
    counts,
    show(next) {
      batch(() => {
        choice.value = next;
        isFromLibrary.value = false;
      });
      void ready.then(([opened, { createPageChain: createChain }]) => {
        // A later choice replaces an earlier one that still waits for the library.
        if (!isDisposed && choice.value === next) follow(opened, createChain);
      });
    },
    reveal: (from, to) => chain?.reveal(from, to),
    async libraryRow(id) {
      const opened = await library;
      await untilSet(isFromLibrary);
      return rows.value?.find((row) => row.id === id) ?? (await opened.bookmarks.get(id));
    },
    dispose() {
      isDisposed = true;
      stopWriting();
      stopChain();
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
