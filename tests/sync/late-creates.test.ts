import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, unixMs } from '../../src/domain/time';
import { address, value } from '../library/library';
import { createNetwork, type Network } from './model/network';
import { withoutExtensions } from './support/annotated-server';
import { type Device, seen, startWorld, type World } from './support/world';

/**
 * The server assigns random ids, and of two devices the one with the greater id gives way. Several
 * pages are needed to cover both orders; four requests run side by side.
 */
const URLS = Array.from({ length: 4 }, (_, n) => `https://pages.example/${n}`);

let world: World;
let network: Network;
let device: Device;
beforeEach(async () => {
  world = await startWorld();
  network = createNetwork(() => undefined);
  device = await world.device({ through: network.through });
});
afterEach(() => world.end());

/**
 * Saves pages. The network holds back their create requests, including the client's two repeats.
 */
async function saveLate(urls = URLS, title = 'Ice'): Promise<void> {
  for (const url of urls) {
    value(await device.library.bookmarks.save(address({ url, title })));
  }
  // The first three requests ask for changes, for collections, and for the server's features.
  const creates = urls.flatMap(() => ['late', 'late', 'late'] as const);
  network.plan(['none', 'none', 'none', ...creates]);
  expect(await device.round()).toMatchObject({ stop: { kind: 'offline' } });
  network.plan([]);
  expect(await world.bookmarks()).toEqual([]);
  world.advance(HOUR_MS);
}

/** Creates the pages by another program and returns their ids by address. */
async function createOnServer(urls = URLS): Promise<ReadonlyMap<string, string>> {
  for (const url of urls) value(await world.client.bookmarks.create({ url, labels: ['theirs'] }));
  return new Map((await world.bookmarks()).map(({ url, id }) => [url, id]));
}

async function settle(devices: readonly Device[] = [device]): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    for (const one of devices) {
      expect(await one.round()).toMatchObject({ kind: 'done' });
      world.advance(HOUR_MS);
    }
  }
}

const idsThere = async () => new Map((await world.bookmarks()).map(({ url, id }) => [url, id]));

