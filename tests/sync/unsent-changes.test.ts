import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkPatch } from '../../src/domain/bookmark';
import { DAY_MS, HOUR_MS } from '../../src/domain/time';
import { address, page, undo, value } from '../library/library';
import { asReadeck } from './support/annotated-server';
import { type Device, type Fetch, startWorld, type World } from './support/world';

const URL_A = 'https://pages.example/a';

let world: World;
/** The changes of bookmarks that the device has sent. */
let patches: number;
/** Keeps a change from the server and from the device until it is sent by `arrive`. */
let isHeld: boolean;
let held: (() => Promise<unknown>)[];
/** Changes the answer of a server. */
let answering: (answer: Response) => Promise<Response>;
beforeEach(async () => {
  world = await startWorld();
  patches = 0;
  isHeld = false;
  held = [];
  answering = async (answer) => answer;
});
afterEach(() => world.end());

const through =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== 'PATCH') return answering(await fetch(request));
    patches += 1;
    if (!isHeld) return answering(await fetch(request));
    const again = request.clone();
    held.push(() => fetch(again));
    throw new TypeError('fetch failed');
  };

const arrive = async () => {
  for (const send of held.splice(0)) await send();
};

/** A device with a page that it has sent. */
async function withPage(wrap: (fetch: Fetch) => Fetch = (fetch) => fetch): Promise<Device> {
  const device = await world.device({ through: (fetch) => through(wrap(fetch)) });
  value(await device.library.bookmarks.save(address({ url: URL_A, title: 'Ice' })));
  await settle(device);
  patches = 0;
  return device;
}

/** Syncs twice, with time for the server to read the page. */
async function settle(device: Device): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    expect(await device.round()).toMatchObject({ kind: 'done' });
    await world.work();
    world.advance(HOUR_MS);
  }
}

const edit = async (device: Device, patch: BookmarkPatch) =>
  value(await device.library.bookmarks.edit((await device.find(URL_A))!.id, patch));

describe('a change that is undone after an attempt without an answer', () => {
  it.each<[string, BookmarkPatch, object]>([
    ['a favourite', { isFavourite: true }, { is_marked: false }],
    ['a title', { title: 'Mine' }, { title: 'Ice' }],
    ['a label', { addLabels: ['ice'] }, { labels: [] }],
    ['a reading position', { readProgress: 40, readAnchor: 'p' }, { read_progress: 0 }],
  ])('is not on the server in the end: %s', async (_, patch, there) => {
    for (const isBefore of [true, false]) {
      const device = await withPage();
      isHeld = true;
      const edited = await edit(device, patch);
      expect(await device.round()).toMatchObject({ stop: { kind: 'offline' } });
      isHeld = false;
      world.advance(HOUR_MS);
      await undo(device, edited);
      // Both are equal now, as far as this device knows.
      if (isBefore) await arrive();
      else answering = (answer) => arrive().then(() => answer);
      await settle(device);
      expect(await world.bookmarks()).toMatchObject([there]);
      expect(await device.tables.outbox.toArray()).toEqual([]);
      expect(await device.find(URL_A)).toMatchObject({ title: 'Ice', isFavourite: false });
      await world.end();
      world = await startWorld();
      answering = async (answer) => answer;
    }
  });
});

