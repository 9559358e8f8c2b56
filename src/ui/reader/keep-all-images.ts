import type { BookmarkId } from '../../domain';
import { BACKGROUND_FAILURES } from '../sentences';
import { plural, t } from '../strings';
import type { ReaderDeps } from './reader-props';

/**
 * Asks for the access where it is not given yet, then fetches what is missing; says what came of it.
 * Asking must be the first thing that a click does: nothing is awaited before.
 */
export async function keepAllImages(
  { imageAccess, background, toasts }: Pick<ReaderDeps, 'imageAccess' | 'background' | 'toasts'>,
  id: BookmarkId,
): Promise<void> {
  const about = `images of ${id}`;
  if (!imageAccess.isAllowed.value && !(await imageAccess.ask())) {
    toasts.say(t('imagesDeclined'), about);
    return;
  }
  const fetched = await background.fetchImages(id);
  if (!fetched.ok) toasts.alarm(t(BACKGROUND_FAILURES[fetched.error.kind]), about);
  else if (fetched.value === 0) toasts.say(t('imagesNoMore'), about);
  else toasts.say(plural('imagesFetched', fetched.value), about);
}
