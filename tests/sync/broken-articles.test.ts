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

it('tells a person who opens such an article that it did not come', async () => {
  through = cutAt(await serverIdOf(3));
  const { id } = (await device.find(urlOf(3)))!;
  const fetched = await device.sync().fetchArticle(id);
  expect(fetched).toEqual({ kind: 'stopped', stop: { kind: 'offline' } });
});

it('stops when there is no network in the middle of the articles', async () => {
  let requests = 0;
  through = (fetch) => async (input, init) => {
    requests += 1;
    if (requests > 3) throw new TypeError('Failed to fetch');
    return cutAt(await serverIdOf(3))(fetch)(input, init);
  };
  expect(await device.round()).toMatchObject({ kind: 'stopped', stop: { kind: 'offline' } });
});
