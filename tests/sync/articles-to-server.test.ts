import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time';
import { articleRequests, syncLists, wantedPages } from '../../src/library';
import { createDecisions } from '../../src/sync';
import { address, capture, earlierArticles, page, value } from '../library/library';
import { asReadeck } from './support/annotated-server';
import { highlightsOn } from './support/highlighted-page';
import { type Device, type Fetch, startWorld, type World, wholeRound } from './support/world';

const URL = 'https://members.example/story';
const WORDS = 'The harbour froze in January. '.repeat(60);
const htmlOf = (words: string) => `<p>${words}</p><p>${WORDS}</p>`;

let world: World;
let desk: Device;
let phone: Device;
/** The requests that replaced an article. */
let sent: Request[];
beforeEach(async () => {
  sent = [];
  world = await startWorld();
  desk = await world.device({
    through: (fetch) => async (input, init) => {
      const request = new Request(input, init);
      if (request.method === 'PUT') sent.push(request.clone());
      return fetch(request);
    },
  });
  phone = await world.device();
});
afterEach(() => world.end());

const syncAll = async (...devices: readonly Device[]) => {
  for (const device of devices.length > 0 ? devices : [desk, phone, desk, phone]) {
    await wholeRound(world, device);
  }
};
const idOn = async (device: Device) => (await device.find(URL))!.id;
const textOn = async (device: Device) =>
  (await device.library.articles.get(await idOn(device)))?.html ?? null;
const stateOn = async (device: Device) =>
  (await device.tables.shadows.get(await idOn(device)))?.article;
const earlierOn = async (device: Device) => earlierArticles(device.tables, await idOn(device));
/** Returns what a row says about the place of its article. */
async function placeOn(device: Device) {
  const id = await idOn(device);
  const heard = vi.fn();
  const stop = device.library.part(syncLists).watchPlaces([id], heard);
  await vi.waitFor(() => expect(heard).toHaveBeenCalled());
  stop();
  return heard.mock.lastCall?.[0].get(id);
}
const recapture = async (device: Device, words: string) =>
  value(
    await device.library.bookmarks.recapture(
      await idOn(device),
      capture({ url: URL, html: htmlOf(words) }),
    ),
  );

/** The phone saves an address that the server cannot read. */
async function anAddress(by = phone): Promise<void> {
  value(await by.library.bookmarks.save(address({ url: URL })));
  await syncAll();
  expect(await world.bookmarks()).toMatchObject([{ has_article: false, loaded: true }]);
}

/** A page that the desk has captured and both devices have. */
async function aPage(words = 'The first.'): Promise<void> {
  value(await desk.library.bookmarks.save(page({ url: URL, html: htmlOf(words) })));
  await syncAll();
  expect(await textOn(phone)).toContain(words);
}

describe('an article that the server lacks', () => {
  it('comes to the phone when the page of its address is captured at the desk', async () => {
    await anAddress();
    value(await desk.library.bookmarks.save(page({ url: URL, html: htmlOf('For members.') })));
    expect([await placeOn(desk), await placeOn(phone)]).toEqual(['here', undefined]);
    await syncAll(desk, desk);
    expect(await phone.sync().round({ articles: 'none' })).toMatchObject({ kind: 'done' });
    expect([await placeOn(desk), await placeOn(phone)]).toEqual(['both', 'server']);
    await syncAll();
    expect(await placeOn(phone)).toBe('both');
    expect(await textOn(phone)).toContain('For members.');
    expect(await world.bookmarks()).toMatchObject([{ has_article: true }]);
    expect([await stateOn(desk), await stateOn(phone)]).toEqual(['synced', 'synced']);
    expect(sent).toHaveLength(1);
  });

  it('comes to the phone when it was fetched by “Get the articles”', async () => {
    await anAddress();
    const id = await idOn(desk);
    value(
      await desk.library
        .part(articleRequests)
        .start([id], { isSignedIn: true, isAsked: false, isBorrowed: false }),
    );
    const wanted = desk.library.part(wantedPages);
    const next = await wanted.next(new Set());
    value(await wanted.keep(next!.page, capture({ url: URL, html: htmlOf('Fetched.') })));
    await syncAll();
    expect(await textOn(phone)).toContain('Fetched.');
    expect(await stateOn(desk)).toBe('synced');
  });

  it('comes to the phone when a local page is joined with the address at sign-in', async () => {
    value(await phone.library.bookmarks.save(address({ url: URL })));
    await syncAll(phone, phone);
    value(await desk.library.bookmarks.save(page({ url: URL, html: htmlOf('From before.') })));
    await syncAll();
    expect(await world.bookmarks()).toHaveLength(1);
    expect(await textOn(phone)).toContain('From before.');
    expect([await stateOn(desk), await stateOn(phone)]).toEqual(['synced', 'synced']);
  });

  it('stays here on a server that does not replace articles', async () => {
    const device = await world.device({ through: asReadeck });
    await anAddress();
    await syncAll(device);
    value(await device.library.bookmarks.save(page({ url: URL, html: htmlOf('Only here.') })));
    await syncAll(device, device, phone);
    expect(await textOn(phone)).toBeNull();
    expect(await stateOn(device)).toBe('local');
    expect(await device.tables.outbox.toArray()).toEqual([]);
  });
});

