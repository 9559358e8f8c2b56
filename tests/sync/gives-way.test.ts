import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkInfo } from '../../src/contract';
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time';
import { capture, earlierArticles, page, value } from '../library/library';
import { asReadeck } from './support/annotated-server';
import { FROZE, HTML, highlightsOn, listed } from './support/highlighted-page';
import { type Device, type Fetch, startWorld, type World } from './support/world';

const URL = 'https://one.example/';

let world: World;
let one: Device;
let other: Device;
let third: Device;
/** True while no request for a deletion reaches the server. */
let isCut: boolean;
/** The requests of the two devices that do not reach the server. */
let broken: RegExp | null;
/** Work that runs once, before the first request of the two devices that it is for. */
let before: { readonly isFor: (request: Request) => boolean; work(): Promise<unknown> } | null;

async function start(asServer: (fetch: Fetch) => Fetch): Promise<void> {
  [isCut, before, broken] = [true, null, null];
  world = await startWorld();
  const through =
    (fetch: Fetch): Fetch =>
    async (input, init) => {
      const request = new Request(input, init);
      if (
        (request.method === 'DELETE' && isCut) ||
        broken?.test(`${request.method} ${request.url}`)
      )
        throw new TypeError('fetch failed');
      if (before?.isFor(request)) {
        const { work } = before;
        before = null;
        await work();
      }
      return asServer(fetch)(request);
    };
  [one, other] = [await world.device({ through }), await world.device({ through })];
  third = await world.device({ through: asServer });
}
afterEach(() => world.end());

const isCreate = ({ method, url }: Request) => method === 'POST' && url.endsWith('/bookmarks');
const isRead = ({ method, url }: Request) =>
  method === 'GET' && /\/bookmarks\/\w{20,}$/.test(new globalThis.URL(url).pathname);

/**
 * Lets two devices create a page at the same time. One of them gives way, and cannot delete its
 * bookmark yet. Returns that bookmark, and the device.
 */
