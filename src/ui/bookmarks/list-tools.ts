import { effect, signal } from '@preact/signals';
import type { BookmarkId, View } from '../../domain/bookmark';
import type { UrlKey } from '../../domain/url-identity';
import type { AccountKey, GroupId, Library } from '../../library';
import type { Background } from '../../messages/background-client';
import { createAct } from '../components/act';
import type { KeyHint } from '../components/early-keys';
import { into, readonly, setTo } from '../components/signals';
import type { Schedule } from '../components/timers';
import { createToastStore, type ToastStore } from '../components/toasts';
import { whenSet } from '../components/use-store';
import { followLabelColors } from '../labels/label-color';
import type { MirrorStorage } from '../mirror';
import { t } from '../strings';
import { type BookmarkActions, createBookmarkActions, createCarrier } from './bookmark-actions';
import { createDraftMirror, createDraftStore } from './draft-store';
import { isNewestFirst, type ListDeps, type ListStore } from './list-store';
import { createPendingActions } from './pending-actions';
import { type ListRow, SNAPSHOT_ROWS, type SnapshotStore } from './snapshot';

export interface BookmarkListToolDeps {
  readonly library: Promise<Library>;
  /** The account that owns the library. */
  readonly account: AccountKey;
  readonly draftStorage: MirrorStorage;
  readonly background: Background;
  readonly snapshots: SnapshotStore;
  readonly list: ListStore;
  /** null in the popup. */
  readonly first: ListDeps['first'];
  /** Opens the reader. */
  readonly read: (id: BookmarkId) => void;
  readonly later: Schedule;
}

export function createBookmarkListTools(deps: BookmarkListToolDeps) {
  const { library, account, draftStorage, background, list, read, later } = deps;
  const toasts = createToastStore(later);
  const dialogs = createDialogStore();
  const pending = createPendingActions(draftStorage, account);
  const { carry, carryRest } = createCarrier({ library, pending });
  const undo = (group: GroupId) => carry({ kind: 'undo', group });
  const act = createAct({ toasts, background, undo });
  const actions = createBookmarkActions({ act, carry });
  // The person did them on another page, where they were visible.
  for (const left of carryRest()) void act(left, { message: () => null });
  /** Waits for the library and returns its row, or null when the bookmark is gone. */
  const libraryRow = async (id: BookmarkId) => {
    const opened = await library;
    await whenSet(list.isFromLibrary);
    return list.rows.value.get(id) ?? (await opened.bookmarks.get(id));
  };
  const commands = createRowCommands({ list, libraryRow, actions, toasts, dialogs, read });
  // A library tab may show any view; the popup is for the page that is read now.
  const stopSnapshot = writeSnapshot(list, deps.snapshots, (view) =>
    deps.first === null ? view !== 'trash' : view === 'unread',
  );
  const stopColors = followLabelColors(library);
  return {
    act,
    actions,
    commands,
    toasts,
    dialogs,
    background,
    /** The action of `l` while no row has the focus: labels of the page in front; null: none. */
    pageLabels: signal<(() => void) | null>(null),
    /** The action of `/`: goes to the search box; null: there is none. */
    goToSearch: signal<(() => void) | null>(null),
    /** Keys that are handled elsewhere, for the key list. */
    moreKeys: signal<readonly KeyHint[]>([]),
    /** Opens the draft of a page. */
    openDraft(urlKey: UrlKey) {
      const mirror = createDraftMirror(draftStorage, account, urlKey);
      const onError = () => toasts.showError(t('draftNotKept'));
      return createDraftStore({ library, mirror, onError }, urlKey);
    },
    dispose() {
      stopSnapshot();
      stopColors();
      toasts.dispose();
    },
  };
}

/** The actions on the bookmarks of a list and the stores that show their results. */
export type BookmarkListTools = ReturnType<typeof createBookmarkListTools>;

/** Stores the first rows of a view for the next first paint, and so which view the popup opens. */
function writeSnapshot(
  list: ListStore,
  snapshots: SnapshotStore,
  isOpenedNext: (view: View) => boolean,
): () => void {
  return effect(() => {
    const { view, label, search } = list.choice.value;
    const { ids, rows, counts } = list;
    if (!list.isFromLibrary.value || label !== null || search || !ids.value || !counts.value)
      return;
    if (!isNewestFirst(list.sort.value) || !isOpenedNext(view)) return;
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

export function createDialogStore() {
  const dialog = signal<OpenDialog | null>(null);
  return {
    /** null when none is open. */
    dialog: readonly(dialog),
    show: into(dialog),
    close: setTo(dialog, null),
  };
}

type DialogStore = ReturnType<typeof createDialogStore>;

interface RowCommandDeps {
  readonly list: Pick<ListStore, 'rows'>;
  readonly libraryRow: (id: BookmarkId) => Promise<ListRow | null>;
  readonly actions: BookmarkActions;
  readonly toasts: Pick<ToastStore, 'showError'>;
  readonly dialogs: Pick<DialogStore, 'show'>;
  readonly read: (id: BookmarkId) => void;
}

function createRowCommands(deps: RowCommandDeps) {
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
    /** Moves the bookmark to the trash. In the trash, asks before deleting it for good. */
    remove: onShownRow((row) => {
      if (row.trashedAt === null) void actions.trash(row);
      else dialogs.show({ kind: 'purge', id: row.id, title: row.title });
    }),
    restore: onShownRow((row) => void actions.restore(row)),
  };
}

/**
 * The commands on a row, whose data may still be from the snapshot. A change is the one that the
 * button offered, while opening a row waits for the library. Both report when the bookmark is gone.
 */
export type RowCommands = ReturnType<typeof createRowCommands>;
