import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LoadedImage } from '../../../src/capture/capture';
import { imageUrls } from '../../../src/capture/images/inline-images';
import { IMAGE_LIMITS } from '../../../src/capture/images/limits';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { err, ok } from '../../../src/domain/result';
import {
  createImageCollector,
  createImageJobs,
  type ImageCollector,
} from '../../../src/extension/images/collect-images';
import type { FetchImages } from '../../../src/extension/images/fetch-images';
import {
  offerImages,
  storeImageUrls,
  takeImageUrls,
} from '../../../src/extension/images/offer-images';
import type { Library } from '../../../src/library';
import { capture, loaded, testLibrary, value } from '../../library/library';
import { FakeEvent, type FakeExtension, fakeExtension } from '../support/fake-extension';
import { portPair } from '../support/fake-port';

const A = 'https://example.org/a.png';
const B = 'https://elsewhere.example/b.png';
const ICON = 'https://example.org/favicon.ico';
const CAPTURE = capture({ images: [A, B], iconUrl: ICON });

let fake: FakeExtension;
let library: Library;
let id: BookmarkId;
let collector: ImageCollector;
const fetched: string[] = [];

let fetchLimits: Parameters<FetchImages>[1] = {};

const fetchImages: FetchImages = async function* (urls, limits) {
  fetchLimits = limits;
  for (const url of urls) {
    fetched.push(url);
    yield loaded(url, `bytes of ${url}`);
  }
};

/** Simulates a captured page that offers these images. */
function pageWith(images: () => AsyncIterable<LoadedImage>) {
  const onConnect = new FakeEvent();
  const runtime = { id: 'leafmark', onConnect } as unknown as Parameters<typeof offerImages>[0];
  storeImageUrls(imageUrls(CAPTURE), new Map());
  fake.executeScript = async ({ files }) => {
    expect(files).toEqual(['/capture-images.js']);
    offerImages(runtime, takeImageUrls(), images);
    return [];
  };
  fake.connect = () => {
    const { background, page } = portPair('capture-images');
    onConnect.fire(page);
    return background;
  };
}

async function* from(...images: LoadedImage[]) {
  yield* images;
}
const unreadable = (url: string): LoadedImage => ({ kind: 'dropped', url, reason: 'not-readable' });
const outcomes = async () =>
  (await library.articles.get(id))?.images.map(({ url, hash, ...image }) => [
    url,
    hash === null && 'reason' in image ? image.reason : 'kept',
  ]);

beforeEach(async () => {
  fetched.length = 0;
  fake = fakeExtension();
  ({ library } = await testLibrary());
  const saved = await library.bookmarks.save({ kind: 'captured', capture: CAPTURE });
  id = value(saved).bookmark.id;
  collector = createImageCollector({
    scripting: fake.browser.scripting,
    tabs: fake.browser.tabs,
    jobs: createImageJobs(fake.browser.storage),
    hasImageAccess: async () => fake.hasAllSites,
    fetchImages,
  });
});

const PAGE = { tabId: 1, isPrivateWindow: false };

