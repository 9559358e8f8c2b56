import type { BookmarkId, BookmarkPatch } from '../../domain/bookmark';
import { ok, type Result } from '../../domain/result';
import type { Library, LibraryError } from '../../library';
import type { Background } from '../../messages/background-client';
import type { ToastStore } from '../components/toasts';
import { LIBRARY_ERRORS } from '../messages';
import { t } from '../strings';
import type { PendingAction, PendingActions } from './pending-actions';
import type { ListRow } from './snapshot';

type Target = Pick<ListRow, 'id' | 'title'>;

interface ActionDeps {
  readonly library: Promise<Library>;
  readonly background: Pick<Background, 'libraryChanged'>;
  readonly toasts: Pick<ToastStore, 'show' | 'showError' | 'offerUndo' | 'keepUndo'>;
  readonly pending: PendingActions;
}

/**
 * Creates the actions, and completes those of a page that closed too early. Another page may
 * complete the same action at the same time, which is harmless.
 */
export function createBookmarkActions(deps: ActionDeps) {
  const { library, background, toasts, pending } = deps;

  /**
   * Writes an action and notifies the background, or reports the failure. The value is the action
   * that undoes it.
   */
  async function write(action: PendingAction): Carried {
    try {
      const written = await carryOut((await library).bookmarks, action);
      if (written.ok) void background.libraryChanged();
      else toasts.showError(t(LIBRARY_ERRORS[written.error.kind]));
      return written;
    } finally {
      pending.remove(action);
    }
  }

  for (const left of pending.read()) void write(left);

  function act(action: PendingAction): Carried {
    pending.add(action);
    return write(action);
  }

  const edit = (id: BookmarkId, patch: BookmarkPatch) => act({ kind: 'edit', id, patch });
  const undoOf = (undo: PendingAction | null) => async () => {
    if (undo !== null) await act(undo);
  };
  const undoableEdit = async (id: BookmarkId, patch: BookmarkPatch) => {
    const edited = await edit(id, patch);
    if (edited.ok) toasts.keepUndo(undoOf(edited.value));
    return edited.ok;
  };

  return {
    async setFavourite({ id }: Target, isFavourite: boolean) {
      await undoableEdit(id, { isFavourite });
    },
    /** A swipe leaves no button behind that would take it back, so a message offers *Undo*. */
    async favourBySwipe({ id, title }: Target, isFavourite: boolean) {
      const edited = await edit(id, { isFavourite });
      if (!edited.ok) return;
      const message = isFavourite ? t('bulkFavoured', title) : t('bulkUnfavoured', title);
      toasts.offerUndo(message, undoOf(edited.value), id);
    },
    async setArchived({ id, title }: Target, isArchived: boolean) {
      const edited = await edit(id, { isArchived });
      if (!edited.ok) return;
      const message = isArchived ? t('toastArchived', title) : t('toastUnarchived', title);
      toasts.offerUndo(message, undoOf(edited.value), id);
    },
    /** Resolves to true when the change was written. Failures are reported. */
    edit: undoableEdit,
    /** Moves the bookmark to the trash and offers *Undo*. Resolves to false if it failed. */
    async trash(target: Target) {
      const trashed = await act({ kind: 'trash', id: target.id });
      if (!trashed.ok) return false;
      toasts.offerUndo(t('toastDeleted', target.title), undoOf(trashed.value), target.id);
      return true;
    },
    /**
     * Reverts a save by moving the bookmark to the trash. Without a toast, because the panel of the
     * current page shows the result.
     */
    async undoSave(id: BookmarkId) {
      await act({ kind: 'trash', id });
    },
    async restore(target: Target) {
      const restored = await act({ kind: 'restore', id: target.id });
      if (restored.ok) toasts.show(t('toastRestored', target.title), target.id);
    },
    /** Deletes the bookmark for good. The caller has asked the user before. */
    async purge(target: Target) {
      const purged = await act({ kind: 'purge', id: target.id });
      if (purged.ok) toasts.show(t('toastPurged', target.title), target.id);
    },
  };
}

/**
 * The actions on a bookmark. Each one reports its result in a toast. When the page closes before an
 * action is written, the next page completes it.
 */
export type BookmarkActions = ReturnType<typeof createBookmarkActions>;

/** The action that undoes the one that was carried out; null if nothing does. */
type Carried = Promise<Result<PendingAction | null, LibraryError>>;

async function carryOut(bookmarks: Library['bookmarks'], action: PendingAction): Carried {
  const { id } = action;
  switch (action.kind) {
    case 'edit': {
      const { patch } = action;
      const edited = await bookmarks.edit(id, patch);
      return edited.ok ? ok({ kind: 'undo', id, patch, inverse: edited.value }) : edited;
    }
    case 'trash': {
      const trashed = await bookmarks.trash([id]);
      return trashed.ok ? ok({ kind: 'restore', id, trashedAt: trashed.value }) : trashed;
    }
    case 'undo':
      return withoutUndo(await bookmarks.undoEdit(id, action.patch, action.inverse));
    case 'restore':
      return withoutUndo(await bookmarks.restore([id], action.trashedAt));
    case 'purge':
      return withoutUndo(await bookmarks.purge([id]));
  }
}

const withoutUndo = (done: Result<void, LibraryError>): Result<null, LibraryError> =>
  done.ok ? ok(null) : done;
