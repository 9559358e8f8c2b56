import type { BookmarkId } from '../../domain/bookmark';
import { ok, type Result } from '../../domain/result';
import { earlierArticleRepository, type Library, type LibraryError } from '../../library';
import type { Background } from '../../messages/background-client';
import type { Act } from '../components/act';
import type { ToastStore } from '../components/toasts';
import { ARTICLE_STOPS } from '../messages';
import { t } from '../strings';

export interface EarlierDeps {
  readonly library: Pick<Library, 'part' | 'bookmarks'>;
  readonly background: Pick<Background, 'fetchArticle'>;
  readonly act: Act;
  readonly toasts: Pick<ToastStore, 'showError'>;
}

/** Makes an earlier article the present one, and offers to undo it. */
export async function putBack(
  deps: EarlierDeps,
  id: BookmarkId,
  earlierId: number,
  done: string,
): Promise<void> {
  const replaced = await replace(deps, id, earlierId);
  if (replaced !== null) await report(deps, id, replaced, done);
}

/** Says that an article was replaced, and offers to put the one from before back. */
export const offerPutBack = (
  deps: EarlierDeps,
  id: BookmarkId,
  earlierId: number,
  done: string,
): Promise<void> => report(deps, id, ok(earlierId), done);

async function report(
  deps: EarlierDeps,
  id: BookmarkId,
  replaced: Replaced,
  done: string,
): Promise<void> {
  await deps.act(replaced, {
    // Without an article from before, there is nothing to put back.
    message: (earlierId) => (earlierId === null ? null : done),
    undo: async (earlierId) => (earlierId === null ? null : replace(deps, id, earlierId)),
    about: subjectOf(id),
  });
}

/** The value is the number of the article from before. */
type Replaced = Result<number | null, LibraryError>;

/** Returns null if the present article is not here, and says why. */
async function replace(
  deps: EarlierDeps,
  id: BookmarkId,
  earlierId: number,
): Promise<Replaced | null> {
  if (!(await isPresentHere(deps, id))) return null;
  return deps.library.part(earlierArticleRepository).putBack(id, earlierId);
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
