import { beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { DEFAULT_RETENTION, type Retention } from '../../../src/domain/retention';
import { DAY_MS, unixMs } from '../../../src/domain/time';
import { type StorageHealth, storageHealth, thumbnailRepository } from '../../../src/library';
import {
  capture,
  confirmClock,
  earlierArticles,
  loaded,
  page,
  shadowOf,
  type TestLibrary,
  testLibrary,
  value,
} from '../library';

const SHARED = 'https://example.org/shared.png';
const OWN = 'https://example.org/own.png';

let test: TestLibrary;
let health: StorageHealth;

beforeEach(async () => {
  test = await testLibrary();
  health = test.library.part(storageHealth);
});

async function save(name: string, images: readonly string[] = []): Promise<BookmarkId> {
  const parts = { url: `https://example.org/${name}`, html: '<p>1234567890</p>', images };
  const { bookmark } = value(await test.library.bookmarks.save(page(parts)));
  const arrived = images.map((url) => loaded(url, url === OWN ? 'own image' : 'shared'));
  value(await test.library.articles.addImages(bookmark.id, arrived));
  return bookmark.id;
}

const ARTICLE_BYTES = '<p>1234567890</p>'.length;
const OWN_BYTES = 'own image'.length;
const SHARED_BYTES = 'shared'.length;

const later = async (days: number) => {
  test.clock.now = unixMs(test.clock.now + days * DAY_MS + 1);
  await confirmClock(test);
};

describe('the space of a library', () => {
  it('is empty in an empty library', async () => {
    expect(await health.measure()).toEqual({
      articles: 0,
      images: 0,
      revisions: 0,
      trash: 0,
      searchIndex: 0,
      thumbnails: 0,
    });
  });

  it('counts each image once, and in the trash only what nothing else shows', async () => {
    await save('a', [SHARED]);
    const trashed = await save('b', [SHARED, OWN]);
    expect(await health.measure()).toMatchObject({
      articles: 2 * ARTICLE_BYTES,
      images: OWN_BYTES + SHARED_BYTES,
      trash: 0,
    });
    value(await test.library.bookmarks.trash([trashed]));
    expect(await health.measure()).toMatchObject({
      articles: ARTICLE_BYTES,
      images: SHARED_BYTES,
      trash: ARTICLE_BYTES + OWN_BYTES,
    });
  });

  it('counts thumbnails until their image is removed', async () => {
    const id = await save('a', [OWN]);
    const [hash] = await test.tables.assets.toCollection().primaryKeys();
    const thumbnail = new Blob(['small'], { type: 'image/webp' });
    value(await test.library.part(thumbnailRepository).put(hash!, thumbnail));
    expect((await health.measure()).thumbnails).toBe('small'.length);
    value(await test.library.bookmarks.trash([id]));
    value(await test.library.bookmarks.purge([id]));
    expect((await health.measure()).thumbnails).toBe(0);
  });

  it('counts earlier versions of articles', async () => {
    const id = await save('a');
    value(await test.library.bookmarks.recapture(id, capture({ html: '<p>New text</p>' })));
    expect(await health.measure()).toMatchObject({
      articles: '<p>New text</p>'.length,
      revisions: ARTICLE_BYTES,
    });
  });
});

describe('retention', () => {
  it('keeps what is promised until a person chooses fewer days', async () => {
    expect(await health.retention()).toEqual(DEFAULT_RETENTION);
    const id = await save('a', [OWN]);
    value(await test.library.bookmarks.trash([id]));
    await later(10);
    value(await test.library.storage.expire(test.clock.now));
    expect(await test.library.bookmarks.get(id)).not.toBeNull();
    const rules = { ...DEFAULT_RETENTION, trashDays: 7 };
    expect(await health.preview(rules)).toMatchObject({
      trashDays: { count: 1, bytes: ARTICLE_BYTES + OWN_BYTES },
    });
    expect(await test.library.bookmarks.get(id)).not.toBeNull();
    value(await health.apply(rules));
    expect(await test.library.bookmarks.get(id)).toBeNull();
    expect(await health.retention()).toEqual(rules);
  });

  it('keeps the trash longer when a person wants it', async () => {
    value(await health.apply({ ...DEFAULT_RETENTION, trashDays: 90 }));
    const id = await save('a');
    value(await test.library.bookmarks.trash([id]));
    await later(60);
    value(await test.library.storage.expire(test.clock.now));
    expect(await test.library.bookmarks.get(id)).not.toBeNull();
  });

  it('has its own days for earlier versions of articles', async () => {
    const id = await save('a');
    value(await test.library.bookmarks.recapture(id, capture({ html: '<p>New</p>' })));
    await later(8);
    const rules = { ...DEFAULT_RETENTION, revisionDays: 7 };
    expect((await health.preview(rules)).revisionDays).toEqual({ count: 1, bytes: ARTICLE_BYTES });
    value(await health.apply(rules));
    expect(await earlierArticles(test.tables, id)).toEqual([]);
  });

  it('reports its progress and can be stopped between two steps', async () => {
    const ids = await Promise.all(Array.from({ length: 120 }, (_, n) => save(`p${n}`)));
    value(await test.library.bookmarks.trash(ids));
    await later(8);
    const steps: number[] = [];
    const stop = new AbortController();
    const onStep = (removed: number) => {
      steps.push(removed);
      stop.abort();
    };
    const rules = { ...DEFAULT_RETENTION, trashDays: 7 };
    value(await health.apply(rules, { onStep, signal: stop.signal }));
    expect(steps).toEqual([50]);
    value(await test.library.storage.expire(test.clock.now));
    expect(await test.tables.bookmarks.count()).toBe(0);
  });
});

describe('images of archived pages', () => {
  const RULES: Retention = { ...DEFAULT_RETENTION, imageDays: 30 };
  const imagesOf = async (id: BookmarkId) => (await test.library.articles.get(id))!.images;

  /** Saves a page whose images are stored, and which waits for nothing. */
  async function archived(name: string, images: readonly string[], isArchived = true) {
    const id = await save(name, images);
    value(await test.library.bookmarks.edit(id, { isArchived }));
    return id;
  }

  it('are removed, and their texts stay, after a preview of the freed space', async () => {
    const old = await archived('a', [OWN, SHARED]);
    const unread = await archived('b', [SHARED], false);
    await later(31);
    expect((await health.preview(RULES)).imageDays).toEqual({ count: 1, bytes: OWN_BYTES });
    expect(await imagesOf(old)).toMatchObject([{ hash: expect.any(String) }, {}]);
    value(await health.apply(RULES));
    const released = { hash: null, reason: 'released' };
    expect(await imagesOf(old)).toMatchObject([released, released]);
    expect((await test.library.articles.get(old))!.html).toContain('1234567890');
    expect(await imagesOf(unread)).toMatchObject([{ hash: expect.any(String) }]);
    expect((await health.measure()).images).toBe(SHARED_BYTES);
    expect((await health.preview(RULES)).imageDays).toEqual({ count: 0, bytes: 0 });
  });

  it('stay for favourites, for pages that are not old enough, and without the rule', async () => {
    const favourite = await archived('a', [OWN]);
    value(await test.library.bookmarks.edit(favourite, { isFavourite: true }));
    await later(31);
    const young = await archived('c', [OWN]);
    expect((await health.preview(RULES)).imageDays.count).toBe(0);
    value(await health.apply(RULES));
    value(await health.apply(DEFAULT_RETENTION));
    for (const id of [favourite, young])
      expect(await imagesOf(id)).toMatchObject([{ hash: expect.any(String) }]);
  });

  it('stay for their time after the page was captured again', async () => {
    const id = await archived('a', [OWN]);
    await later(31);
    const again = { url: 'https://example.org/a', html: '<p>Another text</p>', images: [SHARED] };
    value(await test.library.bookmarks.recapture(id, capture(again)));
    value(await test.library.articles.addImages(id, [loaded(SHARED, 'shared')]));
    value(await health.apply(RULES));
    expect(await imagesOf(id)).toMatchObject([{ hash: expect.any(String) }]);
    await later(31);
    value(await test.library.storage.expire(test.clock.now));
    expect(await imagesOf(id)).toMatchObject([{ reason: 'released' }]);
  });

  it('are removed once a page that waits for its server was sent', async () => {
    test = await testLibrary({ account: 'https://read.example.org' });
    health = test.library.part(storageHealth);
    const waiting = await archived('a', [OWN]);
    await later(31);
    expect((await health.preview(RULES)).imageDays.count).toBe(0);
    value(await health.apply(RULES));
    expect(await imagesOf(waiting)).toMatchObject([{ hash: expect.any(String) }]);
    await test.tables.outbox.clear();
    await later(1);
    value(await test.library.storage.expire(test.clock.now));
    expect(await imagesOf(waiting)).toMatchObject([{ reason: 'released' }]);
  });

  it('are removed on a later day when the page becomes old or is archived', async () => {
    const [becomesOld, isArchivedLater] = [await archived('a', [OWN]), await save('b', [SHARED])];
    value(await health.apply(RULES));
    await later(31);
    value(await test.library.storage.expire(test.clock.now));
    expect(await imagesOf(becomesOld)).toMatchObject([{ reason: 'released' }]);
    await later(1);
    value(await test.library.bookmarks.edit(isArchivedLater, { isArchived: true }));
    await later(1);
    value(await test.library.storage.expire(test.clock.now));
    expect(await imagesOf(isArchivedLater)).toMatchObject([{ reason: 'released' }]);
  });

  it('are removed by the next run after one that was stopped', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, (_, n) => archived(`p${n}`, [OWN])));
    await later(31);
    const stop = new AbortController();
    const steps: number[] = [];
    const onStep = (some: number) => {
      if (some > 0) steps.push(some);
      if (some > 0) stop.abort();
    };
    value(await health.apply(RULES, { onStep, signal: stop.signal }));
    expect(steps).toEqual([50]);
    value(await test.library.storage.expire(test.clock.now));
    for (const id of ids) expect(await imagesOf(id)).toMatchObject([{ reason: 'released' }]);
    expect((await health.measure()).images).toBe(0);
  });
});

