import { afterEach, beforeEach, expect, it } from 'vitest';
import { HOUR_MS, UNDO_MS } from '../../src/domain/time';
import { bulkInParts } from '../../src/library/bulk/bulk';
import { upTo } from '../library/bulk/library';
import { page, undoJob, value } from '../library/library';
import { type Device, type Fetch, startWorld, type World, wholeRound } from './support/world';

/** In three chunks of two. */
const COUNT = 5;

let world: World;
let device: Device;
beforeEach(async () => {
  world = await startWorld();
  device = await world.device();
});
afterEach(() => world.end());

const round = () => wholeRound(world, device);

it('a long deletion is undone as a whole after its first part was sent, on the server, too', async () => {
  const pages = Array.from({ length: COUNT }, (_, n) => ({
    page: page({ url: `https://pages.example/${n}`, title: `Page ${n}` }),
    labels: [`label ${n % 7}`],
  }));
  const { added } = value(await device.library.bookmarks.addMany(pages, { outbox: true }));
  await round();
  await round();
  expect(await world.bookmarks()).toHaveLength(COUNT);

  const bulk = device.library.part(bulkInParts(2));
  const job = value(await bulk.start({ kind: 'trash' }, added));
  value(await bulk.run(upTo(1)));
  world.advance(UNDO_MS);
  await round();
  // These were sent while the rest was not deleted here yet.
  expect(await world.bookmarks()).toHaveLength(COUNT - 2);

  value(await bulk.run());
  await undoJob(device, job);
  for (let n = 0; n < 4; n++) await round();
  const there = await world.bookmarks();
  expect(there.map(({ title, labels }) => [title, labels]).sort()).toEqual(
    pages.map((_, n) => [`Page ${n}`, [`label ${n % 7}`]]).sort(),
  );
  expect(await device.tables.outbox.count()).toBe(0);
  const { rows } = await device.library.bookmarks.page({
    view: 'all',
    limit: COUNT + 1,
    after: null,
  });
  expect(rows.map(({ id }) => id).sort()).toEqual([...added].sort());
  const ids = new Set(there.map(({ id }) => id));
  expect(rows.every(({ serverId }) => serverId !== null && ids.has(serverId))).toBe(true);
});

it('a long deletion asks for few articles that the server cannot send, and delays no edit', async () => {
  const urls = Array.from({ length: 12 }, (_, n) => `https://pages.example/${n}`);
  const html = `<p>${'The harbour froze in January. '.repeat(9)}</p>`;
  for (const url of urls) value(await device.library.bookmarks.save(page({ url, html })));
  await round();
  let isBroken = true;
  const asked = new Set<string>();
  const through =
    (fetch: Fetch): Fetch =>
    async (input, init) => {
      const request = new Request(input, init);
      const body = await request.clone().text();
      if (!isBroken || !body.includes('with_html')) return fetch(request);
      asked.add(body);
      throw new TypeError('terminated');
    };
  const other = await world.device({ through });
  const roundOfOther = () => other.sync().round({ articles: 'none' });
  expect(await roundOfOther()).toMatchObject({ kind: 'done' });
  const [edited, ...deleted] = await other.tables.bookmarks.toArray();
  asked.clear();
  value(await other.library.bookmarks.trash(deleted.map(({ id }) => id)));
  value(await other.library.bookmarks.edit(edited!.id, { isFavourite: true }));
  world.advance(UNDO_MS);
  await roundOfOther();
  // Four are asked for at once, and after three failures in a row no more.
  expect(asked.size).toBeLessThanOrEqual(6);
  const there = await world.bookmarks();
  expect(there).toHaveLength(urls.length);
  expect(there.filter((one) => one.is_marked)).toHaveLength(1);
  isBroken = false;
  world.advance(HOUR_MS);
  expect(await roundOfOther()).toMatchObject({ kind: 'done' });
  expect(await world.bookmarks()).toHaveLength(1);
  expect(await other.tables.articles.count()).toBe(deleted.length);
});
