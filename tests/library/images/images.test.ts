import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AssetHash, BookmarkId } from '../../../src/domain/bookmark';
import { DAY_MS, unixMs } from '../../../src/domain/time';
import {
  capture,
  confirmClock,
  loaded,
  page,
  queuedIntents,
  type TestLibrary,
  testLibrary,
  value,
} from '../library';

const FIRST = 'https://example.org/1.png';
const SECOND = 'https://example.org/2.png';
const ICON = 'https://example.org/icon.png';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex') as AssetHash;

let test: TestLibrary;
let id: BookmarkId;

beforeEach(async () => {
  test = await testLibrary();
  const saved = await test.library.bookmarks.save(
    page({ images: [FIRST, SECOND], iconUrl: ICON, imageUrl: FIRST }),
  );
  id = value(saved).bookmark.id;
});

const add = async (...images: Parameters<typeof loaded>[]) =>
  value(
    await test.library.articles.addImages(
      id,
      images.map((image) => loaded(...image)),
    ),
  );

const uses = async () =>
  new Map((await test.tables.assetUses.toArray()).map(({ hash, uses: count }) => [hash, count]));

describe('addImages', () => {
  it('stores images as they arrive and updates the counts in the report', async () => {
    const { articles } = test.library;
    expect((await articles.get(id))?.images).toMatchObject([
      { url: FIRST, hash: null, reason: 'pending' },
      { url: SECOND, hash: null, reason: 'pending' },
    ]);
    await add([FIRST, 'one']);
    expect((await articles.get(id))?.report).toMatchObject({ imagesKept: 1, imagesDropped: 0 });
    value(await articles.addImages(id, [{ kind: 'dropped', url: SECOND, reason: 'too-large' }]));
    const article = await articles.get(id);
    expect(article?.images).toEqual([
      { url: FIRST, hash: hashOf('one'), width: 100, height: 200 },
      { url: SECOND, hash: null, reason: 'too-large', width: null, height: null },
    ]);
    expect(article?.report).toMatchObject({ imagesKept: 1, imagesDropped: 1 });
  });

  it('returns the bytes with their type', async () => {
    await add([FIRST, 'one']);
    const blob = await test.library.assets.get(hashOf('one'));
    expect(blob?.type).toBe('image/png');
    expect(await blob?.text()).toBe('one');
    expect(await test.library.assets.get(hashOf('other'))).toBeNull();
    const many = await test.library.assets.getMany([hashOf('one'), hashOf('other')]);
    expect([...many.keys()]).toEqual([hashOf('one')]);
  });

  it('sets the icon and the lead image of the bookmark', async () => {
    await add([ICON, 'icon'], [FIRST, 'one']);
    expect(await test.library.bookmarks.get(id)).toMatchObject({
      icon: hashOf('icon'),
      image: hashOf('one'),
    });
  });

  it('does not use an icon as the lead image of the page', async () => {
    const tiny = { ...loaded(FIRST, 'one'), width: 22, height: 22 };
    value(await test.library.articles.addImages(id, [tiny]));
    expect((await test.library.bookmarks.get(id))?.image).toBeNull();
  });

  it('stores the same bytes once for several articles', async () => {
    await add([FIRST, 'same'], [SECOND, 'same']);
    const other = value(
      await test.library.bookmarks.save(page({ url: 'https://example.org/b', images: [FIRST] })),
    );
    value(await test.library.articles.addImages(other.bookmark.id, [loaded(FIRST, 'same')]));
    expect(await test.tables.assets.count()).toBe(1);
    // Two articles and one lead image.
    expect(await uses()).toEqual(new Map([[hashOf('same'), 3]]));
  });

  it('ignores an image that no article shows', async () => {
    await add(['https://example.org/other.png', 'other']);
    expect(await test.tables.assets.count()).toBe(0);
  });

  it('changes nothing when the same image arrives twice', async () => {
    await add([FIRST, 'one']);
    const before = await uses();
    await add([FIRST, 'one']);
    expect(await uses()).toEqual(before);
  });

  it('reports that the article is gone', async () => {
    const images = [loaded(FIRST, 'one')];
    const added = await test.library.articles.addImages('gone' as BookmarkId, images);
    expect(added).toEqual({ ok: false, error: { kind: 'not-found' } });
    expect(await test.tables.assets.count()).toBe(0);
  });

  it('gives a page without an article its icon and its picture', async () => {
    const { bookmarks, articles } = test.library;
    const list = page({ url: 'https://example.org/list', html: null, warnings: ['no-article'] });
    const { bookmark } = value(await bookmarks.save(list));
    const lead = { iconUrl: ICON, imageUrl: FIRST };
    const images = [loaded(ICON, 'icon'), loaded(FIRST, 'one'), loaded(SECOND, 'two')];
    value(await articles.addImages(bookmark.id, images, lead));
    expect(await bookmarks.get(bookmark.id)).toMatchObject({
      icon: hashOf('icon'),
      image: hashOf('one'),
      content: { kind: 'address', reason: 'no-article' },
    });
    expect(await uses()).toEqual(new Map([hashOf('icon'), hashOf('one')].map((hash) => [hash, 1])));
  });

  it('queues the article again when it was sent without the images', async () => {
    await add([FIRST, 'one']);
    expect(await test.tables.outbox.count()).toBe(1);
    await test.tables.outbox.toCollection().modify({ attempts: 1 });
    await add([SECOND, 'two']);
    const intents = (await queuedIntents(test.tables)).map(({ intent }) => intent.kind);
    expect(intents).toEqual(['create', 'content']);
  });
});

describe('an asset', () => {
  it('is kept while a revision shows it, and removed with the last one', async () => {
    await add([SECOND, 'two']);
    for (const n of [1, 2, 3]) {
      const html = `<p>One two three ${n}</p>`;
      value(await test.library.bookmarks.recapture(id, capture({ html })));
      expect(await uses()).toEqual(new Map([[hashOf('two'), 1]]));
    }
    test.clock.now = unixMs(test.clock.now + 31 * DAY_MS);
    await confirmClock(test);
    value(await test.library.storage.expire(test.clock.now));
    expect(await uses()).toEqual(new Map());
    expect(await test.library.assets.get(hashOf('two'))).toBeNull();
  });

  it('is kept while another bookmark shows it', async () => {
    await add([SECOND, 'two']);
    const other = value(
      await test.library.bookmarks.save(page({ url: 'https://example.org/b', images: [SECOND] })),
    );
    value(await test.library.articles.addImages(other.bookmark.id, [loaded(SECOND, 'two')]));
    value(await test.library.bookmarks.trash([id]));
    value(await test.library.bookmarks.purge([id]));
    expect(await test.library.assets.get(hashOf('two'))).not.toBeNull();
    value(await test.library.bookmarks.trash([other.bookmark.id]));
    value(await test.library.bookmarks.purge([other.bookmark.id]));
    expect(await test.library.assets.get(hashOf('two'))).toBeNull();
  });

  it('is replaced when the image is read again', async () => {
    await add([FIRST, 'old']);
    await add([FIRST, 'new']);
    expect(await uses()).toEqual(new Map([[hashOf('new'), 2]]));
    expect(await test.tables.assets.toCollection().primaryKeys()).toEqual([hashOf('new')]);
  });
});
