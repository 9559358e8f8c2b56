import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { BookmarkId } from '../../domain/bookmark';
import { labelTree } from '../../domain/label-tree';
import type { LabelColors, Library } from '../../library';
import type { ExtensionBackground } from '../../messages/background-client';
import {
  type BookmarkListDeps,
  type BookmarkListModel,
  createBookmarkListModel,
} from '../bookmarks/list-model';
import type { ListChoice } from '../bookmarks/list-store';
import { sortMirror } from '../bookmarks/sort-control';
import { VIEW_NAMES } from '../bookmarks/view-switch';
import { createBulkStore } from '../bulk/bulk-store';
import { createSelection, type Selection } from '../bulk/selection';
import { type CollectionsStore, createCollectionsStore } from '../collections/collections-store';
import { followMedia, NARROW, PHONE, TOUCH } from '../components/follow-media';
import { into, readonly } from '../components/signals';
import { whenSet } from '../components/use-store';
import type { SiteAccess } from '../get-articles/articles-store';
import { createListening } from '../listening/listening';
import { createHeldTabs, type OpenTabs, summaryOf } from '../save-tabs/save-tabs-store';
import type { BackupStore } from '../settings/backup-store';
import type { ImageAccess } from '../settings/browser-access';
import type { SettingsStore } from '../settings/settings-store';
import type { FrontPage } from '../side-panel/front-page';
import { t } from '../strings';
import type { SyncStore } from '../sync/sync-store';
import { createCards } from '../thumbnails/cards';
import type { BackupChecker } from '../transfer/check-store';
import type { Exporter } from '../transfer/export-store';
import type { ServerAccess } from '../transfer/import-page';
import type { Importer } from '../transfer/import-store';
import { createBackLayers, followLayer, followOverlays } from './back-layers';
import { createListExport, isForPages } from './list-export';
import { choiceOf, followRoutes } from './places';
import { isSearch, type Route, type RouteBehind, routeOf } from './route';
import { TOOLS } from './tools';
import { createTouchedList } from './touched-list';

/** The parts of the page for that which only a browser extension can do. */
export interface ExtensionParts {
  readonly background: ExtensionBackground;
  readonly imageAccess: () => Promise<ImageAccess>;
  /** The access to all sites, with which articles are fetched. */
  readonly siteAccess: () => Promise<SiteAccess>;
  readonly openTabs: () => Promise<OpenTabs>;
  readonly backups: () => Promise<BackupStore>;
  readonly servers: ServerAccess;
  /** The page beside the side panel. Absent in a tab. */
  readonly frontPage?: () => Promise<FrontPage>;
}

/** The dependencies of the library page, which its entrypoint provides. */
interface LibraryPageDeps extends Omit<BookmarkListDeps, 'first' | 'read'> {
  readonly settings: () => Promise<SettingsStore>;
  /** Absent in the web app. */
  readonly extension?: ExtensionParts;
  readonly sync: (library: Promise<Library>) => Promise<SyncStore>;
  readonly exporter: () => Promise<Exporter & BackupChecker>;
  readonly importer: () => Promise<Importer>;
  /** The address that shares of other apps open. Absent where pages are saved from tabs. */
  readonly saveAddress?: string;
  /** The address of the help for https. Absent where the browser keeps the app for use without a network. */
  readonly httpsHelp?: string;
  /** Files that another program has handed to the web app. */
  readonly launchedFiles?: Signal<readonly File[]>;
  readonly window: Window;
  /** Runs `work` when no other page of the profile does work of this name. */
  readonly alone: (name: string, work: () => Promise<void>) => Promise<void>;
}

const UNREAD_ROUTE: Route = { kind: 'list', choice: { view: 'unread', label: null } };

/** The sidebar, the list and a column of text fit beside each other. The style sheet has it, too. */
const WIDE = '(min-width: 80rem)';

export type LibraryPageModel = ReturnType<typeof createLibraryPage>;

