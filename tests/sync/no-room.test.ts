import '../support/indexeddb';
import { IDBObjectStore } from 'fake-indexeddb';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../src/domain';
import { page, value } from '../library/library';
import { type Device, startWorld, type World } from './support/world';

/** More than is read and written at a time, which is a hundred. */
const COUNT = 130;
const address = (n: number) => `https://pages.example/${n}`;

let world: World;
beforeAll(async () => {
  world = await startWorld();
  for (let n = 0; n < COUNT; n += 1) {
    value(await world.client.bookmarks.create({ url: address(n), title: `Page ${n}` }));
  }
  world.advance(MINUTE_MS);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.end());

/** The browser has room for so many rows more in those tables; null: in all of them. */
function haveRoomFor(rows: number, tables: readonly string[] | null): void {
  let left = rows;
  for (const method of ['put', 'add'] as const) {
    const original = IDBObjectStore.prototype[method];
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...parameters: unknown[]
    ) {
      const isCounted = tables === null || tables.includes(this.name);
      if (isCounted && left === 0) throw new DOMException('full', 'QuotaExceededError');
      if (isCounted) left -= 1;
      return Reflect.apply(original, this, parameters);
    });
  }
}
const haveRoom = () => vi.restoreAllMocks();

const NO_ROOM = { kind: 'stopped', stop: { kind: 'quota' }, nextAt: null };

/** All that the server has is here, once. */
async function isWhole({ tables, library }: Device): Promise<void> {
  const urls = (await tables.bookmarks.toArray()).map(({ url }) => url);
  expect(urls.toSorted()).toEqual((await world.bookmarks()).map(({ url }) => url).toSorted());
  expect(await tables.shadows.count()).toBe(urls.length);
  expect(await library.unsent.count()).toBe(0);
  expect((await library.sync.meta()).stop).toBeNull();
}

describe('a first pull that does not fit', () => {
  it.each([
    [0, 0],
    [1, 0],
    [99, 0],
    [100, 100],
    [129, 100],
  ])(
    'with room for %i bookmarks keeps %i of them, and goes on when there is more',
    async (room, kept) => {
      const device = await world.device();
      haveRoomFor(room, ['bookmarks']);
      expect(await device.round()).toEqual(NO_ROOM);
      expect(await device.tables.bookmarks.count()).toBe(kept);
      expect(await device.tables.shadows.count()).toBe(kept);
      const { cursor, stop, syncedAt } = await device.library.sync.meta();
      expect({ cursor, stop, syncedAt }).toEqual({
        ...{ cursor: null, syncedAt: null, stop: { kind: 'quota' } },
      });
      haveRoom();
      expect(await device.round()).toMatchObject({ kind: 'done' });
      await isWhole(device);
    },
  );

  it('is told where there is no room even for where sync stands', async () => {
    const device = await world.device();
    haveRoomFor(0, null);
    expect(await device.round()).toEqual(NO_ROOM);
    expect(await device.round()).toEqual(NO_ROOM);
    haveRoom();
    expect(await device.round()).toMatchObject({ kind: 'done' });
    await isWhole(device);
  });
});

describe('with no room for what changed since', () => {
  it('the cursor waits for it, and what waits to be sent goes on waiting', async () => {
    const device = await world.device();
    expect(await device.round()).toMatchObject({ kind: 'done' });
    const before = (await device.library.sync.meta()).cursor;
    const [changed, deleted] = await world.bookmarks();
    value(await world.client.bookmarks.update(changed!.id, { title: 'Changed' }));
    value(await world.client.bookmarks.delete(deleted!.id));
    const mine = 'https://pages.example/mine';
    value(await device.library.bookmarks.save(page({ url: mine, html: null })));
    world.advance(MINUTE_MS);
    haveRoomFor(0, ['bookmarks']);
    expect(await device.round()).toEqual(NO_ROOM);
    expect((await device.library.sync.meta()).cursor).toEqual(before);
    expect(await device.find(changed!.url)).toMatchObject({ title: changed!.title });
    expect(await device.find(deleted!.url)).toMatchObject({ trashedAt: null });
    expect(await device.tables.outbox.toArray()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    haveRoom();
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await device.find(changed!.url)).toMatchObject({ title: 'Changed' });
    expect((await device.find(deleted!.url))!.trashedAt).not.toBeNull();
    expect((await world.bookmarks()).filter(({ url }) => url === mine)).toHaveLength(1);
    expect(await device.library.unsent.count()).toBe(0);
  });
});

describe('with no room for articles', () => {
  it('the bookmarks are all here, and articles come when there is room', async () => {
    const other = await world.device();
    const html = `<p>${'The harbour froze in January. '.repeat(9)}</p>`;
    for (const name of ['one', 'two']) {
      const url = `https://pages.example/with-article/${name}`;
      value(await other.library.bookmarks.save(page({ url, title: name, html })));
    }
    expect(await other.round()).toMatchObject({ kind: 'done' });
    await world.work();
    world.advance(MINUTE_MS);
    const device = await world.device();
    haveRoomFor(1, ['articles']);
    expect(await device.round()).toEqual(NO_ROOM);
    expect(await device.tables.bookmarks.count()).toBe((await world.bookmarks()).length);
    // They come together, and are kept together or not.
    expect(await device.tables.articles.count()).toBe(0);
    haveRoom();
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await device.tables.articles.count()).toBe(2);
  });
});
