import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { BackgroundFailure, Bookmark, PageState, Result } from '../../domain';
import type { Background } from '../background';
import type { DraftStore } from '../bookmarks/draft-store';
import type { BookmarkListModel } from '../bookmarks/list-model';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import type { Schedule } from '../components/timers';
import type { HighlightSites } from '../settings/highlight-sites';
import type { ImageAccess } from '../settings/image-access';
import type { SidePanel } from '../side-panel/side-panel';
import { type CurrentPageStore, createCurrentPageStore } from './current-page-store';

/** The dependencies of the panel, which the popup's entrypoint provides. */
export interface PagePanelDeps {
  /** The response to the first `describePage`, requested before the first render. */
  readonly described: Promise<Result<PageState, BackgroundFailure>>;
  /** True when that request saves the page. */
  readonly isSaving: boolean;
  readonly background: Background;
  /** Loaded when the report of a page is opened. */
  readonly imageAccess: () => Promise<ImageAccess>;
  /** Where highlights appear by themselves. Loaded when their sheet is opened. */
  readonly sites: () => Promise<HighlightSites>;
  /** Loaded with its button. */
  readonly sidePanel: () => Promise<SidePanel>;
  readonly later: Schedule;
}

/** The state of the popup's top panel. */
export interface PagePanelModel extends PagePanelDeps {
  readonly listModel: BookmarkListModel;
  readonly tools: BookmarkListTools;
  readonly current: CurrentPageStore;
  readonly sheets: SheetStore;
  dispose(): void;
}

export function createPagePanel(
  deps: PagePanelDeps,
  listModel: BookmarkListModel,
  tools: BookmarkListTools,
): PagePanelModel {
  const { library } = listModel;
  const current = createCurrentPageStore({ ...deps, library, actions: tools.actions });
  const sheets = createSheetStore(tools, current.bookmark);
  // A worker cannot request persistent storage. The library asks only once.
  const stopAsking = effect(() => {
    if (current.page.value.kind !== 'saved') return;
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
export type Sheet = 'labels' | 'details' | 'highlights' | 'report';

interface SheetStore {
  readonly sheet: ReadonlySignal<Sheet | null>;
  /** The draft of the page. null until its bookmark is known. */
  readonly draft: ReadonlySignal<DraftStore | null>;
  toggle(sheet: Sheet): void;
  close(): void;
  dispose(): void;
}

/** Creates the sheet store. It opens the sheet of a draft that is left from an earlier popup. */
function createSheetStore(
  { openDraft }: Pick<BookmarkListTools, 'openDraft'>,
  bookmark: ReadonlySignal<Bookmark | null>,
): SheetStore {
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
    draft,
    toggle(next) {
      sheet.value = sheet.value === next ? null : next;
    },
    close() {
      sheet.value = null;
    },
    dispose: stopResuming,
  };
}
