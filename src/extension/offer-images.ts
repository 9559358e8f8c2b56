import type { WxtBrowser } from 'wxt/browser';
import type { LoadedImage } from '../capture/capture';
import { SECOND_MS } from '../domain';
import { IMAGE_PORT } from './image-port';
import { sendImages } from './send-images';

/** The background connects as soon as the script has run. */
const OFFER_MS = 10 * SECOND_MS;

/** Where the script leaves, for its next run in the same page, the way to withdraw its offer. */
const OFFER = Symbol.for('leafmark.image-offer');
type World = typeof globalThis & { [OFFER]?: AbortController };

/**
 * The page's side of the image phase: waits for the background's port, then sends what `load`
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
