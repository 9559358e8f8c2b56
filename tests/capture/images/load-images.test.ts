import { describe, expect, it, vi } from 'vitest';
import type { LoadedImage } from '../../../src/capture';
import { type ImageTools, type LoadImagesOptions, loadImages } from '../../../src/capture';
import { png, svg } from '../../support/images';

const ORIGIN = 'https://garden.example';
const own = (name: string) => `${ORIGIN}/${name}`;

type Answer = BodyInit | Response | Error | Promise<Response>;

/** A fetch function with these responses. All other addresses are unreachable. */
function webOf(answers: Readonly<Record<string, Answer>>) {
  return vi.fn(async (url: string, init: RequestInit): Promise<Response> => {
    const answer = answers[url] ?? new TypeError('Failed to fetch');
    if (answer instanceof Error) throw answer;
    if (answer instanceof Promise) return abortable(answer, init.signal);
    return answer instanceof Response ? answer : new Response(answer);
  });
}

function abortable<T>(promise: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    promise.then(resolve, reject);
  });
}

function optionsFor(
  fetch: ReturnType<typeof webOf>,
  more: Partial<Omit<LoadImagesOptions, 'tools'>> & { tools?: Partial<ImageTools> } = {},
): LoadImagesOptions {
  const tools = {
    fetch,
    shrink: vi.fn(async (_picture: Blob | HTMLImageElement, maxSide: number) => ({
      blob: new Blob([png(maxSide, 10)], { type: 'image/webp' }),
      width: maxSide,
      height: 10,
    })),
    findShown: () => null,
    ...more.tools,
  };
  return { pageOrigin: ORIGIN, ...more, tools };
}

const all = (urls: readonly string[], options: LoadImagesOptions): Promise<LoadedImage[]> =>
  Array.fromAsync(loadImages(urls, options));

const reasons = (images: readonly LoadedImage[]) =>
  images.map((image) => (image.kind === 'loaded' ? 'loaded' : image.reason));

const never = new Promise<Response>(() => {});

