import type { BookmarkId } from '../../domain';
import type { Library } from '../../library/repository';
import type { Background } from '../background';
import { createRowVerbs, type RowVerbs } from '../list/row-verbs';
import { type BookmarkActions, createBookmarkActions } from './bookmark-actions';
import { createDialogStore, type DialogStore } from './dialog-store';
import type { ListStore } from './list-store';
import type { Schedule } from './schedule';
import { createToastStore, type ToastStore } from './toast-store';

/** What can be done with the bookmarks of a shelf, and where what came of it is said. */
export interface ShelfTools {
  readonly actions: BookmarkActions;
  readonly verbs: RowVerbs;
  readonly toasts: ToastStore;
  readonly dialogs: DialogStore;
}

interface ShelfToolDeps {
  readonly library: Promise<Library>;
  readonly background: Pick<Background, 'libraryChanged'>;
  readonly list: Pick<ListStore, 'trueRow'>;
  readonly read: (id: BookmarkId) => void;
  readonly later: Schedule;
}

export function createShelfTools(deps: ShelfToolDeps): ShelfTools {
  const { library, background, list, read, later } = deps;
  const toasts = createToastStore(later);
  const dialogs = createDialogStore();
  const actions = createBookmarkActions({ library, background, toasts });
  return {
    actions,
    verbs: createRowVerbs({ list, actions, toasts, dialogs, read }),
    toasts,
    dialogs,
  };
}
