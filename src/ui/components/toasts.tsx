import { computed, type ReadonlySignal, signal } from '@preact/signals';
import closeIcon from 'lucide-static/icons/x.svg?icon';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { SECOND_MS, UNDO_MS } from '../../domain';
import { t } from '../strings';
import { Button, IconButton } from './button';
import { isInField } from './early-keys';
import { type Schedule, schedule } from './timers';
import './toasts.css';

const WORD_MS = 6 * SECOND_MS;

/** A short message at the bottom of the page about the result of an action. */
interface Toast {
  readonly id: number;
  readonly message: string;
  readonly isAlarm: boolean;
  readonly canUndo: boolean;
}

/**
 * The subject of a message, such as a bookmark's id. A new message replaces older ones about the
 * same subject. null: no subject.
 */
export type Subject = string | null;

export interface ToastStore {
  /** Oldest first. */
  readonly toasts: ReadonlySignal<readonly Toast[]>;
  show(message: string, about?: Subject): void;
  /** Shows an error for as long as an undo is offered. */
  showError(message: string, about?: Subject): void;
  /**
   * Shows a message with *Undo* for `UNDO_MS`. The message that it covers reappears after an undo.
   */
  offerUndo(message: string, undo: () => Promise<void>, about?: Subject): void;
  /** Lets `undoLast` undo an action whose result is visible without a message. */
  keepUndo(undo: () => Promise<void>): void;
  undo(id: number): void;
  /** Undoes the last action that can be undone, or says that there is none. */
  undoLast(): void;
  /** Removes a message and those that it covers. */
  dismiss(id: number): void;
  /** Removes all messages about a subject, because they are no longer true. */
  forget(about: string): void;
  /** Pauses the timers while the user points at the toasts or focuses their buttons. */
  hold(): void;
  release(): void;
  dispose(): void;
}

interface Entry extends Toast {
  readonly about: Subject;
  readonly shownForMs: number;
  readonly takeBack: (() => Promise<void>) | null;
  readonly isHidden: boolean;
}

type NewEntry = Pick<Entry, 'message' | 'takeBack' | 'about'> &
  Partial<Pick<Entry, 'isAlarm' | 'isHidden'>>;

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

  function add(toast: NewEntry): void {
    const { isAlarm = false, takeBack, about, isHidden = false } = toast;
    // An action that can be undone leads back to the earlier message. Any other makes that message
    // wrong.
    if (takeBack === null) removeAllAbout(about);
    lastId += 1;
    const shownForMs = isAlarm || takeBack ? UNDO_MS : WORD_MS;
    const entry = {
      ...{ ...toast, id: lastId, isAlarm, isHidden },
      ...{ canUndo: takeBack !== null, shownForMs },
    };
    entries.value = [...entries.value, entry];
    start(entry);
  }

  function undo(id: number): void {
    const undone = entries.value.find((entry) => entry.id === id);
    remove((entry) => entry.id === id);
    void undone?.takeBack?.();
  }

  const show = (message: string, about: Subject = null) => add({ message, takeBack: null, about });

  return {
    toasts: computed(() =>
      entries.value.filter(({ isHidden }) => !isHidden).filter(isNewestAboutIt),
    ),
    show,
    showError: (message, about = null) => add({ message, isAlarm: true, takeBack: null, about }),
    offerUndo: (message, takeBack, about = null) => add({ message, takeBack, about }),
    keepUndo: (takeBack) => add({ message: '', takeBack, about: null, isHidden: true }),
    undo,
    undoLast() {
      const last = entries.value.findLast((entry) => entry.canUndo);
      if (last === undefined) {
        show(t('toastNothingToUndo'));
        return;
      }
      undo(last.id);
      if (last.isHidden) show(t('toastUndone'));
    },
    dismiss(id) {
      const about = entries.value.find((entry) => entry.id === id)?.about ?? null;
      removeAllAbout(about);
      remove((entry) => entry.id === id);
    },
    forget: removeAllAbout,
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

interface ToastsProps {
  readonly store: ToastStore;
  /** False for a key that scripts of a page have made. Absent: there are no such scripts. */
  readonly isKeyOfPerson?: (event: KeyboardEvent) => boolean;
}

/** Shows the messages at the bottom of the page. `Ctrl+Z` undoes the last action. */
export function Toasts({ store, isKeyOfPerson = () => true }: ToastsProps): JSX.Element {
  const toasts = store.toasts.value;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isUndoKey(event) || isInField(event) || !isKeyOfPerson(event)) return;
      event.preventDefault();
      store.undoLast();
    };
    // A form of a live page can hide functions of its document, but not those of its window.
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [store]);
  return (
    <section
      class="toasts"
      aria-label={t('toastsName')}
      onPointerEnter={store.hold}
      onPointerLeave={store.release}
      onFocusIn={store.hold}
      onFocusOut={store.release}
    >
      {/* Always rendered: screen readers do not announce a live region that appears with its text. */}
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

/** `Ctrl+Z`, or `⌘Z`. */
const isUndoKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'z' &&
  (event.ctrlKey || event.metaKey) &&
  !event.shiftKey &&
  !event.altKey &&
  !event.defaultPrevented;
