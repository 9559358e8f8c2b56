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
  /** The names of images that the page embeds, and their `data:` addresses. */
  embedded?: ReadonlyMap<string, string>,
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
  return (urls, limits, embedded) => {
    const fetchOrDecode: ImageTools['fetch'] = async (url, init) => {
      const data = embedded?.get(url);
      return data === undefined ? fetchPublic(url, init) : decoded(data);
    };
    // No page shows the images here.
    const tools: ImageTools = { fetch: fetchOrDecode, shrink, findShown: () => null };
    // An empty origin matches no address, so no request carries cookies.
    return loadImages(urls, { tools, pageOrigin: '', limits });
  };
}

/** Decodes a `data:` address, which the policy of the extension does not let `fetch` read. */
function decoded(address: string): Response {
  const comma = address.indexOf(',');
  const body = decodeURIComponent(address.slice(comma + 1));
  const isBase64 = /;\s*base64\s*$/i.test(address.slice(0, comma));
  return new Response(
    isBase64 ? Uint8Array.from(atob(body), (character) => character.charCodeAt(0)) : body,
  );
}
