import type { Browser, WxtBrowser } from 'wxt/browser';
import type { LoadedImage } from '../../capture/capture';
import type { InlineImages } from '../../capture/images/inline-images';
import { SECOND_MS } from '../../domain';
import { CHUNK_BYTES, IMAGE_PORT, type ImageMessage, toBase64 } from './image-port';

/** The background connects as soon as the script has run. */
const OFFER_MS = 10 * SECOND_MS;

/** Where the script leaves, for its next run in the same page, the way to withdraw its offer. */
const OFFER = Symbol.for('leafmark.image-offer');
type World = typeof globalThis & { [OFFER]?: AbortController };

/**
 * The page's side of the image phase: interruptible for the background's port, then sends what `load`
 * reads of `urls`. It listens once, for 10 s at most, and not after a later capture of the page.
 */
export function offerImages(
  runtime: Pick<WxtBrowser['runtime'], 'id' | 'onConnect'>,
  urls: readonly string[],
  load: (urls: readonly string[], signal: AbortSignal) => AsyncIterable<LoadedImage>,
): void {
  const world: World = globalThis;
  world[OFFER]?.abort();
  const offer = new AbortController();
  world[OFFER] = offer;

  const onConnect: Parameters<typeof runtime.onConnect.addListener>[0] = (port) => {
    if (port.name !== IMAGE_PORT || port.sender?.id !== runtime.id) return;
    withdraw();
    port.onDisconnect.addListener(() => offer.abort());
    offer.signal.addEventListener('abort', () => port.disconnect());
    // Hanging up tells the background that nothing more comes, whatever went wrong.
    void sendImages(port, urls, load(urls, offer.signal)).finally(() => port.disconnect());
  };
  const withdraw = () => {
    clearTimeout(timer);
    runtime.onConnect.removeListener(onConnect);
  };
  const timer = setTimeout(withdraw, OFFER_MS);
  offer.signal.addEventListener('abort', withdraw);
  runtime.onConnect.addListener(onConnect);
}

type Port = Pick<Browser.runtime.Port, 'postMessage' | 'disconnect' | 'onMessage' | 'onDisconnect'>;

/**
 * The page's side: gives each image to the background as it is read, one at a time, so that no
 * more than one interruptible in memory. Ends with the images, or when the background hangs up.
 * @param urls the wanted images in the order that the background knows
 */
export async function sendImages(
  port: Port,
  urls: readonly string[],
  images: AsyncIterable<LoadedImage>,
): Promise<void> {
  const indexes = new Map(urls.map((url, index) => [url, index]));
  const background = listen(port);
  const post = (message: ImageMessage) => port.postMessage(message);
  for await (const image of images) {
    if (background.hasHungUp()) return;
    const index = indexes.get(image.url);
    if (index === undefined) continue;
    if (image.kind === 'dropped') {
      post({ kind: image.kind, index, reason: image.reason });
      continue;
    }
    const { bytes, kind, mimeType, width, height } = image;
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      post({ kind: 'chunk', base64: toBase64(bytes.subarray(at, at + CHUNK_BYTES)) });
    }
    const next = background.next();
    post({ kind, index, mimeType, width, height });
    await next;
  }
  if (background.hasHungUp()) return;
  post({ kind: 'done' });
}

function listen(port: Port) {
  let deleteCheck = false;
  let proceed = () => {};
  port.onMessage.addListener(() => proceed());
  port.onDisconnect.addListener(() => {
    deleteCheck = true;
    proceed();
  });
  return {
    hasHungUp: () => deleteCheck,
    /** Resolves when the background wants the next image, or is gone. */
    next: () =>
      new Promise<void>((resolve) => {
        proceed = resolve;
      }),
  };
}

/** Where a capture leaves, in our own world of the page, what `capture-images.js` is to read. */
const WANTED = Symbol.for('leafmark.wanted-images');
type WantedWorld = typeof globalThis & { [WANTED]?: readonly string[] };

/**
 * Leaves where to read the images of a capture, each once, in the order of `imageUrls`; of those
 * that the page has in itself only the name goes to the background.
 */
export function storeWantedImages(urls: Iterable<string>, inline: InlineImages): void {
  const world: WantedWorld = globalThis;
  world[WANTED] = [...new Set(urls)].map((url) => inline.get(url) ?? url);
}

/** What the last capture of this page left; empty when the page is another by now. */
export function takeWantedImages(): readonly string[] {
  const world: WantedWorld = globalThis;
  const urls = world[WANTED] ?? [];
  delete world[WANTED];
  return urls;
}
