import type { LoadedImage } from '../capture/capture';
import { type ImageDropReason, isPublicAddress, SECOND_MS } from '../domain';
import type { FetchImage } from './fetch-images';

const TIME_LIMIT_MS = 15 * SECOND_MS;

/** An image ready to be kept: decoded once, so that it is one, and no larger than we keep. */
export type PreparedImage = Pick<
  LoadedImage & { kind: 'loaded' },
  'bytes' | 'mimeType' | 'width' | 'height'
>;

interface Dependencies {
  readonly fetch: typeof fetch;
  /** null when the browser can't decode it. */
  readonly prepareImage: (blob: Blob) => Promise<PreparedImage | null>;
}

/**
 * Reads an image from the site it is on, as *Keep all images* allows: with the cookies the browser
 * would send, no referrer, within 15 seconds, and never from a private address. (A name that leads
 * to one can't be told here; what it answers must still decode as an image.)
 */
export function createFetchImage({ fetch, prepareImage }: Dependencies): FetchImage {
  return async (url, maxBytes) => {
    const drop = (reason: ImageDropReason): LoadedImage => ({ kind: 'dropped', url, reason });
    if (!isPublicAddress(url)) return drop('not-readable');
    try {
      const response = await fetch(url, {
        credentials: 'include',
        referrerPolicy: 'no-referrer',
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
      });
      // Where redirects led is known only now, but nothing of it is kept.
      if (!isPublicAddress(response.url)) return drop('not-readable');
      if (!response.ok) return drop('failed');
      const mimeType = response.headers.get('content-type') ?? '';
      if (!mimeType.startsWith('image/')) return drop('not-an-image');
      const chunks = await readAtMost(response, maxBytes);
      if (chunks === null) return drop('too-large');
      const prepared = await prepareImage(new Blob(chunks, { type: mimeType }));
      return prepared === null ? drop('not-an-image') : { kind: 'loaded', url, ...prepared };
    } catch {
      return drop('failed'); // Offline, refused, too slow, cut off: all the same to the article.
    }
  };
}

/** The body; null, and no more of it read, once it is longer than `maxBytes`. */
async function readAtMost(
  { body }: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>[] | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  // By its reader: Chromium's streams can be iterated since 124 only.
  const reader = body?.getReader();
  let size = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (chunk === undefined || chunk.done) return chunks;
    size += chunk.value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      return null;
    }
    chunks.push(chunk.value);
  }
}
