import { IDBObjectStore } from 'fake-indexeddb';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/domain/time';
import { page, value } from '../library/library';
import { type Device, startWorld, type World } from './support/world';

/** More than one transaction holds, which is 250. */
const COUNT = 280;
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

/** Limits the rows that can be written to these tables, or to all tables when `tables` is null. */
function limitRoom(rows: number, tables: readonly string[] | null): void {
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
const removeLimit = () => vi.restoreAllMocks();

const NO_ROOM = { kind: 'stopped', stop: { kind: 'quota' }, nextAt: null };

/** Checks that the device has all bookmarks of the server, each once. */
async function expectComplete({ tables, library }: Device): Promise<void> {
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
    [249, 0],
    [250, 250],
    [279, 250],
  ])(
    'with room for %i bookmarks keeps %i of them, and continues when there is more room',
    async (room, kept) => {
      const device = await world.device();
      limitRoom(room, ['bookmarks']);
      expect(await device.round()).toEqual(NO_ROOM);
      expect(await device.tables.bookmarks.count()).toBe(kept);
      expect(await device.tables.shadows.count()).toBe(kept);
      const { cursor, stop, syncedAt } = await device.library.sync.meta();
      expect({ cursor, stop, syncedAt }).toEqual({
        cursor: null,
        syncedAt: null,
        stop: { kind: 'quota' },
      });
      removeLimit();
      expect(await device.round()).toMatchObject({ kind: 'done' });
      await expectComplete(device);
    },
  );

  it('is reported when there is not even room for the state of sync', async () => {
    const device = await world.device();
    limitRoom(0, null);
    expect(await device.round()).toEqual(NO_ROOM);
    expect(await device.round()).toEqual(NO_ROOM);
    removeLimit();
    expect(await device.round()).toMatchObject({ kind: 'done' });
    await expectComplete(device);
  });
});

describe('without room for new changes', () => {
  it('keeps the cursor, and keeps the changes that wait to be sent', async () => {
    const device = await world.device();
    expect(await device.round()).toMatchObject({ kind: 'done' });
    const before = (await device.library.sync.meta()).cursor;
    const [changed, deleted] = await world.bookmarks();
    value(await world.client.bookmarks.update(changed!.id, { title: 'Changed' }));
    value(await world.client.bookmarks.delete(deleted!.id));
    const mine = 'https://pages.example/mine';
    value(await device.library.bookmarks.save(page({ url: mine, html: null })));
    world.advance(MINUTE_MS);
    limitRoom(0, ['bookmarks']);
    expect(await device.round()).toEqual(NO_ROOM);
    expect((await device.library.sync.meta()).cursor).toEqual(before);
    expect(await device.find(changed!.url)).toMatchObject({ title: changed!.title });
    expect(await device.find(deleted!.url)).toMatchObject({ trashedAt: null });
    expect(await device.tables.outbox.toArray()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    removeLimit();
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await device.find(changed!.url)).toMatchObject({ title: 'Changed' });
    expect((await device.find(deleted!.url))!.trashedAt).not.toBeNull();
    expect((await world.bookmarks()).filter(({ url }) => url === mine)).toHaveLength(1);
    expect(await device.library.unsent.count()).toBe(0);
  });
});

describe('without room for articles', () => {
  it('receives all bookmarks, and the articles when there is room', async () => {
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
    limitRoom(1, ['articles']);
    expect(await device.round()).toEqual(NO_ROOM);
    expect(await device.tables.bookmarks.count()).toBe((await world.bookmarks()).length);
    // The articles are written in one transaction, so all of them fail.
    expect(await device.tables.articles.count()).toBe(0);
    removeLimit();
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await device.tables.articles.count()).toBe(2);
  });
});

describe('without room for the article of a page that is deleted', () => {
  const url = 'https://pages.example/deleted';
  const isThere = async () => (await world.bookmarks()).some((one) => one.url === url);
  const round = (device: Device) => device.sync().round({ articles: 'none' });

  /** Deletes a page on a device without its article, which gets no room. */
  async function deleteOnFullDevice(aheadMs = () => 0): Promise<Device> {
    const other = await world.device();
    const html = `<p>${'The harbour froze in January. '.repeat(9)}</p>`;
    value(await other.library.bookmarks.save(page({ url, html })));
    expect(await round(other)).toMatchObject({ kind: 'done' });
    await world.work();
    world.advance(MINUTE_MS);
    const device = await world.device({ aheadMs });
    expect(await round(device)).toMatchObject({ kind: 'done' });
    value(await device.library.bookmarks.trash([(await device.find(url))!.id]));
    world.advance(MINUTE_MS);
    limitRoom(0, ['articles']);
    return device;
  }

  it('the round says so, sends everything else, and deletes it when there is room', async () => {
    const device = await deleteOnFullDevice();
    const mine = `https://pages.example/with-deleted`;
    value(await device.library.bookmarks.save(page({ url: mine, html: null })));
    expect(await round(device)).toEqual(NO_ROOM);
    expect(await isThere()).toBe(true);
    expect((await world.bookmarks()).some((one) => one.url === mine)).toBe(true);
    expect(await device.library.unsent.count()).toBe(1);
    removeLimit();
    expect(await round(device)).toMatchObject({ kind: 'done' });
    expect(await isThere()).toBe(false);
    const article = await device.library.articles.get((await device.find(url))!.id);
    expect(article?.html).toContain('The harbour froze');
  });

  it('it is not deleted because the clock of the device is ahead', async () => {
    let ahead = 0;
    const device = await deleteOnFullDevice(() => ahead);
    ahead = 40 * DAY_MS;
    expect(await round(device)).toEqual(NO_ROOM);
    expect(await isThere()).toBe(true);
  });

  it('it is deleted on the server when the trash keeps it no longer', async () => {
    const device = await deleteOnFullDevice();
    expect(await round(device)).toEqual(NO_ROOM);
    world.advance(29 * DAY_MS);
    expect(await round(device)).toEqual(NO_ROOM);
    expect(await isThere()).toBe(true);
    world.advance(DAY_MS);
    expect(await round(device)).toMatchObject({ kind: 'done' });
    expect(await isThere()).toBe(false);
    expect(await device.library.unsent.count()).toBe(0);
  });
});
