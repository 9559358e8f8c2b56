import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SyncRepository } from '../../src/library';
import { value } from '../library/library';
import { startWorld, type World } from './support/world';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.end());

describe('a pull', () => {
  it('requests more bookmarks while it writes those that have arrived', async () => {
    const urls = Array.from({ length: 101 }, (_, n) => `https://pages.example/${n}`);
    for (const url of urls) value(await world.client.bookmarks.create({ url }));
    let resolveRequested = () => {};
    const requestedAgain = new Promise<void>((resolve) => {
      resolveRequested = resolve;
    });
    let requests = 0;
    const other = await world.device({
      through: (fetch) => async (input, init) => {
        const request = new Request(input, init);
        if (request.method === 'POST') requests += 1;
        if (requests === 2) resolveRequested();
        return fetch(request);
      },
      library: (library) => {
        const transaction: SyncRepository['transaction'] = async (scope, work) => {
          if (scope.serverIds?.length === 100) await requestedAgain;
          return library.sync.transaction(scope, work);
        };
        return { ...library, sync: { ...library.sync, transaction } };
      },
    });
    expect(await other.round()).toMatchObject({ kind: 'done' });
    expect(await other.tables.bookmarks.count()).toBe(urls.length);
  });
});
