import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { BackgroundFailure, Bookmark, PageState, Result } from '../../domain';
import type { Background } from '../background';
import type { DraftStore } from '../bookmarks/draft-store';
import type { BookmarkListModel } from '../bookmarks/list-model';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import type { Schedule } from '../components/timers';
import type { ImageAccess } from '../settings/image-access';
import { type CurrentPageStore, createCurrentPageStore } from './current-page-store';

/** What the popup's entrypoint gives for the page in front. */
export interface PagePanelDeps {
  /** The answer to the first `describePage`, sent before the first render. */
  readonly described: Promise<Result<PageState, BackgroundFailure>>;
  /** Whether that question saves the page. */
  readonly isSaving: boolean;
  readonly background: Background;
  readonly imageAccess: ImageAccess;
  readonly later: Schedule;
}

/** What the popup's top is drawn from. */
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
  // A worker can't ask; the library remembers the answer and asks once only.
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

/** What is open under the current page. */
export type Sheet = 'labels' | 'details' | 'report';

export interface SheetStore {
  readonly sheet: ReadonlySignal<Sheet | null>;
  /** What is half typed for the page; null until its bookmark is known. */
  readonly draft: ReadonlySignal<DraftStore | null>;
  toggle(sheet: Sheet): void;
  close(): void;
  dispose(): void;
}

/** Opens by itself where something was half typed when the popup closed. */
export function createSheetStore(
  { openDraft }: Pick<BookmarkListTools, 'openDraft'>,
  bookmark: ReadonlySignal<Bookmark | null>,
): SheetStore {
  const sheet = signal<Sheet | null>(null);
  const urlKey = computed(() => bookmark.value?.urlKey ?? null);
  const draft = computed(() => (urlKey.value === null ? null : openDraft(urlKey.value)));

  // Only what was found at the start opens a sheet, not what is typed later.
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
