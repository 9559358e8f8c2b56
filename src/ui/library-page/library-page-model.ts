import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type BookmarkId, type LabelNode, labelTree } from '../../domain';
import type { Library } from '../../library';
import type { ListSort } from '../../library/bookmarks/bookmark-repository';
import type { LabelColors } from '../../library/repository';
import {
  type BookmarkListDeps,
  type BookmarkListModel,
  createBookmarkListModel,
} from '../bookmarks/list-model';
import type { ListChoice } from '../bookmarks/list-store';
import { sortMirror } from '../bookmarks/sort-control';
import { VIEW_NAMES } from '../bookmarks/view-nav';
import { type BulkStore, createBulkStore } from '../bulk/bulk-store';
import { createSelection, type Selection } from '../bulk/selection';
import {
  type CollectionsStore,
  createCollectionsStore,
  type ShownCollection,
} from '../collections/collections-store';
import type { Mirror } from '../mirror';
import {
  createHeldTabs,
  type HeldTabs,
  type OpenTabs,
  summaryOf,
} from '../save-tabs/save-tabs-store';
import type { BackupStore } from '../settings/backup-store';
import type { ImageAccess } from '../settings/image-access';
import type { SettingsStore } from '../settings/settings-store';
import type { FrontPage } from '../side-panel/front-page';
import { t } from '../strings';
import type { SyncStore } from '../sync/sync-store';
import { type Cards, createCards } from '../thumbnails/cards';
import type { ListedPages } from '../transfer/export-page';
import type { Exporter } from '../transfer/export-store';
import type { Importer } from '../transfer/import-store';
import type { ServerImporter } from '../transfer/server-store';
import { hashOf, type Route, routeOf } from './route';

/** The dependencies of the library page, which its entrypoint provides. */
interface LibraryPageDeps extends Omit<BookmarkListDeps, 'first' | 'read'> {
  readonly settings: () => Promise<SettingsStore>;
  readonly imageAccess: () => Promise<ImageAccess>;
  readonly sync: (library: Promise<Library>) => Promise<SyncStore>;
  readonly openTabs: () => Promise<OpenTabs>;
  readonly exporter: () => Promise<Exporter>;
  readonly backups: () => Promise<BackupStore>;
  readonly importer: () => Promise<Importer>;
  readonly servers: () => Promise<ServerImporter>;
  /** The page beside the side panel. Absent in a tab. */
  readonly frontPage?: () => Promise<FrontPage>;
  readonly window: Window;
  /** Runs `work` when no other page of the profile does work of this name. */
  readonly alone: (name: string, work: () => Promise<void>) => Promise<void>;
}

export interface LibraryPageModel {
  readonly deps: LibraryPageDeps;
  readonly listModel: BookmarkListModel;
  readonly route: ReadonlySignal<Route>;
  /** The route that is shown, or that is behind the reader. */
  readonly behind: ReadonlySignal<RouteBehind>;
  /** Remembers the order of the lists. */
  readonly sort: Mirror<ListSort>;
  /** The form of the lists: rows, or cards with pictures. */
  readonly cards: Cards;
  /** True where the reader has room beside the list. */
  readonly isWide: ReadonlySignal<boolean>;
  /** True while the sidebar is open over the list, in a narrow window. */
  readonly isNavOpen: ReadonlySignal<boolean>;
  openNav(isOpen: boolean): void;
  /** The colours that the user gave to labels. */
  readonly labelColors: ReadonlySignal<LabelColors>;
  /** The labels in use as a tree. */
  readonly labelNodes: ReadonlySignal<readonly LabelNode[]>;
  readonly collections: CollectionsStore;
  /** The collection that is shown; null: none, or it is not known. */
  readonly collection: ReadonlySignal<ShownCollection | null>;
  /** The text of the search that is shown; null: no search is shown. */
  readonly searchText: ReadonlySignal<string | null>;
  readonly selection: Selection;
  readonly bulk: BulkStore;
  /** The bookmarks that were selected for an export; null: none. */
  readonly exported: ReadonlySignal<readonly BookmarkId[] | null>;
  /** The list or the search from which the page of exports was opened; null: none. */
  readonly listed: ReadonlySignal<ListedPages | null>;
  /** True if a person asked for the export of that list. */
  readonly isListExported: ReadonlySignal<boolean>;
  /** Opens the page of exports with the selected bookmarks. */
  exportSelection(): void;
  /** Opens the page of exports with the search that is shown. */
  exportSearch(): void;
  /** Saves tabs while another view is shown. */
  readonly heldTabs: HeldTabs;
  /** The number of highlights outside the trash; null until it is known. */
  readonly highlightCount: ReadonlySignal<number | null>;
  go(route: Route): void;
  /** Puts a search into the address. In a collection it becomes another search of the collection. */
  search(text: string): void;
  /** Returns to what was shown before the reader. */
  back(): void;
  dispose(): void;
}

