import { afterEach, beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/domain/time';
import { page, value } from '../library/library';
import { cutAt } from './support/cut-streams';
import { type Device, type Fetch, startWorld, type World } from './support/world';

const urlOf = (n: number) => `https://pages.example/${n}`;
const NUMBERS = [1, 2, 3, 4, 5];

let world: World;
/** The device that receives the articles. */
let device: Device;
/** Changes its requests and their answers. */
let through: (fetch: Fetch) => Fetch;
beforeEach(async () => {
  world = await startWorld();
  const source = await world.device();
  for (const n of NUMBERS) {
    const html = `<p>Ice ${n}. ${'The harbour froze in January. '.repeat(60)}</p>`;
    value(await source.library.bookmarks.save(page({ url: urlOf(n), html })));
  }
  for (let round = 0; round < 2; round += 1) {
    expect(await source.round()).toMatchObject({ kind: 'done' });
    await world.work();
    world.advance(MINUTE_MS);
  }
  through = (fetch) => fetch;
  device = await world.device({
    through: (fetch) => (input, init) => through(fetch)(input, init),
  });
  expect(await device.sync().round({ articles: 'none' })).toMatchObject({ kind: 'done' });
});
afterEach(() => world.end());

async function articlesHere(): Promise<readonly number[]> {
  const rows = await Promise.all(NUMBERS.map((n) => device.find(urlOf(n))));
  return NUMBERS.filter((_, at) => rows[at]?.content.kind === 'article');
}
const serverIdOf = async (n: number) => (await device.find(urlOf(n)))?.serverId ?? '';

it('fetches all other articles when the connection breaks off at one, which the next round tries again', async () => {
  through = cutAt(await serverIdOf(3));
  expect(await device.round()).toMatchObject({ kind: 'done' });
  expect(await articlesHere()).toEqual([1, 2, 4, 5]);
  expect(await device.library.sync.articleCounts()).toEqual({ pending: 1, here: 4 });
  through = (fetch) => fetch;
  expect(await device.round()).toMatchObject({ kind: 'done' });
  expect(await articlesHere()).toEqual(NUMBERS);
});

it('fetches a new article beside several that break the connection, round after round', async () => {
  through = cutAt(...(await Promise.all([1, 2, 4, 5].map(serverIdOf))));
  expect(await device.round()).toMatchObject({ kind: 'done' });
  expect(await articlesHere()).toEqual([3]);
  expect(await device.round()).toMatchObject({ kind: 'done' });
  expect(await device.library.sync.articleCounts()).toEqual({ pending: 4, here: 1 });
  through = (fetch) => fetch;
  expect(await device.round()).toMatchObject({ kind: 'done' });
  expect(await articlesHere()).toEqual(NUMBERS);
});

it('tries such an article again when only the newest articles are wanted', async () => {
  through = cutAt(await serverIdOf(3));
  const articles = { newestBytes: 1e9 };
  expect(await device.sync().round({ articles })).toMatchObject({ kind: 'done' });
  through = (fetch) => fetch;
  expect(await device.sync().round({ articles })).toMatchObject({ kind: 'done' });
  expect(await articlesHere()).toEqual(NUMBERS);
});

it('asks for no more after fifty articles that break the connection', async () => {
  const more = 60;
  for (let n = 0; n < more; n += 1)
    value(await world.client.bookmarks.create({ url: urlOf(100 + n) }));
  await world.work();
  expect(await device.sync().round({ articles: 'none' })).toMatchObject({ kind: 'done' });
  await device.tables.shadows.toCollection().modify({ article: 'pending' });
  await device.tables.meta.delete('articles');
  let requests = 0;
  through = (fetch) => async (input, init) => {
    const request = new Request(input, init);
    const body = await request.clone().text();
    const answer = await fetch(request);
    if (!body.includes('with_html')) return answer;
    requests += 1;
    return new Response('', { headers: answer.headers });
  };
  expect(await device.round()).toMatchObject({ stop: { kind: 'offline' } });
  expect(requests).toBe(1 + 50);
});

it('tells a person who opens such an article that it did not come', async () => {
  through = cutAt(await serverIdOf(3));
  const { id } = (await device.find(urlOf(3)))!;
  const fetched = await device.sync().fetchArticle(id);
  expect(fetched).toEqual({ kind: 'stopped', stop: { kind: 'offline' } });
});

it('stops when there is no network any more in the middle of the articles', async () => {
  const cut = cutAt(await serverIdOf(3));
  let isCut = false;
  through = (fetch) => async (input, init) => {
    if (isCut) throw new TypeError('Failed to fetch');
    const request = new Request(input, init);
    const body = await request.clone().text();
    isCut = body.includes('with_html') && !body.includes('with_json');
    return cut(fetch)(request);
  };
  expect(await device.round()).toMatchObject({ kind: 'stopped', stop: { kind: 'offline' } });
});
