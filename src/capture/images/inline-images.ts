import { hashText } from '../../domain/hash';
import type { Capture } from '../capture';

/** Maps the name of an embedded image in the article to its own address, `data:…` or `blob:…`. */
export type InlineImages = Map<string, string>;

/**
 * True if an address is a name that a capture gave to an image. The server reads captured articles.
 */
export const isInlineName = (address: string): boolean => /^data:[^,]*;leafmark=/.test(address);

const TYPE = /^data:(image\/[\w.+-]{1,60})[;,]/i;

/**
 * Replaces the address of each embedded image (`data:`, `blob:`) by a short name and adds both to
 * `inline`. Otherwise the bytes of a `data:` address would be sent and stored three times: in the
 * article, in its list of images, and as the image. A `blob:` address becomes invalid when its page
 * is closed, so no article may contain one. The same address always gets the same name.
 */
export function nameInlineImages(article: ParentNode, inline: InlineImages): void {
  for (const image of article.querySelectorAll('img:is([src^="data:"],[src^="blob:"])')) {
    const address = image.getAttribute('src') ?? '';
    const type = typeOf(address);
    if (type === null || isInlineName(address)) continue;
    const name = `data:${type};leafmark=${fingerprint(address)},`;
    inline.set(name, address);
    image.setAttribute('src', name);
  }
}

/** Returns the type in a `data:` address. The type of a blob is not known before it is read. */
function typeOf(address: string): string | null {
  if (address.startsWith('blob:')) return 'image/png';
  return TYPE.exec(address)?.[1]?.toLowerCase() ?? null;
}

/**
 * Returns the length and two 32-bit hashes. `crypto.subtle` is asynchronous and exists on https
 * pages only.
 */
const fingerprint = (text: string): string =>
  [text.length, hashText(text), hashText(text, OTHER_START)]
    .map((part) => part.toString(36))
    .join('-');

const OTHER_START = 0x9747b28c;

/**
 * Returns the addresses of the images to load for a capture: first the icon and the lead image for
 * lists, then the images of the article in document order.
 */
export function imageUrls({ metadata, article }: Capture): string[] {
  const urls = [
    metadata.iconUrl,
    metadata.imageUrl,
    ...(article?.images ?? []).map(({ url }) => url),
  ];
  return urls.filter((url) => url !== null);
}
