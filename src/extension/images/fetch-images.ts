import type { LoadedImage } from '../../capture/capture';
import type { ImageTools } from '../../capture/images/image-tools';
import { type LoadImagesOptions, loadImages } from '../../capture/images/load-images';
import { shrinkImage } from '../../capture/images/shrink-image';
import { isPublicAddress } from '../../domain';

/** Reads images from the sites they are on; each address once, loaded or dropped. Never throws. */
export type FetchImages = (
  urls: readonly string[],
  limits: NonNullable<LoadImagesOptions['limits']>,
) => AsyncIterable<LoadedImage>;

/**
 * What *Keep all images* allows: to read images that a page shows and may not read, without cookies
 * or referrer. An address that is private itself is never requested. A host name or a redirect may still
 * lead to a private address: such a request is sent, and its answer dropped
 * (docs/decisions/permissions.md).
 *
 * Without cookies, as a page names any address it likes, and with the access a request of ours
 * carries even those that `SameSite` keeps from the page: its `<img>` would act in a person's name.
 */
export function createFetchImages(
  request: ImageTools['fetch'],
  shrink: ImageTools['shrink'] = shrinkImage,
): FetchImages {
  const fetchPublic: ImageTools['fetch'] = async (url, init) => {
    if (!isPublicAddress(url)) throw new TypeError('A private address');
    const response = await request(url, { ...init, referrerPolicy: 'no-referrer' });
    // Where redirects led is known only now; nothing of it is read.
    if (!isPublicAddress(response.url)) {
      await response.body?.cancel();
      throw new TypeError('Led to a private address');
    }
    return response;
  };
  // A worker has no DOM to clean drawings with, and no page that shows the images.
  const tools: ImageTools = {
    fetch: fetchPublic,
    shrink,
    sanitiseSvg: null,
    findShown: () => null,
  };
  // No address is the page's own, so that none is asked with cookies.
  return (urls, limits) => loadImages(urls, { tools, pageOrigin: '', limits });
}