describe('loadImages', () => {
  it('returns bytes, detected type and size once for each address', async () => {
    const fetch = webOf({ [own('a')]: png(30, 20), [own('b')]: svg('<path/>') });
    const images = await all([own('a'), own('b'), own('a')], optionsFor(fetch));
    expect(images).toHaveLength(2);
    expect(images).toContainEqual({
      kind: 'loaded',
      url: own('a'),
      bytes: png(30, 20),
      mimeType: 'image/png',
      width: 30,
      height: 20,
    });
    expect(images).toContainEqual(
      expect.objectContaining({ url: own('b'), mimeType: 'image/svg+xml', width: 40, height: 30 }),
    );
  });

  it('sends cookies to the origin of the page only', async () => {
    const data = 'data:image/png;base64,AAAA';
    const fetch = webOf({
      [own('a')]: png(1, 1),
      'https://cdn.example/b': png(1, 1),
      [data]: png(1, 1),
    });
    await all([own('a'), 'https://cdn.example/b', data], optionsFor(fetch));
    const credentials = Object.fromEntries(
      fetch.mock.calls.map(([url, init]) => [url, [init.mode, init.credentials]]),
    );
    expect(credentials).toEqual({
      [own('a')]: ['cors', 'same-origin'],
      'https://cdn.example/b': ['cors', 'omit'],
      [data]: ['cors', 'same-origin'],
    });
  });

  it.each<[string, string, Answer, string]>([
    [
      'a site that allows no other site to read',
      'https://cdn.example/a',
      new TypeError('Failed'),
      'not-readable',
    ],
    ['a connection that is down', own('a'), new TypeError('Failed to fetch'), 'failed'],
    ['an error of the server', own('a'), new Response('', { status: 500 }), 'failed'],
    ['a page instead of an image', own('a'), '<!doctype html>', 'not-an-image'],
    ['an image that ends too early', own('a'), png(30, 20).slice(0, 18), 'not-an-image'],
    ['an image of gigabytes to decode', own('a'), png(30_000, 30_000), 'too-large'],
    ['an image with millions of pixels in a few bytes', own('a'), png(7000, 7000), 'too-large'],
    [
      'a declared length above the limit',
      own('a'),
      new Response(png(1, 1), { headers: { 'content-length': '99999999' } }),
      'too-large',
    ],
    ['a body that is longer than it may be', own('a'), new Uint8Array(3000), 'too-large'],
    ['a file of this machine', 'file:///etc/passwd', png(1, 1), 'not-readable'],
    ['a script', 'javascript:alert(1)', png(1, 1), 'not-readable'],
  ])('drops %s', async (_case, url, answer, reason) => {
    const options = optionsFor(webOf({ [url]: answer }), { limits: { maxImageBytes: 2000 } });
    expect(await all([url], options)).toEqual([{ kind: 'dropped', url, reason }]);
  });

  it('scales down an image that is larger than needed', async () => {
    const options = optionsFor(webOf({ [own('a')]: png(2001, 10) }));
    const [image] = await all([own('a')], options);
    expect(image).toMatchObject({ mimeType: 'image/webp', width: 2000, height: 10 });
  });

  it("drops a large image that can't be decoded", async () => {
    const shrink = async () => Promise.reject(new DOMException('', 'InvalidStateError'));
    const options = optionsFor(webOf({ [own('a')]: png(2001, 10) }), { tools: { shrink } });
    expect(reasons(await all([own('a')], options))).toEqual(['failed']);
  });

  it('uses the displayed image when fetching fails', async () => {
    const shown = document.createElement('img');
    const findShown = vi.fn(() => shown);
    const options = optionsFor(webOf({}), { tools: { findShown } });
    expect(await all(['blob:https://garden.example/1'], options)).toEqual([
      expect.objectContaining({ kind: 'loaded', url: 'blob:https://garden.example/1' }),
    ]);
    expect(options.tools.shrink).toHaveBeenCalledWith(shown, 2000);
  });

  it('reports the fetch error when the displayed image may not be read', async () => {
    const tools = {
      findShown: () => document.createElement('img'),
      shrink: async () => Promise.reject(new DOMException('tainted', 'SecurityError')),
    };
    const images = await all(['https://cdn.example/a'], optionsFor(webOf({}), { tools }));
    expect(reasons(images)).toEqual(['not-readable']);
  });

  it('stores images up to the limit and counts only stored ones', async () => {
    const urls = ['https://cdn.example/no', ...[1, 2, 3, 4, 5].map((n) => own(`${n}`))];
    const fetch = webOf(Object.fromEntries(urls.slice(1).map((url) => [url, png(1, 1)])));
    const images = await all(urls, optionsFor(fetch, { limits: { maxImages: 3 } }));
    expect(reasons(images)).toEqual([
      'not-readable',
      ...['loaded', 'loaded', 'loaded'],
      ...['too-many', 'too-many'],
    ]);
    expect(images.slice(1).map(({ url }) => url)).toEqual(urls.slice(1));
  });

  it('stores the 300 images of a long article', async () => {
    const urls = Array.from({ length: 320 }, (_, n) => own(`${n}`));
    const fetch = webOf(Object.fromEntries(urls.map((url) => [url, png(1, 1)])));
    const kept = reasons(await all(urls, optionsFor(fetch)));
    expect(kept.filter((reason) => reason === 'loaded')).toHaveLength(300);
    expect(kept.slice(300)).toEqual(Array(20).fill('too-many'));
  });

  it('tries a limited number of images on a page with ten thousand', async () => {
    const urls = Array.from({ length: 10_000 }, (_, n) => `https://cdn.example/${n}`);
    const fetch = webOf({});
    const images = await all(urls, optionsFor(fetch));
    expect(fetch).toHaveBeenCalledTimes(600);
    expect(images).toHaveLength(10_000);
    expect(images.at(-1)).toMatchObject({ reason: 'too-many' });
  });

  it('stores bytes up to the limit', async () => {
    const urls = [1, 2, 3].map((n) => own(`${n}`));
    const fetch = webOf(Object.fromEntries(urls.map((url) => [url, png(1, 1)])));
    const limits = { maxTotalBytes: png(1, 1).byteLength * 2, parallel: 1 };
    expect(reasons(await all(urls, optionsFor(fetch, { limits })))).toEqual([
      ...['loaded', 'loaded'],
      'too-many',
    ]);
  });

  it('drops an image that would exceed the limit of bytes together with earlier ones', async () => {
    const urls = [1, 2, 3].map((n) => own(`${n}`));
    const fetch = webOf(Object.fromEntries(urls.map((url) => [url, png(1, 1)])));
    const limits = { maxTotalBytes: png(1, 1).byteLength * 2.5, parallel: 1 };
    expect(reasons(await all(urls, optionsFor(fetch, { limits })))).toEqual([
      ...['loaded', 'loaded'],
      'too-many',
    ]);
  });

  it('loads four images in parallel and continues while one is slow', async () => {
    const urls = Array.from({ length: 9 }, (_, n) => own(`${n}`));
    const answers = new Map<string, () => void>();
    const fetch = vi.fn(
      (url: string) =>
        new Promise<Response>((resolve) => {
          answers.set(url, () => resolve(new Response(png(1, 1))));
        }),
    );
    const images = loadImages(urls, optionsFor(fetch));
    const first = images.next();
    expect([...answers.keys()]).toEqual(urls.slice(0, 4));
    answers.get(urls[3]!)?.();
    expect((await first).value).toMatchObject({ url: urls[3] });
    const second = images.next();
    expect([...answers.keys()]).toEqual(urls.slice(0, 5));
    answers.get(urls[4]!)?.();
    expect((await second).value).toMatchObject({ url: urls[4] });
    await images.return();
  });

  it('drops an image that takes too long to load', async () => {
    const fetch = webOf({ [own('slow')]: never, [own('a')]: png(1, 1) });
    const images = await all(
      [own('slow'), own('a')],
      optionsFor(fetch, { limits: { imageTimeoutMs: 5 } }),
    );
    expect(images.map(({ url, kind }) => [url, kind])).toEqual([
      [own('a'), 'loaded'],
      [own('slow'), 'dropped'],
    ]);
  });

  it('drops an image that takes too long to decode', async () => {
    const shrink = () => new Promise<never>(() => {});
    const fetch = webOf({ [own('a')]: png(2001, 1) });
    const options = optionsFor(fetch, { tools: { shrink }, limits: { imageTimeoutMs: 5 } });
    expect(reasons(await all([own('a')], options))).toEqual(['failed']);
  });

  it('drops all remaining images when the time of the page is over', async () => {
    const urls = Array.from({ length: 7 }, (_, n) => own(`${n}`));
    const fetch = webOf(Object.fromEntries(urls.map((url) => [url, never])));
    const images = await all(urls, optionsFor(fetch, { limits: { totalTimeoutMs: 5 } }));
    expect(reasons(images)).toEqual(Array(7).fill('failed'));
    expect(fetch).toHaveBeenCalledTimes(4);
  });

  it('stops when it is aborted', async () => {
    const stop = new AbortController();
    const fetch = webOf({ [own('a')]: png(1, 1), [own('slow')]: never });
    const images: LoadedImage[] = [];
    const options = optionsFor(fetch, { signal: stop.signal });
    for await (const image of loadImages([own('a'), own('slow')], options)) {
      images.push(image);
      stop.abort();
    }
    expect(reasons(images)).toEqual(['loaded', 'failed']);
  });

  it('stops loading when the consumer stops', async () => {
    const fetch = webOf({ [own('a')]: png(1, 1), [own('slow')]: never });
    for await (const _image of loadImages([own('a'), own('slow')], optionsFor(fetch))) break;
    expect(fetch.mock.calls.every(([, init]) => init.signal?.aborted)).toBe(true);
  });
});
