import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkPatch } from '../../src/domain/bookmark';
import { DAY_MS } from '../../src/domain/time';
import { address, value } from '../library/library';
import { type Device, seen, startWorld, type World, wholeRound } from './support/world';

const urlOf = (name: string) => `https://pages.example/${name}`;

describe('a server that a phone does not reach for a week', () => {
  let world: World;
  let isCut: boolean;
  let phone: Device;
  let desk: Device;
  beforeEach(async () => {
    world = await startWorld();
    isCut = false;
    phone = await world.device({
      isWebApp: true,
      through: (fetch) => (input, init) => {
        if (isCut) throw new TypeError('fetch failed');
        return fetch(input, init);
      },
    });
    desk = await world.device();
    for (const name of ['edited', 'trashed', 'purged', 'both']) {
      value(await phone.library.bookmarks.save(address({ url: urlOf(name) })));
    }
    await wholeRound(world, phone);
    await wholeRound(world, desk);
  });
  afterEach(() => world.end());

  const idOn = async (device: Device, name: string) => (await device.find(urlOf(name)))!.id;
  const edit = async (device: Device, name: string, patch: BookmarkPatch) =>
    value(await device.library.bookmarks.edit(await idOn(device, name), patch));
  const listed = async (device: Device) => {
    const rows = await device.tables.bookmarks.toArray();
    return rows.map(seen).toSorted((a, b) => a.url.localeCompare(b.url));
  };

  it('has all edits of that week once it is back, and so has the phone', async () => {
    isCut = true;
    for (let day = 0; day < 7; day += 1) {
      value(await phone.library.bookmarks.save(address({ url: urlOf(`phone-${day}`) })));
      value(await desk.library.bookmarks.save(address({ url: urlOf(`desk-${day}`) })));
      expect(await phone.round()).toMatchObject({ kind: 'stopped', stop: { kind: 'offline' } });
      await wholeRound(world, desk);
      world.advance(DAY_MS);
    }
    await edit(phone, 'edited', { isFavourite: true });
    value(await phone.library.bookmarks.trash([await idOn(phone, 'trashed')]));
    await edit(phone, 'both', { addLabels: ['phone'] });
    await edit(desk, 'both', { addLabels: ['desk'], isArchived: true });
    const purged = [await idOn(desk, 'purged')];
    value(await desk.library.bookmarks.trash(purged));
    value(await desk.library.bookmarks.purge(purged));
    await wholeRound(world, desk);
    world.advance(DAY_MS);

    isCut = false;
    for (const device of [phone, desk, phone]) await wholeRound(world, device);
    expect(await phone.library.unsent.count()).toBe(0);
    const all = await listed(phone);
    // A page that was deleted elsewhere can still be restored here.
    const kept = (each: { isTrashed: boolean }) => !each.isTrashed;
    expect((await listed(desk)).filter(kept)).toEqual(all.filter(kept));
    const named = (name: string) => all.find(({ url }) => url === urlOf(name));
    expect(named('edited')).toMatchObject({ isFavourite: true });
    for (const name of ['trashed', 'purged']) expect(named(name)?.isTrashed, name).toBe(true);
    expect(named('both')).toMatchObject({ labels: ['desk', 'phone'], isArchived: true });
    for (let day = 0; day < 7; day += 1) {
      expect([named(`phone-${day}`), named(`desk-${day}`)]).not.toContain(undefined);
    }
  });
});
