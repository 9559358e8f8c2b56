import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { BookmarkId, Result } from '../../domain';
import type { AccountKey, LabelCount, Library, LibraryError } from '../../library/repository';
import type { Background } from '../background';
import type { Schedule } from '../components/timers';
import type { MirrorStorage } from '../mirror';
import { createListStore, type ListChoice, type ListStore } from './list-store';
import type { BookmarkListTools } from './list-tools';
import type { ListRow, SnapshotStore } from './snapshot';

/** A list of bookmarks with all that can be done there: what the popup and the library page share. */
export interface BookmarkListModel {
  /** Never settles when the library can't be opened: then `problem` says so. */
  readonly library: Promise<Library>;
  readonly problem: ReadonlySignal<LibraryProblemKind | null>;
  readonly isStorageLow: ReadonlySignal<boolean>;
  readonly labels: ReadonlySignal<readonly LabelCount[]>;
  readonly list: ListStore;
  readonly cursor: ListCursor;
  /** null until the first paint is over and their code is there. */
  readonly tools: ReadonlySignal<BookmarkListTools | null>;
  /** Opens a bookmark in the reader, as soon as it is sure to be there. */
  open(id: BookmarkId): void;
  dispose(): void;
}

/** Why there is no list. */
export type LibraryProblemKind = 'unavailable' | 'private-window';

export interface BookmarkListDeps {
  /** Settles when the first paint is over: nothing else is fetched before. */
  readonly painted: Promise<void>;
  /** The library that is being opened. */
  readonly opened: Promise<Result<Library, LibraryError>>;
  /** Whose library it is. */
  readonly account: AccountKey;
  readonly draftStorage: MirrorStorage;
  /** Firefox gives pages in a private window no database; the background has it. */
  readonly isPrivateWindow: boolean;
  readonly background: Background;
  readonly snapshots: SnapshotStore;
  /** What is shown first; null for the view that was shown last. */
  readonly first: ListChoice | null;
  /** Opens the reader. */
  readonly read: (id: BookmarkId) => void;
  readonly later: Schedule;
}

export function createBookmarkListModel(deps: BookmarkListDeps): BookmarkListModel {
  const { painted, opened, snapshots, first } = deps;
  const problem = signal<LibraryProblemKind | null>(null);
  const isStorageLow = signal(false);
  const labels = signal<readonly LabelCount[]>([]);
  const tools = signal<BookmarkListTools | null>(null);
  let stopLabels = () => {};
  let isDisposed = false;

  const library = new Promise<Library>((resolve) => {
    void opened.then((result) => {
      if (result.ok) resolve(result.value);
      else problem.value = deps.isPrivateWindow ? 'private-window' : 'unavailable';
    });
  });
  void library.then(async (ready) => {
    if (isDisposed) return;
    stopLabels = ready.labels.watchAll((next) => {
      labels.value = next;
    });
    isStorageLow.value = (await ready.storage.state()).isLow;
  });

  const list = createListStore({ library, snapshots, first, labels });
  const withTools = painted
    .then(() => import('./list-tools'))
    .then(({ createBookmarkListTools }) => {
      const made = createBookmarkListTools({ ...deps, library, list });
      tools.value = made;
      return made;
    });

  return {
    library,
    problem: computed(() => problem.value),
    isStorageLow: computed(() => isStorageLow.value),
    labels: computed(() => labels.value),
    list,
    cursor: createListCursor(list.rows),
    tools: computed(() => tools.value),
    open: (id) => void withTools.then(({ commands }) => commands.open(id)),
    dispose() {
      isDisposed = true;
      stopLabels();
      list.dispose();
      tools.value?.toasts.dispose();
    },
  };
}

/** Which row the keys act on, which has the focus and which is pointed at. */
export interface ListCursor {
  /** Position of the row that the Tab key leads to; stays in place when its row goes. */
  readonly position: ReadonlySignal<number>;
  readonly pointed: ReadonlySignal<BookmarkId | null>;
  readonly focused: ReadonlySignal<BookmarkId | null>;
  /** Counts up whenever the focus is to be put on the current row. */
  readonly focusRequests: ReadonlySignal<number>;
  point(id: BookmarkId | null): void;
  /** The focus is on that row now, or on none. */
  noteFocus(id: BookmarkId | null): void;
  /** Makes the row at `position` the current one and puts the focus there. */
  moveTo(position: number): void;
}

/** Follows the person's place in `rows` by its bookmark, or by position once that is gone. */
export function createListCursor(rows: ReadonlySignal<readonly ListRow[] | null>): ListCursor {
  const place = signal<{ readonly id: BookmarkId | null; readonly position: number }>({
    id: null,
    position: 0,
  });
  const pointed = signal<BookmarkId | null>(null);
  const focused = signal<BookmarkId | null>(null);
  const focusRequests = signal(0);

  const position = computed(() => {
    const all = rows.value ?? [];
    const { id, position: last } = place.value;
    const at = id === null ? -1 : all.findIndex((row) => row.id === id);
    return at === -1 ? Math.max(0, Math.min(last, all.length - 1)) : at;
  });

  return {
    position,
    pointed,
    focused,
    focusRequests,
    point(id) {
      pointed.value = id;
    },
    noteFocus(id) {
      const at = rows.value?.findIndex((row) => row.id === id) ?? -1;
      batch(() => {
        focused.value = id;
        if (at !== -1) place.value = { id, position: at };
      });
    },
    moveTo(next) {
      const all = rows.value ?? [];
      const at = Math.max(0, Math.min(next, all.length - 1));
      batch(() => {
        place.value = { id: all[at]?.id ?? null, position: at };
        focusRequests.value += 1;
      });
    },
  };
}
