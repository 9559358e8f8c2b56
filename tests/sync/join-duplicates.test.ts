import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src/domain/time';
import { type Done, duplicateRepository } from '../../src/library';
import { joinInto } from '../../src/sync/merge/join';
import { page, undo, value } from '../library/library';
import { type Device, seen, startWorld, type World, wholeRound } from './support/world';

const PLAIN = 'https://pages.example/a';
const MOBILE = 'https://m.pages.example/a';
const PARAGRAPH = `<p>${'The harbour froze in the second week of January. '.repeat(8)}</p>`;

let world: World;
let one: Device;
let other: Device;
beforeEach(async () => {
  world = await startWorld();
  [one, other] = [await world.device(), await world.device()];
  for (const url of [PLAIN, MOBILE]) {
    value(await one.library.bookmarks.save(page({ url, title: 'Ice', html: PARAGRAPH })));
  }
  await edit(one, MOBILE, { addLabels: ['ice'], readProgress: 40 });
  await settle();
});
afterEach(() => world.end());

/** Syncs both devices in turn until nothing is left to do. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    for (const device of [one, other]) await round(device);
  }
}

const round = (device: Device) => wholeRound(world, device);

const idOf = async (device: Device, url: string) => (await device.find(url))!.id;

const edit = async (
  device: Device,
  url: string,
  patch: Parameters<Device['library']['bookmarks']['edit']>[1],
) => value(await device.library.bookmarks.edit(await idOf(device, url), patch));

const join = async (device: Device, keep: string, gone: string): Promise<Done<number>> => {
  const others = [await idOf(device, gone)];
  const { library } = device;
  return value(
    await library.part(duplicateRepository).join([{ keep: await idOf(device, keep), others }]),
  );
};

/** The addresses that a device shows outside the trash. */
const shown = async ({ tables }: Device) =>
  (await tables.bookmarks.toArray())
    .filter(({ trashedAt }) => trashedAt === null)
    .map(({ url }) => url)
    .sort();

const there = async () => (await world.bookmarks()).map(({ url }) => url).sort();

/**
 * Expects at least one of the two bookmarks, and the same ones on the server and on both devices.
 */
async function expectOneLeft(): Promise<void> {
  const left = await there();
  expect(left.length).toBeGreaterThan(0);
  for (const device of [one, other]) expect(await shown(device)).toEqual(left);
}

describe('a bookmark that gives way to another one of its address', () => {
  it.each([
    ['the further', 40, '#p4', 40, '#p4'],
    ['not the nearer', 5, '#p1', 10, '#p2'],
  ])('leaves %s reading position to it, with its place', async (_, at, anchor, left, place) => {
    const library = one.library;
    const [from, into] = [await idOf(one, MOBILE), await idOf(one, PLAIN)];
    await edit(one, MOBILE, { readProgress: at, readAnchor: anchor });
    await edit(one, PLAIN, { readProgress: 10, readAnchor: '#p2' });
    value(
      await library.sync.transaction({ ids: [from, into] }, (tx) =>
        joinInto(tx, tx.get(from), tx.get(into)),
      ),
    );
    expect(await library.bookmarks.get(into)).toMatchObject({
      readProgress: left,
      readAnchor: place,
    });
    await settle();
    const { read_progress, read_anchor } = (await world.bookmarks()).find(
      ({ url }) => url === PLAIN,
    )!;
    expect([read_progress, read_anchor]).toEqual([left, place]);
  });
});

