import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkPatch } from '../../src/domain/bookmark';
import { DEFAULT_RETENTION } from '../../src/domain/retention';
import { DAY_MS, MINUTE_MS } from '../../src/domain/time';
import { searchIndexer, searchRepository, storageHealth } from '../../src/library';
import { parseTextQuery } from '../../src/query';
import type { ArticlePolicy } from '../../src/sync';
import { page, value } from '../library/library';
import { type Device, startWorld, type World } from './support/world';

const urlOf = (n: number) => `https://pages.example/${n}`;

let world: World;
let device: Device;
beforeEach(async () => {
  world = await startWorld();
  device = await world.device();
});
afterEach(() => world.end());

async function round(articles: ArticlePolicy): Promise<void> {
  expect(await device.sync().round({ articles })).toMatchObject({ kind: 'done' });
  await world.work();
  world.advance(MINUTE_MS);
}

const bookmark = async (n: number) => (await device.find(urlOf(n)))!;
const edit = async (n: number, patch: BookmarkPatch) =>
  value(await device.library.bookmarks.edit((await bookmark(n)).id, patch));
/** The numbers of the pages whose article is on the device. */
const articlesHere = async () => {
  const pages = await Promise.all(
    [1, 2].map(async (n) => [n, (await bookmark(n)).content] as const),
  );
  return pages.filter(([, { kind }]) => kind === 'article').map(([n]) => n);
};

/** The numbers of the pages that are found by a word of their text. */
const foundByText = async () => {
  value(await device.library.part(searchIndexer).run(new AbortController().signal));
  const search = device.library.part(searchRepository);
  const { results } = await search.search(parseTextQuery('ice'), { limit: 9 });
  const ids = results.map(({ id }) => id);
  const pages = await Promise.all([1, 2].map(async (n) => [n, (await bookmark(n)).id] as const));
  return pages.filter(([, id]) => ids.includes(id)).map(([n]) => n);
};

const RULES = { ...DEFAULT_RETENTION, archiveDays: 30 };
async function applyRules(): Promise<void> {
  value(await device.library.sync.confirmTime(world.now()));
  value(await device.library.part(storageHealth).apply(RULES));
}

describe('an article that was removed here because it was kept long enough', () => {
  /** Saves two pages, and removes the article of the first one, which is archived. */
  async function removeFirst(policy: ArticlePolicy): Promise<void> {
    for (const n of [1, 2]) {
      value(await device.library.bookmarks.save(page({ url: urlOf(n), html: `<p>Ice ${n}</p>` })));
    }
    await round(policy);
    await round(policy);
    await edit(1, { isArchived: true });
    await round(policy);
    world.advance(31 * DAY_MS);
    await applyRules();
    expect(await articlesHere()).toEqual([2]);
  }

  it.each<[string, ArticlePolicy, ArticlePolicy]>([
    ['all articles', 'all', 'all'],
    ['the newest that fit', { newestBytes: 1e9 }, { newestBytes: 1e9 }],
    ['other articles than before', { newestBytes: 1e9 }, 'all'],
  ])('is not fetched again by itself with the choice of %s', async (_, before, after) => {
    await removeFirst(before);
    await edit(1, { title: 'Another title' });
    for (let n = 0; n < 3; n++) await round(after);
    expect(await articlesHere()).toEqual([2]);
    expect(await device.library.sync.articleCounts()).toEqual({ pending: 0, here: 1 });
  });

  it('is fetched when somebody opens it, and is then kept as long as the rule says', async () => {
    await removeFirst('all');
    expect(await device.sync().fetchArticle((await bookmark(1)).id)).toEqual({ kind: 'here' });
    await applyRules();
    expect(await articlesHere()).toEqual([1, 2]);
    world.advance(31 * DAY_MS);
    await applyRules();
    expect(await articlesHere()).toEqual([2]);
  });

  it('is not found by the words of its text until it is fetched', async () => {
    await removeFirst('all');
    expect(await foundByText()).toEqual([2]);
    expect(await device.sync().fetchArticle((await bookmark(1)).id)).toEqual({ kind: 'here' });
    expect(await foundByText()).toEqual([1, 2]);
  });

  it('is fetched when its page leaves the archive', async () => {
    await removeFirst('all');
    await edit(1, { isArchived: false });
    for (let n = 0; n < 3; n++) await round('all');
    expect(await articlesHere()).toEqual([1, 2]);
  });
});
