import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS, UNDO_MS, unixMs } from '../../src/domain/time';
import { journalText } from '../../src/sync';
import { isDue } from '../../src/sync/runner';
import { address, page, undo, value } from '../library/library';
import { asReadeck } from './support/annotated-server';
import { type Device, startWorld, type World, wholeRound } from './support/world';

const URL_A = 'https://pages.example/a';

let world: World;
let device: Device;
/** The status with which the server refuses edits. When it is null, it accepts them. */
let refusal: number | null;
/** The number of edits that were sent to the server. */
let patches: number;
/** Changes the text of the server's answers, as a broken proxy does. */
let garble: (text: string) => string;
beforeEach(async () => {
  refusal = null;
  patches = 0;
  garble = (text) => text;
  world = await startWorld();
  device = await world.device({
    through: (fetch) => async (input, init) => {
      const request = new Request(input, init);
      if (request.method !== 'PATCH') {
        const answer = await fetch(request);
        const isStream = answer.headers.get('content-type')?.startsWith('multipart/');
        return isStream ? new Response(garble(await answer.text()), answer) : answer;
      }
      patches += 1;
      if (refusal === null) return fetch(request);
      return Response.json({ status: refusal, message: 'Not now' }, { status: refusal });
    },
  });
});
afterEach(() => world.end());

const edit = async (patch: Parameters<Device['library']['bookmarks']['edit']>[1]) =>
  value(await device.library.bookmarks.edit((await device.find(URL_A))!.id, patch));

const round = () => wholeRound(world, device);

/**
 * Creates a bookmark on the device and the server, whose page the server has read. Returns the
 * server's id.
 */
async function saved(): Promise<string> {
  value(await device.library.bookmarks.save(address({ url: URL_A, title: 'Ice' })));
  await round();
  await round();
  const [there] = await world.bookmarks();
  return there!.id;
}
const onServer = async (id: string, patch: object) =>
  value(await world.client.bookmarks.update(id, patch));
const there = async () => (await world.bookmarks())[0]!;

describe('the reading progress', () => {
  it('is the greater one of both sides', async () => {
    const id = await saved();
    await onServer(id, { read_progress: 80, read_anchor: '#p8' });
    await edit({ readProgress: 30, readAnchor: '#p3' });
    await round();
    expect(await device.find(URL_A)).toMatchObject({ readProgress: 80, readAnchor: '#p8' });
    expect(await there()).toMatchObject({ read_progress: 80, read_anchor: '#p8' });
  });

  it('is the lesser one when a person set it back', async () => {
    const id = await saved();
    await onServer(id, { read_progress: 80, read_anchor: '#p8' });
    await round();
    await edit({ readProgress: 30, readAnchor: '#p3' });
    await round();
    expect(await there()).toMatchObject({ read_progress: 30, read_anchor: '#p3' });
    expect(await device.find(URL_A)).toMatchObject({ readProgress: 30, readAnchor: '#p3' });
  });
});

describe('an edit that is undone', () => {
  it('sends nothing when nobody else changed the field', async () => {
    await saved();
    await undo(device, await edit({ title: 'Mine', addLabels: ['a'] }));
    expect(await device.tables.outbox.count()).toBe(0);
  });

  it('is sent when the server has another value meanwhile', async () => {
    const id = await saved();
    await edit({ title: 'Mine' });
    await onServer(id, { title: 'Theirs', add_labels: ['a'] });
    await edit({ addLabels: ['a'] });
    refusal = 429;
    expect(await device.round()).toMatchObject({ stop: { kind: 'server-busy' } });
    await edit({ title: 'Ice', removeLabels: ['a'] });
    refusal = null;
    await round();
    expect(await there()).toMatchObject({ title: 'Ice', labels: [] });
  });

  it('is sent when the edit was tried before, although the server does not have it', async () => {
    const id = await saved();
    await edit({ title: 'Mine', readProgress: 20, addLabels: ['a'] });
    refusal = 500;
    expect(await device.round()).toMatchObject({ kind: 'done' });
    await edit({ title: 'Ice', readProgress: 0, removeLabels: ['a'] });
    await onServer(id, { add_labels: ['b'] });
    refusal = null;
    await round();
    await round();
    const settled = { title: 'Ice', labels: ['b'] };
    expect(await there()).toMatchObject({ ...settled, read_progress: 0 });
    expect(await device.find(URL_A)).toMatchObject({ ...settled, readProgress: 0 });
    expect(await device.tables.outbox.count()).toBe(0);
  });
});

