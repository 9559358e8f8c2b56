import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { BookmarkId, Result } from '../../domain';
import type { AccountKey, LabelCount, Library, LibraryError } from '../../library/repository';
import type { Background } from '../background';
import { createListCursor, type ListCursor } from '../list/list-cursor';
import type { SnapshotStore } from '../snapshot';
import type { DraftStorage } from './draft-mirror';
import { createListStore, type ListChoice, type ListStore } from './list-store';
import type { Schedule } from './schedule';
import type { ShelfTools } from './shelf-tools';

/** A list of bookmarks with all that can be done there: what the popup and the library page share. */
export interface Shelf {
  /** Never settles when the library can't be opened: then `trouble` says so. */
  readonly library: Promise<Library>;
  readonly trouble: ReadonlySignal<LibraryTroubleKind | null>;
  readonly isStorageLow: ReadonlySignal<boolean>;
  readonly labels: ReadonlySignal<readonly LabelCount[]>;
  readonly list: ListStore;
  readonly cursor: ListCursor;
  /** null until the first paint is over and their code is there. */
  readonly tools: ReadonlySignal<ShelfTools | null>;
  /** Opens a bookmark in the reader, as soon as it is sure to be there. */
  open(id: BookmarkId): void;
  dispose(): void;
}

/** Why there is no list. */
export type LibraryTroubleKind = 'unavailable' | 'private-window';

export interface ShelfDeps {
  /** Settles when the first paint is over: nothing else is fetched before. */
  readonly painted: Promise<void>;
  /** The library that is being opened. */
  readonly opened: Promise<Result<Library, LibraryError>>;
  /** Whose library it is. */
  readonly account: AccountKey;
  readonly draftStorage: DraftStorage;
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

export function createShelf(deps: ShelfDeps): Shelf {
  const { painted, opened, snapshots, first } = deps;
  const trouble = signal<LibraryTroubleKind | null>(null);
  const isStorageLow = signal(false);
  const labels = signal<readonly LabelCount[]>([]);
  const tools = signal<ShelfTools | null>(null);
  let stopLabels = () => {};
  let isDisposed = false;

  const library = new Promise<Library>((resolve) => {
    void opened.then((result) => {
      if (result.ok) resolve(result.value);
      else trouble.value = deps.isPrivateWindow ? 'private-window' : 'unavailable';
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
    .then(() => import('./shelf-tools'))
    .then(({ createShelfTools }) => {
      const made = createShelfTools({ ...deps, library, list });
      tools.value = made;
      return made;
    });

  return {
    library,
    trouble: computed(() => trouble.value),
    isStorageLow: computed(() => isStorageLow.value),
    labels: computed(() => labels.value),
    list,
    cursor: createListCursor(list.rows),
    tools: computed(() => tools.value),
    open: (id) => void withTools.then(({ verbs }) => verbs.open(id)),
    dispose() {
      isDisposed = true;
      stopLabels();
      list.dispose();
      tools.value?.toasts.dispose();
    },
  };
}
