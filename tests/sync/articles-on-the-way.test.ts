import '../support/indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/domain';
import { address, page, value } from '../library/library';
import { type Device, startWorld, type World } from './support/world';

/** More than two requests ask for. */
const COUNT = 41;
const urlOf = (n: number) => `https://pages.example/${n}`;

let world: World;
let device: Device;
/** How often articles were asked for. */
let asked: number;
/** What happens when they are asked for once more, before the server hears of it. */
let meanwhile: () => Promise<void>;
/** What comes of the server's answer. */
let arrives: (answer: Response) => Response;
beforeEach(async () => {
  [asked, meanwhile, arrives] = [0, async () => {}, (answer) => answer];
  world = await startWorld();
  device = await world.device({
    through: (fetch) => async (input, init) => {
      const request = new Request(input, init);
      if (!(await request.clone().text()).includes('with_html')) return fetch(request);
      asked += 1;
      await meanwhile();
      return arrives(await fetch(request));
    },
  });
  for (let n = 0; n < COUNT; n += 1) value(await world.client.bookmarks.create({ url: urlOf(n) }));
  await world.work();
  world.advance(MINUTE_MS);
  expect(await device.sync().round({ articles: 'none' })).toMatchObject({ kind: 'done' });
  // As if the server had found something in them.
  await device.tables.shadows.toCollection().modify({ article: 'wanted' });
  await device.tables.meta.delete('articles');
});
afterEach(() => world.end());

const titlesThere = async () => (await world.bookmarks()).map(({ title }) => title);

describe('while articles come', () => {
  it('what is saved and edited is sent, and not when the last is here', async () => {
    const seen: (readonly string[])[] = [];
    const { id } = (await device.find(urlOf(0)))!;
    meanwhile = async () => {
      const there = await titlesThere();
      seen.push(there.filter((title) => title.startsWith('Mine')).toSorted());
      value(await device.library.bookmarks.edit(id, { title: `Mine ${asked}` }));
      const page = address({ url: urlOf(100 + asked), title: `Mine too ${asked}` });
      value(await device.library.bookmarks.save(page));
    };
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(seen).toEqual([[], ['Mine 1', 'Mine too 1'], ['Mine 2', 'Mine too 1', 'Mine too 2']]);
  });

  it('what may be sent only later is sent then', async () => {
    const { id } = (await device.find(urlOf(0)))!;
    const counts: number[] = [];
    meanwhile = async () => {
      if (asked === 1) value(await device.library.bookmarks.trash([id]));
      if (asked === 2) world.advance(MINUTE_MS);
      counts.push((await world.bookmarks()).length);
    };
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(counts).toEqual([COUNT, COUNT, COUNT - 1]);
  });

  it('what changes elsewhere comes within a minute, and not when the last is here', async () => {
    const seen: (readonly (string | undefined)[])[] = [];
    const titleOf = async (url: string) => (await device.find(url))?.title;
    const elsewhere = 'https://pages.example/elsewhere';
    meanwhile = async () => {
      seen.push([await titleOf(urlOf(0)), await titleOf(elsewhere)]);
      if (asked > 1) return world.advance(MINUTE_MS);
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

  it('what is deleted elsewhere and saved anew is asked for as what it is then', async () => {
    const other = await world.device();
    // The newest come first.
    const { bookmarkId, serverId, version } = (await device.tables.shadows.toArray()).toSorted(
      (a, b) => a.version.created - b.version.created,
    )[0]!;
    meanwhile = async () => {
      if (asked > 1) return;
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

  it('a collection that is made meanwhile is sent then', async () => {
    const there: number[] = [];
    meanwhile = async () => {
      const list = value(await world.client.collections.list());
      there.push(list.body?.length ?? 0);
      if (asked === 1) value(await device.library.collections.create({ name: 'Ice' }));
      world.advance(MINUTE_MS);
    };
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(there).toEqual([0, 1, 1]);
  });

  it('no more are asked for when the line breaks', async () => {
    arrives = ({ headers }) => new Response('', { headers });
    expect(await device.round()).toMatchObject({ stop: { kind: 'offline' } });
    expect(asked).toBe(1);
  });
});