describe('an edit of a page that the server is still reading', () => {
  beforeEach(async () => {
    value(await device.library.bookmarks.save(address({ url: URL_A, title: 'Ice' })));
    expect(await device.round()).toMatchObject({ kind: 'done' });
    await edit({ title: 'Mine' });
    for (let n = 0; n < 2; n += 1) {
      await device.round();
      world.advance(10 * SECOND_MS);
    }
    expect(patches).toBe(0);
  });

  it('is sent once the server has read the page', async () => {
    await world.work();
    await round();
    expect(patches).toBe(1);
    expect(await there()).toMatchObject({ title: 'Mine', loaded: true });
  });

  it('is sent after two minutes in any case', async () => {
    world.advance(2 * MINUTE_MS);
    await device.round();
    expect(patches).toBe(1);
    expect(await there()).toMatchObject({ title: 'Mine', loaded: false });
  });
});

describe('a bookmark from the server that cannot be read', () => {
  const kinds = async () =>
    (await device.library.sync.journal(10)).map(({ kind, bookmarkId }) => [kind, bookmarkId]);

  it('is listed in the journal, and the others arrive', async () => {
    for (const [url, title] of [
      [URL_A, 'Garbled'],
      [`${URL_A}b`, 'Whole'],
    ] as const) {
      value(await world.client.bookmarks.create({ url, title }));
    }
    garble = (text) => text.replaceAll('"Garbled"', '"Garbled');
    await round();
    expect(await device.find(URL_A)).toBeNull();
    expect(await device.find(`${URL_A}b`)).toMatchObject({ title: 'Whole' });
    expect(await kinds()).toContainEqual(['unreadable', expect.any(String)]);
  });

  it.each(['file:///etc/passwd', 'chrome-extension://abc/x', 'about:config', 'javascript:1'])(
    'is listed in the journal when its address is %s, and the others arrive',
    async (address) => {
      for (const title of ['Odd', 'Whole']) {
        value(await world.client.bookmarks.create({ url: `${URL_A}${title}`, title }));
      }
      garble = (text) => text.replaceAll(JSON.stringify(`${URL_A}Odd`), JSON.stringify(address));
      await round();
      expect(await device.tables.bookmarks.toArray()).toMatchObject([{ title: 'Whole' }]);
      expect(await kinds()).toContainEqual(['unreadable', expect.any(String)]);
    },
  );

  it('keeps its old address here when it was moved to a file on the server', async () => {
    const id = await saved();
    await onServer(id, { title: 'Moved' });
    garble = (text) => text.replaceAll(JSON.stringify(URL_A), '"file:///etc/passwd"');
    await round();
    const here = await device.find(URL_A);
    expect(here).toMatchObject({ url: URL_A, title: 'Ice' });
    expect(await kinds()).toContainEqual(['unreadable', here!.id]);
  });

  it('does not change the bookmark on the device', async () => {
    const id = await saved();
    await onServer(id, { title: 'Garbled' });
    garble = (text) => text.replaceAll('"Garbled"', '"Garbled');
    await round();
    const here = await device.find(URL_A);
    expect(here).toMatchObject({ title: 'Ice' });
    expect(await kinds()).toContainEqual(['unreadable', here!.id]);
  });
});

describe('labels', () => {
  it('are removed in every spelling that the server has', async () => {
    const id = await saved();
    await onServer(id, { labels: ['Ice', 'ice', 'snow'] });
    await round();
    expect((await device.find(URL_A))!.labels).toEqual(['Ice', 'snow']);
    await edit({ removeLabels: ['ice'] });
    await round();
    expect(await there()).toMatchObject({ labels: ['snow'] });
  });
});

