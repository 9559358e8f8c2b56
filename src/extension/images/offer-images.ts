import type { Browser, WxtBrowser } from 'wxt/browser';
import type { LoadedImage } from '../../capture/capture';
import type { InlineImages } from '../../capture/images/inline-images';
import { SECOND_MS } from '../../domain/time';
import { IMAGE_CHUNK_BYTES, IMAGE_PORT, type ImageMessage, toBase64 } from './image-port';

/** The background connects as soon as the script has run. */
const OFFER_MS = 10 * SECOND_MS;

/**
 * The key of the abort controller of the current offer, for the script's next run in the same page.
 */
const OFFER = Symbol.for('leafmark.image-offer');
type World = typeof globalThis & { [OFFER]?: AbortController };

/**
 * The page's side of the image phase: waits for the background's port, then sends the images that
 * `load` reads. It accepts one connection within 10 s, and none after a later capture of the page.
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
    // Disconnecting tells the background that no more images come, even after an error.
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
 * Sends each image to the background as it is read, one at a time, so that at most one is in
 * memory. Ends after the last image, or when the background disconnects.
 * @param urls the addresses of the images, in the order that the background knows
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
    for (let at = 0; at < bytes.length; at += IMAGE_CHUNK_BYTES) {
      post({ kind: 'chunk', base64: toBase64(bytes.subarray(at, at + IMAGE_CHUNK_BYTES)) });
    }
    const next = background.next();
    post({ kind, index, mimeType, width, height });
    await next;
  }
  if (background.hasHungUp()) return;
  post({ kind: 'done' });
}

function listen(port: Port) {
  let isDisconnected = false;
  let proceed = () => {};
  port.onMessage.addListener(() => proceed());
  port.onDisconnect.addListener(() => {
    isDisconnected = true;
    proceed();
  });
  return {
    hasHungUp: () => isDisconnected,
    /** Resolves when the background requests the next image, or has disconnected. */
    next: () =>
      new Promise<void>((resolve) => {
        proceed = resolve;
      }),
  };
}

/**
 * The key in the isolated world under which a capture stores the addresses for `capture-images.js`.
 */
const IMAGE_URLS = Symbol.for('leafmark.image-urls');
type GlobalWithUrls = typeof globalThis & { [IMAGE_URLS]?: readonly string[] };

/**
 * Stores the unique addresses of the images of a capture, in the order of `imageUrls`. Inline
 * images have only a name in the capture, so their `data:` addresses stay in the page.
 */
export function storeImageUrls(urls: Iterable<string>, inline: InlineImages): void {
  const world: GlobalWithUrls = globalThis;
  world[IMAGE_URLS] = [...new Set(urls)].map((url) => inline.get(url) ?? url);
}

/** Takes the addresses of the last capture of this page; empty if the page is another one. */
export function takeImageUrls(): readonly string[] {
  const world: GlobalWithUrls = globalThis;
  const urls = world[IMAGE_URLS] ?? [];
  delete world[IMAGE_URLS];
  return urls;
}
