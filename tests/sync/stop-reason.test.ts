import { expect, it } from 'vitest';
import type { SyncStop } from '../../src/library';
import { address, value } from '../library/library';
import { startWorld } from './support/world';

it('clears the reason for a stopped sync as soon as the server answers', async () => {
  const world = await startWorld();
  const first = await world.device();
  value(await first.library.bookmarks.save(address({ url: 'https://pages.example/a' })));
  await first.round();

  let isCut = true;
  const reported: (SyncStop | null)[] = [];
  const device = await world.device({
    through: (fetch) => async (input, init) => {
      if (isCut) throw new TypeError('Failed to fetch');
      reported.push((await device.library.sync.meta()).stop);
      return fetch(input, init);
    },
  });
  expect(await device.round()).toMatchObject({ kind: 'stopped', stop: { kind: 'offline' } });
  isCut = false;
  expect(await device.round()).toMatchObject({ kind: 'done' });
  // The requests are the list of changes, the features, the bookmark, and the collections.
  expect(reported).toEqual([{ kind: 'offline' }, null, null, null]);
  await world.end();
});
