import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  MAX_AUTHOR_LENGTH,
  MAX_AUTHORS,
  MAX_BOOKMARK_NOTE_LENGTH,
  MAX_TITLE_LENGTH,
} from '../../src/contract';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/domain/time';
import { createDecisions } from '../../src/sync';
import { address, value } from '../library/library';
import { type Device, type Fetch, startWorld, type World } from './support/world';

const URL_A = 'https://pages.example/a';

let world: World;
let device: Device;
/** Replaces the server's answer. When it is null or returns undefined, the server answers. */
let replaceAnswer:
  | ((request: Request) => Response | undefined | Promise<Response | undefined>)
  | null;
const through =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    return (await replaceAnswer?.(request)) ?? fetch(request);
  };
beforeEach(async () => {
  replaceAnswer = null;
  world = await startWorld();
  device = await world.device({ through });
});
afterEach(() => world.end());

const save = async (url = URL_A) =>
  value(await device.library.bookmarks.save(address({ url, title: 'Ice' }))).bookmark;
const refused = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ status, message: 'No' }, { status, headers });
const onWrite = (answer: () => Response) => (request: Request) =>
  request.method === 'GET' || request.url.endsWith('/sync') ? undefined : answer();
const round = () => device.round();

describe('a server that cannot be reached', () => {
  it('is tried again after growing intervals, and receives everything once it is reachable', async () => {
    await save();
    replaceAnswer = () => {
      throw new TypeError('fetch failed');
    };
    const waits: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const outcome = await round();
      expect(outcome).toMatchObject({ kind: 'stopped', stop: { kind: 'offline' } });
      if (outcome.kind === 'stopped') waits.push(outcome.nextAt! - world.now());
    }
    expect(waits).toEqual([3750, 7500, 15_000, 30_000]);
    replaceAnswer = null;
    expect(await round()).toMatchObject({ kind: 'done' });
    expect(await world.bookmarks()).toMatchObject([{ url: URL_A }]);
  });

  it('is not contacted again before its Retry-After time', async () => {
    await save();
    replaceAnswer = () => refused(429, { 'Retry-After': '120' });
    expect(await round()).toEqual({
      kind: 'stopped',
      stop: { kind: 'server-busy' },
      nextAt: world.now() + 120 * SECOND_MS,
    });
  });

  it.each([429, 503, 507])(
    'receives no further writes in the round after an answer of %s',
    async (status) => {
      await save();
      for (const n of [1, 2, 3, 4, 5]) await save(`https://pages.example/${n}`);
      let writes = 0;
      replaceAnswer = onWrite(() => {
        writes += 1;
        return refused(status, { 'Retry-After': '7200' });
      });
      expect(await round()).toEqual({
        kind: 'stopped',
        stop: { kind: 'server-busy' },
        nextAt: world.now() + 2 * HOUR_MS,
      });
      // At most four requests run side by side.
      expect(writes).toBeLessThanOrEqual(4);
    },
  );

  it('delays only the bookmark that it cannot process', async () => {
    const { id } = await save();
    await save('https://pages.example/b');
    let isBroken = true;
    replaceAnswer = async (request) => {
      if (request.method !== 'POST' || request.url.endsWith('/sync')) return undefined;
      return isBroken && (await request.clone().text()).includes(URL_A) ? refused(500) : undefined;
    };
    expect(await round()).toMatchObject({ kind: 'done', nextAt: expect.any(Number) });
    expect(await world.bookmarks()).toMatchObject([{ url: 'https://pages.example/b' }]);
    isBroken = false;
    world.advance(HOUR_MS);
    expect(await round()).toMatchObject({ kind: 'done' });
    expect(await world.bookmarks()).toHaveLength(2);
    expect((await device.library.bookmarks.get(id))!.serverId).not.toBeNull();
  });
});

