import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, unixMs } from '../../src/domain/time';
import { createClient, createSender } from '../../src/service';
import { page, value } from '../library/library';
import { ARTICLE } from './model/article';
import {
  type Device,
  type Fetch,
  startWorld,
  transport,
  type World,
  wholeRound,
} from './support/world';

const URL = 'https://example.org/a';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.end());

const withDate =
  (change: (headers: Headers) => void) =>
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const answer = await fetch(input, init);
    change(answer.headers);
    return answer;
  };

/** Saves a page, sends it and moves it to the trash. */
async function trashOne(device: Device): Promise<void> {
  const { id } = value(
    await device.library.bookmarks.save(page({ url: URL, html: ARTICLE })),
  ).bookmark;
  await wholeRound(world, device);
  value(await device.library.bookmarks.trash([id]));
  await wholeRound(world, device);
}

/** Does what the background does each day. */
async function syncAndExpire(device: Device, aheadMs = 0): Promise<void> {
  await device.round();
  value(await device.library.storage.expire(unixMs(world.now() + aheadMs)));
}

const countTrash = ({ tables }: Device) => tables.bookmarks.count();

it('a page goes from the trash after a month without a sync if the server confirms the time', async () => {
  const device = await world.device();
  await trashOne(device);
  world.advance(31 * DAY_MS);
  await syncAndExpire(device);
  expect(await countTrash(device)).toBe(0);
});

it('the trash and the journal stay when the clock of the device is ahead for days', async () => {
  let ahead = 0;
  const device = await world.device({ aheadMs: () => ahead });
  await trashOne(device);
  const entries = await device.tables.journal.count();
  ahead = 40 * DAY_MS;
  for (let hour = 0; hour < 50; hour += 1) {
    world.advance(HOUR_MS);
    await syncAndExpire(device, ahead);
  }
  expect(await countTrash(device)).toBe(1);
  expect(await device.tables.journal.count()).toBeGreaterThanOrEqual(entries);
});

it('the trash stays when the clock of the server is ahead', async () => {
  const isAhead = (headers: Headers) =>
    headers.set('Date', new Date(world.now() + 40 * DAY_MS).toUTCString());
  const device = await world.device({ through: withDate(isAhead) });
  await trashOne(device);
  await syncAndExpire(device);
  expect(await countTrash(device)).toBe(1);
});

it('the trash stays when a server on the same device has the same wrong clock', async () => {
  const device = await world.device();
  await trashOne(device);
  world.advance(40 * DAY_MS);
  const send = createSender(
    { base: 'http://localhost:8000', token: world.token },
    transport(world.fetch, world.now),
  );
  const server = { client: createClient(send), send, isOnDevice: true };
  await device.sync({ server }).round({ articles: 'all' });
  value(await device.library.storage.expire(world.now()));
  expect(await countTrash(device)).toBe(1);
});

it('a server that sends no time confirms none', async () => {
  const device = await world.device({ through: withDate((headers) => headers.delete('Date')) });
  await trashOne(device);
  world.advance(31 * DAY_MS);
  await syncAndExpire(device);
  expect(await countTrash(device)).toBe(1);
  for (const _ of [1, 2]) {
    world.advance(DAY_MS);
    await syncAndExpire(device);
  }
  expect(await countTrash(device)).toBe(0);
});

it('a page that another device deletes while the clock here is behind stays in the trash for its time', async () => {
  let ahead = 0;
  const here = await world.device({ aheadMs: () => ahead });
  const there = await world.device();
  const saved = value(await there.library.bookmarks.save(page({ url: URL, html: ARTICLE })));
  await wholeRound(world, there);
  await wholeRound(world, here);
  world.advance(HOUR_MS);
  await syncAndExpire(here);
  value(await there.library.bookmarks.trash([saved.bookmark.id]));
  await wholeRound(world, there);
  world.advance(HOUR_MS);
  await wholeRound(world, there);
  ahead = -50 * DAY_MS;
  await here.round();
  await here.round();
  expect((await here.tables.bookmarks.toArray())[0]?.trashedAt).toBeGreaterThan(
    world.now() - DAY_MS,
  );
  ahead = 0;
  world.advance(HOUR_MS);
  await syncAndExpire(here);
  expect(await countTrash(here)).toBe(1);
});
