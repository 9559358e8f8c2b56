/** The address that an image of the page itself has in the article → its own, `data:…`. */
export type InlineImages = Map<string, string>;

/** Whether an image was given such an address by a capture: the server reads what was captured. */
export const isInlineName = (address: string): boolean => /^data:[^,]*;leafmark=/.test(address);

const TYPE = /^data:(image\/[\w.+-]{1,60})/i;

/**
 * Gives each `data:` image of the article a short address instead and puts both into `inline`.
 * Otherwise its bytes would travel and be kept three times: in the article, in the list of its
 * images, and as the image. The same bytes get the same address in every capture.
 */
export function nameInlineImages(article: ParentNode, inline: InlineImages): void {
  for (const image of article.querySelectorAll('img[src^="data:"]')) {
    const address = image.getAttribute('src') ?? '';
    const type = TYPE.exec(address)?.[1]?.toLowerCase() ?? 'image/png';
    const name = `data:${type};leafmark=${fingerprint(address)},`;
    inline.set(name, address);
    image.setAttribute('src', name);
  }
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
