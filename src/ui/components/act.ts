import type { BackgroundFailure } from '../../domain/page-state';
import type { Result } from '../../domain/result';
import type { LibraryError } from '../../library';
import type { Background } from '../../messages/background-client';
import { BACKGROUND_FAILURES, LIBRARY_ERRORS } from '../messages';
import { t } from '../strings';
import type { Subject, ToastStore } from './toasts';

/** Why a change was not written. */
export interface ChangeError {
  readonly kind: LibraryError['kind'] | BackgroundFailure['kind'];
}

const ERRORS = { ...BACKGROUND_FAILURES, ...LIBRARY_ERRORS };

export interface ActDeps {
  readonly toasts: Pick<ToastStore, 'show' | 'showError' | 'offerUndo' | 'keepUndo'>;
  /** Absent where the background itself writes the changes. */
  readonly background?: Pick<Background, 'libraryChanged'>;
}

interface Reported<T> {
  /** Says what was done; null: nothing. Absent: the result is visible without words. */
  readonly message?: (value: T) => string | null;
  /** Undoes the change. Absent: nothing does. null: the person knows why it was not undone. */
  readonly undo?: (value: T) => Promise<Result<unknown, ChangeError> | null>;
  /** A new message replaces older ones about the same subject. */
  readonly about?: Subject;
}

/**
 * Returns a function that waits for a change of a person and reports it: the background learns of it, and
 * the person sees a message with *Undo*, or why nothing was changed. `undoLast` undoes a change without
 * a message, too. The result is that of the change.
 */
export function createAct({ toasts, background }: ActDeps) {
  return async function act<T, E extends ChangeError>(
    change: Promise<Result<T, E>> | Result<T, E>,
    { message, undo, about = null }: Reported<T> = {},
  ): Promise<Result<T, E>> {
    const done = await change;
    if (!done.ok) {
      toasts.showError(t(ERRORS[done.error.kind]));
      return done;
    }
    void background?.libraryChanged();
    const words = message?.(done.value);
    if (words === null) return done;
    const takeBack =
      undo &&
      (async () => {
        const undone = await undo(done.value);
        if (undone !== null) await act(undone);
      });
    if (takeBack === undefined) {
      if (words !== undefined) toasts.show(words, about);
    } else if (words === undefined) toasts.keepUndo(takeBack);
    else toasts.offerUndo(words, takeBack, about);
    return done;
  };
}

export type Act = ReturnType<typeof createAct>;
