import type { BookmarkId } from '../../domain/bookmark';
import { earlierArticleRepository, type Library } from '../../library';
import type { Background } from '../../messages/background-client';
import type { ToastStore } from '../components/toasts';
import { ARTICLE_STOPS, LIBRARY_ERRORS } from '../messages';
import { t } from '../strings';

export interface EarlierDeps {
  readonly library: Pick<Library, 'part' | 'bookmarks'>;
  readonly background: Pick<Background, 'libraryChanged' | 'fetchArticle'>;
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
  deps: EarlierDeps,
  id: BookmarkId,
  earlierId: number,
): Promise<number | null> {
  const { library, background, toasts } = deps;
  if (!(await isPresentHere(deps, id))) return null;
  const written = await library.part(earlierArticleRepository).putBack(id, earlierId);
  if (!written.ok) {
    toasts.showError(t(LIBRARY_ERRORS[written.error.kind]), subjectOf(id));
    return null;
  }
  void background.libraryChanged();
  return written.value;
}

/**
 * Fetches the present article if only the server has it, because what is replaced is kept here. Says why
 * it can't be fetched.
 */
async function isPresentHere(
  { library, background, toasts }: EarlierDeps,
  id: BookmarkId,
): Promise<boolean> {
  const { content } = (await library.bookmarks.get(id)) ?? {};
  if (content?.kind !== 'address' || content.reason !== 'on-server') return true;
  const fetched = await background.fetchArticle({ id });
  const answer = fetched.ok ? fetched.value : 'failed';
  if (answer === 'here' || answer === 'none') return true;
  toasts.showError(t(ARTICLE_STOPS[answer]), subjectOf(id));
  return false;
}

const subjectOf = (id: BookmarkId): string => `article of ${id}`;
