import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { placeImages } from '../../../server/articles/article-images';
import { ImageStore } from '../../../server/extraction/images/image-store';
import {
  DOWNLOAD_LIMITS,
  loadImages,
  type PageImages,
} from '../../../server/extraction/images/load-images';
import { type BlobHash, StorageUnavailable } from '../../../server/storage';
import { directProcesses } from '../support/direct-processes';
import { bomb, picture, sizeOf } from '../support/pictures';

const reader = directProcesses;
const shadow = `<svg xmlns="http://www.w3.org/2000/svg" width="SIDE" height="SIDE"><filter id="f"><feDropShadow/></filter><rect width="90" height="90" filter="url(#f)"/></svg>`;
describe('the images of a page', () => {
  const PAGE = 'https://a.org/page';

  async function load(
    sources: Readonly<Record<string, Uint8Array>>,
    wanted: Partial<PageImages>,
    limits: Partial<typeof DOWNLOAD_LIMITS> = {},
  ) {
    const blobs = new Map<string, Uint8Array>();
    const contents = {
      storeBlob: async (bytes: Uint8Array) => {
        const hash = String(blobs.size) as BlobHash;
        blobs.set(hash, bytes);
        return hash;
      },
      bytes: async (hash: BlobHash) => blobs.get(hash) ?? null,
    };
    const all = { ...DOWNLOAD_LIMITS, ...limits };
    const store = new ImageStore(contents, all.maxTotalBytes);
    const requested: string[] = [];
    const files = {
      image: async (url: string) => {
        requested.push(url);
        const bytes = sources[url];
        return bytes
          ? { ok: true as const, value: { url, contentType: '', bytes } }
          : { ok: false as const, error: { kind: 'unreachable' as const } };
      },
    };
    await loadImages(
      { iconUrl: null, leadUrl: null, leadWidth: 800, articleUrls: [], ...wanted },
      {
        files,
        reader,
        contents,
        store,
        limits: all,
        pageUrl: PAGE,
        user: 'ada',
        signal: new AbortController().signal,
      },
    );
    const kept = await Promise.all(
      store.resources.map(async ({ name, kind, contentType, hash, width, height }) => {
        const bytes = blobs.get(hash)!;
        if (contentType !== 'image/svg+xml' && contentType !== 'image/x-icon') {
          expect(await sizeOf(bytes)).toEqual([width, height, contentType.slice(6)]);
        }
        return [kind, name.replace(/^[^.]{21,22}\./, '*.'), width, height];
      }),
    );
    return { store, kept, requested, blobs };
  }

  it.each([
    ['png', 1536, {}, ['embedded', '*.png', 1536, 10]],
    ['png', 2000, {}, ['embedded', '*.jpeg', 1536, 8]],
    ['png', 2000, { isClear: true }, ['embedded', '*.png', 1536, 8]],
    ['jpeg', 900, {}, ['embedded', '*.jpeg', 900, 10]],
    ['gif', 90, {}, ['embedded', '*.gif', 90, 10]],
    ['webp', 90, {}, ['embedded', '*.jpeg', 90, 10]],
    ['webp', 90, { isClear: true }, ['embedded', '*.png', 90, 10]],
    ['avif', 90, {}, ['embedded', '*.jpeg', 90, 10]],
  ] as const)(
    'are converted to formats that all clients show: %s, %i px wide, %j',
    async (format, width, more, expected) => {
      const bytes = await picture(format, width, 10, more);
      const { kept, store, blobs } = await load({ a: bytes }, { articleUrls: ['a'] });
      expect(kept).toEqual([expected]);
      expect(store.fileOf('a')?.name).toBe(store.resources[0]?.name);
      if (width <= 1536 && expected[1] === `*.${format}`) expect(blobs.get('0')).toEqual(bytes);
    },
  );

  it.each(['png', 'webp'] as const)('have previews in their own format: %s', async (format) => {
    const bytes = await picture(format, 1000, 500, { isClear: true });
    const wanted = { iconUrl: 'a', leadUrl: 'a', articleUrls: [] };
    const { store, blobs } = await load({ a: bytes }, wanted);
    expect(store.images).toEqual({
      image: { name: `image.${format}`, width: 800, height: 400 },
      thumbnail: { name: `thumbnail.${format}`, width: 380, height: 190 },
      icon: { name: `icon.${format}`, width: 64, height: 32 },
    });
    expect(blobs.size).toBe(3);
    for (const kept of blobs.values()) {
      const { format: written, hasAlpha } = await sharp(kept).metadata();
      expect([written, hasAlpha]).toEqual([format, true]);
    }
  });

  it('have previews with a palette for opaque photos in PNG', async () => {
    const size = { width: 1000, height: 500 };
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const photo = sharp({ create: { ...size, channels: 3, background: '#000', noise } }).png();
    const wanted = { leadUrl: 'a', articleUrls: [] };
    const { store, blobs } = await load({ a: await photo.toBuffer() }, wanted);
    expect(store.images.image).toEqual({ name: 'image.png', width: 800, height: 400 });
    const allColours = await sharp(await photo.toBuffer())
      .resize(800)
      .png()
      .toBuffer();
    const [preview] = blobs.values();
    expect(preview!.length).toBeLessThan(allColours.length / 2);
    const clear = await picture('png', 1000, 500, { isClear: true });
    const { blobs: clearBlobs } = await load({ a: clear }, wanted);
    expect((await sharp([...clearBlobs.values()][0]!).metadata()).isPalette).toBe(false);
  });

  describe('have previews in PNG', () => {
    /** Draws `draw`, which returns the channels of a pixel, and makes its thumbnail. */
    async function thumbnailOf(channels: 3 | 4, draw: (x: number, y: number) => number[]) {
      const [width, height] = [500, 330];
      const pixels = Array.from({ length: width * height }, (_, at) =>
        draw((at % width) / width, Math.floor(at / width) / height),
      );
      const raw = { width, height, channels };
      const drawing = sharp(Uint8Array.from(pixels.flat()), { raw }).png();
      const { blobs } = await load({ a: await drawing.toBuffer() }, { leadUrl: 'a' });
      const small = sharp(await drawing.toBuffer()).resize(380);
      const [, thumbnail] = [...blobs.values()];
      return { thumbnail: thumbnail!, small };
    }
    const pixelsOf = (image: Uint8Array) => sharp(image).raw().toBuffer();
    const isSame = async (a: Uint8Array, b: Uint8Array) =>
      (await pixelsOf(a)).equals(await pixelsOf(b));
    const wave = (x: number, y: number, n: number) => 127 + 60 * Math.sin(9 * n * (x + n * y));
    const grain = (x: number, y: number) => (Math.sin(x * 12_989 + y * 78_233) * 43_758) % 1;
    const palette = { palette: true, compressionLevel: 9, effort: 1 };
    const eye = (image: Uint8Array | Buffer) =>
      sharp(image).removeAlpha().blur(1.5).raw().toBuffer();

    it('with all colours where a palette would be larger, as in smooth drawings', async () => {
      const { thumbnail, small } = await thumbnailOf(3, (x, y) => [
        255 * y,
        180 * x,
        255 - 255 * y,
      ]);
      expect(await isSame(thumbnail, await small.png().toBuffer())).toBe(true);
      const reduced = await small.png(palette).toBuffer();
      expect(thumbnail.length).toBeLessThan(reduced.length / 5);
    });

    it('with little dithering, which is not visible in a sky', async () => {
      const { thumbnail, small } = await thumbnailOf(3, (x, y) =>
        [90 + 120 * y, 140 + 80 * y + 20 * x, 250 - 40 * y].map((value) => value + grain(x, y)),
      );
      const dithered = await small.png(palette).toBuffer();
      expect(thumbnail.length).toBeLessThan(0.85 * dithered.length);
      const [seen, original] = [await eye(thumbnail), await eye(await small.png().toBuffer())];
      const errors = seen.map((value, at) => (value - original[at]!) ** 2);
      // The signal-to-noise ratio is 45 dB.
      expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(2);
    });

    it('with filters where they make transparent pictures smaller', async () => {
      const { thumbnail, small } = await thumbnailOf(4, (x, y) =>
        [1, 2, 3].map((n) => wave(x, y, n)).concat(255 * x),
      );
      const plain = await small.png({ compressionLevel: 9 }).toBuffer();
      expect(thumbnail.length).toBeLessThan(0.8 * plain.length);
      expect(await isSame(thumbnail, plain)).toBe(true);
    });
  });

  it('are requested once for all of their purposes', async () => {
    const bytes = await picture('jpeg', 1000, 500);
    const wanted = { iconUrl: 'a', leadUrl: 'a', articleUrls: ['a'] };
    const { kept, requested, store } = await load({ a: bytes }, wanted);
    expect(requested).toEqual(['a']);
    expect(kept).toEqual([
      ['embedded', '*.jpeg', 1000, 500],
      ['image', 'image.jpeg', 800, 400],
      ['thumbnail', 'thumbnail.jpeg', 380, 190],
      ['icon', 'icon.png', 64, 32],
    ]);
    expect(store.images).toEqual({
      image: { name: 'image.jpeg', width: 800, height: 400 },
      thumbnail: { name: 'thumbnail.jpeg', width: 380, height: 190 },
      icon: { name: 'icon.png', width: 64, height: 32 },
    });
  });

  it("include one that becomes the page's image when the page names no valid one", async () => {
    const sources = {
      broken: (await picture('jpeg', 500, 300)).subarray(0, 200),
      small: await picture('png', 100, 300),
      second: await picture('png', 200, 100),
      third: await picture('png', 900, 900),
    };
    const articleUrls = ['small', 'second', 'third'];
    const { store } = await load(sources, { leadUrl: 'broken', articleUrls });
    expect(store.images.image).toEqual({ name: 'image.png', width: 200, height: 100 });
    expect(store.dropped).toEqual(new Map([['broken', 'failed']]));
  });

  it("cannot be the page's image when they are as small as an icon", async () => {
    const sources = {
      icon: await picture('png', 22, 22),
      flat: await picture('png', 900, 63),
      photo: await picture('png', 300, 200),
    };
    const named = await load(sources, { leadUrl: 'icon', articleUrls: ['icon', 'photo'] });
    expect(named.store.images.image).toMatchObject({ width: 300, height: 200 });
    const small = await load(sources, { leadUrl: 'flat', articleUrls: ['icon'] });
    expect(small.store.images).toEqual({});
    expect(small.store.fileOf('icon')).not.toBeNull();
  });

  it('are dropped when they cannot be decoded', async () => {
    const articleUrls = ['cut'];
    const cut = (await picture('webp', 500, 300)).subarray(0, 60);
    const { store, kept } = await load({ cut }, { articleUrls, iconUrl: 'cut' });
    expect(kept).toEqual([]);
    expect(store.dropped).toEqual(new Map([['cut', 'failed']]));
    expect(store.fileOf('cut')).toBeNull();
  });

  it('are limited like those of the extension', async () => {
    const bytes = await picture('png', 10, 10);
    const articleUrls = Array.from({ length: 320 }, (_, at) => `image-${at}`);
    const sources = Object.fromEntries(articleUrls.map((url) => [url, bytes]));
    const { store, kept } = await load(sources, { articleUrls });
    expect(kept).toHaveLength(300);
    expect([...store.dropped]).toEqual(articleUrls.slice(300).map((url) => [url, 'too-many']));
    expect(DOWNLOAD_LIMITS.maxTotalBytes).toBe(100_000_000);
  });

  it('are limited in number and in total size', async () => {
    const bytes = await picture('png', 10, 10);
    const sources = { a: bytes, b: bytes, c: bytes, d: bytes };
    const articleUrls = Object.keys(sources);
    const few = await load(sources, { articleUrls }, { maxImages: 3 });
    expect(few.requested).toEqual(['a', 'b', 'c']);
    expect(few.store.dropped).toEqual(new Map([['d', 'too-many']]));
    const small = await load(
      sources,
      { articleUrls },
      { maxTotalBytes: bytes.length, parallel: 1 },
    );
    expect(small.kept).toHaveLength(1);
    expect([...small.store.dropped.values()]).toEqual(['too-many', 'too-many', 'too-many']);
  });

  it('are limited in the size of each, also when they were sent', async () => {
    const bytes = await picture('png', 10, 10);
    const sources = { a: bytes, b: Buffer.concat([bytes, Buffer.alloc(100)]) };
    const limits = { maxImageBytes: bytes.length };
    const { store, kept } = await load(sources, { articleUrls: ['a', 'b'] }, limits);
    expect(kept).toHaveLength(1);
    expect(store.dropped).toEqual(new Map([['b', 'too-large']]));
  });

  it('are limited in their pixels together, so that small files do not cost minutes', async () => {
    const articleUrls = Array.from({ length: 60 }, (_, at) => `image-${at}`);
    const bytes = bomb(3000, 3300);
    const sources = Object.fromEntries(articleUrls.map((url) => [url, bytes]));
    const { store } = await load(sources, { articleUrls }, { parallel: 1 });
    const dropped = (reason: string) =>
      [...store.dropped.values()].filter((each) => each === reason);
    expect([dropped('failed').length, dropped('too-many').length]).toEqual([50, 10]);
  });

  it('have no preview of a drawing whose filters take long, which stays in the article', async () => {
    const drawing = (side: number) => Buffer.from(shadow.replaceAll('SIDE', String(side)));
    const { kept } = await load({ a: drawing(1000) }, { leadUrl: 'a', articleUrls: ['a'] });
    expect(kept.map(([kind]) => kind)).toEqual(['embedded']);
    const shown = await load({ quick: drawing(300) }, { leadUrl: 'quick' });
    expect(shown.kept.map(([kind]) => kind)).toEqual(['image', 'thumbnail']);
  });

  it('are dropped when they take too long', async () => {
    const bytes = await picture('png', 10, 10);
    const contents = { storeBlob: async () => '1' as BlobHash, bytes: async () => null };
    const store = new ImageStore(contents, 1_000_000);
    const files = {
      image: (url: string, _page: string, signal?: AbortSignal) =>
        new Promise<{ ok: true; value: { url: string; contentType: string; bytes: Buffer } }>(
          (resolve, reject) => {
            if (url === 'a') resolve({ ok: true, value: { url, contentType: '', bytes } });
            else signal?.addEventListener('abort', () => reject(signal.reason));
          },
        ),
    };
    const limits = { ...DOWNLOAD_LIMITS, timeoutMs: 20 };
    const clock = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(clock.signal);
    const loading = loadImages(
      { iconUrl: null, leadUrl: null, leadWidth: 800, articleUrls: ['a', 'b'] },
      {
        files,
        reader,
        contents,
        store,
        limits,
        pageUrl: PAGE,
        user: 'ada',
        signal: new AbortController().signal,
      },
    );
    await vi.waitFor(() => expect(store.resources).toHaveLength(1));
    expect(timeout).toHaveBeenCalledExactlyOnceWith(20);
    timeout.mockRestore();
    clock.abort();
    await loading;
    expect(store.dropped).toEqual(new Map([['b', 'failed']]));
    expect(store.resources).toHaveLength(1);
  });

  it('are no longer requested when the database is unavailable', async () => {
    const bytes = await picture('png', 10, 10);
    const gone = () => Promise.reject(new StorageUnavailable('full', null));
    const contents = { storeBlob: gone, bytes: async () => null };
    const requested: string[] = [];
    const files = {
      image: async (url: string) => {
        requested.push(url);
        return { ok: true as const, value: { url, contentType: '', bytes } };
      },
    };
    const store = new ImageStore(contents, 1_000_000);
    const limits = { ...DOWNLOAD_LIMITS, parallel: 2 };
    const { signal } = new AbortController();
    const loading = loadImages(
      { iconUrl: null, leadUrl: null, leadWidth: 800, articleUrls: ['a', 'b', 'c', 'd'] },
      { files, reader, contents, store, limits, pageUrl: PAGE, user: 'ada', signal },
    );
    await expect(loading).rejects.toMatchObject({ reason: 'full' });
    expect(requested).toEqual(['a', 'b']);
  });

  it('are no longer loaded after an abort', async () => {
    const stop = new AbortController();
    const contents = { storeBlob: async () => '1' as BlobHash, bytes: async () => null };
    const files = {
      image: async () => {
        stop.abort(new Error('stopped'));
        throw stop.signal.reason;
      },
    };
    const store = new ImageStore(contents, 1_000_000);
    const loading = loadImages(
      { iconUrl: null, leadUrl: null, leadWidth: 800, articleUrls: ['a'] },
      {
        files,
        reader,
        contents,
        store,
        limits: DOWNLOAD_LIMITS,
        pageUrl: PAGE,
        user: 'ada',
        signal: stop.signal,
      },
    );
    await expect(loading).rejects.toThrow('stopped');
  });
});

describe('placing images in an article', () => {
  const fileOf = (url: string) =>
    url.startsWith('https://a.org/a') ? { name: 'kept.png', width: 30, height: 20 } : null;

  it('uses the files of kept images and does not change other images', () => {
    expect(
      placeImages(
        '<p><img loading="lazy" src="https://a.org/a?b=1&amp;c=&quot;" alt="x"><img loading="lazy" src="https://a.org/b">',
        fileOf,
      ),
    ).toBe(
      '<p><img loading="lazy" src="_resources/kept.png" alt="x" width="30" height="20"><img loading="lazy" src="https://a.org/b">',
    );
  });

  it('keeps a size from the page', () => {
    const html = '<img loading="lazy" src="https://a.org/a" width="300">';
    expect(placeImages(html, fileOf)).toBe(
      '<img loading="lazy" src="_resources/kept.png" width="300">',
    );
  });

  it('does not change text that looks like an image', () => {
    const html =
      '<p title="<img loading=&quot;lazy&quot; src=&quot;https://a.org/a&quot;">&lt;img loading="lazy" src="https://a.org/a"&gt;';
    expect(placeImages(html, fileOf)).toBe(html);
  });
});