describe('an article that was captured again', () => {
  it('replaces that of the server and of other devices, which keep the former one', async () => {
    await aPage();
    await recapture(desk, 'The second.');
    await syncAll();
    expect(await textOn(phone)).toContain('The second.');
    expect(await earlierOn(phone)).toMatchObject([{ cause: 'elsewhere' }]);
    expect([await stateOn(desk), await stateOn(phone)]).toEqual(['synced', 'synced']);
    await recapture(phone, 'The third.');
    await syncAll(phone, desk, phone, desk);
    expect(await textOn(desk)).toContain('The third.');
    expect([await stateOn(desk), await stateOn(phone)]).toEqual(['synced', 'synced']);
  });

  it.each([-30 * DAY_MS, 30 * DAY_MS])(
    'stands whatever the clock of its device says: %i',
    async (aheadMs) => {
      const device = await world.device({ aheadMs: () => aheadMs });
      await aPage();
      await syncAll(device);
      await recapture(device, 'The second.');
      await syncAll(device, phone, desk, device);
      await recapture(desk, 'The third.');
      await syncAll(desk, phone, device, desk);
      for (const one of [desk, phone, device]) expect(await textOn(one)).toContain('The third.');
    },
  );

  it.each([false, true])(
    'stands if it replaces one that was not sent or has no answer yet, by a clock that is behind: %s',
    async (isTried) => {
      let isBroken = false;
      const device = await world.device({
        aheadMs: () => -3 * DAY_MS,
        through: (fetch) => async (input, init) => {
          const request = new Request(input, init);
          const answer = await fetch(request);
          if (isBroken && request.method === 'PUT') throw new TypeError('fetch failed');
          return answer;
        },
      });
      await aPage();
      await syncAll(device);
      await recapture(device, 'The second.');
      isBroken = true;
      if (isTried) await device.round();
      await world.work();
      isBroken = false;
      await recapture(device, 'The third.');
      world.advance(HOUR_MS);
      await syncAll(device, phone, desk, device);
      for (const one of [desk, phone, device]) expect(await textOn(one)).toContain('The third.');
    },
  );

  it('is the same one on all devices if two replaced one of a clock that is ahead', async () => {
    const ahead = await world.device({ aheadMs: () => 3 * DAY_MS });
    value(await ahead.library.bookmarks.save(page({ url: URL, html: htmlOf('The first.') })));
    await syncAll(ahead, desk, phone);
    await recapture(desk, 'At the desk.');
    world.advance(1);
    await recapture(phone, 'On the phone.');
    await syncAll(phone, desk, ahead, phone, desk, ahead);
    for (const one of [desk, phone, ahead]) expect(await textOn(one)).toContain('On the phone.');
    expect(await earlierOn(desk)).toMatchObject([{ cause: 'elsewhere' }, {}]);
  });

  it('is the last one on all devices if two captured the page at once', async () => {
    await aPage();
    await recapture(desk, 'At the desk.');
    world.advance(MINUTE_MS);
    await recapture(phone, 'On the phone.');
    await syncAll(phone, desk, phone, desk);
    expect(await textOn(desk)).toContain('On the phone.');
    expect(await textOn(phone)).toContain('On the phone.');
    const kept = await earlierOn(desk);
    expect(kept.map(({ cause }) => cause)).toContain('elsewhere');
    expect([await stateOn(desk), await stateOn(phone)]).toEqual(['synced', 'synced']);
  });

  it('is sent once, and nothing follows', async () => {
    await aPage();
    await recapture(desk, 'The second.');
    await syncAll(desk, desk, desk, phone, desk);
    expect(sent).toHaveLength(1);
    expect(await desk.tables.outbox.toArray()).toEqual([]);
  });

  it('is sent again if the server was restored from a backup', async () => {
    await aPage();
    const { storage } = world.t;
    const [there] = await world.bookmarks();
    await recapture(desk, 'The second.');
    await syncAll();
    const row = (await storage.bookmarks.findById(there!.id))!;
    await storage.contents.put(row.key, { article: '<section><p>The first.</p></section>' });
    await storage.bookmarks.update(world.userId, there!.id, { captured: null });
    await syncAll();
    const after = await storage.contents.find(row.key);
    expect(after?.article).toContain('The second.');
  });

  it('has the highlights of another device where their words still are', async () => {
    await aPage('Start here.');
    const id = await idOn(phone);
    value(
      await highlightsOn(phone).add({
        bookmarkId: id,
        quote: { exact: 'Start here.', prefix: '', suffix: '' },
        color: 'yellow',
        position: null,
      }),
    );
    await syncAll(phone, desk, phone);
    await recapture(desk, 'Something new.</p><p>Start here.');
    await syncAll();
    for (const device of [phone, desk]) {
      const highlights = await device.tables.highlights.toArray();
      expect(highlights.map(({ quote }) => quote.exact)).toEqual(['Start here.']);
    }
    const annotations = await world.client.highlights.list((await world.bookmarks())[0]!.id);
    expect(annotations.ok && annotations.value.body).toMatchObject([
      { text: 'Start here.', start_selector: 'section[1]/p[2]' },
    ]);
  });
});

