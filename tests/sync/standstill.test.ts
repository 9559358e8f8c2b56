import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, unixMs } from '../../src/domain/time';
import type { SyncRepository } from '../../src/library';
import { address, value } from '../library/library';
import { asReadeck, withoutExtensions } from './support/annotated-server';
import {
  add,
  FROZE,
  highlightsOn,
  round,
  saveOn,
  savePage,
  useDevices,
} from './support/highlighted-page';
import { type Device, type Fetch, startWorld, type World } from './support/world';

const KINDS = [
  ['the companion server', (fetch: Fetch) => fetch],
  ['Readeck', asReadeck],
] as const;

/** The network is cut after so many requests, because a round may ask for ever. */
const MAX_REQUESTS = 500;

const URLS = Array.from({ length: 24 }, (_, n) => `https://pages.example/${n}`);

describe.each(KINDS)('a round with %s', (_, kind) => {
  const my = useDevices();

  /** Syncs a device until nothing is left to send. */
  async function expectEnd() {
    let requests = 0;
    my.through = (fetch) => async (input, init) => {
      requests += 1;
      if (requests > MAX_REQUESTS) throw new TypeError('too many requests');
      return kind(fetch)(input, init);
    };
    await round(my.world, my.one, my.one, my.one);
    expect(await my.one.tables.outbox.count()).toBe(0);
    expect(await my.one.library.sync.pendingAnnotations(1)).toEqual([]);
  }

  it('ends when other clients have posted the addresses of its pages', async () => {
    my.through = kind;
    for (const url of URLS) value(await my.one.library.bookmarks.save(address({ url })));
    await round(my.world, my.one);
    for (const url of URLS) value(await my.world.client.bookmarks.create({ url }));
    await expectEnd();
  });

  it('ends when another device highlights a page that this device deletes for good', async () => {
    my.through = kind;
    const id = await savePage(my);
    await round(my.world, my.other);
    await add(my.other, FROZE);
    await round(my.world, my.other, my.other);
    value(await my.one.library.bookmarks.trash([id]));
    value(await my.one.library.bookmarks.purge([id]));
    await expectEnd();
  });

  it('ends after pages are deleted for good whose highlights were to be read', async () => {
    my.through = kind;
    const ids = await Promise.all(URLS.map((url) => saveOn(my.one, url)));
    await round(my.world, my.one, my.one);
    await my.one.tables.shadows.toCollection().modify({ annotations: 'pending' });
    value(await my.one.library.bookmarks.trash(ids));
    value(await my.one.library.bookmarks.purge(ids));
    await expectEnd();
  });
});

