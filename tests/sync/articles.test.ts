import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../src/domain/time';
import type { ArticlePolicy } from '../../src/sync';
import { address, capture, earlierArticles, page, value } from '../library/library';
import { asReadeck } from './support/annotated-server';
import { type Device, startWorld, type World } from './support/world';

const urlOf = (n: number) => `https://pages.example/${n}`;
const htmlOf = (n: number) => `<p>Ice ${n}. ${'The harbour froze in January. '.repeat(60)}</p>`;

let world: World;
/** The device that captures the pages. */
let source: Device;
/** The device that receives the articles. */
let device: Device;
let requests: number;
/** The server ids of the articles that the device has requested. */
let requestedArticles: string[];
let isOffline: boolean;
beforeEach(async () => {
  [requests, requestedArticles, isOffline] = [0, [], false];
  world = await startWorld();
  source = await world.device();
  device = await world.device({
    through: (fetch) => async (input, init) => {
      requests += 1;
      if (isOffline) throw new TypeError('Failed to fetch');
      const request = new Request(input, init);
      if (request.method === 'POST' && request.url.endsWith('/bookmarks/sync')) {
        const { id, with_html } = await request.clone().json();
        if (with_html) requestedArticles.push(...id);
      }
      return fetch(request);
    },
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.end();
});

async function round(articles: ArticlePolicy, of = device): Promise<void> {
  expect(await of.sync().round({ articles })).toMatchObject({ kind: 'done' });
  await world.work();
  world.advance(MINUTE_MS);
}

/** Captures these pages, a minute apart with the newest last, and sends them to the server. */
async function capturePages(numbers: readonly number[], by = source): Promise<void> {
  for (const n of numbers) {
    value(await by.library.bookmarks.save(page({ url: urlOf(n), html: htmlOf(n) })));
    world.advance(MINUTE_MS);
  }
  await round('all', by);
  await round('all', by);
}

const bookmark = async (n: number) => (await device.find(urlOf(n)))!;
const hasArticle = async (n: number) => (await bookmark(n)).content.kind === 'article';
/** The numbers of 1 to 6 whose article is on the device. */
async function articlesHere(): Promise<readonly number[]> {
  const numbers = [1, 2, 3, 4, 5, 6];
  const rows = await Promise.all(numbers.map((n) => device.find(urlOf(n))));
  return numbers.filter((_, at) => rows[at]?.content.kind === 'article');
}
const status = () => device.library.sync.articleCounts();
const edit = async (n: number, patch: Parameters<Device['library']['bookmarks']['edit']>[1]) =>
  value(await device.library.bookmarks.edit((await bookmark(n)).id, patch));

describe('the choice of unread articles', () => {
  it('fetches the articles of unread bookmarks and skips those of archived ones', async () => {
    await capturePages([1, 2, 3]);
    value(
      await source.library.bookmarks.edit((await source.find(urlOf(2)))!.id, { isArchived: true }),
    );
    await round('all', source);
    await round('unread');
    expect(await articlesHere()).toEqual([1, 3]);
    expect(await status()).toEqual({ pending: 0, here: 2 });
  });

  it('fetches an article when its bookmark leaves the archive or when all articles are chosen', async () => {
    await capturePages([1, 2]);
    for (const n of [1, 2]) {
      value(
        await source.library.bookmarks.edit((await source.find(urlOf(n)))!.id, {
          isArchived: true,
        }),
      );
    }
    await round('all', source);
    await round('unread');
    expect(await articlesHere()).toEqual([]);
    await edit(1, { isArchived: false });
    await round('unread');
    await round('unread');
    expect(await articlesHere()).toEqual([1]);
    await round('all');
    expect(await articlesHere()).toEqual([1, 2]);
  });

  it('fetches an article when its bookmark leaves the trash', async () => {
    await capturePages([1]);
    await round('none');
    value(await device.library.bookmarks.trash([(await bookmark(1)).id]));
    await round('unread');
    expect(await articlesHere()).toEqual([]);
    value(await device.library.bookmarks.restore([(await bookmark(1)).id]));
    await round('unread');
    expect(await articlesHere()).toEqual([1]);
  });
});

describe('a round in which no article is pending', () => {
  const ARTICLE_INDEX = '[article+version.created]';

  it('does not read the index of articles, and neither does the status line', async () => {
    await capturePages([1, 2, 3]);
    await round('all');
    await edit(2, { title: 'Mine' });
    const walks = (['openCursor', 'openKeyCursor', 'getAll', 'count'] as const).map((way) =>
      vi.spyOn(IDBIndex.prototype, way),
    );
    await round('all');
    expect(await status()).toEqual({ pending: 0, here: 3 });
    const walked = walks.flatMap(({ mock }) =>
      mock.contexts.map((index) => (index as IDBIndex).name),
    );
    expect(walked).toContain('serverId');
    expect(walked).not.toContain(ARTICLE_INDEX);
  });

  it('counts the articles again when the library has lost the number of pending articles', async () => {
    await capturePages([1, 2, 3]);
    await round('all');
    await capturePages([4, 5]);
    await round('none');
    await device.tables.meta.delete('articles');
    expect(await status()).toEqual({ pending: 2, here: 3 });
    await round('all');
    expect(await articlesHere()).toEqual([1, 2, 3, 4, 5]);
    expect(await device.tables.meta.get('articles')).toMatchObject({
      counts: { pending: 0, here: 5 },
    });
  });
});

describe('an article on demand', () => {
  it('is fetched at once, and only once', async () => {
    await capturePages([1, 2]);
    await round('none');
    const { id } = await bookmark(1);
    expect(await device.sync().fetchArticle(id)).toEqual({ kind: 'here' });
    expect((await device.library.articles.get(id))?.html).toContain('Ice 1');
    expect(await articlesHere()).toEqual([1]);
    requests = 0;
    expect(await device.sync().fetchArticle(id)).toEqual({ kind: 'here' });
    expect(requests).toBe(0);
  });

  it('can be fetched after the network is back', async () => {
    await capturePages([1]);
    await round('none');
    const { id } = await bookmark(1);
    isOffline = true;
    expect(await device.sync().fetchArticle(id)).toEqual({
      kind: 'stopped',
      stop: { kind: 'offline' },
    });
    isOffline = false;
    expect(await device.sync().fetchArticle(id)).toEqual({ kind: 'here' });
  });

  it('is reported as missing when the server has none', async () => {
    value(await device.library.bookmarks.save(address({ url: urlOf(1) })));
    await round('none');
    expect(await device.sync().fetchArticle((await bookmark(1)).id)).toEqual({ kind: 'none' });
    expect(await hasArticle(1)).toBe(false);
  });
});

describe('an article that is opened while a round decides to leave it on the server', () => {
  it('stays on the device and counts as stored', async () => {
    let openArticle = async () => {};
    device = await world.device({
      library: (library) => ({
        ...library,
        sync: {
          ...library.sync,
          async pendingArticles(limit) {
            const pending = await library.sync.pendingArticles(limit);
            await openArticle();
            return pending;
          },
        },
      }),
    });
    await capturePages([1]);
    await round('none');
    await edit(1, { isArchived: true });
    const { id } = await bookmark(1);
    openArticle = async () => {
      openArticle = async () => {};
      expect(await device.sync().fetchArticle(id)).toEqual({ kind: 'here' });
    };
    await round('unread');
    expect(await articlesHere()).toEqual([1]);
    expect(await status()).toEqual({ pending: 0, here: 1 });
    expect(await device.tables.shadows.get(id)).toMatchObject({ article: 'synced' });
  });
});

describe('an article that is opened while the server still reads the page', () => {
  it('does not count as one without text, and comes when it was read', async () => {
    value(await world.client.bookmarks.create({ url: urlOf(1), html: htmlOf(1) }));
    expect(await device.round()).toMatchObject({ kind: 'done' });
    const { id, content } = await bookmark(1);
    expect(content).toEqual({ kind: 'address', reason: 'on-server' });
    expect(await device.sync().fetchArticle(id)).toEqual({ kind: 'none' });
    expect((await bookmark(1)).content).toEqual(content);
    await world.work();
    world.advance(MINUTE_MS);
    await round('all');
    expect(await articlesHere()).toEqual([1]);
  });
});

describe('the limit of bytes for the newest articles', () => {
  /** The size of one article on the device, in bytes. All have the same size. */
  const articleBytes = async () => {
    const probe = await world.device();
    await round('all', probe);
    return value(await probe.library.sync.storedArticles())[0]!.bytes;
  };

  it('keeps as many of the newest articles as fit', async () => {
    await capturePages([1, 2, 3, 4, 5]);
    const bytes = await articleBytes();
    await round({ newestBytes: 2.5 * bytes });
    expect(await articlesHere()).toEqual([4, 5]);
    expect((await bookmark(1)).content).toEqual({ kind: 'address', reason: 'on-server' });
    await round({ newestBytes: 4.5 * bytes });
    expect(await articlesHere()).toEqual([2, 3, 4, 5]);
    await round({ newestBytes: 1.5 * bytes });
    expect(await articlesHere()).toEqual([5]);
  });

  it('keeps the newest articles of unread bookmarks and favourites that fit', async () => {
    await capturePages([1, 2, 3, 4, 5]);
    const bytes = await articleBytes();
    for (const n of [2, 4]) {
      const { id } = (await source.find(urlOf(n)))!;
      const isFavourite = n === 2;
      value(await source.library.bookmarks.edit(id, { isArchived: true, isFavourite }));
    }
    await round('all', source);
    await round({ newestBytes: 3.5 * bytes, isCurrentOnly: true });
    expect(await articlesHere()).toEqual([2, 3, 5]);
    await round({ newestBytes: 2.5 * bytes, isCurrentOnly: true });
    expect(await articlesHere()).toEqual([3, 5]);
  });

  it('replaces older articles by newer ones, and fetches the older ones when the newer ones go', async () => {
    await capturePages([1, 2, 3]);
    const bytes = await articleBytes();
    const newest = { newestBytes: 2.5 * bytes };
    await round(newest);
    expect(await articlesHere()).toEqual([2, 3]);
    await capturePages([4]);
    await round(newest);
    expect(await articlesHere()).toEqual([3, 4]);
    for (const n of [3, 4]) value(await device.library.bookmarks.trash([(await bookmark(n)).id]));
    world.advance(MINUTE_MS);
    await round(newest);
    value(await device.library.bookmarks.purge([(await bookmark(3)).id, (await bookmark(4)).id]));
    await round(newest);
    expect(await articlesHere()).toEqual([1, 2]);
  });

  it('requests only the articles that fit when their sizes are known', async () => {
    await capturePages([1, 2, 3, 4, 5]);
    await round('all');
    const bytes = await articleBytes();
    await round({ newestBytes: 1.5 * bytes });
    expect(await articlesHere()).toEqual([5]);
    requestedArticles = [];
    await round({ newestBytes: 2.5 * bytes });
    expect(requestedArticles).toEqual([(await bookmark(4)).serverId]);
    expect(await articlesHere()).toEqual([4, 5]);
  });

  it('keeps an article that was opened, as if it were new', async () => {
    await capturePages([1, 2, 3]);
    const newest = { newestBytes: 2.5 * (await articleBytes()) };
    await round(newest);
    await device.sync().fetchArticle((await bookmark(1)).id);
    await round(newest);
    expect(await articlesHere()).toEqual([1, 3]);
  });

  it('drops an article that two requests fetched at the same time', async () => {
    await capturePages([1]);
    await round('none');
    const { id } = await bookmark(1);
    const fetches = [device.sync().fetchArticle(id), device.sync().fetchArticle(id)];
    expect(await Promise.all(fetches)).toEqual([{ kind: 'here' }, { kind: 'here' }]);
    await round({ newestBytes: 10 });
    expect(await articlesHere()).toEqual([]);
  });

  it('makes no requests for articles when nothing changed', async () => {
    await capturePages([1, 2, 3]);
    const newest = { newestBytes: 1.5 * (await articleBytes()) };
    await round(newest);
    await round(newest);
    requests = 0;
    await round(newest);
    expect(requests).toBe(1);
  });

  it('keeps an article that was captured here and is not on the server yet', async () => {
    await capturePages([1]);
    const newest = { newestBytes: 1.5 * (await articleBytes()) };
    value(await device.library.bookmarks.save(page({ url: urlOf(2), html: htmlOf(2) })));
    isOffline = true;
    await device.sync().round({ articles: newest });
    expect(await articlesHere()).toEqual([2]);
    isOffline = false;
    await capturePages([3, 4, 5]);
    // The bookmark is sent in the same round, but the server has not read its page yet.
    expect(await device.sync().round({ articles: newest })).toMatchObject({ kind: 'done' });
    expect(await articlesHere()).toContain(2);
    await world.work();
    world.advance(MINUTE_MS);
    await round(newest);
    expect(await articlesHere()).toEqual([5]);
  });

  it('keeps a new capture that the server does not accept', async () => {
    // Another server, such as Readeck's, does not replace articles.
    device = await world.device({ through: asReadeck });
    await capturePages([1]);
    await round('all');
    value(
      await device.library.bookmarks.recapture(
        (await bookmark(1)).id,
        capture({ url: urlOf(1), html: `${htmlOf(1)}<p>And it thawed.</p>` }),
      ),
    );
    await round('all');
    await device.tables.revisions.clear();
    await capturePages([2, 3]);
    await round({ newestBytes: 10 });
    expect(await articlesHere()).toEqual([1]);
    const article = await device.library.articles.get((await bookmark(1)).id);
    expect(article?.html).toContain('And it thawed.');
  });

  it('keeps the article of a bookmark in the trash as long as the deletion is not sent', async () => {
    await capturePages([1]);
    await round('all');
    const { id } = await bookmark(1);
    value(await device.library.bookmarks.trash([id]));
    await round({ newestBytes: 10 });
    value(await device.library.bookmarks.restore([id]));
    expect(await articlesHere()).toEqual([1]);
  });

  it('keeps an article that has an earlier version on this device', async () => {
    const text = page({ url: urlOf(1), html: htmlOf(1) });
    const { id } = value(await device.library.bookmarks.save(text)).bookmark;
    const newer = capture({ url: urlOf(1), html: `${htmlOf(1)}<p>And it thawed.</p>` });
    value(await device.library.bookmarks.recapture(id, newer));
    await round('all');
    await round('all');
    // The server has the same text, so only the earlier version keeps it here.
    expect(await device.tables.shadows.get(id)).toMatchObject({ article: 'synced' });
    await capturePages([2, 3]);
    await round({ newestBytes: 10 });
    expect(await articlesHere()).toEqual([1]);
    expect(await earlierArticles(device.tables, id)).toHaveLength(1);
  });

  it('keeps an article that was captured both here and on the server', async () => {
    // Another server, such as Readeck's, does not replace articles.
    device = await world.device({ through: asReadeck });
    await capturePages([1]);
    const own = `${htmlOf(1)}<p>For subscribers.</p>`;
    value(await device.library.bookmarks.save(page({ url: urlOf(1), html: own })));
    await round({ newestBytes: 10 });
    await round({ newestBytes: 10 });
    expect((await device.library.articles.get((await bookmark(1)).id))?.html).toContain(
      'For subscribers.',
    );
  });
});
