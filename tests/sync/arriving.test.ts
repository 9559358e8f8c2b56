import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SyncStatus } from '../../src/library';
import { value } from '../library/library';
import { type Device, startWorld, type World } from './support/world';

const PAGES = 600;

let world: World;
let device: Device;
/** The server breaks the connection after so many requests for pages. */
let left: number;
beforeEach(async () => {
  left = Number.POSITIVE_INFINITY;
  world = await startWorld();
  device = await world.device({
    through: (fetch) => async (input, init) => {
      const request = new Request(input, init);
      if (new URL(request.url).pathname.endsWith('/sync')) left -= 1;
      if (left < 0) throw new TypeError('fetch failed');
      return fetch(request);
    },
  });
  await world.t.storage.transaction(async ({ bookmarks }) => {
    for (let n = 0; n < PAGES; n += 1)
      await bookmarks.create(world.userId, { url: `https://pages.example/${n}`, state: 0 });
  });
});
afterEach(() => world.end());

function follow(): SyncStatus['arriving'][] {
  const seen: SyncStatus['arriving'][] = [];
  device.library.sync.watchStatus(({ arriving }) => {
    const last = seen.at(-1);
    if (last === undefined || last?.done !== arriving?.done) seen.push(arriving);
  });
  return seen;
}

it('says during a first sync how many pages have come, and nothing when all have', async () => {
  const seen = follow();
  expect(await device.round()).toMatchObject({ kind: 'done' });
  await expect.poll(() => seen.at(-1)).toBeNull();
  const counts = seen.flatMap((one) => (one ? [one] : []));
  expect(counts.length).toBeGreaterThan(1);
  expect(counts.every(({ of }) => of === PAGES)).toBe(true);
  expect(counts.map(({ done }) => done)).toEqual(
    counts.map(({ done }) => done).toSorted((a, b) => a - b),
  );
  expect(await device.tables.bookmarks.count()).toBe(PAGES);
});

it('begins with those that are missing when the first sync broke off', async () => {
  // For the list and the first pages.
  left = 2;
  expect(await device.round()).not.toMatchObject({ kind: 'done' });
  const had = await device.tables.bookmarks.count();
  expect(had).toBeGreaterThan(0);
  expect(had).toBeLessThan(PAGES);
  const before = follow();
  await expect.poll(() => before.at(-1)).toMatchObject({ of: PAGES });
  left = Number.POSITIVE_INFINITY;
  const seen = follow();
  value(await device.library.sync.setMeta({ retryAt: null }));
  expect(await device.round()).toMatchObject({ kind: 'done' });
  await expect.poll(() => seen.at(-1)).toBeNull();
  expect(await device.tables.bookmarks.count()).toBe(PAGES);
});
