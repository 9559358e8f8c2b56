import type { LoadedImage } from '../../capture/capture';
import type { ImageTools } from '../../capture/images/image-tools';
import { type LoadImagesOptions, loadImages } from '../../capture/images/load-images';
import { shrinkImage } from '../../capture/images/shrink-image';
import { isPublicAddress } from '../../domain/private-address';

/**
 * Fetches images from their sites. Each address is reported once, as loaded or dropped. Never
 * throws.
 */
export type FetchImages = (
  urls: readonly string[],
  limits: NonNullable<LoadImagesOptions['limits']>,
) => AsyncIterable<LoadedImage>;

/**
 * Fetches images that a page shows but may not read, without cookies and referrer. *Keep all
 * images* allows it. An address that is private is never requested. A host name or a redirect may
 * still lead to a private address: such a request is sent, and its answer dropped
 * (docs/decisions/permissions.md).
 *
 * Cookies are left out because a page may name any address, and with the host permission a request
 * carries even cookies that `SameSite` withholds from the page. An `<img>` could then act in the
 * user's name.
 */
export function createFetchImages(
  request: ImageTools['fetch'],
  shrink: ImageTools['shrink'] = shrinkImage,
): FetchImages {
  const fetchPublic: ImageTools['fetch'] = async (url, init) => {
    if (!isPublicAddress(url)) throw new TypeError('A private address');
    const response = await request(url, { ...init, referrerPolicy: 'no-referrer' });
    // The target of redirects is known only now; its content is not read.
    if (!isPublicAddress(response.url)) {
      await response.body?.cancel();
      throw new TypeError('Led to a private address');
    }
    return response;
  };
  // No page shows the images here.
  const tools: ImageTools = { fetch: fetchPublic, shrink, findShown: () => null };
  // An empty origin matches no address, so no request carries cookies.
  return (urls, limits) => loadImages(urls, { tools, pageOrigin: '', limits });
}
