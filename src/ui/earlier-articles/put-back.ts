import type { BookmarkId } from '../../domain/bookmark';
import { earlierArticleRepository, type Library } from '../../library';
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
export async function putEarlierBack(
  deps: EarlierDeps,
  id: BookmarkId,
  earlierId: number,
  done: string,
): Promise<void> {
  // The present article is kept, so it must be here.
  if (!(await isPresentHere(deps, id))) return;
  await deps.act(deps.library.part(earlierArticleRepository).putBack(id, earlierId), {
    // Without an article from before, there is nothing to put back.
    message: ({ value }) => (value === null ? null : done),
    about: articleSubject(id),
  });
}

/** Fetches the present article if only the server has it. Says why it can't be fetched. */
async function isPresentHere(
  { library, background, toasts }: EarlierDeps,
  id: BookmarkId,
): Promise<boolean> {
  const { content } = (await library.bookmarks.get(id)) ?? {};
  if (content?.kind !== 'address' || content.reason !== 'on-server') return true;
  const fetched = await background.fetchArticle({ id });
  const answer = fetched.ok ? fetched.value : 'failed';
  if (answer === 'here' || answer === 'none') return true;
  toasts.showError(t(ARTICLE_STOPS[answer]), articleSubject(id));
  return false;
}

/** The subject of messages about the article of a bookmark. */
export const articleSubject = (id: BookmarkId): string => `article of ${id}`;
