import '../support/indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/domain';
import { address, value } from '../library/library';
import { createNetwork, type Network } from './model/network';
import { type Device, startWorld, type World } from './support/world';

const URL_A = 'https://pages.example/a';

let world: World;
let network: Network;
let device: Device;
beforeEach(async () => {
  world = await startWorld();
  network = createNetwork(() => undefined);
  device = await world.device({ through: network.through });
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