describe('the images of a page', () => {
  it('are added to the article and the row without a request', async () => {
    pageWith(() => from(loaded(ICON, 'icon'), loaded(A, 'a'), unreadable(B)));
    await collector.collect(library, PAGE, id, CAPTURE);
    expect(await outcomes()).toEqual([
      [A, 'kept'],
      [B, 'not-readable'],
    ]);
    expect((await library.bookmarks.get(id))?.icon).not.toBeNull();
    expect((await library.articles.get(id))?.report).toMatchObject({
      imagesKept: 1,
      imagesDropped: 1,
    });
    expect(fetched).toEqual([]);
    expect(fake.stored.size).toBe(0);
  });

  it('are fetched if the page may not read them and *Keep all images* is allowed', async () => {
    fake.hasAllSites = true;
    pageWith(() => from(loaded(ICON, 'icon'), loaded(A, 'a'), unreadable(B)));
    await collector.collect(library, PAGE, id, CAPTURE);
    expect(fetched).toEqual([B]);
    expect(await outcomes()).toEqual([
      [A, 'kept'],
      [B, 'kept'],
    ]);
  });

  it('are not fetched for a page in a private window', async () => {
    fake.hasAllSites = true;
    pageWith(() => from(loaded(ICON, 'icon'), loaded(A, 'a'), unreadable(B)));
    await collector.collect(library, { ...PAGE, isPrivateWindow: true }, id, CAPTURE);
    expect(fetched).toEqual([]);
    expect(await outcomes()).toEqual([
      [A, 'kept'],
      [B, 'not-readable'],
    ]);
  });

  it('are kept if they arrived before the tab was closed, and the rest get a reason', async () => {
    pageWith(async function* () {
      yield loaded(A, 'a');
      throw new Error('The page is gone');
    });
    const gone = vi.fn();
    process.once('unhandledRejection', gone);
    await collector.collect(library, PAGE, id, CAPTURE);
    expect(await outcomes()).toEqual([
      [A, 'kept'],
      [B, 'failed'],
    ]);
    await vi.waitFor(() => expect(gone).toHaveBeenCalledOnce());
  });

  it('get a reason when the page cannot be reached', async () => {
    fake.executeScript = () => Promise.reject(new Error('No tab with id: 1'));
    await collector.collect(library, PAGE, id, CAPTURE);
    expect(await outcomes()).toEqual([
      [A, 'failed'],
      [B, 'failed'],
    ]);
    expect(fake.stored.size).toBe(0);
  });

  it('are fetched when the page cannot be reached and *Keep all images* is allowed', async () => {
    fake.hasAllSites = true;
    fake.executeScript = () => Promise.reject(new Error('No tab with id: 1'));
    await collector.collect(library, PAGE, id, CAPTURE);
    expect(fetched).toEqual([ICON, A, B]);
  });

  it('get a reason when no script listens in the tab', async () => {
    fake.executeScript = async () => [];
    fake.connect = () => {
      const { background, page } = portPair('capture-images');
      setTimeout(() => page.disconnect());
      return background;
    };
    await collector.collect(library, PAGE, id, CAPTURE);
    expect(await outcomes()).toEqual([
      [A, 'failed'],
      [B, 'failed'],
    ]);
  });

  it('are recorded as pending until they have arrived', async () => {
    const noted: unknown[] = [];
    pageWith(async function* () {
      noted.push(...fake.stored.keys());
      yield loaded(A, 'a');
    });
    await collector.collect(library, PAGE, id, CAPTURE);
    expect(noted).toEqual([`images:${id}`]);
    expect(fake.stored.size).toBe(0);
  });

  it('get a reason when an error occurs', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    fake.connect = () => {
      const { background, page } = portPair('capture-images');
      setTimeout(() => page.disconnect());
      return {
        ...background,
        disconnect: () => {
          throw new Error('A bug of the browser');
        },
      };
    };
    fake.executeScript = async () => [];
    await collector.collect(library, PAGE, id, CAPTURE);
    expect(complaint).toHaveBeenCalledOnce();
    complaint.mockRestore();
    expect(await outcomes()).toEqual([
      [A, 'failed'],
      [B, 'failed'],
    ]);
    expect(fake.stored.size).toBe(0);
  });

  it('use at most half of the remaining storage, and the others are dropped as quota', async () => {
    const storage = { estimate: async () => ({ usage: 1000, quota: 1012 }) };
    const small = (await testLibrary({ storage })).library;
    const { bookmark } = value(await small.bookmarks.save({ kind: 'captured', capture: CAPTURE }));
    fake.hasAllSites = true;
    pageWith(() => from(loaded(ICON, 'icon'), loaded(A, 'too much'), loaded(B, 'b')));
    await collector.collect(small, PAGE, bookmark.id, CAPTURE);
    const images = (await small.articles.get(bookmark.id))?.images ?? [];
    expect(images.map((image) => 'reason' in image && image.reason)).toEqual(['quota', 'quota']);
    expect((await small.bookmarks.get(bookmark.id))?.icon).not.toBeNull();
    expect(fetched).toEqual([]);
  });

  it('are counted without the icon, which is kept as well', async () => {
    const urls = Array.from({ length: 301 }, (_, at) => `https://example.org/${at}.png`);
    const many = capture({ url: 'https://example.org/many', images: urls, iconUrl: ICON });
    const { bookmark } = value(await library.bookmarks.save({ kind: 'captured', capture: many }));
    pageWith(() => from(...[ICON, ...urls].map((url) => loaded(url, url))));
    storeImageUrls(imageUrls(many), new Map());
    await collector.collect(library, PAGE, bookmark.id, many);
    const article = await library.articles.get(bookmark.id);
    expect(article?.report).toMatchObject({ imagesKept: 300, imagesDropped: 1 });
    expect(article?.images.at(-1)).toMatchObject({ reason: 'too-many' });
    expect((await library.bookmarks.get(bookmark.id))?.icon).not.toBeNull();
  });

  it('are not requested when there are none', async () => {
    fake.connect = () => expect.fail('No port is needed');
    await collector.collect(library, PAGE, id, capture());
    expect(fake.stored.size).toBe(0);
  });
});

