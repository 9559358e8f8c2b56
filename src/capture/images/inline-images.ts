import type { Capture } from '../capture';

/** The address that an image of the page itself has in the article → its own, `data:…` or `blob:…`. */
export type InlineImages = Map<string, string>;

/** Whether an image was given such an address by a capture: the server reads what was captured. */
export const isInlineName = (address: string): boolean => /^data:[^,]*;leafmark=/.test(address);

const TYPE = /^data:(image\/[\w.+-]{1,60})[;,]/i;

/**
 * Gives each image that only the page has (`data:`, `blob:`) a short address instead and puts both
 * into `inline`. Otherwise the bytes of a `data:` address would travel and be kept three times: in
 * the article, in the list of its images, and as the image; and a `blob:` address leads nowhere once
 * its page is closed, so that no article may have one. The same address gets the same name.
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

/** As the address says; of a blob it is not known before it is read. */
function typeOf(address: string): string | null {
  if (address.startsWith('blob:')) return 'image/png';
  return TYPE.exec(address)?.[1]?.toLowerCase() ?? null;
}

/** The length and two 32-bit hashes: `crypto.subtle` would be slower to wait for, and https only. */
function fingerprint(text: string): string {
  let [one, other] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b);
  }
  return [text.length, one >>> 0, other >>> 0].map((part) => part.toString(36)).join('-');
}

/**
 * Addresses of the images to read for a capture, most wanted first: the icon and the lead image
 * for the list, then the article's in document order.
 */
export function imageUrls({ metadata, article }: Capture): string[] {
  const urls = [
    metadata.iconUrl,
    metadata.imageUrl,
    ...(article?.images ?? []).map(({ url }) => url),
  ];
  return urls.filter((url) => url !== null);
}
