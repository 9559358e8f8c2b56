import { computed, type ReadonlySignal, signal } from '@preact/signals';
import closeIcon from 'lucide-static/icons/x.svg?icon';
import type { JSX } from 'preact';
import { SECOND_MS, UNDO_MS } from '../../domain';
import { t } from '../strings';
import { Button, IconButton } from './button';
import { type Schedule, schedule } from './timers';
import './toasts.css';

const WORD_MS = 6 * SECOND_MS;

/** What was just done, or could not be, said at the foot of the page for a while. */
export interface Toast {
  readonly id: number;
  readonly message: string;
  readonly isAlarm: boolean;
  readonly canUndo: boolean;
}

/**
 * What a message is about, such as a bookmark's id: the newest about it stands in place of those
 * before it, which it may contradict. null: about nothing that another message is about.
 */
export type Subject = string | null;

export interface ToastStore {
  /** Oldest first. */
  readonly toasts: ReadonlySignal<readonly Toast[]>;
  say(message: string, about?: Subject): void;
  /** Something went wrong; stays as long as an undo does. */
  alarm(message: string, about?: Subject): void;
  /** Says what was done and offers to take it back for `UNDO_MS`; then what it covered shows again. */
  offerUndo(message: string, undo: () => Promise<void>, about?: Subject): void;
  undo(id: number): void;
  /** Takes back the last thing that still can be; says so when there is none. */
  undoLast(): void;
  /** Puts a message away, and those that it covered. */
  dismiss(id: number): void;
  /** Stops the clocks while a person points at the toasts or is on their buttons. */
  hold(): void;
  release(): void;
  dispose(): void;
}

interface Entry extends Toast {
  readonly about: Subject;
  readonly shownForMs: number;
  readonly takeBack: (() => Promise<void>) | null;
}

export function createToastStore(later: Schedule = schedule): ToastStore {
  const entries = signal<readonly Entry[]>([]);
  const timers = new Map<number, () => void>();
  let lastId = 0;

  function remove(isGone: (entry: Entry) => boolean): void {
    for (const { id } of entries.value.filter(isGone)) {
      timers.get(id)?.();
      timers.delete(id);
    }
    entries.value = entries.value.filter((entry) => !isGone(entry));
  }

  const removeAllAbout = (about: Subject) =>
    remove((entry) => about !== null && entry.about === about);

  function start({ id, shownForMs }: Entry): void {
    timers.set(
      id,
      later(() => remove((entry) => entry.id === id), shownForMs),
    );
  }

  function show(said: Pick<Entry, 'message' | 'isAlarm' | 'takeBack' | 'about'>): void {
    const { isAlarm, takeBack, about } = said;
    // What can be undone leads back to what was said before it; all else makes that untrue.
    if (takeBack === null) removeAllAbout(about);
    lastId += 1;
    const shownForMs = isAlarm || takeBack ? UNDO_MS : WORD_MS;
    const entry = { ...said, id: lastId, canUndo: takeBack !== null, shownForMs };
    entries.value = [...entries.value, entry];
    start(entry);
  }

  function undo(id: number): void {
    const undone = entries.value.find((entry) => entry.id === id);
    remove((entry) => entry.id === id);
    void undone?.takeBack?.();
  }

  const say = (message: string, about: Subject = null) =>
    show({ message, isAlarm: false, takeBack: null, about });

  return {
    toasts: computed(() => entries.value.filter(isNewestAboutIt)),
    say,
    alarm: (message, about = null) => show({ message, isAlarm: true, takeBack: null, about }),
    offerUndo: (message, takeBack, about = null) =>
      show({ message, isAlarm: false, takeBack, about }),
    undo,
    undoLast() {
      const last = entries.value.findLast((entry) => entry.canUndo);
      if (last) undo(last.id);
      else say(t('toastNothingToUndo'));
    },
    dismiss(id) {
      const about = entries.value.find((entry) => entry.id === id)?.about ?? null;
      removeAllAbout(about);
      remove((entry) => entry.id === id);
    },
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

const isNewestAboutIt = ({ about }: Entry, place: number, all: readonly Entry[]): boolean =>
  about === null || all.findLastIndex((entry) => entry.about === about) === place;

/** What was just done, at the foot of the page, with *Undo* where it can be taken back. */
export function Toasts({ store }: { readonly store: ToastStore }): JSX.Element {
  const toasts = store.toasts.value;
  return (
    <section
      class="toasts"
      aria-label={t('toastsName')}
      onPointerEnter={store.hold}
      onPointerLeave={store.release}
      onFocusIn={store.hold}
      onFocusOut={store.release}
    >
      {/* In the page from the start: a region that comes with its text is not read out. */}
      <ul aria-live="polite">
        {toasts.map((toast) => (
          <li key={toast.id} class="toast" data-alarm={toast.isAlarm}>
            <span class="toast-message">{toast.message}</span>
            {toast.canUndo && (
              <Button look="quiet" onClick={() => store.undo(toast.id)}>
                {t('actionUndo')}
              </Button>
            )}
            <IconButton
              label={t('actionDismiss')}
              icon={closeIcon}
              onClick={() => store.dismiss(toast.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