/** A place of the page other than the reader. */
export type RouteBehind = Exclude<Route, { kind: 'read' }>;

/** The sidebar, the list and a column of text fit beside each other. The style sheet has it, too. */
const WIDE = '(min-width: 80rem)';
/** The sidebar opens over the list below this width. The style sheet has it, too. */
const NARROW = '(max-width: 44rem)';

export function createLibraryPage(deps: LibraryPageDeps): LibraryPageModel {
  const { window } = deps;
  const route = signal(routeOf(window.location.hash));
  const choice = signal<ListChoice>(choiceOf(route.value));
  const behind = signal<RouteBehind>(
    route.value.kind === 'read' ? { kind: 'list', choice: choice.value } : route.value,
  );
  const isWide = signal(false);
  const isNavOpen = signal(false);
  let isDisposed = false;
  const go = (next: Route) => {
    window.location.hash = hashOf(next);
  };
  /** The list that is shown, as an address. */
  let shown = hashOf(route.value);
  const search = (text: string) => {
    const { value: place } = behind;
    const inCollection = place.kind === 'collection' ? { ...place, text } : null;
    const isOver = inCollection === null && text.trim() === '';
    const next: Route =
      inCollection ?? (isOver ? { kind: 'list', choice: choice.value } : { kind: 'search', text });
    // Only the last state of a text is in the history.
    const isTyped =
      place.kind === 'collection' ? place.text !== null : !isOver && route.value.kind === 'search';
    window.history[isTyped ? 'replaceState' : 'pushState'](null, '', hashOf(next));
    follow(false);
  };
  const sort = sortMirror(deps.draftStorage);
  const cards = createCards(deps.draftStorage);
  const listModel = createBookmarkListModel({
    ...deps,
    first: isSearch(route.value) ? UNTIL_SEARCH : choice.value,
    sort: sort.read(),
    read: (id: BookmarkId) => go({ kind: 'read', id, highlight: null }),
  });

  const follow = (takesFocus: boolean) => {
    const next = routeOf(window.location.hash);
    isNavOpen.value = false;
    const wasReading = route.value.kind === 'read';
    route.value = next;
    // The row that was read gets the focus back.
    if (takesFocus && wasReading && (next.kind === 'list' || isSearch(next))) {
      listModel.cursor.moveTo(listModel.cursor.position.value);
    }
    if (next.kind === 'export') exportList(behind.value);
    if (next.kind !== 'read') behind.value = next;
    if (isSearch(next)) shown = hashOf(next);
    if (next.kind === 'list' && hashOf(next) !== shown) {
      shown = hashOf(next);
      choice.value = next.choice;
      listModel.list.show(next.choice);
    }
  };
  const onHash = () => follow(true);
  window.addEventListener('hashchange', onHash);
  const stopWide = followMedia(window, WIDE, (matches) => {
    isWide.value = matches;
  });
  const stopNarrow = followMedia(window, NARROW, (matches) => {
    if (!matches) isNavOpen.value = false;
  });

  const collections = createCollectionsStore({
    library: listModel.library,
    tools: listModel.tools,
    background: deps.background,
    isListShown: listModel.list.isFromLibrary,
  });
  const collection = computed(() => {
    const { value: place } = behind;
    if (place.kind !== 'collection') return null;
    return collections.all.value?.find(({ id }) => id === place.id) ?? null;
  });
  const searchText = computed(() => {
    const { value: place } = behind;
    if (place.kind === 'search') return place.text;
    return place.kind === 'collection' ? (place.text ?? collection.value?.text ?? null) : null;
  });
  // A collection without conditions has all bookmarks. The search box shows the others.
  const hasAll = computed(() => collection.value !== null && searchText.value?.trim() === '');
  const stopWhole = effect(() => {
    if (hasAll.value) listModel.list.show({ view: 'all', label: null });
  });

  const selection = createSelection(listModel.list);
  const bulk = createBulkStore({
    library: listModel.library,
    tools: listModel.tools,
    background: deps.background,
    alone: (work) => deps.alone(`leafmark-bulk:${deps.account ?? ''}`, work),
    now: Date.now,
  });

  const exported = signal<readonly BookmarkId[] | null>(null);

  const listedFrom = signal<{ readonly title: string; readonly choice: ListChoice } | null>(null);
  const isListExported = signal(false);
  let isListWanted = false;
  /** Remembers the list that is shown, to offer its export. */
  function exportList(place: RouteBehind): void {
    if (place.kind === 'export') return;
    isListExported.value = isListWanted;
    isListWanted = false;
    const isList = place.kind === 'list' || isSearch(place);
    listedFrom.value = isList
      ? { title: fullTitle(place), choice: listModel.list.choice.value }
      : null;
    if (isList) listModel.list.readWhole();
  }
  const fullTitle = (place: RouteBehind): string =>
    place.kind === 'search' ? t('searchTitle', place.text) : titleOf(place, collection.value?.name);

  const highlightCount = signal<number | null>(null);
  const labelColors = signal<LabelColors>({});
  let stopCount = () => {};
  let stopColors = () => {};
  void listModel.library.then(async (library) => {
    const { highlightLists } = await import('../../library');
    if (isDisposed) return;
    stopColors = library.labels.watchColors((next) => {
      labelColors.value = next;
    });
    stopCount = library.part(highlightLists).watchCount((next) => {
      highlightCount.value = next;
    });
  });

  const stopTitle = effect(() => {
    // The reader sets the title while an article is open.
    if (route.value.kind === 'read') return;
    const { value: place } = behind;
    window.document.title = t('libraryTitle', fullTitle(place));
  });

  return {
    deps,
    listModel,
    sort,
    cards,
    route: computed(() => route.value),
    behind: computed(() => behind.value),
    isWide: computed(() => isWide.value),
    isNavOpen: computed(() => isNavOpen.value),
    openNav(isOpen) {
      isNavOpen.value = isOpen;
    },
    labelColors: computed(() => labelColors.value),
    labelNodes: computed(() => labelTree(listModel.labels.value)),
    collections,
    collection,
    searchText,
    selection,
    bulk,
    exported: computed(() => exported.value),
    listed: computed(() => {
      const { ids, isWhole, isFromLibrary, choice: shownChoice } = listModel.list;
      const from = listedFrom.value;
      if (from === null || shownChoice.value !== from.choice) return null;
      return { title: from.title, ids: isWhole.value && isFromLibrary.value ? ids.value : null };
    }),
    exportSelection() {
      exported.value = [...selection.ids.value];
      go({ kind: 'export' });
    },
    isListExported: computed(() => isListExported.value),
    exportSearch() {
      isListWanted = true;
      go({ kind: 'export' });
    },
    heldTabs: createHeldTabs(({ rows }) => {
      listModel.tools.value?.toasts.show(summaryOf(rows.value));
    }),
    highlightCount: computed(() => highlightCount.value),
    go,
    search,
    back: () => go(behind.value),
    dispose() {
      isDisposed = true;
      stopCount();
      stopColors();
      window.removeEventListener('hashchange', onHash);
      stopWide();
      stopNarrow();
      stopTitle();
      stopWhole();
      collections.dispose();
      selection.dispose();
      bulk.dispose();
      listModel.dispose();
    },
  };
}

