import { signal } from '@preact/signals';
import type { BookmarkListModel } from '../bookmarks/list-model';
import type { ListChoice } from '../bookmarks/list-store';
import { readonly } from '../components/signals';
import { hashOfRoute, isSearch, type Route, type RouteBehind, routeOf } from './route';

/** The state of a history entry of the reader after that of what is behind it. */
const OVER_LIST = { isOverList: true };

const isOverList = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isOverList' in state;

/** Follows the address of the page, and shows the list in it. `onRoute` is called before a change. */
export function followRoutes(
  window: Window,
  { list, cursor }: Pick<BookmarkListModel, 'list' | 'cursor'>,
  onRoute: (next: Route) => void,
) {
  const route = signal(routeOf(window.location.hash));
  /** The last list that was shown. */
  let choice = choiceOf(route.value);
  const behind = signal<RouteBehind>(
    route.value.kind === 'read' ? { kind: 'list', choice } : route.value,
  );
  /** The list that is shown, as an address. */
  let shown = hashOfRoute(route.value);

  function follow(takesFocus: boolean): void {
    const next = routeOf(window.location.hash);
    const { value: before } = route;
    const isOpened = next.kind === 'read' && before.kind !== 'read';
    // A new entry of the history has no state: the list is in the entry before it.
    if (isOpened && !window.history.state) window.history.replaceState(OVER_LIST, '');
    route.value = next;
    // The row that was read gets the focus back. A touch has not given it the focus before.
    if (takesFocus && before.kind === 'read' && (next.kind === 'list' || isSearch(next))) {
      const read = list.ids.value?.indexOf(before.id) ?? -1;
      cursor.moveTo(read === -1 ? cursor.position.value : read);
    }
    onRoute(next);
    if (next.kind !== 'read') behind.value = next;
    if (isSearch(next)) shown = hashOfRoute(next);
    if (next.kind === 'list' && hashOfRoute(next) !== shown) {
      shown = hashOfRoute(next);
      choice = next.choice;
      list.show(choice);
    }
  }
  const onHash = () => follow(true);
  window.addEventListener('hashchange', onHash);
  const go = (next: Route) => {
    window.location.hash = hashOfRoute(next);
  };
  return {
    route: readonly(route),
    /** The route that is shown, or that is behind the reader. */
    behind: readonly(behind),
    go,
    /** Returns to what was shown before the reader. */
    back() {
      if (isOverList(window.history.state)) window.history.back();
      else go(behind.value);
    },
    /** Puts a search into the address. In a collection it becomes another search of the collection. */
    search(text: string) {
      const { value: place } = behind;
      const inCollection = place.kind === 'collection' ? { ...place, text } : null;
      const isOver = inCollection === null && text.trim() === '';
      const next: Route =
        inCollection ?? (isOver ? { kind: 'list', choice } : { kind: 'search', text });
      // Only the last state of a text is in the history.
      const isTyped =
        place.kind === 'collection'
          ? place.text !== null
          : !isOver && route.value.kind === 'search';
      window.history[isTyped ? 'replaceState' : 'pushState'](null, '', hashOfRoute(next));
      follow(false);
    },
    dispose: () => window.removeEventListener('hashchange', onHash),
  };
}

export function choiceOf(route: Route): ListChoice {
  if (route.kind === 'list') return route.choice;
  return { view: 'unread', label: null };
}
