import '../support/indexeddb';
import { expect, it } from 'vitest';
import type { SyncStop } from '../../src/library';
import { address, value } from '../library/library';
import { startWorld } from './support/world';

it('what was in the way is said no longer once the server answers, though the round goes on', async () => {
  const world = await startWorld();
  const first = await world.device();
  value(await first.library.bookmarks.save(address({ url: 'https://pages.example/a' })));
  await first.round();

  let isCut = true;
  const said: (SyncStop | null)[] = [];
  const device = await world.device({
    through: (fetch) => async (input, init) => {
      if (isCut) throw new TypeError('Failed to fetch');
      said.push((await device.library.sync.meta()).stop);
      return fetch(input, init);
    },
  });
  expect(await device.round()).toMatchObject({ kind: 'stopped', stop: { kind: 'offline' } });
  isCut = false;
  expect(await device.round()).toMatchObject({ kind: 'done' });
  // The list of what changed, and then the bookmark and the collections.
  expect(said).toEqual([{ kind: 'offline' }, null, null]);
  await world.end();
});
