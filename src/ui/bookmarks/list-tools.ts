import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { BookmarkId, UrlKey } from '../../domain';
import type { AccountKey, Library } from '../../library/repository';
import type { Background } from '../background';
import type { KeyHint } from '../components/early-keys';
import type { Schedule } from '../components/timers';
import { createToastStore, type ToastStore } from '../components/toasts';
import type { MirrorStorage } from '../mirror';
import type { Sharing } from '../share/share-dialog';
import { t } from '../strings';
import { type BookmarkActions, createBookmarkActions } from './bookmark-actions';
import { createDraftMirror, createDraftStore, type DraftStore } from './draft-store';
import { isNewestFirst, type ListStore } from './list-store';
import { createPendingActions } from './pending-actions';
import { type ListRow, SNAPSHOT_ROWS, type SnapshotStore } from './snapshot';

/** The actions on the bookmarks of a list and the stores that show their results. */
export interface BookmarkListTools {
  readonly actions: BookmarkActions;
  readonly commands: RowCommands;
  readonly toasts: ToastStore;
  readonly dialogs: DialogStore;
  readonly sharing: () => Promise<Sharing>;
  /** The action of `l` while no row has the focus: labels of the page in front; null: none. */
  readonly pageLabels: Signal<(() => void) | null>;
  /** The action of `/`: goes to the search box; null: there is none. */
  readonly goToSearch: Signal<(() => void) | null>;
  /** Keys that are handled elsewhere, for the key list. */
  readonly moreKeys: Signal<readonly KeyHint[]>;
  /** Opens the draft of a page. */
  openDraft(urlKey: UrlKey): DraftStore;
  dispose(): void;
}

interface BookmarkListToolDeps {
  readonly library: Promise<Library>;
  readonly account: AccountKey;
  readonly draftStorage: MirrorStorage;
  readonly background: Pick<Background, 'libraryChanged'>;
  readonly sharing: () => Promise<Sharing>;
  readonly snapshots: SnapshotStore;
  readonly list: ListStore;
  readonly read: (id: BookmarkId) => void;
  readonly later: Schedule;
}

export function createBookmarkListTools(deps: BookmarkListToolDeps): BookmarkListTools {
  const { library, account, draftStorage, background, list, read, later } = deps;
  const toasts = createToastStore(later);
  const dialogs = createDialogStore();
  const pending = createPendingActions(draftStorage, account);
  const actions = createBookmarkActions({ library, background, toasts, pending });
  /** Waits for the library and returns its row, or null when the bookmark is gone. */
  const libraryRow = async (id: BookmarkId) => {
    const opened = await library;
    await untilSet(list.isFromLibrary);
    return list.rows.value.get(id) ?? (await opened.bookmarks.get(id));
  };
  const commands = createRowCommands({ list, libraryRow, actions, toasts, dialogs, read });
  const stopSnapshot = writeSnapshot(list, deps.snapshots);
  return {
    actions,
    commands,
    toasts,
    dialogs,
    sharing: deps.sharing,
    pageLabels: signal(null),
    goToSearch: signal(null),
    moreKeys: signal([]),
    openDraft(urlKey) {
      const mirror = createDraftMirror(draftStorage, account, urlKey);
      const onError = () => toasts.showError(t('draftNotKept'));
      return createDraftStore({ library, mirror, onError }, urlKey);
    },
    dispose() {
      stopSnapshot();
      toasts.dispose();
    },
  };
}

/** Stores the first rows of a view for the next first paint. */
function writeSnapshot(list: ListStore, snapshots: SnapshotStore): () => void {
  return effect(() => {
    const { view, label, search } = list.choice.value;
    const { ids, rows, counts } = list;
    if (!list.isFromLibrary.value || label !== null || search || !ids.value || !counts.value)
      return;
    if (!isNewestFirst(list.sort.value)) return;
    const shown = ids.value.slice(0, SNAPSHOT_ROWS).map((id) => rows.value.get(id));
    // Further down, the first rows are not in memory.
    if (shown.every((row) => row !== undefined)) {
      snapshots.write({ view, rows: shown, counts: counts.value });
    }
  });
}

/** A dialog about one bookmark. */
export interface BookmarkDialogOf {
  readonly kind: 'labels' | 'details' | 'share';
  readonly id: BookmarkId;
  readonly title: string;
}

/** The dialog that is open over the page. */
type OpenDialog =
  | BookmarkDialogOf
  | { readonly kind: 'purge'; readonly id: BookmarkId; readonly title: string }
  | { readonly kind: 'keys' };

interface DialogStore {
  /** null when none is open. */
  readonly dialog: ReadonlySignal<OpenDialog | null>;
  show(dialog: OpenDialog): void;
  close(): void;
}

export function createDialogStore(): DialogStore {
  const dialog = signal<OpenDialog | null>(null);
  return {
    dialog: computed(() => dialog.value),
    show(next) {
      dialog.value = next;
    },
    close() {
      dialog.value = null;
    },
  };
}

/**
 * The commands on a row, whose data may still be from the snapshot. A change is the one that the
 * button offered, while opening a row waits for the library. Both report when the bookmark is gone.
 */
export interface RowCommands {
  open(id: BookmarkId): void;
  favourite(id: BookmarkId): void;
  archive(id: BookmarkId): void;
  labels(id: BookmarkId): void;
  details(id: BookmarkId): void;
  share(id: BookmarkId): void;
  /** Moves the bookmark to the trash. In the trash, asks before deleting it for good. */
  remove(id: BookmarkId): void;
  restore(id: BookmarkId): void;
}

interface RowCommandDeps {
  readonly list: Pick<ListStore, 'rows'>;
  readonly libraryRow: (id: BookmarkId) => Promise<ListRow | null>;
  readonly actions: BookmarkActions;
  readonly toasts: Pick<ToastStore, 'showError'>;
  readonly dialogs: Pick<DialogStore, 'show'>;
  readonly read: (id: BookmarkId) => void;
}

function createRowCommands(deps: RowCommandDeps): RowCommands {
  const { list, libraryRow, actions, toasts, dialogs, read } = deps;
  const onLibraryRow = (act: (row: ListRow) => void) => (id: BookmarkId) => {
    void libraryRow(id).then((row) => {
      if (row) act(row);
      else toasts.showError(t('errorGone'));
    });
  };
  // Acts before the library has opened: the action would be lost if the page closed first.
  const onShownRow = (act: (row: ListRow) => void) => (id: BookmarkId) => {
    const shown = list.rows.value.get(id);
    if (shown) act(shown);
    else onLibraryRow(act)(id);
  };
  const unlessTrashed = (act: (row: ListRow) => void) => (row: ListRow) => {
    if (row.trashedAt === null) act(row);
  };

  const edit = (kind: BookmarkDialogOf['kind']) =>
    onLibraryRow(unlessTrashed(({ id, title }) => dialogs.show({ kind, id, title })));

  return {
    open: onLibraryRow((row) => read(row.id)),
    favourite: onShownRow(unlessTrashed((row) => void actions.setFavourite(row, !row.isFavourite))),
    archive: onShownRow(unlessTrashed((row) => void actions.setArchived(row, !row.isArchived))),
    labels: edit('labels'),
    details: edit('details'),
    share: edit('share'),
    remove: onShownRow((row) => {
      if (row.trashedAt === null) void actions.trash(row);
      else dialogs.show({ kind: 'purge', id: row.id, title: row.title });
    }),
    restore: onShownRow((row) => void actions.restore(row)),
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
