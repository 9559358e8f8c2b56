// @module-tag full
import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import type { AssetHash, BookmarkId } from '../../src/domain/bookmark';
import { BUNDLE_PAGE, type BundleSource, openBundle, writeBundle } from '../../src/formats';
import { page, testLibrary, value } from '../library/library';
import { temporaryFolder } from '../support/temporary-folder';
import { TEST_TIMEOUT_MS } from '../support/timeouts';

/** The number of bookmarks, each with an article. A soak has more entries and bytes than fit without Zip64. */
const COUNT = Number(process.env.LEAFMARK_ZIP64 ?? 300);
const TIMEOUT_MS = TEST_TIMEOUT_MS * Math.max(1, COUNT / 3_000);
/** One in so many bookmarks has an image, which is stored without compression. */
const IMAGE_EVERY = 60;
const IMAGE_BYTES = 4_000_000;
/** Many times the largest entry, and a ninth of the file of a soak. */
const MEMORY_BYTES = 500_000_000;

const idOf = (at: number) => `b${String(at).padStart(7, '0')}` as BookmarkId;
const hashOf = (at: number) => at.toString(16).padStart(64, '0') as AssetHash;
const imageOf = (at: number) => new Uint8Array(IMAGE_BYTES).fill(at % 251);
const htmlOf = (at: number) => `<p>Leaf ${at} has turned red.</p>`;
const hasImage = (at: number) => at % IMAGE_EVERY === 0;

/** A library of `COUNT` bookmarks, made while it is written. */
async function sourceOf(): Promise<BundleSource> {
  const { library } = await testLibrary();
  const saved = await library.bookmarks.save(page({ title: 'Leaf', html: '<p>Leaf</p>' }));
  const { serverId, urlKey, site, content, ...bookmark } = value(saved).bookmark;
  const report = { words: 5, imagesKept: 0, imagesDropped: 0, warnings: [] };
  const item = (at: number) => ({
    bookmark: {
      ...bookmark,
      id: idOf(at),
      url: `https://example.org/${at}`,
      addressOnly: null,
      image: hasImage(at) ? hashOf(at) : null,
    },
    loadArticle: async () => ({
      html: htmlOf(at),
      capturedAt: bookmark.created,
      textLength: 25,
      wordCount: 5,
      images: [],
      iconUrl: null,
      imageUrl: null,
      report,
    }),
  });
  return {
    async *pages() {
      for (let from = 0; from < COUNT; from += BUNDLE_PAGE) {
        const length = Math.min(BUNDLE_PAGE, COUNT - from);
        yield { items: Array.from({ length }, (_, nth) => item(from + nth)), highlights: [] };
      }
    },
    loadImage: async (hash) => ({ type: 'image/png', bytes: imageOf(Number.parseInt(hash, 16)) }),
    loadExtras: async () => null,
  };
}

/** Node's own blobs of files have sizes of 32 bits. */
function fileAsBlob(path: string): Blob {
  const { size } = statSync(path);
  const slice = (from = 0, to = size) => ({
    async arrayBuffer() {
      const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from));
      const file = openSync(path, 'r');
      readSync(file, bytes, 0, bytes.length, from);
      closeSync(file);
      return bytes.buffer;
    },
  });
  // Only these parts of a blob are used.
  return { size, slice } as Partial<Blob> as Blob;
}

const PART = { name: 'Archive', bookmarks: COUNT, of: COUNT };

it(
  'writes a large library to a bundle and reads it back, with little of it in memory',
  async () => {
    const folder = temporaryFolder('large-bundle');
    const path = join(folder, 'library.zip');
    const before = process.memoryUsage.rss();
    let most = before;
    const measure = () => {
      most = Math.max(most, process.memoryUsage.rss());
    };
    try {
      const file = await open(path, 'w');
      for await (const part of writeBundle(await sourceOf(), PART, {
        onProgress: measure,
      })) {
        await file.write(part);
      }
      await file.close();
      const images = Math.ceil(COUNT / IMAGE_EVERY);
      expect(statSync(path).size).toBeGreaterThan(images * IMAGE_BYTES);

      const bundle = value(await openBundle(fileAsBlob(path)));
      expect(bundle.summary).toMatchObject({ bookmarks: COUNT, articles: COUNT, images });
      let at = 0;
      for (const name of bundle.pages) {
        const { values, problems } = await bundle.readBookmarks(name);
        expect(problems).toEqual([]);
        for (const { id, image, article } of values) {
          expect(id).toBe(idOf(at));
          expect(await bundle.readArticle(article?.file ?? '')).toBe(htmlOf(at));
          if (image !== null) {
            const read = await bundle.readImage(image);
            expect(Buffer.compare(read?.bytes ?? new Uint8Array(), imageOf(at))).toBe(0);
          }
          at += 1;
        }
        measure();
      }
      expect(at).toBe(COUNT);
      expect(most - before).toBeLessThan(MEMORY_BYTES);
      if (process.env.LEAFMARK_ZIP64 === undefined) return;
      const mega = (bytes: number) => Math.round(bytes / 1_000_000);
      console.info(`${mega(statSync(path).size)} MB with ${mega(most - before)} MB of memory`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  TIMEOUT_MS,
);
