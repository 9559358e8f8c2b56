import type { HighlightId } from '../../../domain/highlight';
import type { HighlightRepository, Written } from '../../../library';
import type { ToastStore } from '../../components/toasts';
import { LIBRARY_ERRORS } from '../../messages';
import { plural, t } from '../../strings';

export interface WriteOptions {
  readonly highlights: Pick<HighlightRepository, 'delete' | 'restore'>;
  readonly toasts: Pick<ToastStore, 'showError' | 'offerUndo'>;
  /** Called after each change of a person. */
  readonly onWritten: () => void;
}

/** Waits for a change of highlights. Returns null if it has failed, and shows the error. */
export async function write<T>(
  { toasts, onWritten }: Pick<WriteOptions, 'toasts' | 'onWritten'>,
  writing: Written<T>,
): Promise<T | null> {
  const written = await writing;
  if (!written.ok) {
    toasts.showError(t(LIBRARY_ERRORS[written.error.kind]));
    return null;
  }
  onWritten();
  return written.value;
}

/** Deletes highlights and offers *Undo*. Returns false if it has failed. */
export async function removeHighlights(
  options: WriteOptions,
  ids: readonly HighlightId[],
): Promise<boolean> {
  const { highlights, toasts } = options;
  const deleted = await write(options, highlights.delete(ids));
  if (deleted === null) return false;
  if (deleted.length === 0) return true;
  toasts.offerUndo(
    t('toastDeleted', plural('highlightsCount', deleted.length)),
    async () => void (await write(options, highlights.restore(deleted))),
    ids.length === 1 ? (ids[0] ?? null) : null,
  );
  return true;
}
