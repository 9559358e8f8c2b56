import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LoadedImage } from '../../../src/capture/capture';
import {
  fromBase64,
  IMAGE_CHUNK_BYTES,
  IMAGE_PORT,
  toBase64,
} from '../../../src/extension/images/image-port';
import { sendImages } from '../../../src/extension/images/offer-images';
import { receiveImages } from '../../../src/extension/images/receive-images';
import { portPair } from '../support/fake-port';

const LIMITS = { maxImages: 300, maxTotalBytes: 100_000_000 };
const A = 'https://example.org/a.png';
const B = 'https://example.org/b.png';
const C = 'https://example.org/c.png';

const image = (url: string, size = 3): LoadedImage => ({
  kind: 'loaded',
  url,
  bytes: Uint8Array.from({ length: size }, (_, at) => at % 251),
  mimeType: 'image/png',
  width: 10,
  height: 20,
});
const dropped = (url: string): LoadedImage => ({ kind: 'dropped', url, reason: 'not-readable' });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function* from(images: Iterable<LoadedImage>) {
  yield* images;
}

/** Sends images from a page and returns those that reach the library. */
async function stream(images: readonly LoadedImage[], wanted: readonly string[], limits = LIMITS) {
  const { background, page } = portPair(IMAGE_PORT);
  const kept: LoadedImage[] = [];
  const receiving = receiveImages(background, wanted, limits, async (some) => {
    kept.push(...some);
    return true;
  });
  await sendImages(page, wanted, from(images));
  return { kept, missing: await receiving };
}

describe('base64', () => {
  it.each([0, 1, 2, 3, 8191, 8192, 8193, 100_000])('encodes and decodes %i bytes', (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 7) % 256);
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  });

  it('returns null for invalid text', () => {
    expect(fromBase64('not base64!')).toBeNull();
  });
});

