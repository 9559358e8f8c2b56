import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/domain/time';
import { address, page, value } from '../library/library';
import { type Device, startWorld, type World } from './support/world';

/** Two requests do not ask for all of them. */
const COUNT = 41;
const urlOf = (n: number) => `https://pages.example/${n}`;

let world: World;
let device: Device;
/** The number of requests for articles. */
let articleRequests: number;
/** Runs before each request for articles reaches the server. */
let beforeArticles: () => Promise<void>;
/** True if other responses break off, too. */
let isBroken: boolean;
/** Changes the server's answer to a request for articles. */
let changeAnswer: (answer: Response) => Response;
beforeEach(async () => {
  [articleRequests, beforeArticles, changeAnswer] = [0, async () => {}, (answer) => answer];
  isBroken = false;
  world = await startWorld();
  device = await world.device({
    through: (fetch) => async (input, init) => {
      const request = new Request(input, init);
      const body = await request.clone().text();
      // New bookmarks come with their articles.
      if (!body.includes('with_html') || body.includes('with_json')) {
        const answer = await fetch(request);
        return isBroken ? new Response('', { headers: answer.headers }) : answer;
      }
      articleRequests += 1;
      await beforeArticles();
      return changeAnswer(await fetch(request));
    },
  });
  for (let n = 0; n < COUNT; n += 1) value(await world.client.bookmarks.create({ url: urlOf(n) }));
  await world.work();
  world.advance(MINUTE_MS);
  expect(await device.sync().round({ articles: 'none' })).toMatchObject({ kind: 'done' });
  // The server may have found an article in them since.
  await device.tables.shadows.toCollection().modify({ article: 'pending' });
  await device.tables.meta.delete('articles');
});
afterEach(() => world.end());

const titlesThere = async () => (await world.bookmarks()).map(({ title }) => title);

describe('a round that fetches articles', () => {
  it('sends saves and edits before the last article has arrived', async () => {
    const seen: (readonly string[])[] = [];
    const { id } = (await device.find(urlOf(0)))!;
    beforeArticles = async () => {
      const there = await titlesThere();
      seen.push(there.filter((title) => title.startsWith('Mine')).toSorted());
      value(await device.library.bookmarks.edit(id, { title: `Mine ${articleRequests}` }));
      const page = address({
        url: urlOf(100 + articleRequests),
        title: `Mine too ${articleRequests}`,
      });
      value(await device.library.bookmarks.save(page));
    };
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(seen).toEqual([[], ['Mine 1', 'Mine too 1'], ['Mine 2', 'Mine too 1', 'Mine too 2']]);
  });

  it('sends a deletion as soon as it is due', async () => {
    const { id } = (await device.find(urlOf(0)))!;
    const counts: number[] = [];
    beforeArticles = async () => {
      if (articleRequests === 1) value(await device.library.bookmarks.trash([id]));
      if (articleRequests === 2) world.advance(MINUTE_MS);
      counts.push((await world.bookmarks()).length);
    };
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(counts).toEqual([COUNT, COUNT, COUNT - 1]);
  });

  it('receives changes from elsewhere within a minute, before the last article has arrived', async () => {
    const seen: (readonly (string | undefined)[])[] = [];
    const titleOf = async (url: string) => (await device.find(url))?.title;
    const elsewhere = 'https://pages.example/elsewhere';
    beforeArticles = async () => {
      seen.push([await titleOf(urlOf(0)), await titleOf(elsewhere)]);
      if (articleRequests > 1) return world.advance(MINUTE_MS);
      const there = (await world.bookmarks()).find(({ url }) => url === urlOf(0))!;
      value(await world.client.bookmarks.update(there.id, { title: 'Theirs' }));
      value(await world.client.bookmarks.create({ url: elsewhere, title: 'Theirs too' }));
    };
    const before = await titleOf(urlOf(0));
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(seen).toEqual([
      [before, undefined],
      [before, undefined],
      ['Theirs', 'Theirs too'],
    ]);
  });

  it('fetches the new article of a page that was deleted and saved again elsewhere', async () => {
    const other = await world.device();
    // The newest articles are fetched first.
    const { bookmarkId, serverId, version } = (await device.tables.shadows.toArray()).toSorted(
      (a, b) => a.version.created - b.version.created,
    )[0]!;
    beforeArticles = async () => {
      if (articleRequests > 1) return;
      value(await world.client.bookmarks.delete(serverId!));
      const html = `<p>${'The harbour froze in January. '.repeat(60)}</p>`;
      value(await other.library.bookmarks.save(page({ url: version.url, html })));
      await other.sync().round({ articles: 'none' });
      await world.work();
      world.advance(MINUTE_MS);
    };
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await device.tables.shadows.get(bookmarkId)).toMatchObject({ article: 'synced' });
  });

  it('sends a collection that is created before the last article has arrived', async () => {
    const there: number[] = [];
    beforeArticles = async () => {
      const list = value(await world.client.collections.list());
      there.push(list.body?.length ?? 0);
      if (articleRequests === 1) value(await device.library.collections.create({ name: 'Ice' }));
      world.advance(MINUTE_MS);
    };
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(there).toEqual([0, 1, 1]);
  });

  it('asks for one article alone when the connection breaks, and then for no more', async () => {
    changeAnswer = ({ headers }) => {
      isBroken = true;
      return new Response('', { headers });
    };
    expect(await device.round()).toMatchObject({ stop: { kind: 'offline' } });
    expect(articleRequests).toBe(1 + 1);
  });
});
