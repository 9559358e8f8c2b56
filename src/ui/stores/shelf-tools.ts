import type { BookmarkId, UrlKey } from '../../domain';
import type { AccountKey, Library } from '../../library/repository';
import type { Background } from '../background';
import { createRowVerbs, type RowVerbs } from '../list/row-verbs';
import { t } from '../strings';
import { type BookmarkActions, createBookmarkActions } from './bookmark-actions';
import { createClickMirror } from './click-mirror';
import { createDialogStore, type DialogStore } from './dialog-store';
import { createDraftMirror, type DraftStorage } from './draft-mirror';
import { createDraftStore, type DraftStore } from './draft-store';
import type { ListStore } from './list-store';
import type { Schedule } from './schedule';
import { createToastStore, type ToastStore } from './toast-store';

/** What can be done with the bookmarks of a shelf, and where what came of it is said. */
export interface ShelfTools {
  readonly actions: BookmarkActions;
  readonly verbs: RowVerbs;
  readonly toasts: ToastStore;
  readonly dialogs: DialogStore;
  /** What is half typed for a page. */
  openDraft(urlKey: UrlKey): DraftStore;
}

interface ShelfToolDeps {
  readonly library: Promise<Library>;
  readonly account: AccountKey;
  readonly draftStorage: DraftStorage;
  readonly background: Pick<Background, 'libraryChanged'>;
  readonly list: Pick<ListStore, 'rows' | 'trueRow'>;
  readonly read: (id: BookmarkId) => void;
  readonly later: Schedule;
}

export function createShelfTools(deps: ShelfToolDeps): ShelfTools {
  const { library, account, draftStorage, background, list, read, later } = deps;
  const toasts = createToastStore(later);
  const dialogs = createDialogStore();
  const clicks = createClickMirror(draftStorage, account);
  const actions = createBookmarkActions({ library, background, toasts, clicks });
  return {
    actions,
    verbs: createRowVerbs({ list, actions, toasts, dialogs, read }),
    toasts,
    dialogs,
    openDraft(urlKey) {
      const mirror = createDraftMirror(draftStorage, account, urlKey);
      const onTrouble = () => toasts.alarm(t('draftNotKept'));
      return createDraftStore({ library, mirror, onTrouble }, urlKey);
    },
  };
}
