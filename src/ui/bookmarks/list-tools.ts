import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { BookmarkId, UrlKey } from '../../domain';
import type { AccountKey, Library } from '../../library/repository';
import type { Background } from '../background';
import type { Schedule } from '../components/timers';
import { createToastStore, type ToastStore } from '../components/toasts';
import type { MirrorStorage } from '../mirror';
import { t } from '../strings';
import { type BookmarkActions, createBookmarkActions } from './bookmark-actions';
import { createDraftMirror, createDraftStore, type DraftStore } from './draft-store';
import type { ListStore } from './list-store';
import { createPendingActions } from './pending-actions';
import type { ListRow } from './snapshot';

/** What can be done with the bookmarks of a listModel, and where what came of it is said. */
export interface BookmarkListTools {
  readonly actions: BookmarkActions;
  readonly commands: RowCommands;
  readonly toasts: ToastStore;
  readonly dialogs: DialogStore;
  /** What is half typed for a page. */
  openDraft(urlKey: UrlKey): DraftStore;
}

interface BookmarkListToolDeps {
  readonly library: Promise<Library>;
  readonly account: AccountKey;
  readonly draftStorage: MirrorStorage;
  readonly background: Pick<Background, 'libraryChanged'>;
  readonly list: Pick<ListStore, 'rows' | 'libraryRow'>;
  readonly read: (id: BookmarkId) => void;
  readonly later: Schedule;
}

export function createBookmarkListTools(deps: BookmarkListToolDeps): BookmarkListTools {
  const { library, account, draftStorage, background, list, read, later } = deps;
  const toasts = createToastStore(later);
  const dialogs = createDialogStore();
  const pending = createPendingActions(draftStorage, account);
  const actions = createBookmarkActions({ library, background, toasts, pending });
  return {
    actions,
    commands: createRowCommands({ list, actions, toasts, dialogs, read }),
    toasts,
    dialogs,
    openDraft(urlKey) {
      const mirror = createDraftMirror(draftStorage, account, urlKey);
      const onError = () => toasts.alarm(t('draftNotKept'));
      return createDraftStore({ library, mirror, onError }, urlKey);
    },
  };
}

/** The one dialog that is open over a page of ours. */
export type OpenDialog =
  | { readonly kind: 'labels'; readonly id: BookmarkId; readonly title: string }
  | { readonly kind: 'purge'; readonly id: BookmarkId; readonly title: string }
  | { readonly kind: 'keys' };

export interface DialogStore {
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
 * What can be done with a row, which may still be a picture of how the list was. What is done is
 * what the row offers as it is shown, and what is opened is the library's own; each says so when the
 * bookmark is gone.
 */
export interface RowCommands {
  open(id: BookmarkId): void;
  favourite(id: BookmarkId): void;
  archive(id: BookmarkId): void;
  labels(id: BookmarkId): void;
  /** To the trash; in the trash, for good, when the person says yes. */
  remove(id: BookmarkId): void;
  restore(id: BookmarkId): void;
}

interface RowCommandDeps {
  readonly list: Pick<ListStore, 'rows' | 'libraryRow'>;
  readonly actions: BookmarkActions;
  readonly toasts: Pick<ToastStore, 'alarm'>;
  readonly dialogs: Pick<DialogStore, 'show'>;
  readonly read: (id: BookmarkId) => void;
}

export function createRowCommands({
  list,
  actions,
  toasts,
  dialogs,
  read,
}: RowCommandDeps): RowCommands {
  const onLibraryRow = (act: (row: ListRow) => void) => (id: BookmarkId) => {
    void list.libraryRow(id).then((row) => {
      if (row) act(row);
      else toasts.alarm(t('errorGone'));
    });
  };
  // At once, not when the library has opened: the page may close before that, and what was clicked
  // would be lost.
  const onShownRow = (act: (row: ListRow) => void) => (id: BookmarkId) => {
    const shown = list.rows.value?.find((row) => row.id === id);
    if (shown) act(shown);
    else onLibraryRow(act)(id);
  };
  const unlessTrashed = (act: (row: ListRow) => void) => (row: ListRow) => {
    if (row.trashedAt === null) act(row);
  };

  return {
    open: onLibraryRow((row) => read(row.id)),
    favourite: onShownRow(unlessTrashed((row) => void actions.setFavourite(row, !row.isFavourite))),
    archive: onShownRow(unlessTrashed((row) => void actions.setArchived(row, !row.isArchived))),
    labels: onLibraryRow(
      unlessTrashed((row) => dialogs.show({ kind: 'labels', id: row.id, title: row.title })),
    ),
    remove: onShownRow((row) => {
      if (row.trashedAt === null) void actions.trash(row);
      else dialogs.show({ kind: 'purge', id: row.id, title: row.title });
    }),
    restore: onShownRow((row) => void actions.restore(row)),
  };
}
