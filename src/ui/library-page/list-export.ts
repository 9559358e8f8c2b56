import { computed, signal } from '@preact/signals';
import type { BookmarkId } from '../../domain/bookmark';
import type { BookmarkListModel } from '../bookmarks/list-model';
import type { ListChoice } from '../bookmarks/list-store';
import type { Selection } from '../bulk/selection';
import { readonly } from '../components/signals';
import type { ListedPages } from '../transfer/page-scope';
import { isSearch, type Route, type RouteBehind } from './route';

/** True for a place that offers the selected bookmarks, and the list that was shown. */
export const isForPages = ({ kind }: Route): boolean =>
  kind === 'export' || kind === 'get-articles';

type PlaceForPages = 'export' | 'get-articles';

/** Remembers what such a place offers. */
export function createListExport(
  { list }: BookmarkListModel,
  selection: Selection,
  titleIn: (place: RouteBehind) => string,
  go: (route: Route) => void,
) {
  const selected = signal<readonly BookmarkId[] | null>(null);
  const from = signal<{ readonly title: string; readonly choice: ListChoice } | null>(null);
  const named = signal<ListedPages | null>(null);
  const isListChosen = signal(false);
  /** The pages or the list that a person asked for at the place that opens next; null: it is opened by itself. */
  let wanted: { readonly selected: readonly BookmarkId[] } | ListedPages | 'list' | null = null;
  return {
    /** The bookmarks that were selected; null: none. */
    selected: readonly(selected),
    /** The list, the search or the import from which the place was opened; null: none. */
    listed: computed((): ListedPages | null => {
      if (named.value !== null) return named.value;
      const { ids, isWhole, isFromLibrary, choice } = list;
      if (from.value === null || choice.value !== from.value.choice) return null;
      const isRead = isWhole.value && isFromLibrary.value;
      return { title: from.value.title, ids: isRead ? ids.value : null };
    }),
    /** True if a person asked for that list. */
    isListChosen: readonly(isListChosen),
    /** Opens a place with the selected bookmarks. */
    openSelection(kind: PlaceForPages) {
      wanted = { selected: [...selection.ids.value] };
      go({ kind });
    },
    /** Opens a place with bookmarks that have a name, for example those of an import. */
    openNamed(kind: PlaceForPages, pages: ListedPages) {
      wanted = pages;
      go({ kind });
    },
    /** Opens a place with the list or the search that is shown. */
    openList(kind: PlaceForPages) {
      wanted = 'list';
      go({ kind });
    },
    /** Remembers the list that is shown at a place, to offer its export when another place opens. */
    remember(place: RouteBehind) {
      const asked = wanted;
      wanted = null;
      const isPages = asked !== null && asked !== 'list';
      selected.value = isPages && 'selected' in asked ? asked.selected : null;
      named.value = isPages && 'ids' in asked ? asked : null;
      isListChosen.value = named.value !== null || asked === 'list';
      // One such place that follows another has its list.
      if (isForPages(place)) return;
      const isList = place.kind === 'list' || isSearch(place);
      from.value = isList ? { title: titleIn(place), choice: list.choice.value } : null;
      if (isList) list.readWhole();
    },
  };
}
