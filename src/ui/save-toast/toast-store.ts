import { batch, computed, signal } from '@preact/signals';
import type { BackgroundFailure } from '../../domain/page-state';
import type { Result } from '../../domain/result';
import { SECOND_MS } from '../../domain/time';
import type { ToastBackground, ToastContents } from '../../messages/toast-messages';
import type { Schedule } from '../components/timers';
import type { ToastNews, ToastRequest } from './toast-link';

/** The time for which a toast says what was saved. */
const SAID_FOR_MS = 4 * SECOND_MS;

/** The script in the page around the frame. */
export interface ToastPage {
  ask(request: ToastRequest): void;
  /** Calls `listener` with what the script tells. */
  listen(listener: (news: ToastNews) => void): void;
}

export type ToastFrameStore = ReturnType<typeof createToastFrameStore>;

/** The toast in its frame. Nothing is done before the person can have seen it. */
export function createToastFrameStore(
  background: ToastBackground,
  page: ToastPage,
  later: Schedule,
) {
  /** null until the background has answered. */
  const contents = signal<ToastContents | null>(null);
  const failure = signal<BackgroundFailure['kind'] | null>(null);
  const hasFocus = signal(false);
  const waiting: ((isSeen: boolean) => void)[] = [];
  const close = () => page.ask({ kind: 'close' });
  let stopClock = () => {};
  let isHeld = false;

  /** Closes the toast after a while, unless it asks something. */
  function runClock(): void {
    stopClock();
    const isSaid = contents.value?.page.kind === 'saved' && failure.value === null;
    if (isSaid && !isHeld) stopClock = later(close, SAID_FOR_MS);
  }

  function show(answer: Result<ToastContents, BackgroundFailure>): void {
    batch(() => {
      failure.value = answer.ok ? null : answer.error.kind;
      if (answer.ok) contents.value = answer.value;
    });
    runClock();
  }

  page.listen((news) => {
    if (news.kind === 'focus') hasFocus.value = true;
    else waiting.shift()?.(news.isSeen);
  });

  /** The page may have covered the toast for a click that is meant for something else. */
  const isSeen = (): Promise<boolean> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      page.ask({ kind: 'is-seen' });
    });

  const act =
    (run: () => Promise<Result<ToastContents, BackgroundFailure>>) => async (): Promise<void> => {
      if (await isSeen()) show(await run());
    };

  void background.readToast().then((answer) => {
    if (!answer.ok) return close();
    show(answer);
    page.ask({ kind: 'ready' });
  });

  const bookmark = computed(() => contents.value?.bookmark ?? null);
  const isInTrash = computed(() => bookmark.value !== null && bookmark.value.trashedAt !== null);
  return {
    contents,
    failure,
    /** True after the person has gone to the toast by the key. */
    hasFocus,
    canUndo: computed(() => {
      const shown = contents.value?.page;
      return shown?.kind === 'saved' && shown.undoLeftMs > 0 && bookmark.value?.trashedAt === null;
    }),
    isInTrash,
    undo: act(background.undoSave),
    restore: act(background.restoreSave),
    saveErrorPage: act(background.saveErrorPage),
    saveAddress: act(background.saveAddress),
    toggleFavourite: act(() =>
      background.editSaved({ isFavourite: bookmark.value?.isFavourite === false }),
    ),
    /** A typed label, for which no page can have a person click. */
    addLabel: async (label: string) => show(await background.editSaved({ addLabels: [label] })),
    removeLabel: (label: string) => act(() => background.editSaved({ removeLabels: [label] }))(),
    async read() {
      if (!(await isSeen())) return;
      await background.readSaved();
      close();
    },
    /** The toast stays while the pointer is over it or it has the focus. */
    hold(isNext: boolean) {
      isHeld = isNext;
      runClock();
    },
    close,
  };
}
