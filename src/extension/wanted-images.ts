import type { InlineImages } from '../capture/images/inline-images';

/** Where a capture leaves, in our own world of the page, what `capture-images.js` is to read. */
const WANTED = Symbol.for('leafmark.wanted-images');
type World = typeof globalThis & { [WANTED]?: readonly string[] };

/**
 * Leaves where to read the images of a capture, each once, in the order of `imageUrls`; of those
 * that the page has in itself only the name goes to the background.
 */
export function leaveWantedImages(urls: Iterable<string>, inline: InlineImages): void {
  const world: World = globalThis;
  world[WANTED] = [...new Set(urls)].map((url) => inline.get(url) ?? url);
}

/** What the last capture of this page left; empty when the page is another by now. */
export function takeWantedImages(): readonly string[] {
  const world: World = globalThis;
  const urls = world[WANTED] ?? [];
  delete world[WANTED];
  return urls;
}
