import { type BookmarkId, type BookmarkPatch, ok, type Result } from '../../domain';
import type { Library, LibraryError } from '../../library/repository';
import type { Background } from '../background';
import type { ToastStore } from '../components/toasts';
import { LIBRARY_ERRORS } from '../messages';
import { t } from '../strings';
import type { PendingAction, PendingActions } from './pending-actions';
import type { ListRow } from './snapshot';

type Target = Pick<ListRow, 'id' | 'title'>;

/**
 * What a person can do with a bookmark, wherever it is shown. Each says what came of it, and is
 * done by the next page that opens when this one is closed in the middle.
 */
export interface BookmarkActions {
  setFavourite(target: Target, isFavourite: boolean): Promise<void>;
  setArchived(target: Target, isArchived: boolean): Promise<void>;
  /** Whether it was taken up; failures were said. */
  edit(id: BookmarkId, patch: BookmarkPatch): Promise<boolean>;
  /** To the trash, with *Undo*. */
  trash(target: Target): Promise<void>;
  /** Takes a save back: to the trash, which is not said where the page's own state says it. */
  undoSave(id: BookmarkId): Promise<void>;
  restore(target: Target): Promise<void>;
  /** Out of the trash for good; the person was asked before. */
  purge(target: Target): Promise<void>;
}

interface ActionDeps {
  readonly library: Promise<Library>;
  readonly background: Pick<Background, 'libraryChanged'>;
  readonly toasts: Pick<ToastStore, 'say' | 'alarm' | 'offerUndo'>;
  readonly pending: PendingActions;
}

/**
 * Also does what was clicked in a page that closed before it was done. What another page is about
 * to do is done twice then, which is the same as once.
 */
export function createBookmarkActions(deps: ActionDeps): BookmarkActions {
  const { library, background, toasts, pending } = deps;

  /** Pokes the background when it was written, or says why not. The value takes an edit back. */
  async function write(action: PendingAction): Promise<Result<BookmarkPatch, LibraryError>> {
    try {
      const written = await carryOut((await library).bookmarks, action);
      if (written.ok) void background.libraryChanged();
      else toasts.alarm(t(LIBRARY_ERRORS[written.error.kind]));
      return written;
    } finally {
      pending.remove(action);
    }
  }

  for (const left of pending.read()) void write(left);

  function act(action: PendingAction): Promise<Result<BookmarkPatch, LibraryError>> {
    pending.add(action);
    return write(action);
  }

  const edit = (id: BookmarkId, patch: BookmarkPatch) => act({ kind: 'edit', id, patch });
  const restoreQuietly = ({ id }: Target) => act({ kind: 'restore', id });

  return {
    async setFavourite({ id }, isFavourite) {
      await edit(id, { isFavourite });
    },
    async setArchived({ id, title }, isArchived) {
      const edited = await edit(id, { isArchived });
      if (!edited.ok) return;
      const message = isArchived ? t('toastArchived', title) : t('toastUnarchived', title);
      const takeBack = async () => {
        await edit(id, edited.value);
      };
      toasts.offerUndo(message, takeBack, id);
    },
    edit: async (id, patch) => (await edit(id, patch)).ok,
    async trash(target) {
      const trashed = await act({ kind: 'trash', id: target.id });
      if (!trashed.ok) return;
      const takeBack = async () => {
        await restoreQuietly(target);
      };
      toasts.offerUndo(t('toastDeleted', target.title), takeBack, target.id);
    },
    async undoSave(id) {
      await act({ kind: 'trash', id });
    },
    async restore(target) {
      const restored = await restoreQuietly(target);
      if (restored.ok) toasts.say(t('toastRestored', target.title), target.id);
    },
    async purge(target) {
      const purged = await act({ kind: 'purge', id: target.id });
      if (purged.ok) toasts.say(t('toastPurged', target.title), target.id);
    },
  };
}

async function carryOut(
  bookmarks: Library['bookmarks'],
  click: PendingAction,
): Promise<Result<BookmarkPatch, LibraryError>> {
  if (click.kind === 'edit') return bookmarks.edit(click.id, click.patch);
  const moved = await bookmarks[click.kind]([click.id]);
  return moved.ok ? ok({}) : moved;
}