describe('a value that the server cannot store', () => {
  it('stays on the device when it is an address outside the web', async () => {
    value(await device.library.bookmarks.save(address({ url: 'about:config', title: 'Settings' })));
    await round();
    expect(await device.tables.outbox.count()).toBe(0);
    expect(await world.bookmarks()).toEqual([]);
    expect(await device.find('about:config')).toMatchObject({ title: 'Settings', trashedAt: null });
    const kinds = (await device.library.sync.journal(10)).map(({ kind }) => kind);
    expect(kinds).toEqual(['kept-here']);
  });

  it('stays on the device when it is an excerpt, and delays nothing', async () => {
    await saved();
    const again = page({ url: URL_A, html: null, excerpt: 'Selected' });
    value(await device.library.bookmarks.save(again));
    await round();
    expect(await device.tables.outbox.count()).toBe(0);
    expect(await device.find(URL_A)).toMatchObject({ excerpt: 'Selected' });
  });

  it('stays on the device when it is a new article, and the journal reports it', async () => {
    // Another server, such as Readeck's, does not replace articles.
    device = await world.device({ through: asReadeck });
    await saved();
    value(await device.library.bookmarks.save(page({ url: URL_A })));
    await round();
    expect(await device.tables.outbox.count()).toBe(0);
    expect(await device.find(URL_A)).toMatchObject({ content: { kind: 'article' } });
    const kinds = (await device.library.sync.journal(10)).map(({ kind }) => kind);
    expect(kinds).toContain('kept-here');
  });
});

describe('bookmarks from before a sign-in', () => {
  it("join the server's bookmarks of the same address with the labels of both", async () => {
    value(await world.client.bookmarks.create({ url: URL_A, title: 'Theirs', labels: ['there'] }));
    const { id } = value(
      await device.library.bookmarks.save(page({ url: `${URL_A}?utm_source=x` })),
    ).bookmark;
    value(await device.library.bookmarks.edit(id, { addLabels: ['here'], isFavourite: true }));
    value(await device.library.bookmarks.save(address({ url: 'https://pages.example/b' })));
    await round();
    await round();
    const infos = await world.bookmarks();
    expect(infos).toHaveLength(2);
    expect(infos.find(({ url }) => url === URL_A)).toMatchObject({
      title: 'Theirs',
      labels: ['here', 'there'],
      is_marked: true,
    });
    expect(await device.tables.bookmarks.count()).toBe(2);
  });

  it('keep the values that a person edited when they join', async () => {
    value(await world.client.bookmarks.create({ url: URL_A, title: 'Theirs' }));
    await onServer((await there()).id, { site_name: 'Their site' });
    value(await device.library.bookmarks.save(page({ url: URL_A, siteName: 'The site' })));
    await edit({ title: 'Mine' });
    await round();
    await round();
    expect(await there()).toMatchObject({ title: 'Mine', site_name: 'Their site' });
    expect(await device.find(URL_A)).toMatchObject({ title: 'Mine', siteName: 'Their site' });
  });

  it.each([
    { here: true, there: false, joined: true },
    { here: false, there: true, joined: true },
    { here: false, there: false, joined: false },
  ])('are archived after the join if either was: $here here, $there on the server', async (one) => {
    value(await world.client.bookmarks.create({ url: URL_A, title: 'Ice' }));
    const serverId = (await there()).id;
    await world.work();
    if (one.there) await onServer(serverId, { is_archived: true });
    world.advance(SECOND_MS);
    const { id } = value(await device.library.bookmarks.save(page({ url: URL_A }))).bookmark;
    if (one.here) value(await device.library.bookmarks.edit(id, { isArchived: true }));
    await round();
    await round();
    expect(await device.find(URL_A)).toMatchObject({ serverId, isArchived: one.joined });
    expect(await world.bookmarks()).toMatchObject([{ is_archived: one.joined }]);
    expect(await device.tables.outbox.count()).toBe(0);
  });
});