describe('a server that cannot store some bookmarks', () => {
  it('receives all others, because only failures in a row stop a round', async () => {
    const urls = Array.from({ length: 15 }, (_, n) => `https://pages.example/${n + 10}`);
    const failing = urls.filter((_, n) => n % 5 === 0);
    for (const url of urls) await save(url);
    replaceAnswer = async (request) => {
      const body = await request.clone().text();
      return failing.some((url) => body.includes(url)) ? refused(500) : undefined;
    };
    expect(await round()).toMatchObject({ kind: 'done' });
    const received = (await world.bookmarks()).map(({ url }) => url);
    expect(received.toSorted()).toEqual(urls.filter((url) => !failing.includes(url)));
  });

  it('receives each of them once in a round, although it asks for no wait', async () => {
    const urls = Array.from({ length: 6 }, (_, n) => `https://pages.example/${n + 10}`);
    for (const url of urls) await save(url);
    let creates = 0;
    replaceAnswer = async (request) => {
      if (!(await request.clone().text()).includes(urls[2] as string)) return undefined;
      creates += 1;
      return refused(500, { 'Retry-After': '0' });
    };
    expect(await round()).toMatchObject({ kind: 'done' });
    expect(creates).toBe(1);
  });
});

describe('a token that is no longer valid', () => {
  it('stops sync and keeps what waits', async () => {
    await save();
    replaceAnswer = () => refused(401);
    expect(await round()).toEqual({ kind: 'stopped', stop: { kind: 'signed-out' }, nextAt: null });
    expect(await device.tables.outbox.toArray()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    replaceAnswer = null;
    await round();
    expect(await world.bookmarks()).toHaveLength(1);
  });

  it('is not reported when another server answers with 401', async () => {
    replaceAnswer = () => new Response('<html>Sign in to the network</html>', { status: 401 });
    expect(await round()).toMatchObject({ stop: { kind: 'wrong-server' } });
  });
});

describe('a bookmark that the server refuses', () => {
  const refuseOnce = async () => {
    const { id } = await save();
    await save('https://pages.example/b');
    replaceAnswer = async (request) =>
      (await request.clone().text()).includes(URL_A) ? refused(400) : undefined;
    expect(await round()).toMatchObject({ kind: 'done' });
    replaceAnswer = null;
    return id;
  };

  it('needs attention, with the reason, and does not delay the others', async () => {
    const id = await refuseOnce();
    const waiting = await device.library.sync.attention();
    expect(waiting).toMatchObject([
      { bookmarkId: id, refusal: { kind: 'refused', detail: '400 No' } },
    ]);
    expect(await device.find(URL_A)).toMatchObject({ title: 'Ice', trashedAt: null });
    expect(await world.bookmarks()).toMatchObject([{ url: 'https://pages.example/b' }]);
  });

  it('is sent again when a person asks for it', async () => {
    const id = await refuseOnce();
    await round();
    expect(await world.bookmarks()).toHaveLength(1);
    value(await createDecisions(device.library).tryAgain(id));
    await round();
    expect(await world.bookmarks()).toHaveLength(2);
    expect(await device.library.sync.attention()).toEqual([]);
  });

  it('goes to the trash when a person discards it', async () => {
    const id = await refuseOnce();
    value(await createDecisions(device.library).discard(id));
    await round();
    expect((await device.find(URL_A))!.trashedAt).not.toBeNull();
    expect(await world.bookmarks()).toHaveLength(1);
  });

  it('stays on the device when a person keeps it there', async () => {
    const id = await refuseOnce();
    value(await createDecisions(device.library).keepLocalOnly(id));
    value(await device.library.bookmarks.edit(id, { title: 'Mine' }));
    await round();
    expect(await device.tables.outbox.count()).toBe(0);
    expect(await device.find(URL_A)).toMatchObject({
      title: 'Mine',
      trashedAt: null,
      serverId: null,
    });
    expect(await world.bookmarks()).toHaveLength(1);
  });

  it('leaves nothing behind when it is kept on the device and then deleted for good', async () => {
    const id = await refuseOnce();
    value(await createDecisions(device.library).keepLocalOnly(id));
    value(await device.library.bookmarks.trash([id]));
    value(await device.library.bookmarks.purge([id]));
    world.advance(MINUTE_MS);
    await round();
    expect(await device.tables.shadows.get(id)).toBeUndefined();
    expect(await device.tables.outbox.count()).toBe(0);
  });
});

describe('a request that a busy server refused', () => {
  const makeBusy = () => {
    replaceAnswer = onWrite(() => refused(429, { 'Retry-After': '120' }));
  };

  /** Lets the server answer again. Returns the requests that it gets from now on. */
  const makeReady = (): string[] => {
    const requests: string[] = [];
    replaceAnswer = (request) => {
      requests.push(`${request.method} ${request.url}`);
      return undefined;
    };
    world.advance(HOUR_MS);
    return requests;
  };

  it('does not count as an attempt, so that a later edit is sent in the same request', async () => {
    const { id } = await save();
    await round();
    await world.work();
    await round();
    makeBusy();
    value(await device.library.bookmarks.edit(id, { title: 'Sea' }));
    expect(await round()).toMatchObject({ stop: { kind: 'server-busy' } });
    value(await device.library.bookmarks.edit(id, { isFavourite: true }));
    const requests = makeReady();
    expect(await round()).toMatchObject({ kind: 'done' });
    expect(requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(1);
    expect(await world.bookmarks()).toMatchObject([{ title: 'Sea', is_marked: true }]);
  });

  it('does not count as an attempt, so that a bookmark deleted meanwhile is not looked up', async () => {
    const { id } = await save();
    makeBusy();
    expect(await round()).toMatchObject({ stop: { kind: 'server-busy' } });
    value(await device.library.bookmarks.trash([id]));
    const requests = makeReady();
    expect(await round()).toMatchObject({ kind: 'done' });
    expect(requests.filter((request) => request.includes('range_start'))).toEqual([]);
    expect(await world.bookmarks()).toEqual([]);
    expect(await device.tables.outbox.count()).toBe(0);
  });
});

describe('an edit of a bookmark', () => {
  const linked = async () => {
    const { id } = await save();
    await round();
    await world.work();
    await round();
    return id;
  };

  const leaf = (length: number) => `${'x'.repeat(length - 1)}🍃🍃`;
  it.each([
    ['an author that is too long', { authors: [leaf(MAX_AUTHOR_LENGTH)] }],
    [
      'too many authors',
      { authors: Array.from({ length: MAX_AUTHORS + 1 }, (_, at) => `A ${at}`) },
    ],
    ['a title that is too long', { title: leaf(MAX_TITLE_LENGTH) }],
    ['a note that is too long', { note: leaf(MAX_BOOKMARK_NOTE_LENGTH) }],
  ])(
    'with %s is sent as far as the server takes it, stays whole here, and delays no later one',
    async (_, patch) => {
      const id = await linked();
      value(await device.library.bookmarks.edit(id, patch));
      await round();
      value(await device.library.bookmarks.edit(id, { addLabels: ['later'] }));
      await round();
      expect(await world.bookmarks()).toMatchObject([{ labels: ['later'] }]);
      expect(await device.tables.outbox.count()).toBe(0);
      expect(await device.tables.bookmarks.get(id)).toMatchObject(patch);
    },
  );

  it('creates the bookmark again when it was deleted on the server meanwhile', async () => {
    const id = await linked();
    const [there] = await world.bookmarks();
    value(await device.library.bookmarks.edit(id, { title: 'Wanted' }));
    // Deletes it between the pull and the push of one round.
    replaceAnswer = async (request) => {
      if (request.method === 'PATCH') await world.client.bookmarks.delete(there!.id);
      return undefined;
    };
    await round();
    world.advance(MINUTE_MS);
    await round();
    expect(await world.bookmarks()).toMatchObject([{ title: 'Wanted' }]);
  });

  it('creates the bookmark again also when another one of its address is in the trash here', async () => {
    for (const title of ['Ice', 'Other']) {
      value(await world.client.bookmarks.create({ url: URL_A, title }));
    }
    await world.work();
    await round();
    const rows = await device.tables.bookmarks.toArray();
    const idOf = (title: string) => rows.find((row) => row.title === title)!.id;
    value(await device.library.bookmarks.trash([idOf('Other')]));
    value(await device.library.bookmarks.edit(idOf('Ice'), { addLabels: ['winter'] }));
    const there = (await world.bookmarks()).find(({ title }) => title === 'Ice');
    value(await world.client.bookmarks.delete(there!.id));
    await round();
    world.advance(MINUTE_MS);
    await round();
    expect(await world.bookmarks()).toMatchObject([{ title: 'Ice', labels: ['winter'] }]);
    const shown = await device.tables.bookmarks.filter(({ trashedAt }) => !trashedAt).toArray();
    expect(shown).toMatchObject([{ title: 'Ice', labels: ['winter'] }]);
  });

  it("is replaced by the server's values when it is discarded", async () => {
    const id = await linked();
    value(await device.library.bookmarks.edit(id, { title: 'Refused', addLabels: ['x'] }));
    replaceAnswer = onWrite(() => refused(400));
    await round();
    expect(await device.library.sync.attention()).toHaveLength(1);
    value(await createDecisions(device.library).discard(id));
    expect(await device.find(URL_A)).toMatchObject({ title: 'Ice', labels: [] });
  });

  it('is undone when it is a final deletion that is discarded', async () => {
    const id = await linked();
    const purge = async () => {
      value(await device.library.bookmarks.trash([id]));
      value(await device.library.bookmarks.purge([id]));
    };
    await purge();
    world.advance(MINUTE_MS);
    replaceAnswer = onWrite(() => refused(400));
    await round();
    expect(await device.library.sync.attention()).toMatchObject([{ intent: { kind: 'delete' } }]);
    expect(await device.find(URL_A)).toBeNull();
    replaceAnswer = null;
    value(await createDecisions(device.library).discard(id));
    const kinds = (await device.library.sync.journal(100)).map(({ kind }) => kind);
    expect(kinds).toContain('discarded');
    expect(await device.find(URL_A)).toMatchObject({ title: 'Ice', trashedAt: null });
    await round();
    expect(await world.bookmarks()).toMatchObject([{ title: 'Ice' }]);
    const [there] = await world.bookmarks();
    value(await world.client.bookmarks.update(there!.id, { title: 'Theirs' }));
    await round();
    expect(await device.find(URL_A)).toMatchObject({ title: 'Theirs' });
    expect(await device.tables.outbox.count()).toBe(0);
  });

  it('leaves one bookmark when a final deletion is discarded and the page was saved again', async () => {
    const id = await linked();
    value(await device.library.bookmarks.trash([id]));
    value(await device.library.bookmarks.purge([id]));
    world.advance(MINUTE_MS);
    replaceAnswer = onWrite(() => refused(400));
    await round();
    await save();
    value(await createDecisions(device.library).discard(id));
    replaceAnswer = null;
    await round();
    expect(await world.bookmarks()).toMatchObject([{ url: URL_A }]);
    expect(await device.tables.bookmarks.count()).toBe(1);
  });

  it('is undone from the journal after a merge', async () => {
    const id = await linked();
    const [there] = await world.bookmarks();
    value(await world.client.bookmarks.update(there!.id, { title: 'Theirs', add_labels: ['t'] }));
    value(await device.library.bookmarks.edit(id, { title: 'Ours' }));
    await round();
    expect(await world.bookmarks()).toMatchObject([{ title: 'Ours' }]);
    const journal = await device.library.sync.journal(100);
    const merged = journal.find(({ kind }) => kind === 'merged')!;
    value(await createDecisions(device.library).takeBack(merged));
    await round();
    expect(await world.bookmarks()).toMatchObject([{ title: 'Theirs', labels: ['t'] }]);
  });
});