describe('a loop of a round that makes no progress', () => {
  let world: World;
  let device: Device;
  /** Replaces functions that the engine uses. */
  let broken: Partial<SyncRepository>;
  /** Replaces the server's answer to a request. When it returns null, the server answers. */
  let answer: (request: Request, fetch: Fetch) => Promise<Response | null>;
  let requests: number;
  beforeEach(async () => {
    [broken, requests] = [{}, 0];
    answer = async () => null;
    world = await startWorld();
    device = await world.device({
      library: (library) => ({ ...library, sync: { ...library.sync, ...broken } }),
      through: (fetch) => async (input, init) => {
        requests += 1;
        if (requests > MAX_REQUESTS) throw new TypeError('too many requests');
        const request = new Request(input, init);
        return (await answer(request, fetch)) ?? fetch(request);
      },
    });
  });
  afterEach(() => world.end());

  /** Saves pages and lets the server read them. */
  async function savePages(urls: readonly string[]) {
    const ids = [];
    for (const url of urls) ids.push(await saveOn(device, url));
    await round(world, device, device);
    return ids;
  }

  async function expectStop() {
    expect(await device.round()).toMatchObject({ stop: { kind: 'no-progress' } });
    const { stop, retryAt, failures } = await device.library.sync.meta();
    expect({ stop, failures }).toEqual({ stop: { kind: 'no-progress' }, failures: 1 });
    expect(retryAt).toBeGreaterThan(world.now());
  }

  it('ends without a stop when it looks at a bookmark whose other delete is due later', async () => {
    const [kept, gone] = await savePages(URLS.slice(0, 2));
    const entry = {
      state: 'waiting',
      attempts: 0,
      kind: 'bookmark',
      queuedAt: world.now(),
    } as const;
    const later = unixMs(world.now() + 2 * HOUR_MS);
    await device.tables.outbox.bulkAdd([
      { ...entry, bookmarkId: gone!, intent: { kind: 'delete' }, notBefore: later },
      {
        ...entry,
        bookmarkId: kept!,
        intent: { kind: 'verify', others: [gone!] },
        isInternal: 1,
        notBefore: world.now(),
      },
    ]);
    expect(await device.round()).toMatchObject({ kind: 'done', nextAt: expect.any(Number) });
    world.advance(2 * HOUR_MS);
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await device.tables.outbox.count()).toBe(0);
  });

  it('ends when the highlights of a bookmark stay unread', async () => {
    const [id] = await savePages(URLS.slice(0, 1));
    const shadow = await device.tables.shadows.get(id!);
    broken = { pendingAnnotations: async () => [{ id: id!, serverId: shadow!.serverId! }] };
    await expectStop();
  });

  it('ends when an article stays to be fetched', async () => {
    const [id] = await savePages(URLS.slice(0, 1));
    const { serverId } = (await device.tables.shadows.get(id!))!;
    broken = {
      pendingArticles: async () => [{ id: id!, serverId, bookmark: null, bytes: null }],
    };
    await expectStop();
  });

  it('ends when a bookmark is created and gone in turn, and lets the others be sent', async () => {
    const [first = '', ...others] = URLS.slice(0, 3);
    const id = await saveOn(device, first);
    value(await device.library.bookmarks.edit(id, { isFavourite: true }));
    // Another client deletes each bookmark before it is edited. The server says that it has read the
    // page, so nothing waits for that. It takes no flags with a create, so an edit follows.
    answer = async (request, fetch) => {
      if (request.url.endsWith('/info'))
        return withoutExtensions('state_on_create')(fetch)(request);
      const [, serverId = ''] = /\/bookmarks\/(\w{9,})$/.exec(request.url) ?? [];
      if (request.method === 'PATCH') value(await world.client.bookmarks.delete(serverId));
      if (request.method !== 'GET' || serverId === '') return null;
      const answered = await fetch(request);
      return answered.ok ? Response.json({ ...(await answered.json()), loaded: true }) : answered;
    };
    await expectStop();
    for (const url of others) value(await device.library.bookmarks.save(address({ url })));
    world.advance(HOUR_MS / 2);
    expect(await device.round()).toMatchObject({ kind: 'done' });
    const there = new Set((await world.bookmarks()).map(({ url }) => url));
    expect(others.filter((url) => !there.has(url))).toEqual([]);
    world.advance(HOUR_MS);
    answer = async () => null;
    await round(world, device, device);
    expect(await device.tables.outbox.count()).toBe(0);
  });

  it('ends when a highlight stays changed', async () => {
    const [id] = await savePages(URLS.slice(0, 1));
    const quote = FROZE;
    const made = { bookmarkId: id!, quote, color: 'yellow', position: null };
    const { id: highlight } = value(await highlightsOn(device).add(made));
    await round(world, device, device);
    value(await highlightsOn(device).edit(highlight, { color: 'blue' }));
    const { highlightTransaction } = device.library.sync;
    broken = {
      highlightTransaction: (bookmarkId, work) =>
        highlightTransaction(bookmarkId, (tx) => work({ ...tx, put: () => {} })),
    };
    await expectStop();
  });

  it('ends when a collection is created and gone in turn', async () => {
    await round(world, device);
    const fields = { name: 'Ice', filters: { labels: 'ice' } };
    value(await device.library.collections.create({ ...fields, isPinned: true }));
    answer = async ({ method, url }) => {
      const serverId = url.split('/collections/')[1];
      if (method === 'PATCH' && serverId) value(await world.client.collections.delete(serverId));
      return null;
    };
    await expectStop();
  });
});
