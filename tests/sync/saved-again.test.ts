import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time';
import { address, value } from '../library/library';
import { type Device, startWorld, type World } from './support/world';

const URL = 'https://one.example/';

let world: World;
let one: Device;
let other: Device;
beforeEach(async () => {
  world = await startWorld();
  [one, other] = [await world.device(), await world.device()];
});
afterEach(() => world.end());

const save = async ({ library }: Device) =>
  value(await library.bookmarks.save(address({ url: URL, title: 'One' }))).bookmark.id;
const idOn = async (device: Device) => (await device.find(URL))?.id as BookmarkId;

async function settle(...devices: readonly Device[]): Promise<void> {
  for (const device of devices) {
    expect(await device.round()).toMatchObject({ kind: 'done' });
    await world.work();
    world.advance(HOUR_MS);
  }
}

describe('a page that was deleted here and saved again elsewhere', () => {
  it('has nothing of before on any device, although the clock goes on while it is deleted', async () => {
    let ticks = 0;
    const ticking = await world.device({
      aheadMs: () => {
        ticks += 1;
        return ticks;
      },
    });
    const id = await save(ticking);
    await settle(ticking);
    const edit = { addLabels: ['old'], note: 'old', isFavourite: true };
    value(await ticking.library.bookmarks.edit(id, edit));
    await settle(ticking);
    value(await ticking.library.bookmarks.trash([id]));
    world.advance(MINUTE_MS);
    await settle(ticking);
    expect(await world.bookmarks()).toEqual([]);
    await save(other);
    await settle(other, ticking, other);
    const anew = { labels: [], note: '', isFavourite: false, trashedAt: null };
    for (const device of [ticking, other]) expect(await device.find(URL)).toMatchObject(anew);
  });

  it('is deleted after an edit, although the server has two spellings of its label', async () => {
    const labels = ['Foo', 'foo'];
    value(await world.client.bookmarks.create({ url: URL, title: 'One', labels }));
    await world.work();
    await settle(one);
    const id = await idOn(one);
    value(await one.library.bookmarks.edit(id, { isFavourite: true }));
    await settle(one);
    value(await one.library.bookmarks.trash([id]));
    world.advance(MINUTE_MS);
    await settle(one);
    expect(await world.bookmarks()).toEqual([]);
  });
});

describe('a page that was deleted on all devices and labelled in the trash of one', () => {
  it('keeps the label when another device saves it again', async () => {
    const id = await save(one);
    await settle(one, other);
    value(await other.library.bookmarks.trash([await idOn(other)]));
    world.advance(MINUTE_MS);
    await settle(other, one);
    world.advance(MINUTE_MS);
    value(await one.library.bookmarks.edit(id, { addLabels: ['mine'] }));
    await save(other);
    await settle(other, one, other);
    const labelled = { labels: ['mine'], trashedAt: null };
    for (const device of [one, other]) expect(await device.find(URL)).toMatchObject(labelled);
    expect(await world.bookmarks()).toHaveLength(1);
  });
});
