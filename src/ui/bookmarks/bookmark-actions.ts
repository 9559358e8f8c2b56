import type { BookmarkId, BookmarkPatch } from '../../domain/bookmark';
import { ok, type Result } from '../../domain/result';
import type { Done, GroupId, Library, LibraryError } from '../../library';
import type { Act } from '../components/act';
import { t } from '../strings';
import type { PendingAction, PendingActions } from './pending-actions';
import type { ListRow } from './snapshot';

type Target = Pick<ListRow, 'id' | 'title'>;

interface ActionDeps {
  readonly act: Act;
  readonly library: Promise<Library>;
  readonly pending: PendingActions;
}

/**
 * Creates the actions, and completes those of a page that closed too early. Another page may
 * complete the same action at the same time, which is harmless.
 */
export function createBookmarkActions(deps: ActionDeps) {
  const { act, library, pending } = deps;

  /** Writes an action. The value is the act that can be undone. */
  async function write(action: PendingAction): Carried {
    try {
      return await carryOut(await library, action);
    } finally {
      pending.remove(action);
    }
  }

  for (const left of pending.read()) void act(write(left));

  function keep(action: PendingAction): Carried {
    pending.add(action);
    return write(action);
  }

  const undo = async (group: GroupId | null) =>
    group === null ? null : keep({ kind: 'undo', group });

  /** Resolves to true when the change was written. Without words, its result is visible. */
  async function edit(id: BookmarkId, patch: BookmarkPatch, words?: string): Promise<boolean> {
    const change = keep({ kind: 'edit', id, patch });
    const message = words === undefined ? {} : { message: () => words, about: id };
    return (await act(change, { ...message, undo })).ok;
  }

  return {
    async setFavourite({ id }: Target, isFavourite: boolean) {
      await edit(id, { isFavourite });
    },
    /** A swipe leaves no button behind that would take it back, so a message offers *Undo*. */
    async favourBySwipe({ id, title }: Target, isFavourite: boolean) {
      const message = isFavourite ? t('bulkFavoured', title) : t('bulkUnfavoured', title);
      await edit(id, { isFavourite }, message);
    },
    async setArchived({ id, title }: Target, isArchived: boolean) {
      const message = isArchived ? t('toastArchived', title) : t('toastUnarchived', title);
      await edit(id, { isArchived }, message);
    },
    /** Resolves to true when the change was written. Failures are reported. */
    edit: (id: BookmarkId, patch: BookmarkPatch) => edit(id, patch),
    /** Moves the bookmark to the trash and offers *Undo*. Resolves to false if it failed. */
    async trash({ id, title }: Target) {
      const message = () => t('toastDeleted', title);
      return (await act(keep({ kind: 'trash', id }), { message, undo, about: id })).ok;
    },
    /**
     * Reverts a save by moving the bookmark to the trash. Without a toast, because the panel of the
     * current page shows the result.
     */
    async undoSave(id: BookmarkId) {
      await act(keep({ kind: 'trash', id }));
    },
    async restore({ id, title }: Target) {
      const message = () => t('toastRestored', title);
      await act(keep({ kind: 'restore', id }), { message, about: id });
    },
    /** Deletes the bookmark for good. The caller has asked the user before. */
    async purge({ id, title }: Target) {
      const message = () => t('toastPurged', title);
      await act(keep({ kind: 'purge', id }), { message, about: id });
    },
  };
}

/**
 * The actions on a bookmark. Each one reports its result in a toast. When the page closes before an
 * action is written, the next page completes it.
 */
export type BookmarkActions = ReturnType<typeof createBookmarkActions>;

/** The act that can be undone; null: nothing was changed, or it is final. */
type Carried = Promise<Result<GroupId | null, LibraryError>>;

async function carryOut(library: Library, action: PendingAction): Carried {
  const { bookmarks } = library;
  switch (action.kind) {
    case 'edit':
      return groupOf(await bookmarks.edit(action.id, action.patch));
    case 'trash':
      return groupOf(await bookmarks.trash([action.id]));
    case 'restore':
      return groupOf(await bookmarks.restore([action.id]));
    case 'purge': {
      const purged = await bookmarks.purge([action.id]);
      return purged.ok ? ok(null) : purged;
    }
    case 'undo': {
      const { recentChanges } = await import('../../library');
      const undone = await library.part(recentChanges).undo(action.group);
      return undone.ok ? ok(undone.value?.group ?? null) : undone;
    }
  }
}

const groupOf = (done: Result<Done<void>, LibraryError>): Result<GroupId | null, LibraryError> =>
  done.ok ? ok(done.value.group) : done;
