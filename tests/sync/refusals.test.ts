import '../support/indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/domain';
import { createDecisions } from '../../src/sync';
import { address, value } from '../library/library';
import { type Device, type Fetch, startWorld, type World } from './support/world';

const URL_A = 'https://pages.example/a';

let world: World;
let device: Device;
/** What answers instead of the server; undefined: the server does. */
let instead: ((request: Request) => Response | undefined | Promise<Response | undefined>) | null;
const through =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    return (await instead?.(request)) ?? fetch(request);
  };
beforeEach(async () => {
  instead = null;
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

describe('a server that can not be reached', () => {
  it('is tried again later each time, and all is sent once it is there', async () => {
    await save();
    instead = () => {
      throw new TypeError('fetch failed');
    };
    const waits: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const outcome = await round();
      expect(outcome).toMatchObject({ kind: 'stopped', stop: { kind: 'offline' } });
      if (outcome.kind === 'stopped') waits.push(outcome.nextAt! - world.now());
    }
    expect(waits).toEqual([3750, 7500, 15_000, 30_000]);
    instead = null;
    expect(await round()).toMatchObject({ kind: 'done' });
    expect(await world.bookmarks()).toMatchObject([{ url: URL_A }]);
  });

  it('says when to come back, and is left alone until then', async () => {
    await save();
    instead = () => refused(429, { 'Retry-After': '120' });
    expect(await round()).toEqual({
      kind: 'stopped',
      stop: { kind: 'server-busy' },
      nextAt: world.now() + 120 * SECOND_MS,
    });
  });

  it.each([429, 503])('is not asked for the next either once it says so by %s', async (status) => {
    await save();
    for (const n of [1, 2, 3, 4, 5]) await save(`https://pages.example/${n}`);
    let writes = 0;
    instead = onWrite(() => {
      writes += 1;
      return refused(status, { 'Retry-After': '7200' });
    });
    expect(await round()).toEqual({
      kind: 'stopped',
      stop: { kind: 'server-busy' },
      nextAt: world.now() + 2 * HOUR_MS,
    });
    // As many as are on their way at once.
    expect(writes).toBeLessThanOrEqual(4);
  });

  it('holds up one bookmark that it can not take, and not the others', async () => {
    const { id } = await save();
    await save('https://pages.example/b');
    let isBroken = true;
    instead = async (request) => {
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

describe('a token that is not good any more', () => {
  it('stops everything and keeps what waits', async () => {
    await save();
    instead = () => refused(401);
    expect(await round()).toEqual({ kind: 'stopped', stop: { kind: 'signed-out' }, nextAt: null });
    expect(await device.tables.outbox.toArray()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    instead = null;
    await round();
    expect(await world.bookmarks()).toHaveLength(1);
  });

  it('is not told by a page of somebody else', async () => {
    instead = () => new Response('<html>Sign in to the network</html>', { status: 401 });
    expect(await round()).toMatchObject({ stop: { kind: 'wrong-server' } });
  });
});

describe('a bookmark that the server refuses', () => {
  const refuseOnce = async () => {
    const { id } = await save();
    await save('https://pages.example/b');
    instead = async (request) =>
      (await request.clone().text()).includes(URL_A) ? refused(400) : undefined;
    expect(await round()).toMatchObject({ kind: 'done' });
    instead = null;
    return id;
  };

  it('needs attention, says why, and keeps up no other', async () => {
    const id = await refuseOnce();
    const waiting = await device.library.sync.attention();
    expect(waiting).toMatchObject([
      { bookmarkId: id, refusal: { kind: 'refused', detail: '400 No' } },
    ]);
    expect(await device.find(URL_A)).toMatchObject({ title: 'Ice', trashedAt: null });
    expect(await world.bookmarks()).toMatchObject([{ url: 'https://pages.example/b' }]);
  });

  it('is sent when a person tries again', async () => {
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

  it('stays here for good when a person wants it so', async () => {
    const id = await refuseOnce();
    value(await createDecisions(device.library).keepOnlyHere(id));
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
});

describe('an edit of a bookmark', () => {
  const linked = async () => {
    const { id } = await save();
    await round();
    await world.work();
    await round();
    return id;
  };

  it('that was deleted there meanwhile makes it again', async () => {
    const id = await linked();
    const [there] = await world.bookmarks();
    value(await device.library.bookmarks.edit(id, { title: 'Wanted' }));
    // Deleted between the pull and the push of one round.
    instead = async (request) => {
      if (request.method === 'PATCH') await world.client.bookmarks.delete(there!.id);
      return undefined;
    };
    await round();
    world.advance(MINUTE_MS);
    await round();
    expect(await world.bookmarks()).toMatchObject([{ title: 'Wanted' }]);
  });

  it('is discarded for what the server has', async () => {
    const id = await linked();
    value(await device.library.bookmarks.edit(id, { title: 'Refused', addLabels: ['x'] }));
    instead = onWrite(() => refused(400));
    await round();
    expect(await device.library.sync.attention()).toHaveLength(1);
    value(await createDecisions(device.library).discard(id));
    expect(await device.find(URL_A)).toMatchObject({ title: 'Ice', labels: [] });
  });

  it('that deletes it for good is discarded for what the server has', async () => {
    const id = await linked();
    const purge = async () => {
      value(await device.library.bookmarks.trash([id]));
      value(await device.library.bookmarks.purge([id]));
    };
    await purge();
    world.advance(MINUTE_MS);
    instead = onWrite(() => refused(400));
    await round();
    expect(await device.library.sync.attention()).toMatchObject([{ intent: { kind: 'delete' } }]);
    expect(await device.find(URL_A)).toBeNull();
    instead = null;
    value(await createDecisions(device.library).discard(id));
    expect(await device.find(URL_A)).toMatchObject({ title: 'Ice', trashedAt: null });
    await round();
    expect(await world.bookmarks()).toMatchObject([{ title: 'Ice' }]);
    const [there] = await world.bookmarks();
    value(await world.client.bookmarks.update(there!.id, { title: 'Theirs' }));
    await round();
    expect(await device.find(URL_A)).toMatchObject({ title: 'Theirs' });
    expect(await device.tables.outbox.count()).toBe(0);
  });

  it('that deletes it for good is discarded, and the page was saved anew meanwhile', async () => {
    const id = await linked();
    value(await device.library.bookmarks.trash([id]));
    value(await device.library.bookmarks.purge([id]));
    world.advance(MINUTE_MS);
    instead = onWrite(() => refused(400));
    await round();
    await save();
    value(await createDecisions(device.library).discard(id));
    instead = null;
    await round();
    expect(await world.bookmarks()).toMatchObject([{ url: URL_A }]);
    expect(await device.tables.bookmarks.count()).toBe(1);
  });

  it('that was merged away is taken back', async () => {
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