describe('a difference that nobody made', () => {
  const LONG = 'Ice '.repeat(2500).trim();

  it.each<[string, BookmarkPatch, number, (fetch: Fetch) => Fetch]>([
    ['a title that the service cuts', { title: LONG }, 1, (fetch) => fetch],
    ['a date that cannot be read', { published: 'in May' }, 0, (fetch) => fetch],
    ['a site name that is empty', { siteName: '' }, 0, (fetch) => fetch],
    ['a note on a server without notes', { note: 'For Ada' }, 0, asReadeck],
  ])('is not sent in each round: %s', async (_, patch, sent, wrap) => {
    const device = await withPage(wrap);
    await edit(device, patch);
    await settle(device);
    await settle(device);
    expect(patches).toBe(sent);
    expect(await device.tables.outbox.toArray()).toEqual([]);
  });

  it('is not sent in each round if the server stores another form, and a delete there is one here', async () => {
    const device = await withPage();
    // It stores titles in capitals.
    answering = async (answer) => {
      const text = await answer.text();
      return new Response(text.replaceAll('"Mine"', '"MINE"') || null, answer);
    };
    await edit(device, { title: 'Mine', addLabels: ['ice'] });
    await settle(device);
    await settle(device);
    expect(patches).toBe(1);
    expect(await device.find(URL_A)).toMatchObject({ title: 'MINE', labels: ['ice'] });
    const [there] = await world.bookmarks();
    value(await world.client.bookmarks.delete(there!.id));
    await settle(device);
    expect(await world.bookmarks()).toEqual([]);
    expect((await device.find(URL_A))?.trashedAt).not.toBeNull();
  });

  it.each([[['Foo', 'foo']], [['a  b']], [['e\u0301te']]])(
    'is not sent for the labels %j of another program, and does not save its page again',
    async (labels) => {
      const device = await world.device({ through });
      value(await world.client.bookmarks.create({ url: URL_A, title: 'Ice', labels }));
      await world.work();
      await settle(device);
      expect(patches).toBe(0);
      expect(await device.tables.outbox.toArray()).toEqual([]);
      const [there] = await world.bookmarks();
      expect(there?.labels).toEqual(labels);
      value(await world.client.bookmarks.delete(there!.id));
      await settle(device);
      expect(await world.bookmarks()).toEqual([]);
      expect((await device.find(URL_A))?.trashedAt).not.toBeNull();
    },
  );

  it.each([asReadeck, (fetch: Fetch) => fetch])(
    'is not sent in each round for the place in a page that was read to its end, which no server keeps: %#',
    async (wrap) => {
      // The server reads the page before the device asks for it.
      const reading =
        (fetch: Fetch): Fetch =>
        async (input, init) => {
          const request = new Request(input, init);
          const { pathname } = new URL(request.url);
          if (request.method === 'GET' && /bookmarks\/\w{20,}$/.test(pathname)) await world.work();
          return fetch(request);
        };
      const device = await world.device({ through: (fetch) => wrap(reading(through(fetch))) });
      const { id } = value(await device.library.bookmarks.save(page({ url: URL_A }))).bookmark;
      value(await device.library.bookmarks.edit(id, { readProgress: 100, readAnchor: 'p' }));
      await settle(device);
      await settle(device);
      expect(patches).toBeLessThan(2);
      expect(await world.bookmarks()).toMatchObject([{ read_progress: 100, read_anchor: '' }]);
      expect(await device.tables.outbox.toArray()).toMatchObject([]);
    },
  );

  it('does not save a page again that was deleted elsewhere', async () => {
    const device = await withPage();
    await edit(device, { title: LONG });
    await settle(device);
    const [there] = await world.bookmarks();
    value(await world.client.bookmarks.delete(there!.id));
    world.advance(DAY_MS);
    await settle(device);
    expect(await world.bookmarks()).toEqual([]);
    expect((await device.find(URL_A))?.trashedAt).not.toBeNull();
  });
});

describe('a note that is written while the device learns that the server has a place for it', () => {
  it('is sent', async () => {
    let isReadeck = true;
    let write = async () => {};
    const device = await world.device({
      through: (fetch) => (input, init) => (isReadeck ? asReadeck(fetch) : fetch)(input, init),
      library: (library) => ({
        ...library,
        sync: {
          ...library.sync,
          async setMeta(change) {
            if (change.hasNotes) await write();
            return library.sync.setMeta(change);
          },
        },
      }),
    });
    value(await device.library.bookmarks.save(address({ url: URL_A, title: 'Ice' })));
    await settle(device);
    write = () => edit(device, { note: 'Just now' }).then(() => undefined);
    isReadeck = false;
    for (let round = 0; round < 3; round += 1) {
      world.advance(HOUR_MS);
      const done = await device.sync().round({ articles: 'all', isManual: true });
      expect(done).toMatchObject({ kind: 'done' });
    }
    expect(await world.bookmarks()).toMatchObject([{ note: 'Just now' }]);
    expect(await device.tables.outbox.toArray()).toEqual([]);
  });
});