describe('images from the page', () => {
  it('arrive unchanged, including those larger than a message', async () => {
    const images = [image(A), image(B, IMAGE_CHUNK_BYTES * 2 + 5), dropped(C)];
    const { kept, missing } = await stream(images, [A, B, C]);
    expect(kept).toEqual(images);
    expect(missing).toEqual([]);
  });

  it('are requested one at a time, and not while many bytes wait to be written', async () => {
    const { background, page } = portPair(IMAGE_PORT);
    let read = 0;
    async function* images() {
      for (const url of [A, B, C]) {
        read += 1;
        yield image(url, 2_000_000);
      }
    }
    let proceed = () => {};
    const written = new Promise<boolean>((resolve) => {
      proceed = () => resolve(true);
    });
    const keep = vi.fn(() => written);
    const receiving = receiveImages(background, [A, B, C], LIMITS, keep);
    const sending = sendImages(page, [A, B, C], images());
    await vi.waitFor(() => expect(keep).toHaveBeenCalledOnce());
    await vi.advanceTimersByTimeAsync(1000);
    expect(read).toBe(2);
    proceed();
    await Promise.all([sending, receiving]);
    expect(read).toBe(3);
  });

  it('are written together when they arrive within a short time', async () => {
    const urls = Array.from({ length: 40 }, (_, at) => `https://example.org/${at}.png`);
    const { background, page } = portPair(IMAGE_PORT);
    const writes: number[] = [];
    const receiving = receiveImages(background, urls, LIMITS, async (some) => {
      writes.push(some.length);
      return true;
    });
    async function* slowly() {
      for (const url of urls) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        yield image(url);
      }
    }
    const sending = sendImages(page, urls, slowly());
    await vi.advanceTimersByTimeAsync(2_500);
    await Promise.all([sending, receiving]);
    expect(writes.reduce((sum, count) => sum + count)).toBe(40);
    expect(writes.length).toBeLessThanOrEqual(8);
  });

  it('are kept when the page goes away, and the rest is reported as missing', async () => {
    const { background, page } = portPair(IMAGE_PORT);
    const kept: string[] = [];
    async function* images() {
      yield image(A);
      page.disconnect();
      await new Promise(() => {});
    }
    void sendImages(page, [A, B, C], images());
    const missing = await receiveImages(background, [A, B, C], LIMITS, async (some) => {
      kept.push(...some.map(({ url }) => url));
      return true;
    });
    expect(kept).toEqual([A]);
    expect(missing).toEqual([B, C]);
  });

  it('are kept when the page goes away during a write', async () => {
    const { background, page } = portPair(IMAGE_PORT);
    const kept: string[] = [];
    async function* images() {
      yield image(A);
      await new Promise(() => {});
    }
    void sendImages(page, [A, B], images());
    const receiving = receiveImages(background, [A, B], LIMITS, async (some) => {
      page.disconnect();
      await new Promise((resolve) => setTimeout(resolve, 100));
      kept.push(...some.map(({ url }) => url));
      return true;
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await receiving).toEqual([B]);
    expect(kept).toEqual([A]);
  });

  it('end after 20 seconds without a message', async () => {
    const { background, page } = portPair(IMAGE_PORT);
    const disconnected = vi.fn();
    page.onDisconnect.addListener(disconnected);
    const receiving = receiveImages(background, [A], LIMITS, async () => true);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await receiving).toEqual([A]);
    expect(disconnected).toHaveBeenCalledOnce();
  });

  it('end when the library takes no more', async () => {
    const { background, page } = portPair(IMAGE_PORT);
    const keep = vi.fn(async () => false);
    const receiving = receiveImages(background, [A, B, C], LIMITS, keep);
    async function* images() {
      yield image(A);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      yield image(B);
      yield image(C);
    }
    const sending = sendImages(page, [A, B, C], images());
    await vi.advanceTimersByTimeAsync(1000);
    await sending;
    expect(await receiving).toEqual([C]);
    expect(keep).toHaveBeenCalledOnce();
  });

  it('end with the error of a failed write', async () => {
    const { background, page } = portPair(IMAGE_PORT);
    const receiving = receiveImages(background, [A], LIMITS, async () => {
      throw new Error('broken');
    });
    await sendImages(page, [A], from([image(A)]));
    await expect(receiving).rejects.toThrow('broken');
  });

  it('are limited in number', async () => {
    const { kept } = await stream([image(A), image(B)], [A, B], { ...LIMITS, maxImages: 1 });
    expect(kept).toEqual([image(A), { kind: 'dropped', url: B, reason: 'too-many' }]);
  });

  it('are limited in number without the icon and the lead image', async () => {
    const limits = { ...LIMITS, maxImages: 1, uncounted: new Set([A]) };
    const { kept } = await stream([image(A), image(B), image(C)], [A, B, C], limits);
    expect(kept).toEqual([image(A), image(B), { kind: 'dropped', url: C, reason: 'too-many' }]);
  });

  it('are limited in size', async () => {
    const { kept, missing } = await stream([image(A, 900), image(B, 200)], [A, B], {
      ...LIMITS,
      maxTotalBytes: 1000,
    });
    expect(kept).toEqual([image(A, 900)]);
    expect(missing).toEqual([B]);
  });

  it('reach the library in few writes when they were dropped', async () => {
    const urls = Array.from({ length: 1000 }, (_, at) => `https://example.org/${at}.png`);
    const { background, page } = portPair(IMAGE_PORT);
    const keep = vi.fn(async (_: readonly LoadedImage[]) => true);
    const receiving = receiveImages(background, urls, LIMITS, keep);
    await sendImages(page, urls, from(urls.map(dropped)));
    expect(await receiving).toEqual([]);
    expect(keep.mock.calls.flatMap(([some]) => some)).toHaveLength(1000);
    expect(keep.mock.calls.length).toBeLessThanOrEqual(6);
  });

  it.each([
    ['nothing', null],
    ['an unknown message', { kind: 'hello' }],
    ['a chunk that is too long', { kind: 'chunk', base64: 'A'.repeat(IMAGE_CHUNK_BYTES * 2) }],
    ['a chunk that is not base64', { kind: 'chunk', base64: '***' }],
    ['an image that was not requested', { kind: 'dropped', index: 2, reason: 'failed' }],
    ['an unknown reason', { kind: 'dropped', index: 0, reason: 'tired' }],
    ['a reason that is not allowed', { kind: 'dropped', index: 0, reason: 'pending' }],
    [
      'a page as an image',
      { kind: 'loaded', index: 0, mimeType: 'text/html', width: 1, height: 1 },
    ],
    ['a negative width', { kind: 'loaded', index: 0, mimeType: 'image/png', width: -1, height: 1 }],
  ])('end at %s', async (_, message) => {
    const { background, page } = portPair(IMAGE_PORT);
    const keep = vi.fn(async () => true);
    const receiving = receiveImages(background, [A, B], LIMITS, keep);
    page.postMessage(message);
    expect(await receiving).toEqual([A, B]);
    expect(keep).not.toHaveBeenCalled();
  });

  it('end at an image that arrives a second time', async () => {
    const { kept, missing } = await stream([dropped(A), dropped(A)], [A, B]);
    expect(kept).toEqual([dropped(A)]);
    expect(missing).toEqual([B]);
  });
});
