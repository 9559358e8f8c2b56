import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { SECOND_MS, UNDO_MS } from '../../domain';
import { t } from '../strings';
import { type Schedule, schedule } from './schedule';

const WORD_MS = 6 * SECOND_MS;

/** What was just done, or could not be, said at the foot of the page for a while. */
export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly isAlarm: boolean;
  readonly canUndo: boolean;
}

export interface ToastStore {
  /** Oldest first. */
  readonly toasts: ReadonlySignal<readonly Toast[]>;
  say(message: string): void;
  /** Something went wrong; stays as long as an undo does. */
  alarm(message: string): void;
  /** Says what was done and offers to take it back for `UNDO_MS`. */
  offerUndo(message: string, undo: () => Promise<void>): void;
  undo(id: number): void;
  /** Takes back the last thing that still can be; says so when there is none. */
  undoLast(): void;
  dismiss(id: number): void;
  /** Stops the clocks while a person points at the toasts or is on their buttons. */
  hold(): void;
  release(): void;
  dispose(): void;
}

interface Entry extends Toast {
  readonly shownForMs: number;
  readonly takeBack: (() => Promise<void>) | null;
}

export function createToastStore(later: Schedule = schedule): ToastStore {
  const entries = signal<readonly Entry[]>([]);
  const timers = new Map<number, () => void>();
  let lastId = 0;

  function dismiss(id: number): void {
    timers.get(id)?.();
    timers.delete(id);
    entries.value = entries.value.filter((entry) => entry.id !== id);
  }

  function start({ id, shownForMs }: Entry): void {
    timers.set(
      id,
      later(() => dismiss(id), shownForMs),
    );
  }

  function show(message: string, isAlarm: boolean, takeBack: Entry['takeBack']): void {
    lastId += 1;
    const shownForMs = isAlarm || takeBack ? UNDO_MS : WORD_MS;
    const entry = {
      id: lastId,
      message,
      isAlarm,
      canUndo: takeBack !== null,
      shownForMs,
      takeBack,
    };
    entries.value = [...entries.value, entry];
    start(entry);
  }

  function undo(id: number): void {
    const entry = entries.value.find((each) => each.id === id);
    dismiss(id);
    void entry?.takeBack?.();
  }

  return {
    toasts: computed(() => entries.value),
    say: (message) => show(message, false, null),
    alarm: (message) => show(message, true, null),
    offerUndo: (message, takeBack) => show(message, false, takeBack),
    undo,
    undoLast() {
      const last = entries.value.findLast((entry) => entry.canUndo);
      if (last) undo(last.id);
      else show(t('toastNothingToUndo'), false, null);
    },
    dismiss,
    hold() {
      for (const stop of timers.values()) stop();
    },
    release() {
      for (const entry of entries.value) {
        timers.get(entry.id)?.();
        start(entry);
      }
    },
    dispose() {
      for (const stop of timers.values()) stop();
      timers.clear();
    },
  };
}
