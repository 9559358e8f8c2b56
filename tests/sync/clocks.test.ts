import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type UnixMs } from '../../src/domain/time';
import { address, page, value } from '../library/library';
import { bundleOf, restoreOn } from './model/old-library';
import { type Device, type Fetch, seen, startWorld, type World } from './support/world';

const URL_A = 'https://pages.example/a';
const URL_B = 'https://pages.example/b';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.end());

const save = async ({ library }: Device, url: string, title: string) =>
  value(await library.bookmarks.save(address({ url, title }))).bookmark.id;

async function settle(devices: readonly Device[]): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    for (const device of devices) {
      expect(await device.round()).toMatchObject({ kind: 'done' });
      await world.work();
      world.advance(MINUTE_MS);
    }
  }
}

const shown = async ({ tables }: Device) =>
  (await tables.bookmarks.toArray())
    .filter(({ trashedAt }) => trashedAt === null)
    .map(seen)
    .toSorted((a, b) => a.url.localeCompare(b.url));

describe('devices whose clocks are days off', () => {
  it.each([
    ['ahead and right', 3 * DAY_MS, 0],
    ['behind and right', -3 * DAY_MS, 0],
    ['ahead and behind', 5 * DAY_MS, -5 * DAY_MS],
  ])('(%s) lose no bookmark and create none twice', async (_, oneMs, otherMs) => {
    const one = await world.device({ aheadMs: () => oneMs });
    const other = await world.device({ aheadMs: () => otherMs });
    await save(one, URL_A, 'A');
    await save(other, URL_A, 'A');
    await save(other, URL_B, 'B');
    await settle([one, other]);
    expect(await shown(one)).toHaveLength(2);
    const [here, there] = [(await one.find(URL_A))!, (await other.find(URL_A))!];
    value(await other.library.bookmarks.edit(there.id, { title: 'First', addLabels: ['other'] }));
    await settle([other, one]);
    value(await one.library.bookmarks.edit(here.id, { title: 'Last', addLabels: ['one'] }));
    value(await one.library.bookmarks.trash([(await one.find(URL_B))!.id]));
    world.advance(HOUR_MS);
    await settle([one, other]);
    const expected = [{ url: URL_A, title: 'Last', labels: ['one', 'other'], isTrashed: false }];
    expect(await shown(one)).toMatchObject(expected);
    expect(await shown(other)).toEqual(await shown(one));
    expect(await world.bookmarks()).toMatchObject([
      { url: URL_A, title: 'Last', labels: ['one', 'other'] },
    ]);
    expect((await other.find(URL_B))!.trashedAt).not.toBeNull();
  });

  it.each([
    ['ahead', 3 * DAY_MS],
    ['behind', -3 * DAY_MS],
  ])(
    "ask the server for changes by the server's clock when their own is %s",
    async (_, aheadMs) => {
      const device = await world.device({ aheadMs: () => aheadMs });
      await save(device, URL_A, 'A');
      await settle([device]);
      const [there] = await world.bookmarks();
      value(await world.client.bookmarks.update(there!.id, { title: 'Changed' }));
      await settle([device]);
      expect(await device.find(URL_A)).toMatchObject({ title: 'Changed' });
    },
  );
});

describe('a clock that is changed while a request waits', () => {
  it.each([
    ['back', -5 * DAY_MS, 'has acted'],
    ['back', -5 * DAY_MS, 'has not acted'],
    ['forward', 5 * DAY_MS, 'has acted'],
    ['forward', 5 * DAY_MS, 'has not acted'],
  ])(
    '%s by days (%i ms) delays nothing and sends nothing twice when the server %s',
    async (_, byMs, acted) => {
      let isBroken = true;
      let aheadMs = 0;
      const through =
        (fetch: Fetch): Fetch =>
        async (input, init) => {
          const request = new Request(input, init);
          const isCreate = request.method === 'POST' && request.url.endsWith('/bookmarks');
          if (!isCreate || !isBroken) return fetch(request);
          // The answer is lost in both cases.
          if (acted === 'has acted') await fetch(request);
          return new Response('<h1>502</h1>', { status: 502 });
        };
      const device = await world.device({ through, aheadMs: () => aheadMs });
      value(await device.library.bookmarks.save(page({ url: URL_A, title: 'A' })));
      const { nextAt } = (await device.round()) as { nextAt: UnixMs | null };
      expect(nextAt).toBeGreaterThan(world.now());
      isBroken = false;
      aheadMs = byMs;
      expect(await device.round()).toMatchObject({ kind: 'done' });
      expect(await device.library.unsent.count()).toBe(0);
      expect(await world.bookmarks()).toMatchObject([{ url: URL_A }]);
      expect(await device.tables.bookmarks.count()).toBe(1);
    },
  );

  it('back by days asks only once in a round if the server has read the page', async () => {
    let requests = 0;
    let aheadMs = 3 * DAY_MS;
    const through =
      (fetch: Fetch): Fetch =>
      (input, init) => {
        requests += 1;
        return fetch(input, init);
      };
    const device = await world.device({ through, aheadMs: () => aheadMs });
    const id = await save(device, URL_A, 'A');
    expect(await device.round()).toMatchObject({ kind: 'done' });
    value(await device.library.bookmarks.edit(id, { title: 'Changed' }));
    aheadMs = 0;
    requests = 0;
    expect(await device.round()).toMatchObject({ kind: 'done' });
    // One request each for changes, for the changed bookmark, for collections, and for the page's
    // state.
    expect(requests).toBe(4);
    await settle([device]);
    expect(await world.bookmarks()).toMatchObject([{ title: 'Changed' }]);
  });
});

