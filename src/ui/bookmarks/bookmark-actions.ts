import type { BookmarkId, BookmarkPatch } from '../../domain/bookmark';
import { ok, type Result } from '../../domain/result';
import type { Library, LibraryError } from '../../library';
import type { Act, Logged } from '../components/act';
import { t } from '../strings';
import type { PendingAction, PendingActions } from './pending-actions';
import type { ListRow } from './snapshot';

type Target = Pick<ListRow, 'id' | 'title'>;

/** The result of an action; null as the act: nothing was changed, or it is final. */
export type Carried = Promise<Result<Logged | null, LibraryError>>;

interface CarryDeps {
  readonly library: Promise<Library>;
  readonly pending: PendingActions;
}

/**
 * Returns a function that carries an action out. It is kept until then, so that the next page completes
 * it if this one closes too early. Two pages may do so at the same time, which is harmless.
 */
export function createCarrier({ library, pending }: CarryDeps) {
  async function carry(action: PendingAction): Carried {
    try {
      return await carryOut(await library, action);
    } finally {
      pending.remove(action);
    }
  }
  return {
    carry(action: PendingAction): Carried {
      pending.add(action);
      return carry(action);
    },
    /** Carries out what earlier pages have left. */
    carryRest: (): readonly Carried[] => pending.read().map(carry),
  };
}

interface ActionDeps {
  readonly act: Act;
  readonly carry: (action: PendingAction) => Carried;
}

export function createBookmarkActions({ act, carry }: ActionDeps) {
  /** Resolves to true when the change was written. Without words, its result is visible. */
  async function edit(id: BookmarkId, patch: BookmarkPatch, words?: string): Promise<boolean> {
    const message = words === undefined ? {} : { message: () => words, about: id };
    return (await act(carry({ kind: 'edit', id, patch }), message)).ok;
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
      return (await act(carry({ kind: 'trash', id }), { message, about: id })).ok;
    },
    /**
     * Reverts a save by moving the bookmark to the trash. Without a toast, because the panel of the
     * current page shows the result.
     */
    async undoSave(id: BookmarkId) {
      await act(carry({ kind: 'trash', id }));
    },
    async restore({ id, title }: Target) {
      const message = () => t('toastRestored', title);
      await act(carry({ kind: 'restore', id }), { message, about: id });
    },
    /** Deletes the bookmark for good. The caller has asked the user before. */
    async purge({ id, title }: Target) {
      const message = () => t('toastPurged', title);
      await act(carry({ kind: 'purge', id }), { message, about: id });
    },
  };
}

/** The actions on a bookmark. Each one reports its result in a toast. */
export type BookmarkActions = ReturnType<typeof createBookmarkActions>;

async function carryOut(library: Library, action: PendingAction): Carried {
  const { bookmarks } = library;
  switch (action.kind) {
    case 'edit':
      return bookmarks.edit(action.id, action.patch);
    case 'trash':
      return bookmarks.trash([action.id]);
    case 'restore':
      return bookmarks.restore([action.id]);
    case 'purge': {
      const purged = await bookmarks.purge([action.id]);
      return purged.ok ? ok(null) : purged;
    }
    case 'undo': {
      const { recentChanges } = await import('../../library');
      return library.part(recentChanges).undo(action.group);
    }
  }
}
