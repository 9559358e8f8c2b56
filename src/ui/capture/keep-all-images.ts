import type { BookmarkId } from '../../domain';
import type { Background } from '../background';
import type { ToastStore } from '../components/toasts';
import { BACKGROUND_FAILURES } from '../messages';
import type { ImageAccess } from '../settings/image-access';
import { plural, t } from '../strings';

export interface KeepImagesDeps {
  readonly background: Pick<Background, 'fetchImages'>;
  readonly imageAccess: ImageAccess;
  readonly toasts: Pick<ToastStore, 'say' | 'alarm'>;
}

/**
 * Requests the access to all sites where it is missing, fetches the article's missing images and
 * shows the result in a toast. Call it in the click handler before any `await`: browsers refuse the
 * permission request otherwise.
 */
export async function keepAllImages(
  { imageAccess, background, toasts }: KeepImagesDeps,
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
