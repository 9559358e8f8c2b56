import { batch, effect, signal } from '@preact/signals';
import type { BookmarkId } from '../../domain/bookmark';
import type { ListStore } from '../bookmarks/list-store';
import { readonly } from '../components/signals';

const NO_BOOKMARKS: ReadonlySet<BookmarkId> = new Set();

type SelectableList = Pick<ListStore, 'ids' | 'isWhole' | 'isFromLibrary' | 'choice' | 'readWhole'>;

/** Creates the selection of a list. Bookmarks that leave the list leave the selection. */
export function createSelection(list: SelectableList) {
  const ids = signal(NO_BOOKMARKS);
  const isSelectingAll = signal(false);
  /** Where a range begins, and what was selected without it. */
  let anchor: BookmarkId | null = null;
  let beforeRange = NO_BOOKMARKS;

  const clear = () =>
    batch(() => {
      ids.value = NO_BOOKMARKS;
      isSelectingAll.value = false;
      anchor = null;
    });

  const begin = (id: BookmarkId, others: ReadonlySet<BookmarkId>) => {
    anchor = id;
    beforeRange = others;
  };

  let choice = list.choice.peek();
  const stopChoice = effect(() => {
    if (list.choice.value !== choice) clear();
    choice = list.choice.value;
  });
  const stopList = effect(() => {
    const listed = list.ids.value;
    if (listed === null || !list.isWhole.value || !list.isFromLibrary.value) return;
    if (isSelectingAll.value) {
      batch(() => {
        isSelectingAll.value = false;
        ids.value = new Set(listed);
      });
      return;
    }
    const selected = ids.peek();
    if (selected.size === 0) return;
    const isListed = new Set(listed);
    const kept = [...selected].filter((id) => isListed.has(id));
    if (kept.length < selected.size) ids.value = new Set(kept);
  });

  return {
    ids: readonly(ids),
    /** True while `selectAll` waits for the ids of the whole list. */
    isSelectingAll: readonly(isSelectingAll),
    /** Adds or removes a bookmark, from which `extendTo` counts. */
    toggle(id: BookmarkId) {
      const others = new Set(ids.value);
      const was = others.delete(id);
      begin(id, others);
      ids.value = was ? others : new Set([...others, id]);
    },
    /** Selects from the last toggled bookmark to this one, instead of the last such range. */
    extendTo(id: BookmarkId) {
      const listed = list.ids.value ?? [];
      if (anchor === null || !listed.includes(anchor)) begin(id, ids.value);
      const [from, to] = [listed.indexOf(anchor ?? id), listed.indexOf(id)];
      if (to === -1) return;
      const range = listed.slice(Math.min(from, to), Math.max(from, to) + 1);
      ids.value = new Set([...beforeRange, ...range]);
    },
    /** Selects the whole list as soon as its ids are read. */
    selectAll() {
      isSelectingAll.value = true;
      list.readWhole();
    },
    clear,
    dispose() {
      stopChoice();
      stopList();
    },
  };
}

/** The selected bookmarks of a list. */
export type Selection = ReturnType<typeof createSelection>;
