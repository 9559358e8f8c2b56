import { expect, it, vi } from 'vitest';
import { createBackgroundSync } from '../../../src/background/sync/background-sync';
import { ok } from '../../../src/domain/result';
import { platformTransport } from '../../../src/service';
import { page, testLibrary, value } from '../../library/library';
import { BASE } from '../../server/support/test-server';
import { startWorld } from '../../sync/support/world';
import { signedInAccount } from '../support/signed-in-account';

it('a tab that finds another one at its sync goes on when that is closed', async () => {
  const world = await startWorld();
  const { library } = await testLibrary({ now: world.now });
  const account = signedInAccount({ base: BASE, token: world.token });
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  void navigator.locks.request('leafmark-sync', () => closed);
  const setFor = vi.fn(async () => {});
  const sync = createBackgroundSync({
    stayAwake: (work) => work(),
    accounts: {
      current: async () => account,
      async tokenRefused() {},
      async refreshPermissions() {},
    },
    libraries: { open: async () => ok(library) },
    isAllowed: async () => true,
    alarm: { begin: async () => {}, setFor, clear: async () => {} },
    transport: { ...platformTransport, fetch: world.fetch, now: world.now },
    locks: navigator.locks,
    now: world.now,
    random: () => 0.5,
    articlesToFetch: async () => 'all',
  });
  const url = 'https://example.org/a';
  value(await library.bookmarks.save(page({ url })));
  await sync.run('background');
  expect(await world.bookmarks()).toEqual([]);
  close();
  await vi.waitFor(async () => expect(await library.unsent.count()).toBe(0));
  expect((await world.bookmarks()).map((each) => each.url)).toEqual([url]);
  await vi.waitFor(() => expect(setFor).toHaveBeenCalledTimes(2));
  library.close();
  await world.end();
});