describe('two bookmarks of one address on the server', () => {
  it.each([
    { edited: false, other: true, joined: true },
    { edited: true, other: false, joined: true },
    { edited: false, other: false, joined: false },
  ])(
    'become one, archived if either was, when the edited one is deleted there: $edited, $other',
    async (one) => {
      for (const title of ['Edited', 'Other']) {
        value(await world.client.bookmarks.create({ url: URL_A, title }));
        world.advance(SECOND_MS);
      }
      await world.work();
      const idOf = async (title: string) =>
        (await world.bookmarks()).find((info) => info.title === title)!.id;
      const [edited, other] = [await idOf('Edited'), await idOf('Other')];
      await onServer(edited, { is_archived: one.edited });
      await onServer(other, { is_archived: one.other });
      await round();
      const rows = await device.tables.bookmarks.toArray();
      const row = rows.find(({ title }) => title === 'Edited')!;
      value(await device.library.bookmarks.edit(row.id, { addLabels: ['winter'] }));
      value(await world.client.bookmarks.delete(edited));
      await round();
      await round();
      expect(await world.bookmarks()).toMatchObject([
        { id: other, labels: ['winter'], is_archived: one.joined },
      ]);
      const live = await device.tables.bookmarks.filter(({ trashedAt }) => !trashedAt).toArray();
      expect(live).toMatchObject([{ labels: ['winter'], isArchived: one.joined }]);
    },
  );
});

describe('a round', () => {
  it('leaves out the bookmark that a check of the connection creates and deletes', async () => {
    await round();
    const url = 'https://leafmark.invalid/check/1';
    value(await world.client.bookmarks.create({ url, title: 'Leafmark check' }));
    await round();
    value(await world.client.bookmarks.delete((await there()).id));
    await round();
    expect(await device.tables.bookmarks.toArray()).toEqual([]);
    expect(await device.library.sync.journal(10)).toEqual([]);
  });

  it('makes no further requests when nothing changed', async () => {
    await saved();
    await round();
    const requests: string[] = [];
    const other = await world.device({
      through: (fetch) => async (input, init) => {
        const request = new Request(input, init);
        requests.push(`${request.method} ${new URL(request.url).pathname}`);
        return fetch(request);
      },
    });
    await other.round();
    requests.length = 0;
    await other.round();
    expect(requests).toEqual(['GET /api/bookmarks/sync']);
  });

  it('does not run twice at the same time', async () => {
    const busy = await device.sync({ alone: async () => null }).round({ articles: 'all' });
    expect(busy).toEqual({ kind: 'busy' });
  });

  it('ends when it is aborted, and keeps what waits', async () => {
    value(await device.library.bookmarks.save(address({ url: URL_A })));
    const signal = AbortSignal.abort();
    expect(await device.sync().round({ articles: 'all', signal })).toEqual({ kind: 'ended' });
    expect(await device.tables.outbox.toArray()).toMatchObject([{ state: 'waiting' }]);
  });
});

describe('a clock that was set back', () => {
  it('delays nothing', () => {
    const now = unixMs(1_700_000_000_000);
    const queuedAt = unixMs(now + DAY_MS);
    const notBefore = unixMs(queuedAt + UNDO_MS);
    expect(isDue({ notBefore, queuedAt }, now)).toBe(true);
    expect(isDue({ notBefore, queuedAt }, queuedAt)).toBe(false);
    expect(isDue({ notBefore: unixMs(now + DAY_MS + 1), queuedAt: now }, now)).toBe(true);
  });
});

describe('the journal as text', () => {
  it('lists what was done without the contents of bookmarks', async () => {
    const id = await saved();
    await onServer(id, { title: 'Secret', labels: ['private'] });
    await round();
    const text = journalText(await device.library.sync.journal(100));
    expect(text).toMatch(/received {2}bookmark 1 {2}title, labels\n/);
    expect(text).not.toMatch(/Secret|private|Ice|example/);
  });
});
