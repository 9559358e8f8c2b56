import type { LoadedImage } from '../capture/capture';
import type { ImageLimits } from './receive-images';

/** Images that are fetched at the same time. */
const AT_ONCE = 4;

/** Reads one image from its own site, of at most `maxBytes`. Never throws. */
export type FetchImage = (url: string, maxBytes: number) => Promise<LoadedImage>;

/**
 * Fetches images a few at a time and hands each to `keep` as it comes; the value is how many were
 * kept. Stops when `keep` says false. What is beyond `limits` is dropped unfetched.
 */
export async function fetchImages(
  urls: readonly string[],
  limits: ImageLimits,
  fetchImage: FetchImage,
  keep: (images: readonly LoadedImage[]) => Promise<boolean>,
): Promise<number> {
  const queue = urls.slice(0, Math.max(0, limits.maxImages));
  const beyond = urls.slice(queue.length);
  let bytesLeft = limits.maxBytes;
  let kept = 0;
  const work = async () => {
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
      const image = await fetchImage(url, bytesLeft);
      if (image.kind === 'loaded') bytesLeft -= image.bytes.length;
      const fits = bytesLeft >= 0;
      if (!(await keep([fits ? image : { kind: 'dropped', url, reason: 'too-large' }]))) {
        queue.length = 0;
      } else if (fits && image.kind === 'loaded') kept += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (beyond.length > 0) {
    await keep(beyond.map((url) => ({ kind: 'dropped', url, reason: 'too-many' })));
  }
  return kept;
}
