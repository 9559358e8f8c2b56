import type { LoadedImage, SettledDropReason } from '../capture';
import type { ImageTools } from './image-tools';
import { IMAGE_LIMITS, type ImageLimits } from './limits';
import { loadImage } from './load-image';

export interface LoadImagesOptions {
  readonly tools: ImageTools;
  /** The origin of the page. Cookies are sent to this origin only. */
  readonly pageOrigin: string;
  /** Stops loading. Images that are not loaded by then are dropped as `failed`. */
  readonly signal?: AbortSignal;
  readonly limits?: Partial<ImageLimits>;
}

/**
 * Loads images in order, several at a time, and yields each as soon as it is ready: every address
 * once, loaded or dropped with a reason. Stops when the consumer stops. It never throws and never
 * takes longer than `totalTimeoutMs`.
 */
export async function* loadImages(
  urls: Iterable<string>,
  options: LoadImagesOptions,
): AsyncGenerator<LoadedImage, void, void> {
  const limits = { ...IMAGE_LIMITS, ...options.limits };
  const { tools, pageOrigin } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([
    stop.signal,
    AbortSignal.timeout(limits.totalTimeoutMs),
    ...(options.signal ? [options.signal] : []),
  ]);
  const waiting = [...new Set(urls)];
  const reading = new Map<string, Promise<LoadedImage>>();
  let [tries, keptImages, keptBytes] = [0, 0, 0];
  const drop = (url: string, reason: SettledDropReason): LoadedImage => ({
    kind: 'dropped',
    url,
    reason,
  });
  const canStart = () =>
    reading.size < limits.parallel &&
    tries < limits.maxTries &&
    keptImages + reading.size < limits.maxImages &&
    keptBytes < limits.maxTotalBytes &&
    !signal.aborted;
  try {
    while (waiting.length > 0 || reading.size > 0) {
      while (waiting.length > 0 && canStart()) {
        const url = waiting.shift() ?? '';
        const ownTime = AbortSignal.any([signal, AbortSignal.timeout(limits.imageTimeoutMs)]);
        reading.set(
          url,
          withinTime(loadImage(url, { tools, limits, pageOrigin }, ownTime), url, ownTime),
        );
        tries += 1;
      }
      if (reading.size === 0) break;
      const image = await Promise.race(reading.values());
      reading.delete(image.url);
      const size = image.kind === 'loaded' ? image.bytes.byteLength : 0;
      if (keptBytes + size > limits.maxTotalBytes) {
        yield drop(image.url, 'too-many');
        continue;
      }
      keptBytes += size;
      keptImages += image.kind === 'loaded' ? 1 : 0;
      yield image;
    }
    const reason = signal.aborted ? 'failed' : 'too-many';
    for (const url of waiting) yield drop(url, reason);
  } finally {
    stop.abort();
  }
}

/** Decoding can't be aborted. After the time limit its result is ignored. */
function withinTime(
  loading: Promise<LoadedImage>,
  url: string,
  signal: AbortSignal,
): Promise<LoadedImage> {
  return new Promise((resolve) => {
    const giveUp = () => resolve({ kind: 'dropped', url, reason: 'failed' });
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    loading.then(resolve, giveUp).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
