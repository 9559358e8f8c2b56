import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Bookmark } from '../../domain/bookmark';
import type { PageState } from '../../domain/page-state';
import type { AccountStore } from '../account/account-store';
import type { BookmarkListModel } from '../bookmarks/list-model';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import type { HighlightSites, ImageAccess } from '../settings/browser-access';
import type { SidePanel } from '../side-panel/side-panel';
import { type CurrentPageDeps, createCurrentPageStore } from './current-page-store';

/** The dependencies of the panel, which the popup's entrypoint provides. */
export interface PagePanelDeps extends Omit<CurrentPageDeps, 'library' | 'actions'> {
  /** Loaded when the report of a page is opened. */
  readonly imageAccess: () => Promise<ImageAccess>;
  /** Where highlights appear by themselves. Loaded when their sheet is opened. */
  readonly sites: () => Promise<HighlightSites>;
  /** Loaded with its button. */
  readonly sidePanel: () => Promise<SidePanel>;
  /** Loaded on demand. */
  readonly accounts: () => Promise<AccountStore>;
  /** Opens an extension page in a tab, by its path (`library.html#/unread`). */
  readonly openTab: (path: string) => void;
  /** Gets each page that the popup shows as saved. */
  readonly onSaved: (page: SavedPage) => void;
}

export type SavedPage = Extract<PageState, { kind: 'saved' }>;

export type PagePanelModel = ReturnType<typeof createPagePanel>;

/** The state of the popup's top panel. */
export function createPagePanel(
  deps: PagePanelDeps,
  listModel: BookmarkListModel,
  tools: BookmarkListTools,
) {
  const { library } = listModel;
  const current = createCurrentPageStore({ ...deps, library, actions: tools.actions });
  const sheets = createSheetStore(tools, current.bookmark);
  // A worker cannot request persistent storage. The library asks only once.
  const stopAsking = effect(() => {
    const page = current.page.value;
    if (page.kind !== 'saved') return;
    deps.onSaved(page);
    void library.then(({ storage }) => storage.askToPersist());
  });
  return {
    ...deps,
    listModel,
    tools,
    current,
    sheets,
    dispose() {
      stopAsking();
      sheets.dispose();
      current.dispose();
    },
  };
}

/** The form that is open under the current page. */
export type Sheet = keyof typeof SHEET_NAMES;

export const SHEET_NAMES = {
  labels: 'labelsTitle',
  details: 'actionEdit',
  highlights: 'highlightsTitle',
  report: 'actionReport',
} as const;

/** Creates the sheet store. It opens the sheet of a draft that is left from an earlier popup. */
function createSheetStore(
  { openDraft }: Pick<BookmarkListTools, 'openDraft'>,
  bookmark: ReadonlySignal<Bookmark | null>,
) {
  const sheet = signal<Sheet | null>(null);
  const urlKey = computed(() => bookmark.value?.urlKey ?? null);
  const draft = computed(() => (urlKey.value === null ? null : openDraft(urlKey.value)));

  // Only a draft from before opens a sheet, not what is typed later.
  let isResumed = false;
  const stopResuming = effect(() => {
    const fields = draft.value?.fields.value ?? null;
    if (fields === null || isResumed) return;
    isResumed = true;
    if (sheet.peek() !== null) return;
    const { label, enteredLabels, ...details } = fields;
    if ((label ?? enteredLabels) !== undefined) sheet.value = 'labels';
    else if (Object.keys(details).length > 0) sheet.value = 'details';
  });

  return {
    sheet: computed(() => sheet.value),
    /** The draft of the page. null until its bookmark is known. */
    draft,
    toggle(next: Sheet) {
      sheet.value = sheet.value === next ? null : next;
    },
    close() {
      sheet.value = null;
    },
    dispose: stopResuming,
  };
}
