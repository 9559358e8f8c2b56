import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { BookmarkId } from '../../domain';
import type { Library } from '../../library';
import type { ImageAccess } from '../image-access';
import type { SettingsStore } from '../settings-store';
import type { ListChoice } from '../stores/list-store';
import { createShelf, type Shelf, type ShelfDeps } from '../stores/shelf';
import { t } from '../strings';
import type { SyncStore } from '../sync/sync-store';
import { hashOf, type Route, routeOf } from './route';
import { titleOf } from './title-of';

/** What the library page is given by its entrypoint. */
export interface LibraryPageDeps extends Omit<ShelfDeps, 'first' | 'read'> {
  readonly settings: () => Promise<SettingsStore>;
  readonly imageAccess: ImageAccess;
  readonly sync: (library: Promise<Library>) => Promise<SyncStore>;
  readonly window: Window;
}

export interface LibraryPageModel {
  readonly deps: LibraryPageDeps;
  readonly shelf: Shelf;
  readonly route: ReadonlySignal<Route>;
  go(route: Route): void;
  /** Back to the list that was shown before the reader. */
  back(): void;
  dispose(): void;
}

export function createLibraryPage(deps: LibraryPageDeps): LibraryPageModel {
  const { window } = deps;
  const route = signal(routeOf(window.location.hash));
  const choice = signal<ListChoice>(choiceOf(route.value));
  const go = (next: Route) => {
    window.location.hash = hashOf(next);
  };
  const shelf = createShelf({
    ...deps,
    first: choice.value,
    read: (id: BookmarkId) => go({ kind: 'read', id }),
  });

  const follow = () => {
    const next = routeOf(window.location.hash);
    route.value = next;
    if (next.kind === 'list' && hashOf(next) !== hashOf({ kind: 'list', choice: choice.value })) {
      choice.value = next.choice;
      shelf.list.show(next.choice);
    }
  };
  window.addEventListener('hashchange', follow);

  const stopTitle = effect(() => {
    // While an article is read the reader's own title stands.
    if (route.value.kind === 'read') return;
    window.document.title = t('libraryTitle', titleOf(route.value, choice.value));
  });

  return {
    deps,
    shelf,
    route: computed(() => route.value),
    go,
    back: () => go({ kind: 'list', choice: choice.value }),
    dispose() {
      window.removeEventListener('hashchange', follow);
      stopTitle();
      shelf.dispose();
    },
  };
}

const choiceOf = (route: Route): ListChoice =>
  route.kind === 'list' ? route.choice : { view: 'unread', label: null };
