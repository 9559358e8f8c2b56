import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AssetHash, BookmarkId } from '../../src/domain/bookmark';
import { newBookmark } from '../../src/domain/new-bookmark';
import { unixMs } from '../../src/domain/time';
import type { UrlKey } from '../../src/domain/url-identity';
import { addedArticle, type RestoredBookmark, transferRepository } from '../../src/library';
import { exportFile } from '../../src/transfer';
import { filesOf } from '../formats/archives';
import {
  address,
  loaded,
  page,
  shadowOf,
  type TestLibrary,
  testLibrary,
  value,
} from '../library/library';
import {
  DECLARED_DRAWINGS,
  HARM,
  HOSTILE_DRAWINGS,
  REFUSED_DRAWINGS,
} from '../support/hostile-drawings';
import { restorePages } from './bundles';

const URL = 'https://example.org/a';
const html = (images: readonly string[]) =>
  `<p>A text</p>${images.map((url) => `<img src="${url}">`).join('')}`;

/** A drawing, its address in the article, and the type that its source declares. */
interface Came {
  readonly url: string;
  readonly svg: string;
  readonly type: string;
}

const bytesOf = ({ svg }: Came) => new TextEncoder().encode(svg);
const asLoaded = (came: Came) => ({
  ...loaded(came.url, ''),
  bytes: bytesOf(came),
  mimeType: came.type,
});
const articleWith = (drawings: readonly Came[]) => ({
  html: html(drawings.map(({ url }) => url)),
  images: drawings.map(asLoaded),
  icon: null,
  image: drawings[0] ? asLoaded(drawings[0]) : null,
});

const bookmark: RestoredBookmark['bookmark'] = {
  ...newBookmark('b1' as BookmarkId, URL, URL as UrlKey, unixMs(1)),
  content: { kind: 'article' },
};

type Way = (test: TestLibrary, drawings: readonly Came[]) => Promise<void>;

/** Every way by which an image enters a library. */
const WAYS: Readonly<Record<string, Way>> = {
  async 'a page'({ library }, drawings) {
    const images = drawings.map(({ url }) => url);
    const parts = { url: URL, html: html(images), images, imageUrl: images[0] ?? null };
    const { id } = value(await library.bookmarks.save(page(parts))).bookmark;
    value(await library.articles.addImages(id, drawings.map(asLoaded)));
  },
  async 'the server of the account'({ library }, drawings) {
    const { id } = value(await library.bookmarks.save(address({ url: URL }))).bookmark;
    value(
      await library.sync.transaction({ ids: [id] }, (tx) => {
        tx.put({ ...tx.get(id), shadow: { ...shadowOf(id), serverId: 's1', article: 'pending' } });
      }),
    );
    value(await library.sync.storeArticles(new Map([[id, articleWith(drawings)]])));
  },
  async 'another server'(test, drawings) {
    const came = await addedArticle(articleWith(drawings), { wordCount: 2, now: unixMs(1) });
    const { article, images, icon, image } = came;
    const bookmarks = [{ bookmark: { ...bookmark, icon, image }, article, highlights: [] }];
    await restorePages(test, { bookmarks, images });
  },
  async 'a bundle'(test, drawings) {
    const { article } = await addedArticle(articleWith([]), { wordCount: 2, now: unixMs(1) });
    const images = drawings.map((came) => {
      const bytes = bytesOf(came);
      const hash = createHash('sha256').update(bytes).digest('hex') as AssetHash;
      return { url: came.url, hash, type: came.type, bytes };
    });
    const shown = images.map(({ url, hash }) => ({ url, hash, width: null, height: null }));
    const text = html(images.map(({ url }) => url));
    const bookmarks = [
      {
        bookmark: { ...bookmark, image: images[0]?.hash ?? null },
        article: article && { ...article, html: text, images: shown },
        highlights: [],
      },
    ];
    await restorePages(test, { bookmarks, images });
  },
};

/** Returns the drawings in an export. */
async function drawingsIn(test: TestLibrary, format: 'epub' | 'markdown-zip' | 'html') {
  const transfers = test.library.part(transferRepository);
  const markdown = { highlights: 'marks', layout: 'properties' } as const;
  const choice = { format, ids: null, title: null, settings: {}, markdown };
  const file = await exportFile(transfers, choice, { now: unixMs(1), onProgress: () => {} });
  const parts: BlobPart[] = [];
  for await (const part of file?.body ?? []) parts.push(part as BlobPart);
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  if (format !== 'html') {
    const files = await filesOf(bytes);
    const drawings = [...files].filter(([name]) => /(?<!missing)\.svg$/.test(name));
    return drawings.map(([, text]) => text);
  }
  const page = new TextDecoder().decode(bytes);
  const found = page.matchAll(/data:image\/svg\+xml;base64,([^"]+)/g);
  return [...found].map(([, base64 = '']) => atob(base64));
}

const cameAs = (drawings: readonly { readonly svg: string }[], type: string): Came[] =>
  drawings.map(({ svg }, at) => ({ url: `https://example.org/${at}.svg`, svg, type }));

describe.each(Object.entries(WAYS))('drawings that come from %s', (_name, bring) => {
  it('are harmless in the library and in every export', async () => {
    const test = await testLibrary();
    const declared = cameAs([...HOSTILE_DRAWINGS, ...DECLARED_DRAWINGS], 'image/svg+xml');
    await bring(test, declared);
    const [article] = await test.tables.articles.toArray();
    expect(article?.images.map(({ url }) => url)).toEqual(declared.map(({ url }) => url));
    for (const { hash } of article?.images ?? []) {
      const file = await test.library.assets.get(hash ?? ('' as AssetHash));
      expect(file?.type).toBe('image/svg+xml');
      expect(await file?.text()).toContain('<circle');
      expect(await file?.text()).not.toMatch(HARM);
    }
    expect((await test.tables.bookmarks.toArray())[0]?.image).not.toBeNull();
    expect(await test.tables.assets.count()).toBe(await test.tables.assetUses.count());
    for (const format of ['epub', 'markdown-zip', 'html'] as const) {
      const written = await drawingsIn(test, format);
      expect(written.length).toBeGreaterThan(0);
      for (const drawing of written) expect(drawing).not.toMatch(HARM);
    }
  });

  it('are harmless when they are declared to be another image', async () => {
    const test = await testLibrary();
    await bring(test, cameAs(HOSTILE_DRAWINGS, 'image/png'));
    const assets = await test.tables.assets.toArray();
    expect(assets.length).toBeGreaterThan(0);
    for (const { mimeType, bytes } of assets) {
      expect(mimeType).toBe('image/svg+xml');
      expect(new TextDecoder().decode(bytes)).not.toMatch(HARM);
    }
  });

  it('are listed as not kept when nothing of them can be kept, like a file that is no image', async () => {
    const test = await testLibrary();
    const refused = cameAs(REFUSED_DRAWINGS, 'image/svg+xml');
    const document = { url: 'https://example.org/page', svg: '<p>No image', type: 'text/html' };
    await bring(test, [...refused, document]);
    const [article] = await test.tables.articles.toArray();
    expect(article?.images).toHaveLength(refused.length + 1);
    for (const image of article?.images ?? []) expect(image.hash).toBeNull();
    expect(await test.tables.assets.count()).toBe(0);
  });
});
