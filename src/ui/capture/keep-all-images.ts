import type { BookmarkId } from '../../domain/bookmark';
import type { ExtensionBackground } from '../../messages/background-client';
import type { ToastStore } from '../components/toasts';
import { BACKGROUND_FAILURES } from '../messages';
import type { ImageAccess } from '../settings/browser-access';
import { formatNumber, t } from '../strings';

/** The parts of a page for capturing pages and their images, which only the extension has. */
export interface Capturing {
  readonly background: ExtensionBackground;
  readonly imageAccess: ImageAccess;
}

export interface KeepImagesDeps {
  readonly background: Pick<ExtensionBackground, 'fetchImages'>;
  readonly imageAccess: ImageAccess;
  readonly toasts: Pick<ToastStore, 'show' | 'showError'>;
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
  if (!imageAccess.isAllowed.value && !(await imageAccess.request())) {
    toasts.show(t('imagesDeclined'), about);
    return;
  }
  const fetched = await background.fetchImages({ id });
  if (!fetched.ok) toasts.showError(t(BACKGROUND_FAILURES[fetched.error.kind]), about);
  else if (fetched.value === 0) toasts.show(t('imagesNoMore'), about);
  else toasts.show(t('imagesFetched', formatNumber(fetched.value)), about);
}
