import { describe, expect, it, vi } from 'vitest';
import { createFetchImages } from '../../../src/extension/images/fetch-images';
import { HARM, HOSTILE_DRAWINGS } from '../../support/hostile-drawings';

const A = 'https://example.org/a.png';
/** A PNG of one pixel. */
const PNG = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  (character) => character.charCodeAt(0),
);

/** A response with the given final address. */
const answer = (body: BodyInit | null, url = A, init: ResponseInit = {}) =>
  Object.defineProperty(new Response(body, init), 'url', { value: url });

function fetchAll(request: (url: string, init: RequestInit) => Promise<Response>, url = A) {
  const shrink = () => Promise.reject(new Error('Nothing here is that large'));
  return Array.fromAsync(createFetchImages(request, shrink)([url], {}));
}

describe('createFetchImages', () => {
  it('sends neither cookies nor a referrer', async () => {
    const request = vi.fn(async (_: string, __: RequestInit) => answer(PNG));
    expect(await fetchAll(request)).toEqual([
      { kind: 'loaded', url: A, bytes: PNG, mimeType: 'image/png', width: 1, height: 1 },
    ]);
    expect(request).toHaveBeenCalledExactlyOnceWith(
      A,
      expect.objectContaining({ credentials: 'omit', referrerPolicy: 'no-referrer' }),
    );
  });

  it.each(['http://192.168.0.1/a.png', 'http://localhost/a.png', 'http://[::1]/a.png'])(
    'makes no request to %s',
    async (url) => {
      const request = vi.fn(async () => answer(PNG, url));
      expect(await fetchAll(request, url)).toMatchObject([{ kind: 'dropped', url }]);
      expect(request).not.toHaveBeenCalled();
    },
  );

  it('drops an image after a redirect to a private address', async () => {
    const pull = vi.fn();
    const cancel = vi.fn();
    const body = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
    const request = async () => answer(body, 'http://10.0.0.1/a.png');
    expect(await fetchAll(request)).toMatchObject([{ kind: 'dropped', url: A }]);
    expect(pull).not.toHaveBeenCalled();
    expect(cancel).toHaveBeenCalledOnce();
  });

  it.each([
    ['a page instead of an image', async () => answer('<p>Log in'), 'not-an-image'],
    ['a drawing of nothing', async () => answer('<svg></svg>'), 'not-an-image'],
    ['an error', async () => answer(null, A, { status: 404 }), 'failed'],
    ['no answer', () => Promise.reject(new TypeError('offline')), 'not-readable'],
  ])('drops %s with its reason', async (_, request, reason) => {
    expect(await fetchAll(request)).toEqual([{ kind: 'dropped', url: A, reason }]);
  });

  it('keeps drawings, sanitised without a DOM', async () => {
    vi.stubGlobal('document', undefined);
    vi.stubGlobal('DOMParser', undefined);
    for (const { svg } of HOSTILE_DRAWINGS) {
      const [image] = await fetchAll(async () => answer(svg));
      expect(image).toMatchObject({ kind: 'loaded', mimeType: 'image/svg+xml' });
      const text = image?.kind === 'loaded' ? new TextDecoder().decode(image.bytes) : '';
      expect(text).toContain('<circle');
      expect(text).not.toMatch(HARM);
    }
    vi.unstubAllGlobals();
  });
});
