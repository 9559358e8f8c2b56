import { computed, signal } from '@preact/signals';
import closeIcon from 'lucide-static/icons/x.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { SECOND_MS, UNDO_MS } from '../../domain/time';
import { t } from '../strings';
import { Button, IconButton } from './button';
import { isInField } from './early-keys';
import { type Schedule, schedule } from './timers';
import './toasts.css';

const WORD_MS = 6 * SECOND_MS;

/**
 * The subject of a message, such as a bookmark's id. A new message replaces older ones about the
 * same subject. null: no subject.
 */
export type Subject = string | null;

/** A button of a message that does something else than *Undo*. */
export interface ToastChoice {
  readonly name: string;
  readonly choose: () => void;
}

/** A short message at the bottom of the page about the result of an action. */
interface Toast {
  readonly id: number;
  readonly message: string;
  readonly about: Subject;
  readonly isAlarm: boolean;
  /** True for an action whose result is visible without a message. */
  readonly isHidden: boolean;
  /** Undoes the action; null: nothing does. */
  readonly takeBack: (() => Promise<void>) | null;
  /** True for what stays until it is answered or dismissed. */
  readonly isLasting: boolean;
  /** null: there is none. */
  readonly choice: ToastChoice | null;
}

export type ToastStore = ReturnType<typeof createToastStore>;

/** Its actions read signals with `peek`, so an effect can call them without following them. */
export function createToastStore(later: Schedule = schedule) {
  const all = signal<readonly Toast[]>([]);
  const timers = createTimers(later);
  let lastId = 0;

  function remove(isGone: (toast: Toast) => boolean): void {
    const before = all.peek();
    for (const { id } of before.filter(isGone)) timers.stop(id);
    all.value = before.filter((toast) => !isGone(toast));
  }

  const removeById = (id: number) => remove((toast) => toast.id === id);
  const removeAllAbout = (about: Subject) =>
    remove((toast) => about !== null && toast.about === about);

  function start({ id, isAlarm, isLasting, takeBack, choice }: Toast): void {
    if (isLasting) return;
    timers.start(id, () => removeById(id), isAlarm || takeBack || choice ? UNDO_MS : WORD_MS);
  }

  function add(added: Pick<Toast, 'message' | 'about'> & Partial<Toast>): void {
    lastId += 1;
    const toast = {
      isAlarm: false,
      isHidden: false,
      isLasting: false,
      takeBack: null,
      choice: null,
      ...added,
      id: lastId,
    };
    // An action that can be undone leads back to the earlier message. Any other makes that message
    // wrong.
    if (toast.takeBack === null) removeAllAbout(toast.about);
    all.value = [...all.peek(), toast];
    start(toast);
  }

  function undo(id: number): void {
    const undone = all.peek().find((toast) => toast.id === id);
    removeById(id);
    void undone?.takeBack?.();
  }

  const show = (message: string, about: Subject = null) => add({ message, about });

  return {
    /** The visible messages, oldest first. */
    toasts: computed(() => all.value.filter(({ isHidden }) => !isHidden).filter(isNewestAboutIt)),
    show,
    /** Shows an error for as long as an undo is offered. */
    showError: (message: string, about: Subject = null) => add({ message, about, isAlarm: true }),
    /**
     * Shows a message with *Undo* for `UNDO_MS`, and perhaps a button that does something else. The
     * message that it covers reappears after an undo.
     */
    offerUndo: (
      message: string,
      takeBack: Toast['takeBack'],
      about: Subject = null,
      choice: ToastChoice | null = null,
    ) => add({ message, about, takeBack, choice }),
    /** Asks something with one button, for as long as an undo is offered, or until it is answered. */
    ask: (
      message: string,
      name: string,
      choose: () => void,
      isLasting = false,
      about: Subject = null,
    ) => add({ message, about, isLasting, choice: { name, choose } }),
    /** Shows a message that stays until it is dismissed. */
    tell: (message: string, about: Subject) => add({ message, about, isLasting: true }),
    /** Lets `undoLast` undo an action whose result is visible without a message. */
    keepUndo: (takeBack: () => Promise<void>) =>
      add({ message: '', about: null, takeBack, isHidden: true }),
    undo,
    /** Undoes the last action that can be undone, or says that there is none. */
    undoLast() {
      const last = all.peek().findLast(({ takeBack }) => takeBack !== null);
      if (last === undefined) return show(t('nothingToDo'));
      undo(last.id);
    },
    /** Removes a message and those that it covers. */
    dismiss(id: number) {
      removeAllAbout(all.peek().find((toast) => toast.id === id)?.about ?? null);
      removeById(id);
    },
    /** Removes all messages about a subject, because they are no longer true. */
    forget: removeAllAbout,
    /** Pauses the timers while the user points at the toasts or focuses their buttons. */
    hold: timers.stopAll,
    release: () => all.peek().forEach(start),
    dispose: timers.stopAll,
  };
}

/** One timer for each toast. */
function createTimers(later: Schedule) {
  const stops = new Map<number, () => void>();
  const stop = (id: number) => {
    stops.get(id)?.();
    stops.delete(id);
  };
  return {
    start(id: number, run: () => void, afterMs: number) {
      stop(id);
      stops.set(id, later(run, afterMs));
    },
    stop,
    stopAll: () => [...stops.keys()].forEach(stop),
  };
}

const isNewestAboutIt = ({ about }: Toast, place: number, all: readonly Toast[]): boolean =>
  about === null || all.findLastIndex((toast) => toast.about === about) === place;

interface ToastsProps {
  readonly store: ToastStore;
  /** False for a key that scripts of a page have made. Absent: there are no such scripts. */
  readonly isKeyOfPerson?: (event: KeyboardEvent) => boolean;
}

/** Shows the messages at the bottom of the page. `Ctrl+Z` undoes the last action. */
export function Toasts({ store, isKeyOfPerson = () => true }: ToastsProps): JSX.Element {
  const toasts = store.toasts.value;
  const before = useRef<EventTarget | null>(null);
  /** Gives the focus back before the pressed button goes: to where it was, or to the list. */
  const leave = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest('button') === null) return;
    const { current } = before;
    const isThere = current instanceof HTMLElement && current.isConnected;
    const root = target.getRootNode() as Document | ShadowRoot;
    (isThere ? current : root.querySelector<HTMLElement>('.list'))?.focus({ preventScroll: true });
  };
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
      onFocusIn={({ relatedTarget, currentTarget }) => {
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
        if (!isInside) before.current = relatedTarget;
        store.hold();
      }}
      onFocusOut={store.release}
    >
      {/* Always rendered: screen readers do not announce a live region that appears with its text. */}
      <ul aria-live="polite" onClickCapture={leave}>
        {toasts.map((toast) => (
          <li
            key={toast.id}
            class="toast dark-ground"
            data-alarm={toast.isAlarm}
            data-whole={toast.isAlarm || toast.isLasting || toast.choice !== null}
          >
            <span class="toast-message">{toast.message}</span>
            {toast.takeBack !== null && (
              <Button look="quiet" onClick={() => store.undo(toast.id)}>
                {t('actionUndo')}
              </Button>
            )}
            {toast.choice !== null && (
              <Button
                look="quiet"
                onClick={() => {
                  toast.choice?.choose();
                  store.dismiss(toast.id);
                }}
              >
                {toast.choice.name}
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
