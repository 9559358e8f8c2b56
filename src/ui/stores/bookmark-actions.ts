import type { BookmarkId, BookmarkPatch, Result } from '../../domain';
import type { Library, LibraryError } from '../../library/repository';
import type { Background } from '../background';
import type { ListRow } from '../list-row';
import { LIBRARY_ERRORS } from '../sentences';
import { t } from '../strings';
import type { ToastStore } from './toast-store';

type Target = Pick<ListRow, 'id' | 'title'>;

/** What a person can do with a bookmark, wherever it is shown. Each says what came of it. */
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
}

export function createBookmarkActions({
  library,
  background,
  toasts,
}: ActionDeps): BookmarkActions {
  /** True when it was written; pokes the background, or says why not. */
  async function write<T>(
    act: (opened: Library) => Promise<Result<T, LibraryError>>,
  ): Promise<Result<T, LibraryError>> {
    const written = await act(await library);
    if (written.ok) void background.libraryChanged();
    else toasts.alarm(t(LIBRARY_ERRORS[written.error.kind]));
    return written;
  }

  const edit = (id: BookmarkId, patch: BookmarkPatch) =>
    write((opened) => opened.bookmarks.edit(id, patch));
  const restoreQuietly = ({ id }: Target) => write((opened) => opened.bookmarks.restore([id]));

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
      const trashed = await write((opened) => opened.bookmarks.trash([target.id]));
      if (!trashed.ok) return;
      const takeBack = async () => {
        await restoreQuietly(target);
      };
      toasts.offerUndo(t('toastDeleted', target.title), takeBack, target.id);
    },
    async undoSave(id) {
      await write((opened) => opened.bookmarks.trash([id]));
    },
    async restore(target) {
      const restored = await restoreQuietly(target);
      if (restored.ok) toasts.say(t('toastRestored', target.title), target.id);
    },
    async purge(target) {
      const purged = await write((opened) => opened.bookmarks.purge([target.id]));
      if (purged.ok) toasts.say(t('toastPurged', target.title), target.id);
    },
  };
}