export function createLibraryPage(deps: LibraryPageDeps) {
  const { window } = deps;
  const first = routeOf(window.location.hash);
  const sort = sortMirror(deps.draftStorage);
  const listModel = createBookmarkListModel({
    ...deps,
    first: isSearch(first) ? UNTIL_SEARCH : choiceOf(first),
    sort: sort.read(),
    read: (id: BookmarkId) => go({ kind: 'read', id, highlight: null }),
  });
  const { library, list, tools } = listModel;
  const nav = createNav(window);
  const places = followRoutes(window, listModel, (next) => {
    nav.openNav(false);
    // Only the page that is read aloud next does not end it.
    if (next.kind !== 'read' || next.id !== listening.wanted.value) listening.stop();
    if (isForPages(next)) listExport.remember(behind.value);
  });
  const { route, behind, go } = places;
  /** Files to be imported, until they are read. */
  const files = deps.launchedFiles ?? signal<readonly File[]>([]);
  const wide = followMedia(window, WIDE);
  const touched = followMedia(window, TOUCH);
  const phone = followMedia(window, PHONE);
  const collections = createCollectionsStore({
    library,
    tools,
    isListShown: list.isFromLibrary,
  });
  const shown = followSearch(behind, collections, listModel);
  const selection = createSelection(list);
  const cards = createCards(deps.draftStorage);
  const touchedList = createTouchedList({
    listModel,
    selection,
    cards,
    sync: () => deps.sync(library),
    document: window.document,
    later: deps.later,
  });
  const bulk = createBulkStore({
    library,
    tools,
    alone: (work) => deps.alone(`leafmark-bulk:${deps.account ?? ''}`, work),
    now: Date.now,
  });
  const fullTitle = (place: RouteBehind): string =>
    place.kind === 'search'
      ? t('searchTitle', place.text)
      : routeTitleOf(place, shown.collection.value?.name);
  const listExport = createListExport(listModel, selection, fullTitle, go);
  const listening = createListening(async () => {
    const { listQueue } = await import('./listening-queue');
    return listQueue(listModel, (id) => go({ kind: 'read', id, highlight: null }));
  });
  const facts = followLibrary(library);
  const layers = followLayers(window, touched.matches, nav, selection);
  const stopTitle = effect(() => {
    // The reader sets the title while an article is open.
    if (route.value.kind !== 'read')
      window.document.title = t('libraryTitle', fullTitle(behind.value));
  });

  return {
    files,
    /** Imports files that a person drops on the page. */
    importFiles(dropped: readonly File[]) {
      files.value = dropped;
      go({ kind: 'import' });
    },
    deps,
    listModel,
    /** Remembers the order of the lists. */
    sort,
    /** The form of the lists: rows, or cards with pictures. */
    cards,
    ...places,
    /** True where the reader has room beside the list. */
    isWide: wide.matches,
    /** True on a screen that is touched. */
    isTouched: touched.matches,
    /** True in a narrow window that is touched. */
    isPhone: phone.matches,
    /** Moves the focus to the search box, which only the lists have. */
    async openSearch() {
      if (behind.value.kind !== 'list' && !isSearch(behind.value)) go(UNREAD_ROUTE);
      const { goToSearch } = await whenSet(tools);
      (await whenSet(goToSearch))();
    },
    isNavOpen: nav.isNavOpen,
    openNav: nav.openNav,
    labelColors: facts.labelColors,
    highlightCount: facts.highlightCount,
    /** The labels in use as a tree. */
    labelNodes: computed(() => labelTree(listModel.labels.value)),
    collections,
    collection: shown.collection,
    searchText: shown.searchText,
    selection,
    bulk,
    touchedList,
    listExport,
    listening,
    /** Saves tabs while another view is shown. */
    heldTabs: createHeldTabs(({ rows }) => {
      tools.value?.toasts.show(summaryOf(rows.value));
    }),
    dispose() {
      stopTitle();
      listening.stop();
      for (const part of [
        facts,
        places,
        shown,
        nav,
        wide,
        touched,
        phone,
        touchedList,
        layers,
        collections,
        selection,
        bulk,
      ]) {
        part.dispose();
      }
      listModel.dispose();
    },
  };
}

type Nav = ReturnType<typeof createNav>;

/** The sidebar, which opens over the list in a narrow window. */
function createNav(window: Window) {
  const isNavOpen = signal(false);
  const narrow = followMedia(window, NARROW);
  const stop = effect(() => {
    if (!narrow.matches.value) isNavOpen.value = false;
  });
  return {
    /** True while the sidebar is open over the list, in a narrow window. */
    isNavOpen: readonly(isNavOpen),
    openNav: into(isNavOpen),
    dispose() {
      stop();
      narrow.dispose();
    },
  };
}

/** Lets the back gesture close what is open over the page, on a screen that is touched. */
function followLayers(
  window: Window,
  isTouched: ReadonlySignal<boolean>,
  nav: Nav,
  selection: Selection,
) {
  const layers = createBackLayers(window);
  const isSelecting = () => isTouched.value && selection.ids.value.size > 0;
  const stops = [
    followLayer(
      layers,
      () => isTouched.value && nav.isNavOpen.value,
      () => nav.openNav(false),
    ),
    followLayer(layers, isSelecting, selection.clear),
    followOverlays(layers, window.document, isTouched),
    layers.dispose,
  ];
  return {
    dispose() {
      for (const stop of stops) stop();
    },
  };
}

/** Follows the collection or the search that is shown. */
function followSearch(
  behind: ReadonlySignal<RouteBehind>,
  collections: Pick<CollectionsStore, 'all'>,
  { list }: BookmarkListModel,
) {
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
  const stop = effect(() => {
    if (hasAll.value) list.show({ view: 'all', label: null });
  });
  return {
    /** The collection that is shown; null: none, or it is not known. */
    collection,
    /** The text of the search that is shown; null: no search is shown. */
    searchText,
    dispose: stop,
  };
}

/** Follows what the sidebar shows of the library. */
function followLibrary(library: Promise<Library>) {
  const highlightCount = signal<number | null>(null);
  const labelColors = signal<LabelColors>({});
  const stops: (() => void)[] = [];
  let isDisposed = false;
  void library.then(async (opened) => {
    const { highlightLists, labelColorRepository } = await import('../../library');
    if (isDisposed) return;
    stops.push(
      opened.part(labelColorRepository).watchColors(into(labelColors)),
      opened.part(highlightLists).watchCount(into(highlightCount)),
    );
  });
  return {
    /** The number of highlights outside the trash; null until it is known. */
    highlightCount: readonly(highlightCount),
    /** The colours that the user gave to labels. */
    labelColors: readonly(labelColors),
    dispose() {
      isDisposed = true;
      for (const stop of stops) stop();
    },
  };
}

/** Shows nothing until the code of the search has been loaded. */
const UNTIL_SEARCH: ListChoice = {
  view: 'all',
  label: null,
  search: () => new Promise(() => {}),
};

/** Returns the title of a place. `collection` is the name of the one that is shown. */
export function routeTitleOf(route: RouteBehind, collection?: string): string {
  switch (route.kind) {
    case 'collection':
      return collection ?? t('collectionsTitle');
    case 'add':
      return t('barAdd');
    case 'sync':
      return t('syncTitle');
    case 'tools':
      return t('toolsName');
    case 'highlights':
      return t('highlightsTitle');
    case 'search':
      return t('searchHeading');
    case 'list':
      return route.choice.label ?? t(VIEW_NAMES[route.choice.view]);
    default:
      return t(TOOLS[route.kind].title);
  }
}
