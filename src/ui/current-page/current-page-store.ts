import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { CaptureReport } from '../../domain/article';
import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import type { BackgroundFailure, PageState } from '../../domain/page-state';
import type { Result } from '../../domain/result';
import type { Dispose, Library } from '../../library';
import type { ExtensionBackground } from '../../messages/background-client';
import type { BookmarkActions } from '../bookmarks/bookmark-actions';
import { into, setTo } from '../components/signals';
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

export interface CurrentPageDeps {
  /** The response to the first `describePage`, which was requested before the first render. */
  readonly described: Promise<Result<PageState, BackgroundFailure>>;
  /** True when the first request saves the page. */
  readonly isSaving: boolean;
  readonly background: ExtensionBackground;
  readonly library: Promise<Library>;
  readonly actions: Pick<BookmarkActions, 'undoSave'>;
  readonly later: Schedule;
}

export type CurrentPageStore = ReturnType<typeof createCurrentPageStore>;

export function createCurrentPageStore(deps: CurrentPageDeps) {
  const { background, actions, later } = deps;
  const page = signal<CurrentPage>(asking(deps.isSaving));
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
    stopUndoClock = later(setTo(canUndo, false), undoLeftMs(page.value));
  }

  function ask(answer: Promise<Result<PageState, BackgroundFailure>>): void {
    page.value = asking(true);
    void follow(answer);
  }

  const bookmarkId = computed(() => (page.value.kind === 'saved' ? page.value.bookmarkId : null));
  const { bookmark, report, stop: stopFollowing } = followBookmark(deps.library, bookmarkId);
  void follow(deps.described);

  return {
    page,
    bookmark,
    report,
    /** The number of highlights of the page. */
    highlights: computed(() => (page.value.kind === 'saved' ? (page.value.highlights ?? 0) : 0)),
    /** True for a limited time after a save, whichever popup made it. */
    canUndo,
    /** Reverts the save by moving the bookmark to the trash. */
    async undo() {
      const id = bookmarkId.value;
      if (id === null) return;
      stopUndoClock();
      canUndo.value = false;
      await actions.undoSave(id);
    },
    save: () => ask(background.describePage({ save: true })),
    /** Saves a page that its server sent with an error. */
    saveErrorPage: () => ask(background.saveErrorPage()),
    /** Saves the address of a page that did not load or is an error page. */
    saveAddress: () => ask(background.saveAddress()),
    dispose() {
      requestCount += 1;
      stopUndoClock();
      stopSlowClock();
      stopFollowing();
    },
  };
}

/** Follows the bookmark of the page and its capture report, live. */
function followBookmark(library: Promise<Library>, bookmarkId: ReadonlySignal<BookmarkId | null>) {
  /** null until it is read, and when there is none. */
  const bookmark = signal<Bookmark | null>(null);
  /** null until it is read, and without an article. */
  const report = signal<CaptureReport | null>(null);
  const stop = effect(() => {
    const id = bookmarkId.value;
    if (id === null) return;
    const stops: Dispose[] = [];
    let isOver = false;
    void library.then(({ bookmarks, articles }) => {
      if (isOver) return;
      stops.push(bookmarks.watch(id, into(bookmark)), articles.watchReport(id, into(report)));
    });
    return () => {
      isOver = true;
      for (const stopWatching of stops) stopWatching();
      bookmark.value = null;
      report.value = null;
    };
  });
  return { bookmark, report, stop };
}

const undoLeftMs = (page: CurrentPage): number => (page.kind === 'saved' ? page.undoLeftMs : 0);

const asking = (isSaving: boolean): CurrentPage => ({ kind: 'asking', isSlow: false, isSaving });
