import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, SECOND_MS, unixMs } from '../../src/domain/time';
import { address, page, value } from '../library/library';
import { asReadeck } from './support/annotated-server';
import { type Device, startWorld, type World, wholeRound } from './support/world';

const URL_A = 'https://pages.example/a';
const TITLES = ['Of the page', 'Of a file', 'Edited'];

type Source = (device: Device, world: World) => Promise<void>;

const idOn = async (device: Device) => (await device.find(URL_A))!.id;
const edit = async (device: Device, patch: Parameters<Device['library']['bookmarks']['edit']>[1]) =>
  value(await device.library.bookmarks.edit(await idOn(device), patch));

/** How a bookmark comes to a device. */
const SOURCES: Readonly<Record<string, Source>> = {
  'only its address': async ({ library }) => {
    value(await library.bookmarks.save(address({ url: URL_A, title: URL_A })));
  },
  captured: async ({ library }) => {
    const captured = { url: URL_A, title: 'Of the page', authors: ['Ada'], description: 'On ice' };
    value(await library.bookmarks.save(page(captured)));
  },
  imported: async ({ library, clock }) => {
    const one = { page: address({ url: URL_A, title: 'Of a file' }), labels: ['file'] };
    const created = unixMs(clock.now - DAY_MS);
    value(await library.bookmarks.addMany([{ ...one, created }], { outbox: true }));
  },
  edited: async (device) => {
    value(await device.library.bookmarks.save(page({ url: URL_A, title: 'Of the page' })));
    await edit(device, { title: 'Edited', authors: ['Grace'] });
  },
};

const pairs = Object.entries(SOURCES).flatMap(([nameA, a]) => [
  ...Object.entries(SOURCES).map(([nameB, b]) => [nameA, nameB, a, b] as const),
  [nameA, 'read by the server', a, null] as const,
]);

describe.each([
  ['Leafmark', (fetch: World['fetch']) => fetch],
  ['Readeck', asReadeck],
])('a page that two devices have before they meet on %s', (_server, through) => {
  let world: World;
  let one: Device;
  let other: Device;
  beforeEach(async () => {
    world = await startWorld();
    one = await world.device({ through });
    other = await world.device({ through });
  });
  afterEach(() => world.end());

  /** Lets both devices sync until neither has anything to send. */
  async function settle(): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) {
      for (const device of [one, other]) await wholeRound(world, device);
    }
    for (const { tables } of [one, other]) expect(await tables.outbox.toArray()).toEqual([]);
  }

  const shown = async ({ tables }: Device) => {
    const rows = (await tables.bookmarks.toArray()).filter(({ trashedAt }) => trashedAt === null);
    expect(rows).toHaveLength(1);
    return rows[0]!;
  };

  it.each(pairs)('has the better values on both: %s, then %s', async (nameA, nameB, a, b) => {
    if (b === null) value(await world.client.bookmarks.create({ url: URL_A, title: 'Of a file' }));
    else {
      await b(other, world);
      await edit(other, { readProgress: 40, readAnchor: 'p', addLabels: ['there'] });
    }
    await wholeRound(world, other);
    await wholeRound(world, other);
    world.advance(SECOND_MS);
    await a(one, world);
    await edit(one, { isArchived: true, isFavourite: true, addLabels: ['here'] });
    const { created } = await shown(one);
    await settle();

    const [here, there] = [await shown(one), await shown(other)];
    const names = [nameA, nameB];
    const isNamed = names.some((name) => name !== 'only its address');
    if (names.includes('edited'))
      expect(here).toMatchObject({ title: 'Edited', authors: ['Grace'] });
    else if (isNamed) expect(TITLES).toContain(here.title);
    expect(here.isArchived && here.isFavourite).toBe(true);
    expect(here.readProgress).toBe(b === null ? 0 : 40);
    expect(here.labels).toEqual(expect.arrayContaining(b === null ? ['here'] : ['here', 'there']));
    expect(here.created).toBeLessThanOrEqual(created);
    const synced = ['title', 'authors', 'siteName', 'isArchived', 'isFavourite'] as const;
    for (const field of synced) expect([field, there[field]]).toEqual([field, here[field]]);
    expect(there.labels.toSorted()).toEqual(here.labels.toSorted());
    expect(there).toMatchObject({ readProgress: here.readProgress, note: here.note });
  });
});