describe('offerImages', () => {
  const offer = () => {
    const onConnect = new FakeEvent();
    const runtime = { id: 'leafmark', onConnect } as unknown as Parameters<typeof offerImages>[0];
    offerImages(runtime, [A], () => from(loaded(A, 'a')));
    return onConnect;
  };

  it('accepts one port with the right name', () => {
    const onConnect = offer();
    onConnect.fire(portPair('something-else').page);
    onConnect.fire(portPair('capture-images', 'another-extension').page);
    expect(onConnect.listeners.size).toBe(1);
    onConnect.fire(portPair('capture-images').page);
    expect(onConnect.listeners.size).toBe(0);
  });

  it('withdraws the offer when the page is captured again', () => {
    const first = offer();
    const second = offer();
    expect(first.listeners.size).toBe(0);
    expect(second.listeners.size).toBe(1);
  });

  it('withdraws the offer after ten seconds', async () => {
    vi.useFakeTimers();
    const onConnect = offer();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onConnect.listeners.size).toBe(0);
    vi.useRealTimers();
  });
});

describe('wanted images', () => {
  it('are stored once each and taken by one script', () => {
    const inline = new Map([['data:image/png;leafmark=1,', 'data:image/png;base64,iVBORw0KGgo=']]);
    storeImageUrls([A, 'data:image/png;leafmark=1,', B, A], inline);
    expect(takeImageUrls()).toEqual([A, 'data:image/png;base64,iVBORw0KGgo=', B]);
    expect(takeImageUrls()).toEqual([]);
  });
});

describe('fetchMissing', () => {
  it('fetches the missing images once it is allowed', async () => {
    pageWith(() => from(loaded(A, 'a'), unreadable(B)));
    await collector.collect(library, PAGE, id, CAPTURE);
    expect(await collector.fetchMissing(library, id)).toEqual(err({ kind: 'not-allowed' }));
    expect(fetched).toEqual([]);
    fake.hasAllSites = true;
    expect(await collector.fetchMissing(library, id)).toEqual(ok(1));
    expect(await outcomes()).toEqual([
      [A, 'kept'],
      [B, 'kept'],
    ]);
    expect(await collector.fetchMissing(library, id)).toEqual(ok(0));
  });

  it('keeps the size limit per page, including images that were stored before', async () => {
    pageWith(() => from(loaded(A, 'x'.repeat(1000)), unreadable(B)));
    await collector.collect(library, PAGE, id, CAPTURE);
    fake.hasAllSites = true;
    await collector.fetchMissing(library, id);
    expect(fetchLimits).toEqual({
      maxImages: IMAGE_LIMITS.maxImages - 1,
      maxTotalBytes: IMAGE_LIMITS.maxTotalBytes - 1000,
    });
  });

  it('returns not-found when there is no article', async () => {
    fake.hasAllSites = true;
    const gone = await collector.fetchMissing(library, 'gone' as BookmarkId);
    expect(gone).toEqual(err({ kind: 'not-found' }));
  });
});
