import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, SECOND_MS, unixMs } from '../../src/domain/time';
import { address, page, value } from '../library/library';
import { describeOnDatabases } from '../server/storage/support/databases';
import { startServer, type TestServer } from '../server/support/test-server';
import { withoutExtensions } from './support/annotated-server';
import { type Device, type Fetch, startWorld, type World } from './support/world';

const STATE = { isArchived: true, isFavourite: true, readProgress: 40, readAnchor: '#a > p' };
const SENT = { is_archived: true, is_marked: true, read_progress: 40, read_anchor: '#a > p' };
const CREATED = unixMs(1_600_000_000_123);

const isCreate = ({ method, url }: Request) => method === 'POST' && url.endsWith('/bookmarks');

/** Records the requests that change something. */
function recording(changes: Request[]) {
  return (fetch: Fetch): Fetch =>
    async (input, init) => {
      const request = new Request(input, init);
      if (isCreate(request) || request.method === 'PATCH') changes.push(request.clone());
      return fetch(request);
    };
}

describeOnDatabases('the state of a page on a server on %s', (database) => {
  let t: TestServer;
  let world: World;
  let changes: Request[];
  beforeEach(async () => {
    t = await startServer(database);
    world = await startWorld(t);
    changes = [];
  });
  afterEach(async () => {
    await world.end();
    await t.remove();
  });

  it.each([
    ['an address', address()],
    ['a captured page', page()],
  ])('is sent with the create of %s, and no patch follows', async (_kind, saved) => {
    const device = await world.device({ through: recording(changes) });
    const { id } = value(await device.library.bookmarks.save(saved)).bookmark;
    value(await device.library.bookmarks.edit(id, STATE));
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await world.bookmarks()).toMatchObject([{ ...SENT, loaded: false }]);
    await world.work();
    world.advance(HOUR_MS);
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await world.bookmarks()).toMatchObject([SENT]);
    expect(await device.library.bookmarks.get(id)).toMatchObject(STATE);
    expect(changes.map(({ method }) => method)).toEqual(['POST']);
    expect(await device.tables.outbox.toArray()).toEqual([]);
  });

  it('follows as a patch if it changes while the create is under way', async () => {
    let during = async () => {};
    const device = await world.device({
      through: (fetch) => async (input, init) => {
        const request = new Request(input, init);
        if (isCreate(request)) await during();
        return fetch(request);
      },
    });
    const { id } = value(await device.library.bookmarks.save(page())).bookmark;
    value(await device.library.bookmarks.edit(id, STATE));
    during = async () => {
      value(await device.library.bookmarks.edit(id, { isArchived: false, readProgress: 60 }));
    };
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await device.round()).toMatchObject({ kind: 'done' });
      await world.work();
      world.advance(HOUR_MS);
    }
    expect(await world.bookmarks()).toMatchObject([
      { ...SENT, is_archived: false, read_progress: 60 },
    ]);
    expect(await device.tables.outbox.toArray()).toEqual([]);
  });
});

describe('the state of pages on a server that takes none with a create', () => {
  const older = withoutExtensions('state_on_create', 'idempotency');
  const PAGES = Array.from({ length: 24 }, (_, n) => ({
    page: address({ url: `https://pages.example/${n}`, title: 'Ice' }),
    created: unixMs(CREATED + n),
    isArchived: true,
  }));
  let world: World;
  beforeEach(async () => {
    world = await startWorld();
  });
  afterEach(() => world.end());

  const restore = async ({ library }: Device) =>
    value(await library.bookmarks.addMany(PAGES, { outbox: true }));

  /** Lets each request take half a second. The server reads the pages that it has every four seconds. */
  function slowly(fetch: Fetch): Fetch {
    let requests = 0;
    return async (input, init) => {
      const answer = await fetch(input, init);
      requests += 1;
      if (requests % 8 === 0) await world.work();
      world.advance(SECOND_MS / 2);
      return answer;
    };
  }

  it('follows each create, and does not wait for the other creates', async () => {
    const changes: Request[] = [];
    const device = await world.device({
      through: (fetch) => recording(changes)(slowly(older(fetch))),
    });
    await restore(device);
    expect(await device.round()).toMatchObject({ kind: 'done' });
    for (const one of changes.filter(isCreate)) {
      expect(await one.text()).not.toContain('is_archived');
    }
    const lastCreate = changes.findLastIndex(isCreate);
    const before = changes.slice(0, lastCreate).filter(({ method }) => method === 'PATCH');
    expect(before.length).toBeGreaterThan(PAGES.length / 2);
  });

  it('is not lost when a device is closed between a create and its patch', async () => {
    const one = await world.device({
      through: (fetch) => async (input, init) => {
        const request = new Request(input, init);
        if (request.method === 'PATCH') throw new TypeError('fetch failed');
        return older(fetch)(request);
      },
    });
    await restore(one);
    expect(await one.round()).toMatchObject({ kind: 'done' });
    expect(await world.bookmarks()).toHaveLength(PAGES.length);
    await world.work();
    world.advance(HOUR_MS);
    const other = await world.device({ through: older });
    await restore(other);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await other.round()).toMatchObject({ kind: 'done' });
      world.advance(HOUR_MS);
    }
    const there = await world.bookmarks();
    expect(there.map((info) => info.is_archived)).toEqual(PAGES.map(() => true));
    for (const { urlKey } of await other.tables.bookmarks.toArray()) {
      const here = await other.library.bookmarks.findByUrlKey(urlKey);
      expect(here).toMatchObject({ isArchived: true, trashedAt: null });
    }
  });

  it.each([
    ['stays archived if a person has read on the server', { read_progress: 10 }, {}, true],
    [
      'is moved out of the archive if a person has done so here',
      { is_archived: true },
      { isArchived: false },
      false,
    ],
  ])('%s', async (_what, onServer, here, isArchived) => {
    const [saved] = PAGES;
    const { url } = saved!.page as { url: string };
    const created = new Date(saved!.created).toISOString();
    value(await world.client.bookmarks.create({ url, created }));
    await world.work();
    const [made] = await world.bookmarks();
    value(await world.client.bookmarks.update(made!.id, onServer));
    const device = await world.device({ through: older });
    value(await device.library.bookmarks.addMany([saved!], { outbox: true }));
    const { id } = (await device.find(url))!;
    value(await device.library.bookmarks.edit(id, here));
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await device.round()).toMatchObject({ kind: 'done' });
      world.advance(HOUR_MS);
    }
    expect(await world.bookmarks()).toMatchObject([{ id: made!.id, is_archived: isArchived }]);
    expect(await device.find(url)).toMatchObject({ isArchived });
  });
});