describe('a page that the server could not read', () => {
  it('is read again when a person asks for it', async () => {
    await anAddress();
    let asked = 0;
    const device = await world.device({
      through: (fetch) => async (input, init) => {
        const request = new Request(input, init);
        if (request.method === 'PUT') asked += 1;
        return fetch(request);
      },
    });
    await syncAll(device);
    const requests = device.library.part(articleRequests);
    await requests.readOnServer([await idOn(device)]);
    await syncAll(device, device);
    expect(asked).toBe(1);
    expect(await device.tables.outbox.toArray()).toEqual([]);
  });
});

describe('on a server that does not replace articles, a person', () => {
  /** Creates fail with an error of the server. */
  let isBroken = false;
  const breakable =
    (fetch: Fetch): Fetch =>
    async (input, init) => {
      const request = new Request(input, init);
      const isCreate = request.method === 'POST' && request.url.endsWith('/bookmarks');
      return isBroken && isCreate ? new Response('', { status: 500 }) : fetch(request);
    };
  afterEach(() => {
    isBroken = false;
  });
  const start = async () => {
    const [first, second] = await Promise.all([
      world.device({ through: (fetch) => asReadeck(breakable(fetch)) }),
      world.device({ through: asReadeck }),
    ]);
    value(await second.library.bookmarks.save(address({ url: URL })));
    await syncAll(second, first);
    value(await first.library.bookmarks.save(page({ url: URL, html: htmlOf('Only here.') })));
    await syncAll(first, first, second);
    return { first, second };
  };

  it('is offered to replace the bookmark of the server, and other devices join the two', async () => {
    const { first, second } = await start();
    const lists = first.library.part(syncLists);
    const shown = vi.fn();
    const stop = lists.watchOnlyHere(9, shown);
    await vi.waitFor(() =>
      expect(shown).toHaveBeenCalledWith(new Map([[expect.anything(), expect.anything()]])),
    );
    stop();
    const [before] = await world.bookmarks();
    const other = await idOn(second);
    value(await second.library.bookmarks.edit(other, { note: 'Only on the second.' }));
    value(await createDecisions(first.library).replaceOnServer(await idOn(first)));
    for (let turn = 0; turn < 4; turn += 1) await syncAll(first, second);
    const after = await world.bookmarks();
    expect(after).toMatchObject([{ has_article: true }]);
    expect(after[0]!.id).not.toBe(before!.id);
    expect(await textOn(second)).toContain('Only here.');
    expect(await second.find(URL)).toMatchObject({
      trashedAt: null,
      note: 'Only on the second.',
    });
    for (const device of [first, second]) {
      expect(await stateOn(device)).toBe('synced');
      expect(await device.tables.outbox.toArray()).toEqual([]);
    }
  });

  it('replaces nothing if the server has the article', async () => {
    const { second } = await start();
    const [before] = await world.bookmarks();
    value(await createDecisions(second.library).replaceOnServer(await idOn(second)));
    await syncAll(second, second);
    expect((await world.bookmarks()).map(({ id }) => id)).toEqual([before!.id]);
    expect(await second.tables.outbox.count()).toBe(0);
  });

  it('keeps the old bookmark until the server has the new one', async () => {
    const { first } = await start();
    const [before] = await world.bookmarks();
    value(await createDecisions(first.library).replaceOnServer(await idOn(first)));
    isBroken = true;
    for (let turn = 0; turn < 3; turn += 1) {
      await first.round();
      world.advance(HOUR_MS);
    }
    expect((await world.bookmarks()).map(({ id }) => id)).toEqual([before!.id]);
  });
});