describe('a server that lists a change late, with a time before the last change that was received', () => {
  it.each([
    ['an edit', 'edited'],
    ['a deletion', 'deleted'],
  ] as const)('does not make a device miss %s', async (_, change) => {
    let hiddenId: string | null = null;
    const device = await world.device({
      through: (fetch) => async (input, init) => {
        const request = new Request(input, init);
        const answer = await fetch(request);
        const isList = request.method === 'GET' && request.url.includes('/bookmarks/sync');
        if (!isList || hiddenId === null) return answer;
        const changes: { id: string }[] = await answer.json();
        return Response.json(changes.filter(({ id }) => id !== hiddenId));
      },
    });
    await save(device, URL_A, 'A');
    await settle([device]);
    // Only the second one has the time of the last change.
    world.advance(SECOND_MS);
    await save(device, URL_B, 'B');
    await settle([device]);
    const infos = await world.bookmarks();
    const idOf = (title: string) => infos.find((info) => info.title === title)!.id;
    world.advance(HOUR_MS);
    if (change === 'edited') {
      value(await world.client.bookmarks.update(idOf('A'), { title: 'Late' }));
    } else value(await world.client.bookmarks.delete(idOf('A')));
    world.advance(30 * SECOND_MS);
    value(await world.client.bookmarks.update(idOf('B'), { title: 'On time' }));
    hiddenId = idOf('A');
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await shown(device)).toMatchObject([{ title: 'A' }, { title: 'On time' }]);
    hiddenId = null;
    expect(await device.round()).toMatchObject({ kind: 'done' });
    const late = change === 'edited' ? [{ title: 'Late' }] : [];
    expect(await shown(device)).toMatchObject([...late, { title: 'On time' }]);
  });
});

describe('a device whose clock is weeks ahead', () => {
  it.each([
    ['moved to the trash', false],
    ['deleted for good', true],
  ])('has pages once that were %s, restored, and changed elsewhere', async (_, isForGood) => {
    let aheadMs = 0;
    const one = await world.device({ aheadMs: () => aheadMs });
    const other = await world.device();
    // Of two bookmarks of a page the lesser id may decide, so several are needed to cover both orders.
    const urls = Array.from({ length: 6 }, (_page, n) => `https://pages.example/${n}`);
    const old = await world.device({ aheadMs: () => -2000 * DAY_MS });
    for (const url of urls) for (const device of [other, old]) await save(device, url, 'A');
    await settle([other, one]);
    world.advance(31 * DAY_MS);
    aheadMs = 35 * DAY_MS;
    const { bookmarks } = one.library;
    const ids = await Promise.all(urls.map(async (url) => (await one.find(url))!.id));
    value(await bookmarks.trash(ids));
    if (isForGood) value(await bookmarks.purge(ids));
    await restoreOn(one, await bundleOf(old));
    expect(await one.round()).toMatchObject({ kind: 'done' });
    for (const url of urls) {
      const { id } = (await other.find(url))!;
      value(await other.library.bookmarks.edit(id, { isFavourite: true }));
    }
    await settle([other, one]);
    expect((await world.bookmarks()).map(({ url }) => url).toSorted()).toEqual(urls);
    expect(await shown(one)).toMatchObject(urls.map((url) => ({ url, isFavourite: true })));
    expect(await shown(other)).toEqual(await shown(one));
  });
});