async function giveWay(): Promise<{ loser: BookmarkInfo; device: Device }> {
  value(await one.library.bookmarks.save(page({ url: URL, title: 'One', html: HTML })));
  world.advance(HOUR_MS);
  value(await other.library.bookmarks.save(page({ url: URL, title: 'Other', html: HTML })));
  before = { isFor: isCreate, work: () => one.round() };
  await other.round();
  await world.work();
  for (const device of [one, other]) {
    world.advance(MINUTE_MS);
    await device.round();
  }
  const twins = (await world.bookmarks()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(twins).toHaveLength(2);
  const loser = twins[1]!;
  const shadows = await one.tables.shadows.toArray();
  const isOfOne = shadows.some(({ serverId, replacedBy }) => serverId === loser.id && replacedBy);
  return { loser, device: isOfOne ? one : other };
}

async function settle(): Promise<void> {
  isCut = false;
  for (let turn = 0; turn < 3; turn += 1) {
    for (const device of [one, other, third]) {
      world.advance(5 * MINUTE_MS);
      expect(await device.round()).toMatchObject({ kind: 'done' });
      await world.work();
    }
  }
}

async function expectOne(values: object): Promise<void> {
  expect(await world.bookmarks()).toHaveLength(1);
  for (const device of [one, other, third]) {
    expect(await device.find(URL)).toMatchObject({ trashedAt: null, ...values });
    expect(await device.library.unsent.count()).toBe(0);
  }
}

const notesOn = async (device: Device) => (await listed(device, URL)).map(({ note }) => note);

/** The place of a highlight for another program. */
const PLACE = {
  start_selector: 'section[1]/p[1]',
  start_offset: 4,
  end_selector: 'section[1]/p[1]',
  end_offset: 11,
};

describe.each([
  ['a companion server', (fetch: Fetch) => fetch],
  ['Readeck', asReadeck],
])('a bookmark that gives way to another one of its page, on %s', (_, asServer) => {
  beforeEach(() => start(asServer));

  it('leaves what others did to it meanwhile', async () => {
    const { loser } = await giveWay();
    await third.round();
    const mine = (await third.tables.bookmarks.toArray()).find((row) => row.serverId === loser.id)!;
    const change = { addLabels: ['mine'], title: 'Mine', isFavourite: true, isArchived: true };
    value(await third.library.bookmarks.edit(mine.id, { ...change, readProgress: 40 }));
    const made = { quote: FROZE, color: 'red', position: null, note: 'froze' };
    value(await highlightsOn(third).add({ bookmarkId: mine.id, ...made }));
    expect(await third.round()).toMatchObject({ kind: 'done' });
    await settle();
    const { addLabels: labels, ...values } = change;
    await expectOne({ ...values, labels, readProgress: 40 });
    for (const device of [one, other, third]) {
      expect(await listed(device, URL)).toMatchObject([
        { color: 'red', note: 'froze', quote: { exact: FROZE.exact } },
      ]);
    }
  });

  it('leaves what another program does to it right before the delete is sent', async () => {
    const { loser, device } = await giveWay();
    isCut = false;
    const work = async () => {
      value(await world.client.bookmarks.update(loser.id, { add_labels: ['late'] }));
      value(await world.client.highlights.create(loser.id, { ...PLACE, color: 'red', note: 'l' }));
    };
    before = { isFor: isRead, work };
    await device.round();
    expect(before).toBeNull();
    await settle();
    await expectOne({ labels: ['late'] });
    for (const each of [one, other, third]) expect(await notesOn(each)).toEqual(['l']);
  });

  it.each([
    ['its article does not arrive', /^POST .*sync$/],
    ['its highlights do not arrive', /annotations$/],
  ])('stays on the server while %s, so that no highlight is lost', async (_reason, requests) => {
    const { loser, device } = await giveWay();
    isCut = false;
    const work = async () => {
      value(await world.client.highlights.create(loser.id, { ...PLACE, color: 'red', note: 'l' }));
      broken = requests;
    };
    before = { isFor: isRead, work };
    await device.round();
    expect(await world.bookmarks()).toHaveLength(2);
    broken = null;
    await settle();
    await expectOne({});
    for (const each of [one, other, third]) expect(await notesOn(each)).toEqual(['l']);
  });

  it('comes back if others edited it and the one that stays was deleted here', async () => {
    const { loser, device } = await giveWay();
    value(await world.client.bookmarks.update(loser.id, { add_labels: ['mine'] }));
    value(await device.library.bookmarks.trash([(await device.find(URL))!.id]));
    await settle();
    await expectOne({ labels: ['mine'] });
  });

  it('comes back if others highlighted it and the one that stays was deleted here', async () => {
    const { loser, device } = await giveWay();
    value(await world.client.highlights.create(loser.id, { ...PLACE, color: 'red', note: 'l' }));
    value(await device.library.bookmarks.trash([(await device.find(URL))!.id]));
    await settle();
    await expectOne({});
    for (const each of [one, other, third]) expect(await notesOn(each)).toEqual(['l']);
  });

  it('leaves one bookmark in one round if the one that stays was deleted there meanwhile', async () => {
    const { loser, device } = await giveWay();
    const stays = (await world.bookmarks()).find(({ id }) => id !== loser.id)!;
    value(await world.client.bookmarks.delete(stays.id));
    value(await world.client.bookmarks.update(loser.id, { add_labels: ['mine'] }));
    value(await world.client.highlights.create(loser.id, { ...PLACE, color: 'red', note: 'l' }));
    isCut = false;
    world.advance(5 * MINUTE_MS);
    expect(await device.round()).toMatchObject({ kind: 'done' });
    const [left, ...more] = await world.bookmarks();
    expect(more).toEqual([]);
    await settle();
    await expectOne({ serverId: left?.id, labels: ['mine'] });
    for (const each of [one, other, third]) expect(await notesOn(each)).toEqual(['l']);
  });

  it('is deleted with the one that stays if nobody edited it', async () => {
    const { device } = await giveWay();
    value(await device.library.bookmarks.trash([(await device.find(URL))!.id]));
    await settle();
    expect(await world.bookmarks()).toEqual([]);
    for (const each of [one, other]) expect((await each.find(URL))?.trashedAt).not.toBeNull();
  });
});

describe('a bookmark that gives way', () => {
  beforeEach(() => start((fetch) => fetch));

  it('leaves its note beside that of the one that stays', async () => {
    const { loser } = await giveWay();
    for (const { id } of await world.bookmarks()) {
      const note = id === loser.id ? 'gone' : 'kept';
      value(await world.client.bookmarks.update(id, { note }));
    }
    await settle();
    const { note = '' } = (await one.find(URL)) ?? {};
    expect(note.split('\n\n').toSorted()).toEqual(['gone', 'kept']);
    await expectOne({ note });
  });

  it.each([false, true])(
    'leaves the article that a person has captured again on another device, also sent: %s',
    async (isSent) => {
      const { loser } = await giveWay();
      await third.round();
      const [shadow] = await third.tables.shadows.where('serverId').equals(loser.id).toArray();
      const html = '<p>Captured again on the third device, with more words than before.</p>';
      const again = capture({ url: URL, html: `${HTML}${html}` });
      value(await third.library.bookmarks.recapture(shadow!.bookmarkId, again));
      if (isSent) await third.round();
      await world.work();
      if (isSent) await third.round();
      await settle();
      await expectOne({});
      for (const device of [one, other, third]) {
        const { id } = (await device.find(URL))!;
        expect((await device.library.articles.get(id))?.html).toContain('on the third device');
      }
      const { id } = (await third.find(URL))!;
      expect(await earlierArticles(third.tables, id)).toMatchObject([{ cause: 'joined' }]);
      expect(await third.tables.outbox.toArray()).toEqual([]);
    },
  );

  it('leaves no highlight that was deleted on this device before it gave way', async () => {
    isCut = false;
    // The server assigns random ids, so several pages are needed to cover both orders.
    const urls = Array.from({ length: 4 }, (_, n) => `https://pages.example/${n}`);
    for (const url of urls) {
      for (const { library } of [one, other]) {
        value(await library.bookmarks.save(page({ url, html: HTML })));
        // Otherwise both are one save.
        world.advance(HOUR_MS);
      }
      const highlight = async () => {
        await one.round();
        await world.work();
        const bookmarkId = (await one.find(url))!.id;
        const made = { bookmarkId, quote: FROZE, color: 'red', position: null, note: '' };
        value(await highlightsOn(one).add(made));
        for (let turn = 0; turn < 2; turn += 1) await one.round();
      };
      before = { isFor: isCreate, work: highlight };
      await other.round();
      await world.work();
      expect(before).toBeNull();
      const rows = await listed(one, url);
      expect(rows).toHaveLength(1);
      value(await highlightsOn(one).delete(rows.map(({ id }) => id)));
    }
    await settle();
    expect(await world.bookmarks()).toHaveLength(urls.length);
    for (const device of [one, other, third])
      expect(await device.tables.highlights.toArray()).toEqual([]);
  });
});