/** Calls `listener` with whether `query` matches, now and after each change. */
function followMedia(
  window: Window,
  query: string,
  listener: (matches: boolean) => void,
): () => void {
  const media = window.matchMedia(query);
  const tell = () => listener(media.matches);
  media.addEventListener('change', tell);
  tell();
  return () => media.removeEventListener('change', tell);
}

function choiceOf(route: Route): ListChoice {
  if (route.kind === 'list') return route.choice;
  return { view: 'unread', label: null };
}

/** Shows nothing until the code of the search has been loaded. */
const UNTIL_SEARCH: ListChoice = {
  ...{ view: 'all', label: null },
  search: () => new Promise(() => {}),
};

/** True for a place that shows the results of a search. */
export const isSearch = ({ kind }: Route): boolean => kind === 'search' || kind === 'collection';

/** Returns the title of a place. `collection` is the name of the one that is shown. */
export function titleOf(route: RouteBehind, collection?: string): string {
  switch (route.kind) {
    case 'collection':
      return collection ?? t('collectionsTitle');
    case 'sync':
      return t('syncTitle');
    case 'duplicates':
      return t('duplicatesTitle');
    case 'tabs':
      return t('tabsTitle');
    case 'labels':
      return t('labelsPageTitle');
    case 'statistics':
      return t('statisticsTitle');
    case 'export':
      return t('exportTitle');
    case 'import':
      return t('importTitle');
    case 'highlights':
      return t('highlightsTitle');
    case 'search':
      return t('searchHeading');
    case 'list':
      return route.choice.label ?? t(VIEW_NAMES[route.choice.view]);
  }
}
