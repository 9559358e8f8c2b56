import type { BookmarkId } from '../../domain/bookmark';
import type { BookmarkListModel } from '../bookmarks/list-model';
import type { Selection } from '../bulk/selection';
import type { Schedule } from '../components/timers';
import type { SyncStore } from '../sync/sync-store';
import type { Cards } from '../thumbnails/cards';
import { createListTouch } from '../touch/list-touch';
import { createPullToSync } from '../touch/pull-to-sync';

interface TouchedListDeps {
  readonly listModel: Pick<BookmarkListModel, 'list' | 'tools'>;
  readonly selection: Selection;
  readonly cards: Cards;
  readonly sync: () => Promise<SyncStore>;
  readonly document: Document;
  readonly later: Schedule;
}

/**
 * The list of the library page under a finger: a swipe archives a row or makes it a favourite, a hold
 * selects it, and a pull syncs.
 */
export function createTouchedList(deps: TouchedListDeps) {
  const { list, tools } = deps.listModel;
  const { selection, cards } = deps;
  const pullToSync = createPullToSync(deps.sync, deps.later);
  const isSelecting = () => selection.ids.value.size > 0;
  return {
    touch: createListTouch({
      isRtl: () => deps.document.documentElement.dir === 'rtl',
      onSwipe(id, side) {
        const row = list.rows.value.get(id);
        const actions = tools.value?.actions;
        if (row === undefined || actions === undefined) return;
        if (side === 'forward') void actions.setArchived(row, !row.isArchived);
        else void actions.favourBySwipe(row, !row.isFavourite);
      },
      onHold: selection.toggle,
      onPull: pullToSync.start,
      later: deps.later,
    }),
    pullToSync,
    canSwipe: () => !isSelecting() && list.choice.value.view !== 'trash' && !cards.areShown.value,
    canPull: () => !isSelecting() && pullToSync.isPossible(),
    /** Called for a press of a finger on a row. Returns true if the press selects it. */
    onTap(id: BookmarkId): boolean {
      if (!isSelecting()) return false;
      selection.toggle(id);
      return true;
    },
    dispose: pullToSync.dispose,
  };
}

export type TouchedList = ReturnType<typeof createTouchedList>;
