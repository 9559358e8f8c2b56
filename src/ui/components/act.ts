import type { BackgroundFailure } from '../../domain/page-state';
import type { Result } from '../../domain/result';
import type { Done, GroupId, LibraryError } from '../../library';
import type { Background } from '../../messages/background-client';
import { BACKGROUND_FAILURES, LIBRARY_ERRORS } from '../messages';
import { t } from '../strings';
import type { Subject, ToastChoice, ToastStore } from './toasts';

/** Why a change was not written. */
export interface ChangeError {
  readonly kind: LibraryError['kind'] | BackgroundFailure['kind'];
}

/** A change as the log has it; null as the group: nothing has changed. */
export type Logged = Pick<Done<unknown>, 'group'>;

const ERRORS = { ...BACKGROUND_FAILURES, ...LIBRARY_ERRORS };

export interface ActDeps {
  readonly toasts: Pick<ToastStore, 'show' | 'showError' | 'offerUndo' | 'keepUndo'>;
  /** Absent where the background itself writes the changes. */
  readonly background?: Pick<Background, 'libraryChanged'>;
  /** Undoes an act that the log has. null: it is undone already, or too old. */
  readonly undo: (group: GroupId) => Promise<Result<Logged | null, ChangeError>>;
}

interface Reported<T> {
  /** Says what was done; null: nothing. Absent: the result is visible without words. */
  readonly message?: (value: T) => string | null;
  /** Undoes a change that the log does not have. null: the person knows why it was not undone. */
  readonly undo?: (value: T) => Promise<Result<unknown, ChangeError> | null>;
  /**
   * Called after an attempt to undo the change. `isWhole` is false if it has failed, maybe halfway, or came
   * too late.
   */
  readonly afterUndo?: (isWhole: boolean) => Promise<void>;
  /** A new message replaces older ones about the same subject. */
  readonly about?: Subject;
  /** Another button of the message. */
  readonly choice?: ToastChoice;
}

/**
 * Returns a function that waits for a change of a person and reports it: the background learns of it, and
 * the person sees a message, or why nothing was changed. What the log has, and what comes with an `undo`,
 * can be undone by the message, and without one by `undoLast`. The result is that of the change.
 */
export function createAct({ toasts, background, undo: undoLogged }: ActDeps) {
  /** Tells the background of a change, or the person why there is none. */
  function report(done: Result<unknown, ChangeError>): void {
    if (done.ok) void background?.libraryChanged();
    else toasts.showError(t(ERRORS[done.error.kind]));
  }

  return async function act<T, E extends ChangeError>(
    change: Promise<Result<T, E>> | Result<T, E>,
    { message, undo, afterUndo, about, choice }: Reported<T> = {},
  ): Promise<Result<T, E>> {
    const done = await change;
    report(done);
    if (!done.ok) return done;
    const { value } = done;
    const words = message?.(value);
    if (words === null) return done;
    const group = groupOf(value);

    async function takeBack(): Promise<void> {
      const undone = await (undo ? undo(value) : group === null ? null : undoLogged(group));
      if (undone === null) return;
      report(undone);
      await afterUndo?.(undone.ok && undone.value !== null);
      if (!undone.ok) return;
      if (!undo && groupOf(undone.value) === null) toasts.show(t('nothingToDo'));
      // Nothing else says so.
      else if (words === undefined) toasts.show(t('toastUndone'));
    }

    const back = undo || group !== null ? takeBack : null;
    if (words === undefined) {
      if (back) toasts.keepUndo(back);
    } else if (back || choice) toasts.offerUndo(words, back, about, choice);
    else toasts.show(words, about);
    return done;
  };
}

/** Returns the act of a change; null: it has none, or the log does not have it. */
const groupOf = (value: unknown): GroupId | null =>
  // Other results have no such property.
  (value as Partial<Logged> | null | undefined)?.group ?? null;

export type Act = ReturnType<typeof createAct>;
