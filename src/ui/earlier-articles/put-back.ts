import type { BookmarkId } from '../../domain/bookmark';
import { earlierArticleRepository, type Library } from '../../library';
import type { Background } from '../../messages/background-client';
import type { ToastStore } from '../components/toasts';
import { LIBRARY_ERRORS } from '../messages';
import { t } from '../strings';

export interface EarlierDeps {
  readonly library: Pick<Library, 'part'>;
  readonly background: Pick<Background, 'libraryChanged'>;
  readonly toasts: Pick<ToastStore, 'showError' | 'offerUndo'>;
}

/** Makes an earlier article the present one, and offers to undo it. */
export async function putBack(
  deps: EarlierDeps,
  id: BookmarkId,
  earlierId: number,
  done: string,
): Promise<void> {
  const replaced = await replace(deps, id, earlierId);
  if (replaced !== null) offerPutBack(deps, id, replaced, done);
}

/** Says that an article was replaced, and offers to put the one from before back. */
export function offerPutBack(
  deps: EarlierDeps,
  id: BookmarkId,
  earlierId: number,
  done: string,
): void {
  deps.toasts.offerUndo(done, async () => void (await replace(deps, id, earlierId)), subjectOf(id));
}

async function replace(
  { library, background, toasts }: EarlierDeps,
  id: BookmarkId,
  earlierId: number,
): Promise<number | null> {
  const written = await library.part(earlierArticleRepository).putBack(id, earlierId);
  if (!written.ok) {
    toasts.showError(t(LIBRARY_ERRORS[written.error.kind]), subjectOf(id));
    return null;
  }
  void background.libraryChanged();
  return written.value;
}

const subjectOf = (id: BookmarkId): string => `article of ${id}`;