describe('a create request that arrives after another program created the same page', () => {
  it("leaves the other program's bookmark, with the edits of this device", async () => {
    await saveLate();
    const theirs = await createOnServer();
    await network.deliver();
    expect(await world.bookmarks()).toHaveLength(2 * URLS.length);
    const { id } = (await device.find(URLS[0]!))!;
    value(await device.library.bookmarks.edit(id, { isFavourite: true }));
    await settle();
    expect(await idsThere()).toEqual(theirs);
    expect(await world.bookmarks()).toHaveLength(URLS.length);
    expect(seen((await device.find(URLS[0]!))!)).toMatchObject({
      labels: ['theirs'],
      isFavourite: true,
    });
    expect(await device.tables.outbox.toArray()).toEqual([]);
  });

  it("leaves the other program's bookmark when the late one is read first", async () => {
    await saveLate();
    const theirs = await createOnServer();
    await network.deliver();
    world.advance(HOUR_MS);
    for (const id of theirs.values()) {
      value(await world.client.bookmarks.update(id, { is_marked: true }));
    }
    await settle();
    expect(await world.bookmarks()).toHaveLength(URLS.length);
    expect(await idsThere()).toEqual(theirs);
  });

  it("leaves the other program's bookmark when this device had joined it before", async () => {
    await saveLate();
    const theirs = await createOnServer();
    await settle();
    await network.deliver();
    await settle();
    expect(await world.bookmarks()).toHaveLength(URLS.length);
    expect(await idsThere()).toEqual(theirs);
  });

  it('merges the edits that others made to the late bookmark', async () => {
    const [url = ''] = URLS;
    await saveLate([url]);
    const theirs = await createOnServer([url]);
    await settle();
    await network.deliver();
    const late = (await world.bookmarks()).find(({ id }) => id !== theirs.get(url))!;
    const edit = { add_labels: ['late'], is_marked: true, read_progress: 40 };
    value(await world.client.bookmarks.update(late.id, edit));
    await settle();
    const [left, ...more] = await world.bookmarks();
    expect(more).toEqual([]);
    expect(left).toMatchObject({ id: theirs.get(url), is_marked: true, read_progress: 40 });
    expect(left!.labels.toSorted()).toEqual(['late', 'theirs']);
    expect(seen((await device.find(url))!)).toMatchObject({
      labels: ['late', 'theirs'],
      isFavourite: true,
      readProgress: 40,
    });
  });

  it('takes no value away when another device made the second bookmark from the same file', async () => {
    const [url = ''] = URLS;
    const created = unixMs(world.t.server.now() - 5 * DAY_MS);
    const file = [{ page: address({ url }), created }];
    const late = await world.device({
      through: (fetch) => network.through(withoutExtensions('idempotency')(fetch)),
    });
    value(await late.library.bookmarks.addMany(file, { outbox: true }));
    const mine = { note: 'Mine', isFavourite: true, readProgress: 60 };
    const { id } = (await late.find(url))!;
    value(await late.library.bookmarks.edit(id, { ...mine, addLabels: ['mine'] }));
    network.plan(['none', 'none', 'none', 'late', 'late', 'late']);
    expect(await late.round()).toMatchObject({ stop: { kind: 'offline' } });
    network.plan([]);
    await network.deliver();
    await settle([late]);
    value(await world.client.bookmarks.create({ url, created: new Date(created).toISOString() }));
    await settle([late]);
    expect(await world.bookmarks()).toMatchObject([{ labels: ['mine'], is_marked: true }]);
    expect(await late.find(url)).toMatchObject({ ...mine, labels: ['mine'] });
  });

  it('lists an edit of the late bookmark in the journal when the page may be its source', async () => {
    const [url = ''] = URLS;
    await saveLate([url]);
    const theirs = await createOnServer([url]);
    await settle();
    await network.deliver();
    const late = (await world.bookmarks()).find(({ id }) => id !== theirs.get(url))!;
    value(await world.client.bookmarks.update(late.id, { authors: ['Ada'] }));
    await settle();
    expect(await idsThere()).toEqual(theirs);
    const changes = (await device.tables.journal.toArray()).flatMap((entry) => entry.changes);
    // The title is of the join before.
    const others = changes.filter(({ field }) => field !== 'title');
    expect(others).toEqual([{ field: 'authors', ours: [], theirs: ['Ada'] }]);
  });

  it.each([
    ['', 'Ice'],
    [' with a title that the service cuts', 'Ice '.repeat(2000).trim()],
  ])('stays deleted when it was deleted here meanwhile%s', async (_, title) => {
    const [url = ''] = URLS;
    await saveLate([url], title);
    await createOnServer([url]);
    await settle();
    await network.deliver();
    value(await device.library.bookmarks.trash([(await device.find(url))!.id]));
    await settle();
    expect(await world.bookmarks()).toEqual([]);
    expect((await device.find(url))!.trashedAt).not.toBeNull();
  });

  it.each([
    ['before this device has seen it', false],
    ['after this device has seen it', true],
  ])('brings the page back that was deleted here if others edited it %s', async (_, isSeen) => {
    const [url = ''] = URLS;
    await saveLate([url]);
    const theirs = await createOnServer([url]);
    await settle();
    await network.deliver();
    const late = (await world.bookmarks()).find(({ id }) => id !== theirs.get(url))!;
    value(await device.library.bookmarks.trash([(await device.find(url))!.id]));
    if (isSeen) {
      // The list of changes, the bookmarks, the list of collections and the features come first.
      network.plan([...Array(4).fill('none'), ...Array(9).fill('unreachable')]);
      await device.round();
      network.plan([]);
    }
    value(await world.client.bookmarks.update(late.id, { add_labels: ['late'] }));
    await settle();
    expect(await world.bookmarks()).toMatchObject([{ id: late.id }]);
    const { labels, trashedAt } = (await device.find(url))!;
    expect({ isBack: trashedAt === null, labels }).toMatchObject({
      isBack: true,
      labels: expect.arrayContaining(['late']),
    });
  });

  it.each([
    ['to the trash', 'another program', false],
    ['to the trash', 'another device', false],
    ['for good', 'another program', true],
    ['for good', 'another device', true],
  ])('is undone when its page was deleted here %s and %s has it', async (_, by, isForGood) => {
    await saveLate();
    const other = await world.device();
    if (by === 'another program') await createOnServer();
    else {
      for (const url of URLS)
        value(await other.library.bookmarks.save(address({ url, title: 'Ice' })));
      expect(await other.round()).toMatchObject({ kind: 'done' });
    }
    const { bookmarks } = device.library;
    const ids = await Promise.all(URLS.map(async (url) => (await device.find(url))!.id));
    value(await bookmarks.trash(ids));
    if (isForGood) value(await bookmarks.purge(ids));
    world.advance(HOUR_MS);
    await settle();
    await network.deliver();
    await settle([device, other]);
    expect((await world.bookmarks()).map(({ url }) => url).toSorted()).toEqual(URLS);
    for (const one of [device, other]) {
      for (const url of URLS) expect((await one.find(url))!.trashedAt).toBeNull();
      expect(await one.tables.outbox.toArray()).toEqual([]);
    }
  });

  it('leaves one bookmark for each page when another device created them', async () => {
    await saveLate();
    const other = await world.device();
    for (const url of URLS) {
      value(await other.library.bookmarks.save(address({ url, title: 'Ice' })));
    }
    expect(await other.round()).toMatchObject({ kind: 'done' });
    await network.deliver();
    await settle([other, device]);
    expect((await world.bookmarks()).map(({ url }) => url).toSorted()).toEqual(URLS);
    for (const one of [other, device]) {
      for (const url of URLS) expect((await one.find(url))!.trashedAt).toBeNull();
      expect(await one.tables.outbox.toArray()).toEqual([]);
    }
  });

  it('leaves one bookmark for each page that another device also wants to delete for it', async () => {
    await saveLate();
    const ofOther = createNetwork(() => undefined);
    const other = await world.device({ through: ofOther.through });
    for (const url of URLS) {
      value(await other.library.bookmarks.save(address({ url, title: 'Ice' })));
    }
    expect(await other.round()).toMatchObject({ kind: 'done' });
    await device.round();
    await network.deliver();
    world.advance(HOUR_MS);
    // The other device takes the late ones of the lesser ids, and cannot delete its own yet.
    ofOther.cut('DELETE');
    await other.round();
    // This device deletes all late ones.
    expect(await device.round()).toMatchObject({ kind: 'done' });
    ofOther.cut(null);
    world.advance(HOUR_MS);
    await settle([other, device]);
    expect((await world.bookmarks()).map(({ url }) => url).toSorted()).toEqual(URLS);
    for (const one of [other, device]) {
      for (const url of URLS) expect((await one.find(url))!.trashedAt).toBeNull();
      expect(await one.tables.outbox.toArray()).toEqual([]);
    }
  });
});
