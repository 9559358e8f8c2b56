import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { BackgroundFailure, Bookmark, CaptureReport, PageState, Result } from '../../domain';
import type { Dispose, Library } from '../../library/repository';
import type { Background } from '../background';
import type { BookmarkActions } from '../bookmarks/bookmark-actions';
import type { Schedule } from '../components/timers';
import type { BACKGROUND_FAILURES } from '../messages';

/** What takes longer than this is said to be under way; what is quicker would only flicker. */
const SLOW_MS = 150;

/** The page in front as the popup's top shows it. */
export type CurrentPage =
  /** The background was asked; `isSlow` once a person would wonder. */
  | { readonly kind: 'asking'; readonly isSlow: boolean; readonly isSaving: boolean }
  | { readonly kind: 'unanswered'; readonly failure: keyof typeof BACKGROUND_FAILURES }
  | PageState;

export interface CurrentPageStore {
  readonly page: ReadonlySignal<CurrentPage>;
  /** The page's bookmark, live; null until it is read, and when there is none. */
  readonly bookmark: ReadonlySignal<Bookmark | null>;
  /** The report of the page's capture, live; null until it is read, and without an article. */
  readonly report: ReadonlySignal<CaptureReport | null>;
  /** Within the time after a save that *Undo* is offered, by whichever popup it was made. */
  readonly canUndo: ReadonlySignal<boolean>;
  /** Takes the save back: the bookmark goes to the trash. */
  undo(): Promise<void>;
  save(): void;
  /** Saves the address of a page that did not load. */
  saveAddress(): void;
  dispose(): void;
}

interface CurrentPageDeps {
  /** The answer to the first `describePage`, which was sent before the first render. */
  readonly described: Promise<Result<PageState, BackgroundFailure>>;
  /** Whether that first question saves the page. */
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
  let question = 0;

  async function follow(answer: Promise<Result<PageState, BackgroundFailure>>) {
    question += 1;
    const asked = question;
    stopSlowClock = later(() => {
      if (page.value.kind === 'asking') page.value = { ...page.value, isSlow: true };
    }, SLOW_MS);
    const described = await answer;
    if (asked !== question) return;
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
      question += 1;
      stopUndoClock();
      stopSlowClock();
      stopFollowing();
    },
  };
}

const undoLeftMs = (page: CurrentPage): number => (page.kind === 'saved' ? page.undoLeftMs : 0);

const asking = (isSaving: boolean): CurrentPage => ({ kind: 'asking', isSlow: false, isSaving });
