/** Where a capture leaves, in our own world of the page, what `capture-images.js` is to read. */
const WANTED = Symbol.for('leafmark.wanted-images');
type World = typeof globalThis & { [WANTED]?: readonly string[] };

/** Leaves the addresses of the images of a capture, each once, in the order of `imageUrls`. */
export function leaveWantedImages(urls: Iterable<string>): void {
  const world: World = globalThis;
  world[WANTED] = [...new Set(urls)];
}

/** What the last capture of this page left; empty when the page is another by now. */
export function takeWantedImages(): readonly string[] {
  const world: World = globalThis;
  const urls = world[WANTED] ?? [];
  delete world[WANTED];
  return urls;
}