describe('bookmarks that were joined', () => {
  it('are one bookmark on the server and on other devices, with all labels and progress', async () => {
    await join(one, PLAIN, MOBILE);
    world.advance(MINUTE_MS);
    await settle();
    for (const device of [one, other]) {
      expect(await shown(device)).toEqual([PLAIN]);
      expect(await device.find(PLAIN)).toMatchObject({ labels: ['ice'], readProgress: 40 });
    }
    expect(await world.bookmarks()).toMatchObject([{ url: PLAIN, labels: ['ice'] }]);
  });

  it('cause no request when they are separated in time', async () => {
    const before = seen((await one.find(PLAIN))!);
    const joined = await join(one, PLAIN, MOBILE);
    await undo(one, joined);
    expect(await one.tables.outbox.count()).toBe(0);
    await settle();
    expect(await there()).toEqual([MOBILE, PLAIN]);
    expect(seen((await other.find(PLAIN))!)).toEqual(before);
  });

  it('are two again everywhere when they are separated later', async () => {
    const joined = await join(one, PLAIN, MOBILE);
    world.advance(MINUTE_MS);
    await settle();
    await undo(one, joined);
    await settle();
    expect(await there()).toEqual([MOBILE, PLAIN]);
    for (const device of [one, other]) {
      expect(await shown(device)).toEqual([MOBILE, PLAIN]);
      expect(await device.find(PLAIN)).toMatchObject({ labels: [] });
      expect(await device.find(MOBILE)).toMatchObject({ labels: ['ice'] });
    }
  });

  it.each([
    ['before the deletion is sent', true],
    ['after the deletion was sent', false],
  ])('stay two when the removed one was edited elsewhere, %s', async (_, isEditFirst) => {
    await edit(other, MOBILE, { title: 'Edited elsewhere', addLabels: ['new'] });
    await join(one, PLAIN, MOBILE);
    world.advance(MINUTE_MS);
    for (const device of isEditFirst ? [other, one] : [one, other]) await round(device);
    await settle();
    for (const device of [one, other]) {
      expect(await shown(device)).toEqual([MOBILE, PLAIN]);
      const kept = await device.find(MOBILE);
      expect(kept).toMatchObject({ title: 'Edited elsewhere' });
      expect(kept?.labels).toContain('new');
    }
    expect(await there()).toEqual([MOBILE, PLAIN]);
    const found = value(await one.library.part(duplicateRepository).find());
    expect(found).toHaveLength(1);
  });

  it('are not both deleted when another device joined them the other way round', async () => {
    await join(one, PLAIN, MOBILE);
    await join(other, MOBILE, PLAIN);
    world.advance(MINUTE_MS);
    await settle();
    await expectOneLeft();
  });

  it('are not both deleted when the kept one had nothing to change', async () => {
    for (const url of [PLAIN, MOBILE]) {
      await edit(one, url, { addLabels: ['ice'], readProgress: 40 });
    }
    await settle();
    await join(one, PLAIN, MOBILE);
    await join(other, MOBILE, PLAIN);
    world.advance(MINUTE_MS);
    await settle();
    await expectOneLeft();
  });

  it.each([
    ['the same values', { addLabels: ['ice'], readProgress: 40 }],
    ['a label that the other lacks', { addLabels: ['cold'] }],
  ])(
    'are not both deleted when both devices sync before they can send deletions, each with %s',
    async (_, had) => {
      await edit(one, PLAIN, had);
      await settle();
      await join(one, PLAIN, MOBILE);
      await join(other, MOBILE, PLAIN);
      for (const device of [one, other, one, other]) {
        expect(await device.round()).toMatchObject({ kind: 'done' });
        world.advance(SECOND_MS);
      }
      world.advance(MINUTE_MS);
      await settle();
      await expectOneLeft();
    },
  );

  it('are not both deleted when both deletions are sent at the same time', async () => {
    let deletes = 0;
    const early = await world.device({
      through: (fetch) => async (input, init) => {
        const request = new Request(input, init);
        if (request.method === 'DELETE' && deletes++ === 0) await round(other);
        return fetch(request);
      },
    });
    await round(early);
    await join(early, PLAIN, MOBILE);
    await join(other, MOBILE, PLAIN);
    world.advance(MINUTE_MS);
    await round(early);
    expect(deletes).toBeGreaterThan(0);
    for (let turn = 0; turn < 3; turn += 1)
      for (const device of [early, other]) await round(device);
    await settle();
    await expectOneLeft();
  });

  it('do not delay the next edit', async () => {
    await join(one, PLAIN, MOBILE);
    expect(await one.round()).toMatchObject({ kind: 'done' });
    await edit(one, PLAIN, { title: 'Edited next' });
    expect(await one.round()).toMatchObject({ kind: 'done' });
    expect(await world.bookmarks()).toContainEqual(
      expect.objectContaining({ url: PLAIN, title: 'Edited next' }),
    );
    world.advance(MINUTE_MS);
    await settle();
    expect(await there()).toEqual([PLAIN]);
    expect(await one.tables.outbox.count()).toBe(0);
  });

  it('are not both deleted when a new bookmark is kept here and removed elsewhere', async () => {
    const NEW = 'https://pages.example/new';
    value(await one.library.bookmarks.save(page({ url: NEW, title: 'Ice', html: PARAGRAPH })));
    await join(one, NEW, PLAIN);
    // The new bookmark is on the server. The other one is deleted only after the time to undo.
    for (const device of [one, other]) expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(await there()).toEqual([MOBILE, PLAIN, NEW]);
    await join(other, PLAIN, NEW);
    world.advance(MINUTE_MS);
    // The other device finds the bookmark that it kept, and then its deletion arrives.
    await round(other);
    await round(other);
    await settle();
    const left = await there();
    expect(left).toHaveLength(2);
    for (const device of [one, other]) expect(await shown(device)).toEqual(left);
    expect(await one.tables.outbox.count()).toBe(0);
  });

  it('are not all deleted when the kept one is replaced by another bookmark of its address', async () => {
    const [first] = (await world.bookmarks()).filter(({ url }) => url === PLAIN);
    const keep = await idOf(one, PLAIN);
    world.advance(365 * DAY_MS);
    value(await world.client.bookmarks.create({ url: PLAIN }));
    const [second] = (await world.bookmarks()).filter(
      ({ url, id }) => url === PLAIN && id !== first!.id,
    );
    await round(one);
    const joining = { keep, others: [await idOf(one, MOBILE)] };
    value(await one.library.part(duplicateRepository).join([joining]));
    value(await world.client.bookmarks.delete(first!.id));
    expect(await one.round()).toMatchObject({ kind: 'done' });
    // Another device has joined the two that are left the other way round.
    value(await world.client.bookmarks.delete(second!.id));
    world.advance(MINUTE_MS);
    await settle();
    expect(await there()).toEqual([PLAIN]);
    await expectOneLeft();
  });

  it('stay deleted when the kept one is deleted as well', async () => {
    await join(one, PLAIN, MOBILE);
    value(await one.library.bookmarks.trash([await idOf(one, PLAIN)]));
    world.advance(MINUTE_MS);
    await settle();
    expect(await there()).toEqual([]);
    for (const device of [one, other]) expect(await shown(device)).toEqual([]);
    expect(await one.tables.outbox.count()).toBe(0);
  });
});
