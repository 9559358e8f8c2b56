import { batch, computed, signal } from '@preact/signals';
import type { BookmarkId } from '../../domain/bookmark';
import type { Result } from '../../domain/result';
import type { LabelCount, Library, LibraryError } from '../../library';
import { into, readonly } from '../components/signals';
import { createListStore, type ListDeps, type ListStore } from './list-store';
import type { BookmarkListToolDeps, BookmarkListTools } from './list-tools';

/** Why the list cannot be shown. */
export type LibraryProblemKind = 'unavailable' | 'private-window';

export interface BookmarkListDeps
  extends Omit<BookmarkListToolDeps, 'library' | 'list'>,
    Pick<ListDeps, 'painted' | 'first' | 'sort' | 'shownElsewhere'> {
  /** The library while it is being opened. */
  readonly opened: Promise<Result<Library, LibraryError>>;
  /** In Firefox, pages in private windows have no database. The background has one. */
  readonly isPrivateWindow: boolean;
}

export function createBookmarkListModel(deps: BookmarkListDeps) {
  const { painted, opened } = deps;
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
    stopLabels = ready.labels.watchAll(into(labels));
    isStorageLow.value = (await ready.storage.state()).isLow;
  });

  const list = createListStore({ ...deps, library, labels });
  const withTools = painted
    .then(() => import('./list-tools'))
    .then(({ createBookmarkListTools }) => {
      const made = createBookmarkListTools({ ...deps, library, list });
      tools.value = made;
      return made;
    });

  return {
    /** Never settles when the library cannot be opened. `problem` has the reason then. */
    library,
    problem: readonly(problem),
    isStorageLow: readonly(isStorageLow),
    labels: readonly(labels),
    list,
    cursor: createListCursor(list),
    /** null until their code is loaded, which happens after the first paint. */
    tools: readonly(tools),
    loadedTools: withTools,
    /** Opens a bookmark in the reader once the library has confirmed that it exists. */
    open: (id: BookmarkId) => void withTools.then(({ commands }) => commands.open(id)),
    dispose() {
      isDisposed = true;
      stopLabels();
      list.dispose();
      tools.value?.dispose();
    },
  };
}

/** A list of bookmarks with its actions, for the popup and the library page. */
export type BookmarkListModel = ReturnType<typeof createBookmarkListModel>;

/**
 * Creates a cursor that follows its bookmark in the list, or stays at its position once that is
 * gone.
 */
function createListCursor({ ids, length }: Pick<ListStore, 'ids' | 'length'>) {
  const place = signal<{ readonly id: BookmarkId | null; readonly position: number }>({
    id: null,
    position: 0,
  });
  const pointed = signal<BookmarkId | null>(null);
  const focused = signal<BookmarkId | null>(null);
  const focusRequests = signal(0);
  const within = (at: number) => Math.max(0, Math.min(at, length.value - 1));

  const position = computed(() => {
    const { id, position: last } = place.value;
    const at = id === null ? -1 : (ids.value?.indexOf(id) ?? -1);
    return at === -1 ? within(last) : at;
  });

  return {
    /** Position of the row in the tab order. It stays the same when its row disappears. */
    position: readonly(position),
    pointed: readonly(pointed),
    focused: readonly(focused),
    /** Increases whenever the current row should be focused. */
    focusRequests: readonly(focusRequests),
    /** The number of rows that lie beside each other. */
    columns: signal(1),
    point(id: BookmarkId | null) {
      pointed.value = id;
    },
    /** Records that a row has received the focus, or that no row has it. */
    noteFocus(id: BookmarkId | null) {
      const at = id === null ? -1 : (ids.value?.indexOf(id) ?? -1);
      batch(() => {
        focused.value = id;
        if (at !== -1) place.value = { id, position: at };
      });
    },
    /** Makes the row at `position` the current one and focuses it. */
    moveTo(next: number) {
      const at = within(next);
      batch(() => {
        place.value = { id: ids.value?.[at] ?? null, position: at };
        focusRequests.value += 1;
      });
    },
  };
}

/** The row that keys act on, the focused row and the hovered row. */
export type ListCursor = ReturnType<typeof createListCursor>;
