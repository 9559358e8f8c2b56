import '../support/indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, SECOND_MS } from '../../src/domain';
import { address, capture, value } from '../library/library';
import { createNetwork, type Network } from './model/network';
import { type Device, startWorld, type World } from './support/world';

const URL_A = 'https://pages.example/a';

let world: World;
let network: Network;
let device: Device;
/** Whether the server knows no keys. */
let isOlder: boolean;
/** What happens when what was made is looked for, before the server hears of it. */
let meanwhile: () => Promise<void>;
beforeEach(async () => {
  isOlder = false;
  meanwhile = async () => {};
  world = await startWorld();
  network = createNetwork(() => undefined);
  device = await world.device({
    through: (fetch) => {
      const through = network.through(fetch);
      return async (input, init) => {
        const request = new Request(input, init);
        if (isOlder) request.headers.delete('Idempotency-Key');
        if (request.url.includes('range_start')) await meanwhile();
        return through(request);
      };
    },
  });
});
afterEach(() => world.end());

/** Saves a page; the server makes it, and its answer does not come. */
async function saveUnanswered(): Promise<string> {
  value(await device.library.bookmarks.save(address({ url: URL_A, title: 'Ice' })));
  // What is new, of collections too, what the server can do, and the create, which the client sends
  // thrice.
  network.plan(['none', 'none', 'none', 'reset', 'reset', 'reset']);
  expect(await device.round()).toMatchObject({ stop: { kind: 'offline' } });
  world.advance(HOUR_MS);
  const [made] = await world.bookmarks();
  return made!.id;
}

/** Somebody deletes it there, and it is captured again here. */
async function deleteAndCapture(serverId: string, html: string): Promise<void> {
  value(await world.client.bookmarks.delete(serverId));
  const { id } = (await device.find(URL_A))!;
  value(await device.library.bookmarks.recapture(id, capture({ html, title: 'Ice' })));
}

describe('a page that was made with no answer, and deleted there', () => {
  it('is made again with the article that was captured since', async () => {
    await deleteAndCapture(await saveUnanswered(), '<p>Ice.</p>');
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await device.library.sync.attention()).toEqual([]);
    expect(await world.bookmarks()).toMatchObject([{ url: URL_A }]);
  });

  it('is made again as often as that happens', async () => {
    await deleteAndCapture(await saveUnanswered(), '<p>Ice.</p>');
    let looks = 0;
    meanwhile = async () => {
      looks += 1;
      // The old key is used up: after this look it is made under a new one.
      if (looks === 2) network.plan(['none', 'reset', 'reset', 'reset']);
    };
    expect(await device.round()).toMatchObject({ stop: { kind: 'offline' } });
    world.advance(HOUR_MS);
    const [again] = await world.bookmarks();
    await deleteAndCapture(again!.id, '<p>More ice.</p>');
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await device.library.sync.attention()).toEqual([]);
    expect(await world.bookmarks()).toMatchObject([{ url: URL_A }]);
  });
});

describe('a page that is made late, after the next round has begun', () => {
  it('is found among many that were saved in the same second', async () => {
    isOlder = true;
    const { bookmarks } = world.client;
    const { created } = value(
      await device.library.bookmarks.save(address({ url: URL_A, title: 'Ice' })),
    ).bookmark;
    network.plan(['none', 'none', 'none', 'late', 'unreachable', 'unreachable']);
    expect(await device.round()).toMatchObject({ stop: { kind: 'offline' } });
    world.advance(HOUR_MS);
    let looks = 0;
    meanwhile = async () => {
      looks += 1;
      if (looks > 1) return;
      await network.deliver();
      for (let n = 0; n < 101; n += 1) {
        const at = new Date(created + SECOND_MS - 1).toISOString();
        value(await bookmarks.create({ url: `https://pages.example/${n}`, created: at }));
      }
    };
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(looks).toBe(2);
    const made = (await world.bookmarks()).filter(({ url }) => url === URL_A);
    expect(made).toHaveLength(1);
    expect(await device.find(URL_A)).toMatchObject({ serverId: made[0]!.id });
  });
});

describe('a page that was made on the server, which could not say so', () => {
  it('is there once', async () => {
    const id = await saveUnanswered();
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await world.bookmarks()).toMatchObject([{ id }]);
    expect(await device.find(URL_A)).toMatchObject({ serverId: id, trashedAt: null });
  });

  it('is in the trash when somebody deleted it there meanwhile', async () => {
    value(await world.client.bookmarks.delete(await saveUnanswered()));
    world.advance(HOUR_MS);
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await world.bookmarks()).toEqual([]);
    expect((await device.find(URL_A))!.trashedAt).not.toBeNull();
    expect(await device.tables.outbox.count()).toBe(0);
  });
});
