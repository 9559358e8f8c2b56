import type { Browser } from 'wxt/browser';
import type { LoadedImage } from '../capture/capture';
import { CHUNK_BYTES, type ImageMessage, toBase64 } from './image-port';

type Port = Pick<Browser.runtime.Port, 'postMessage' | 'disconnect' | 'onMessage' | 'onDisconnect'>;

/**
 * The page's side: gives each image to the background as it is read, one at a time, so that no
 * more than one waits in memory. Ends with the images, or when the background hangs up.
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
  let isGone = false;
  let proceed = () => {};
  port.onMessage.addListener(() => proceed());
  port.onDisconnect.addListener(() => {
    isGone = true;
    proceed();
  });
  return {
    hasHungUp: () => isGone,
    /** Resolves when the background wants the next image, or is gone. */
    next: () =>
      new Promise<void>((resolve) => {
        proceed = resolve;
      }),
  };
}
