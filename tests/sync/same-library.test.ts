import { afterEach, beforeEach, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, unixMs } from '../../src/domain/time';
import type { ImportedPage } from '../../src/library';
import { address, value } from '../library/library';
import { describeOnDatabases } from '../server/storage/support/databases';
import { startServer, type TestServer } from '../server/support/test-server';
import { type Device, type Fetch, seen, startWorld, type World } from './support/world';

const CREATED = unixMs(1_600_000_000_123);

/** The pages of one bundle that was restored on two devices, in all states. */
const PAGES: readonly ImportedPage[] = Array.from({ length: 6 }, (_, n) => ({
  page: address({ url: `https://pages.example/${n}`, title: 'Ice' }),
  created: unixMs(CREATED + n),
  labels: ['old'],
  isArchived: n % 2 === 0,
  isFavourite: n % 3 === 0,
  readProgress: n,
}));

const URLS = PAGES.map(({ page }) => (page.kind === 'address' ? page.url : ''));
const [URL_A = ''] = URLS;

describeOnDatabases('two devices with the same library and a server on %s', (database) => {
  let t: TestServer;
  let world: World;
  let one: Device;
  let other: Device;
  /** Runs before the first create of the first device reaches the server. */
  let beforeCreate: () => Promise<unknown>;
  let requests: Request[];
  beforeEach(async () => {
    t = await startServer(database);
    world = await startWorld(t);
    requests = [];
    beforeCreate = async () => {};
    const recorded =
      (fetch: Fetch): Fetch =>
      async (input, init) => {
        const request = new Request(input, init);
        requests.push(request.clone());
        return fetch(request);
      };
    one = await world.device({
      through: (fetch) => {
        let waiting: Promise<unknown> | null = null;
        return recorded(async (input, init) => {
          const request = new Request(input, init);
          if (isCreate(request)) {
            waiting ??= beforeCreate();
            await waiting;
          }
          return fetch(request);
        });
      },
    });
    other = await world.device({ through: recorded });
  });
  afterEach(async () => {
    await world.end();
    await t.remove();
  });

  const isCreate = ({ method, url }: Request) => method === 'POST' && url.endsWith('/bookmarks');
  const restore = async ({ library }: Device, pages = PAGES) =>
    value(await library.bookmarks.addMany(pages, { outbox: true }));
  const done = async (device: Device) =>
    expect(await device.round()).toMatchObject({ kind: 'done' });

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) {
      for (const device of [one, other]) {
        await done(device);
        await world.work();
        world.advance(HOUR_MS);
      }
    }
    for (const device of [one, other]) {
      expect(await device.tables.outbox.toArray()).toEqual([]);
    }
  }

  it('create each page once, with its state, although both send at the same time', async () => {
    for (const device of [one, other]) await restore(device);
    beforeCreate = () => done(other);
    await done(one);
    await settle();
    expect(requests.filter(({ method }) => method === 'DELETE' || method === 'PATCH')).toEqual([]);
    const there = await world.bookmarks();
    expect(there.map(({ url }) => url).toSorted()).toEqual(URLS);
    for (const [n, url] of URLS.entries()) {
      const { isArchived, isFavourite, readProgress } = PAGES[n]!;
      for (const device of [one, other]) {
        expect(await device.find(url)).toMatchObject({
          isArchived,
          isFavourite,
          readProgress,
          trashedAt: null,
        });
      }
      expect(there.find((info) => info.url === url)).toMatchObject({
        is_archived: isArchived,
        is_marked: isFavourite,
        read_progress: readProgress,
      });
    }
  });

  it('name a page to the server by a key without its address', async () => {
    for (const device of [one, other]) await restore(device);
    beforeCreate = () => done(other);
    await done(one);
    const keys = requests.filter(isCreate).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(2 * PAGES.length);
    expect(new Set(keys).size).toBe(PAGES.length);
    for (const key of keys) expect(key).toMatch(/^leafmark-[0-9a-f]{64}$/);
  });

  it('join a page that both edited before they sent it', async () => {
    for (const [device, title] of [
      [one, 'Thaw'],
      [other, 'Snow'],
    ] as const) {
      await restore(device);
      const { id } = (await device.find(URL_A))!;
      const isArchived = device === one;
      value(await device.library.bookmarks.edit(id, { title, addLabels: [title], isArchived }));
    }
    beforeCreate = () => done(other);
    await done(one);
    await settle();
    for (const device of [one, other]) {
      expect(await device.library.sync.attention()).toEqual([]);
      expect(seen((await device.find(URL_A))!)).toMatchObject({
        title: 'Thaw',
        labels: ['Snow', 'Thaw', 'old'],
        isTrashed: false,
      });
    }
    expect(await world.bookmarks()).toHaveLength(PAGES.length);
  });

  it('have a page once that the server has under another address', async () => {
    await restore(one, PAGES.slice(0, 1));
    await done(one);
    const [made] = await world.bookmarks();
    const moved = 'https://pages.example/moved';
    await t.storage.bookmarks.update(world.userId, made!.id, { url: moved });
    world.advance(MINUTE_MS);
    await restore(other, PAGES.slice(0, 1));
    const { id } = (await other.find(URL_A))!;
    value(await other.library.bookmarks.edit(id, { addLabels: ['new'] }));
    await settle();
    expect(await world.bookmarks()).toMatchObject([{ id: made!.id, url: moved }]);
    expect((await world.bookmarks())[0]!.labels.toSorted()).toEqual(['new', 'old']);
    expect(await other.find(moved)).toMatchObject({ serverId: made!.id, trashedAt: null });
    expect((await other.find(URL_A))!.trashedAt).not.toBeNull();
  });

  it('do not list a page that one of them deletes while it is sent', async () => {
    for (const device of [one, other]) await restore(device, PAGES.slice(0, 1));
    const { id } = (await one.find(URL_A))!;
    value(await one.library.bookmarks.edit(id, { addLabels: ['new'] }));
    beforeCreate = async () => {
      await done(other);
      value(await one.library.bookmarks.trash([id]));
    };
    await done(one);
    world.advance(MINUTE_MS);
    await settle();
    expect(await world.bookmarks()).toEqual([]);
    for (const device of [one, other]) {
      expect((await device.find(URL_A))!.trashedAt).not.toBeNull();
    }
  });

  it('keep a page whose other address was deleted on one of them', async () => {
    await restore(one, PAGES.slice(0, 1));
    await done(one);
    const [made] = await world.bookmarks();
    const moved = 'https://pages.example/moved';
    await t.storage.bookmarks.update(world.userId, made!.id, { url: moved });
    world.advance(MINUTE_MS);
    await done(other);
    value(await other.library.bookmarks.trash([(await other.find(moved))!.id]));
    await restore(other, PAGES.slice(0, 1));
    await done(other);
    await settle();
    expect(await world.bookmarks()).toMatchObject([{ id: made!.id }]);
    expect(await other.find(URL_A)).toMatchObject({ serverId: made!.id, trashedAt: null });
    expect(await other.find(moved)).toMatchObject({ serverId: null });
    expect(await one.find(URL_A)).toMatchObject({ serverId: made!.id, trashedAt: null });
  });

  it('create a page again that one device deleted before the other sent it', async () => {
    await restore(one, PAGES.slice(0, 1));
    await done(one);
    const [made] = await world.bookmarks();
    value(await one.library.bookmarks.trash([(await one.find(URL_A))!.id]));
    world.advance(MINUTE_MS);
    await done(one);
    expect(await world.bookmarks()).toEqual([]);
    await restore(other, PAGES.slice(0, 1));
    await settle();
    const [again] = await world.bookmarks();
    expect(again!.id).not.toBe(made!.id);
    expect(await other.find(URL_A)).toMatchObject({ serverId: again!.id, trashedAt: null });
  });
});