describe('articles of archived pages', () => {
  const RULES: Retention = { ...DEFAULT_RETENTION, archiveDays: 30 };

  /** Stores that the server has the bookmark with its article, and has nothing to receive. */
  async function putOnServer(id: BookmarkId): Promise<void> {
    const shadow = {
      ...shadowOf(id),
      serverId: id,
      article: 'synced' as const,
      articleBytes: 1000,
    };
    value(
      await test.library.sync.transaction({ ids: [id] }, (tx) => tx.put({ ...tx.get(id), shadow })),
    );
    await test.tables.outbox.clear();
  }

  it('are removed here if the server has them and they are no favourites', async () => {
    const [old, favourite, unread, here] = await Promise.all(
      ['a', 'b', 'c', 'd'].map((n) => save(n)),
    );
    for (const id of [old, favourite, here]) {
      value(await test.library.bookmarks.edit(id!, { isArchived: true }));
    }
    value(await test.library.bookmarks.edit(favourite!, { isFavourite: true }));
    for (const id of [old, favourite, unread]) await putOnServer(id!);
    await later(31);
    expect((await health.preview(RULES)).archiveDays).toEqual({ count: 1, bytes: 1000 });
    value(await health.apply(RULES));
    expect(await test.library.articles.get(old!)).toBeNull();
    expect(await test.library.bookmarks.get(old!)).toMatchObject({
      content: { kind: 'address', reason: 'on-server' },
    });
    for (const id of [favourite, unread, here]) {
      expect(await test.library.articles.get(id!)).not.toBeNull();
    }
  });

  it('are also removed after a page was read to its end, and counted for one rule only', async () => {
    const ids = await Promise.all(['a', 'b', 'c'].map((n) => save(n)));
    const [archived, read, half] = [ids[0]!, ids[1]!, ids[2]!];
    const edits = [
      [archived, { isArchived: true, readProgress: 100 }],
      [read, { readProgress: 100 }],
      [half, { readProgress: 50 }],
    ] as const;
    for (const [id, patch] of edits) value(await test.library.bookmarks.edit(id, patch));
    for (const id of ids) await putOnServer(id);
    await later(31);
    const rules: Retention = { ...RULES, readDays: 30 };
    expect(await health.preview(rules)).toMatchObject({
      archiveDays: { count: 1, bytes: 1000 },
      readDays: { count: 1, bytes: 1000 },
    });
    expect((await health.preview({ ...rules, archiveDays: null })).readDays.count).toBe(2);
    value(await health.apply(rules));
    for (const id of [archived, read]) expect(await test.library.articles.get(id)).toBeNull();
    expect(await test.library.articles.get(half)).not.toBeNull();
  });

  it.each([
    ['archiveDays', { isFavourite: true }],
    ['archiveDays', { isArchived: false }],
    ['readDays', { isFavourite: true }],
    ['readDays', { readProgress: 50 }],
  ] as const)('stay if sync changes the page after it was found (%s, %j)', async (rule, change) => {
    const id = await save('a');
    value(await test.library.bookmarks.edit(id, { isArchived: true, readProgress: 100 }));
    await putOnServer(id);
    await later(31);
    const received: PromiseLike<unknown>[] = [];
    let reads = 0;
    // The trash reads it first. Then it is read between finding articles and removing them.
    const signal = {
      get aborted() {
        reads += 1;
        if (reads === 2) received.push(test.tables.bookmarks.update(id, change));
        return false;
      },
    } as AbortSignal;
    value(await health.apply({ ...DEFAULT_RETENTION, [rule]: 30 }, { signal }));
    await Promise.all(received);
    expect(await test.library.bookmarks.get(id)).toMatchObject(change);
    expect(await test.library.articles.get(id)).not.toBeNull();
  });

  it('stay until they are old enough', async () => {
    const id = await save('a');
    value(await test.library.bookmarks.edit(id, { isArchived: true }));
    await putOnServer(id);
    await later(29);
    expect((await health.preview(RULES)).archiveDays.count).toBe(0);
  });
});
