import { effect } from '@preact/signals';
import type { BackgroundFailure, PageState, Result } from '../../domain';
import type { Background } from '../background';
import type { ImageAccess } from '../image-access';
import type { Schedule } from '../stores/schedule';
import type { Shelf } from '../stores/shelf';
import type { ShelfTools } from '../stores/shelf-tools';
import { type CurrentPageStore, createCurrentPageStore } from './current-page-store';
import { createSheetStore, type SheetStore } from './sheet-store';

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
  readonly shelf: Shelf;
  readonly tools: ShelfTools;
  readonly current: CurrentPageStore;
  readonly sheets: SheetStore;
  dispose(): void;
}

export function createPagePanel(
  deps: PagePanelDeps,
  shelf: Shelf,
  tools: ShelfTools,
): PagePanelModel {
  const { library } = shelf;
  const current = createCurrentPageStore({ ...deps, library, actions: tools.actions });
  const sheets = createSheetStore(tools, current.bookmark);
  // A worker can't ask; the library remembers the answer and asks once only.
  const stopAsking = effect(() => {
    if (current.page.value.kind !== 'saved') return;
    void library.then(({ storage }) => storage.askToPersist());
  });
  return {
    ...deps,
    shelf,
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
