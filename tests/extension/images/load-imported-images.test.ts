import { describe, expect, it } from 'vitest';
import {
  createImageCollector,
  createImageJobs,
  loadImportedImages,
} from '../../../src/extension/images/collect-images';
import type { FetchImages } from '../../../src/extension/images/fetch-images';
import type { ArticleSource, ImportedArticle } from '../../../src/transfer';
import { emptyTrash, loaded, value } from '../../library/library';
import { contentOf, goOn, opened, started } from '../../transfer/import-jobs';
import { fakeExtension } from '../support/fake-extension';

const imageOf = (url: string) => `${url}/leaf.png`;

const makeArticle = async ({ url }: ArticleSource): Promise<ImportedArticle> => ({
  article: {
    html: `<p>Text<img src="${imageOf(url)}">`,
    textLength: 4,
    wordCount: 1,
    readingTimeMinutes: 1,
    images: [{ url: imageOf(url), width: null, height: null }],
  },
  places: [],
});

const URLS = [1, 2, 3].map((at) => `https://example.org/${at}`);
const FILE = new Blob([
  JSON.stringify(URLS.map((url) => ({ url, title: url, is_archived: 0, content: '<p>Text' }))),
]);
const NEVER = new AbortController().signal;

/** A library into which three articles with an image each were imported, in two batches. */
async function imported() {
  const test = await opened();
  const before = await contentOf(test);
  const id = await started(test.imports, {}, 'wallabag-json');
  value(await goOn(test.imports, id, FILE, { makeArticle, batchRows: 2 }));
  const requested: string[] = [];
  const is = { allowed: true, online: true };
  const broken = new Set<string>();
  const fetchImages: FetchImages = async function* (urls) {
    for (const url of urls) {
      requested.push(url);
      yield broken.has(url) ? { kind: 'dropped', url, reason: 'failed' } : loaded(url, url);
    }
  };
  const { browser } = fakeExtension();
  const images = createImageCollector({
    scripting: browser.scripting,
    tabs: browser.tabs,
    fetchImages,
    jobs: createImageJobs(browser.storage),
    hasImageAccess: async () => is.allowed,
  });
  const load = (signal = NEVER) =>
    loadImportedImages(
      { images, hasImageAccess: async () => is.allowed, isOnline: () => is.online },
      test.library,
      signal,
    );
  const job = () => test.imports.get(id);
  const kept = async () => (await test.tables.assets.toArray()).length;
  return { ...test, id, before, is, broken, requested, load, job, kept };
}

describe('the images of imported articles', () => {
  it('are not requested without the permission, and are loaded once it is given', async () => {
    const { is, requested, load, job, kept } = await imported();
    is.allowed = false;
    await load();
    expect(requested).toEqual([]);
    expect(await job()).toMatchObject({ images: 3, imagesKept: 0, imageParts: 0, parts: 2 });
    is.allowed = true;
    await load();
    expect(requested.toSorted()).toEqual(URLS.map(imageOf));
    expect(await kept()).toBe(3);
    expect(await job()).toMatchObject({ images: 3, imagesKept: 3, imageParts: 2 });
    await load();
    expect(requested).toHaveLength(3);
  });

  it('wait for a connection', async () => {
    const { is, requested, load, job } = await imported();
    is.online = false;
    await load();
    expect(requested).toEqual([]);
    expect(await job()).toMatchObject({ imageParts: 0 });
  });

  it('that cannot be loaded are counted, and the others are kept', async () => {
    const { broken, load, job, kept } = await imported();
    broken.add(imageOf('https://example.org/2'));
    await load();
    expect(await kept()).toBe(2);
    expect(await job()).toMatchObject({ images: 3, imagesKept: 2, imageParts: 2 });
  });

  it('are loaded to the end after the background was killed, none of them twice', async () => {
    const { requested, load, job, kept, is } = await imported();
    const images = { allowed: 0 };
    Object.defineProperty(is, 'allowed', {
      get() {
        images.allowed += 1;
        // Each image is asked for twice: before its turn, and before it is fetched.
        return images.allowed <= 2 || images.allowed > 3;
      },
    });
    await load();
    expect(requested).toHaveLength(1);
    await load();
    expect(requested).toHaveLength(3);
    expect(await kept()).toBe(3);
    expect(await job()).toMatchObject({ imagesKept: 3, imageParts: 2 });
  });

  it('leave nothing after the undo of the import', async () => {
    const test = await imported();
    await test.load();
    value(await test.imports.undo(test.id));
    expect(await test.job()).toMatchObject({ state: 'undone', kept: 0 });
    await emptyTrash(test);
    expect(await contentOf(test)).toEqual(test.before);
    await test.load();
    expect(test.requested).toHaveLength(3);
  });
});
