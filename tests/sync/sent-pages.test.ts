import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IMAGE_LIMITS } from '../../src/capture/images/limits';
import { MAX_PAGE_BYTES } from '../../src/contract';
import type { Article } from '../../src/domain/article';
import type { AssetHash } from '../../src/domain/bookmark';
import { MINUTE_MS, SECOND_MS } from '../../src/domain/time';
import { pageToSend } from '../../src/sync/push/page-to-send';
import { page, value } from '../library/library';
import { picture } from '../server/support/pictures';
import { startWorld, type World } from './support/world';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.end());

const ICON = 'https://pages.example/mark.png';
const PHOTO = 'https://pages.example/photo.png';

/**
 * Saves a page that declares its icon as its picture, and sends it. Returns the server's resources.
 */
async function sent(
  images: Readonly<Record<string, readonly [width: number, height: number]>>,
  unreadable: readonly string[] = [],
) {
  const device = await world.device();
  const urls = Object.keys(images);
  const text = 'The harbour froze in January. '.repeat(40);
  const shown = [...urls, ...unreadable].map((url) => `<p><img src="${url}"></p>`);
  const html = `<p>${text}</p>${shown.join('')}`;
  const { bookmark } = value(
    await device.library.bookmarks.save(
      page({ html, images: [...urls, ...unreadable], imageUrl: ICON }),
    ),
  );
  const loaded = urls.map(async (url) => {
    const [width, height] = images[url]!;
    const bytes = Uint8Array.from(await picture('png', width, height));
    return { kind: 'loaded', url, bytes, mimeType: 'image/png', width, height } as const;
  });
  const dropped = unreadable.map((url) => ({ kind: 'dropped', url, reason: 'too-many' }) as const);
  value(
    await device.library.articles.addImages(bookmark.id, [
      ...(await Promise.all(loaded)),
      ...dropped,
    ]),
  );
  await device.round();
  await world.work();
  return (await world.bookmarks())[0]?.resources;
}

describe('a page that is sent to the server', () => {
  it('has its first large image as its picture when it names an icon', async () => {
    const resources = await sent({ [ICON]: [22, 22], [PHOTO]: [320, 200] });
    expect(resources?.image).toMatchObject({ width: 320, height: 200 });
  });

  it('has no picture when all of its images are icons', async () => {
    const resources = await sent({ [ICON]: [22, 22] });
    expect(resources?.image).toBeUndefined();
  });

  it('waits for the images that its tab still sends, while other pages are sent', async () => {
    const device = await world.device();
    const shown = `<p>${'The harbour froze in January. '.repeat(40)}</p><p><img src="${PHOTO}"></p>`;
    const save = async (parts: Parameters<typeof page>[0]) =>
      value(await device.library.bookmarks.save(page(parts))).bookmark.id;
    const id = await save({ html: shown, images: [PHOTO] });
    const never = { url: 'https://example.org/closed', html: shown, images: [PHOTO] };
    await save(never);
    await save({ url: 'https://example.org/other', html: null });
    const urls = async () => (await world.bookmarks()).map(({ url }) => url).toSorted();
    expect(await device.round()).toMatchObject({ kind: 'done', nextAt: expect.anything() });
    expect(await urls()).toEqual(['https://example.org/other']);
    const bytes = Uint8Array.from(await picture('png', 320, 200));
    const image = { url: PHOTO, bytes, mimeType: 'image/png', width: 320, height: 200 };
    value(await device.library.articles.addImages(id, [{ kind: 'loaded', ...image }]));
    world.advance(10 * SECOND_MS);
    expect(await device.round()).toMatchObject({ kind: 'done', nextAt: expect.anything() });
    expect(await urls()).toEqual(['https://example.org/a', 'https://example.org/other']);
    await world.work();
    const sent = (await world.bookmarks()).find(({ url }) => url === 'https://example.org/a');
    expect(sent?.resources.image).toMatchObject({ width: 320, height: 200 });
    // The tab of the last one was closed.
    world.advance(IMAGE_LIMITS.totalTimeoutMs + 2 * MINUTE_MS);
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await urls()).toContain(never.url);
  });

  it('arrives on another device with the address of each image that is not kept', async () => {
    await sent({ [PHOTO]: [320, 200] }, ['https://far.example/plate.png?a=1&b=2']);
    const other = await world.device();
    await other.sync().round({ articles: 'all' });
    const bookmark = (await other.find('https://example.org/a'))!;
    const article = await other.library.articles.get(bookmark.id);
    expect(article?.images.map((image) => ('reason' in image ? image : 'kept'))).toEqual([
      'kept',
      {
        url: 'https://far.example/plate.png?a=1&b=2',
        hash: null,
        reason: 'failed',
        width: null,
        height: null,
      },
    ]);
    expect(article?.report).toMatchObject({ imagesKept: 1, imagesDropped: 1 });
  });

  it('includes the images that fit beside its text, and the addresses of the others', () => {
    const bytes = new Uint8Array(10_000_000);
    const hashes = Array.from({ length: 13 }, (_, at) => `hash-${at}` as AssetHash);
    const urls = hashes.map((hash) => `https://pages.example/${hash}.png`);
    const html = `<p>${'氷'.repeat(5_000_000)}</p>${urls.map((url) => `<img src="${url}">`).join('')}`;
    const article = {
      html,
      capturedAt: 0,
      images: urls.map((url, at) => ({ url, hash: hashes[at]!, width: 9, height: 9 })),
    } as unknown as Article;
    const assets = new Map(hashes.map((hash) => [hash, new Blob([bytes])]));
    const version = {
      url: 'https://pages.example/',
      title: 'Ice',
      labels: [],
      authors: [],
      note: '',
    };
    const { resources, html: written } = pageToSend(
      { ...version, created: 0 } as unknown as Parameters<typeof pageToSend>[0],
      { icon: null, image: null },
      article,
      assets,
    );
    const files = resources.reduce((sum, { content }) => sum + (content as Blob).size, 0);
    expect(files + new Blob([written as string]).size).toBeLessThan(MAX_PAGE_BYTES);
    expect(resources.map(({ url }) => url)).toEqual(urls.slice(0, 11));
    for (const url of urls) expect(written).toContain(`src="${url}"`);
  });
});
