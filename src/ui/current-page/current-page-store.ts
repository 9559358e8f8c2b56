import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { BackgroundFailure, Bookmark, CaptureReport, PageState, Result } from '../../domain';
import type { Dispose, Library } from '../../library/repository';
import type { Background } from '../background';
import type { BookmarkActions } from '../bookmarks/bookmark-actions';
import type { Schedule } from '../components/timers';
import type { BACKGROUND_FAILURES } from '../messages';

/** A progress text is shown after this time only. It would flicker otherwise. */
const SLOW_MS = 150;

/** The page in the current tab as the popup shows it. */
export type CurrentPage =
  /** The background is working. `isSlow` is true when this takes noticeable time. */
  | { readonly kind: 'asking'; readonly isSlow: boolean; readonly isSaving: boolean }
  | { readonly kind: 'unanswered'; readonly failure: keyof typeof BACKGROUND_FAILURES }
  | PageState;

export interface CurrentPageStore {
  readonly page: ReadonlySignal<CurrentPage>;
  /** The page's bookmark, live. null until it is read, and when there is none. */
  readonly bookmark: ReadonlySignal<Bookmark | null>;
  /** The capture report of the page, live. null until it is read, and without an article. */
  readonly report: ReadonlySignal<CaptureReport | null>;
  /** The number of highlights of the page. */
  readonly highlights: ReadonlySignal<number>;
  /** True for a limited time after a save, whichever popup made it. */
  readonly canUndo: ReadonlySignal<boolean>;
  /** Reverts the save by moving the bookmark to the trash. */
  undo(): Promise<void>;
  save(): void;
  /** Saves the address of a page that did not load. */
  saveAddress(): void;
  dispose(): void;
}

interface CurrentPageDeps {
  /** The response to the first `describePage`, which was requested before the first render. */
  readonly described: Promise<Result<PageState, BackgroundFailure>>;
  /** True when the first request saves the page. */
  readonly isSaving: boolean;
  readonly background: Background;
  readonly library: Promise<Library>;
  readonly actions: Pick<BookmarkActions, 'undoSave'>;
  readonly later: Schedule;
}

export function createCurrentPageStore(deps: CurrentPageDeps): CurrentPageStore {
  const { background, library, actions, later } = deps;
  const page = signal<CurrentPage>(asking(deps.isSaving));
  const bookmark = signal<Bookmark | null>(null);
  const report = signal<CaptureReport | null>(null);
  const canUndo = signal(false);
  let stopUndoClock = () => {};
  let stopSlowClock = () => {};
  let requestCount = 0;

  async function follow(answer: Promise<Result<PageState, BackgroundFailure>>) {
    requestCount += 1;
    const request = requestCount;
    stopSlowClock = later(() => {
      if (page.value.kind === 'asking') page.value = { ...page.value, isSlow: true };
    }, SLOW_MS);
    const described = await answer;
    if (request !== requestCount) return;
    stopSlowClock();
    batch(() => {
      page.value = described.ok
        ? described.value
        : { kind: 'unanswered', failure: described.error.kind };
      canUndo.value = undoLeftMs(page.value) > 0;
    });
    if (!canUndo.value) return;
    stopUndoClock = later(() => {
      canUndo.value = false;
    }, undoLeftMs(page.value));
  }

  const bookmarkId = computed(() => (page.value.kind === 'saved' ? page.value.bookmarkId : null));
  const stopFollowing = effect(() => {
    const id = bookmarkId.value;
    const stops: Dispose[] = [];
    let isOver = false;
    if (id !== null) {
      void library.then(({ bookmarks, articles }) => {
        if (isOver) return;
        stops.push(
          bookmarks.watch(id, (next) => {
            bookmark.value = next;
          }),
          articles.watchReport(id, (next) => {
            report.value = next;
          }),
        );
      });
    }
    return () => {
      isOver = true;
      for (const stop of stops) stop();
      bookmark.value = null;
      report.value = null;
    };
  });

  void follow(deps.described);

  return {
    page,
    bookmark,
    report,
    highlights: computed(() => (page.value.kind === 'saved' ? (page.value.highlights ?? 0) : 0)),
    canUndo,
    async undo() {
      const id = bookmarkId.value;
      if (id === null) return;
      stopUndoClock();
      canUndo.value = false;
      await actions.undoSave(id);
    },
    save() {
      page.value = asking(true);
      void follow(background.describePage({ save: true }));
    },
    saveAddress() {
      page.value = asking(true);
      void follow(background.saveAddress());
    },
    dispose() {
      requestCount += 1;
      stopUndoClock();
      stopSlowClock();
      stopFollowing();
    },
  };
}

const undoLeftMs = (page: CurrentPage): number => (page.kind === 'saved' ? page.undoLeftMs : 0);

const asking = (isSaving: boolean): CurrentPage => ({ kind: 'asking', isSlow: false, isSaving });
