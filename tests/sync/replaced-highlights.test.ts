import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnnotationInfo } from '../../src/contract';
import { MINUTE_MS } from '../../src/domain/time';
import { value } from '../library/library';
import { asReadeck } from './support/annotated-server';
import {
  add,
  editFirst,
  HTML,
  highlightsOn,
  listed,
  saveOn,
  shadowsOn,
  TIDE,
  there,
  waitingOn,
} from './support/highlighted-page';
import { type Device, type Fetch, startWorld, type World } from './support/world';

describe.each([
  ['a companion server', (fetch: Fetch) => fetch, true],
  // It refuses the second of two highlights in one place.
  ['Readeck', asReadeck, false],
])('highlights of the same words, on %s', (_, asServer, mayOverlap) => {
  let world: World;
  let one: Device;
  let other: Device;
  /** True while no request for a deletion reaches the server. */
  let isCut: boolean;
  /** Work that runs once, before the first such request for highlights. */
  let atOnce: { readonly method: string; work(): Promise<unknown> } | null;
  beforeEach(async () => {
    [isCut, atOnce] = [false, null];
    world = await startWorld();
    const through =
      (fetch: Fetch): Fetch =>
      async (input, init) => {
        const request = new Request(input, init);
        if (request.method === 'DELETE' && isCut) throw new TypeError('fetch failed');
        if (request.method === atOnce?.method && request.url.endsWith('/annotations')) {
          const { work } = atOnce;
          atOnce = null;
          await work();
        }
        return asServer(fetch)(request);
      };
    [one, other] = [await world.device({ through }), await world.device({ through })];
    await saveOn(one, undefined, HTML);
    await settle();
  });
  afterEach(() => world.end());

  async function settle(turns = 2): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) {
      for (const device of [one, other]) {
        expect(await device.round()).toMatchObject({ kind: 'done' });
        await world.work();
        world.advance(MINUTE_MS);
      }
    }
  }

  const notesOn = async (device: Device) => (await listed(device)).map(({ note }) => note);

  async function expectOne(look: object): Promise<void> {
    expect(await there(world)).toMatchObject([look]);
    for (const device of [one, other]) {
      expect(await listed(device)).toMatchObject([look]);
      expect(await waitingOn(device)).toBe(0);
    }
  }

  it('have the notes of both devices, which do not grow', async () => {
    await add(one, undefined, { note: 'first' });
    await add(other, undefined, { note: 'second' });
    await settle(1);
    const [note] = await notesOn(other);
    expect(note!.split('\n\n').toSorted()).toEqual(['first', 'second']);
    await settle(3);
    await expectOne({ note });
  });

  it('have the notes of both devices when these send them at the same time', async () => {
    await add(one, undefined, { note: 'first' });
    await add(other, undefined, { note: 'second' });
    atOnce = { method: 'POST', work: () => other.round() };
    await settle(3);
    const [note = ''] = await notesOn(one);
    expect(note.split('\n\n').toSorted()).toEqual(['first', 'second']);
    await settle();
    await expectOne({ note });
  });

  it('have what was written at the words before a person attached the highlight to others', async () => {
    await add(one);
    await settle();
    await editFirst(one, { quote: TIDE });
    await editFirst(other, { note: 'mine' });
    for (const device of [other, one, other]) await device.round();
    await settle();
    await expectOne({ note: 'mine' });
    expect(await listed(other)).toMatchObject([{ quote: { exact: TIDE.exact } }]);
  });

  if (mayOverlap)
    describe('of which one annotation gives way', () => {
      /** Lets both devices highlight the same words. One gives way and cannot delete its annotation. */
      async function giveWay(): Promise<AnnotationInfo> {
        for (const device of [one, other]) await add(device);
        isCut = true;
        atOnce = { method: 'POST', work: () => other.round() };
        for (const device of [one, one, other]) await device.round();
        const twins = (await there(world)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
        expect(twins).toHaveLength(2);
        world.advance(MINUTE_MS);
        return twins[1]!;
      }

      const editThere = async (id: string, color: string, note: string) => {
        const [bookmark] = await world.bookmarks();
        value(await world.client.highlights.update(bookmark!.id, id, { color, note }));
      };

      it('have what others wrote at the one that gives way', async () => {
        const { id } = await giveWay();
        await editThere(id, 'red', 'mine');
        isCut = false;
        await settle(3);
        await expectOne({ color: 'red', note: 'mine' });
      });

      it('have the colour that was chosen here and the note that others wrote there', async () => {
        const { id } = await giveWay();
        for (const device of [one, other]) {
          const gaveWay = (await shadowsOn(device)).some(({ replacedBy }) => replacedBy !== null);
          if (gaveWay) await editFirst(device, { color: 'blue' });
        }
        await editThere(id, 'yellow', 'mine');
        isCut = false;
        await settle(3);
        await expectOne({ color: 'blue', note: 'mine' });
      });

      it('have what was written at both', async () => {
        const { id } = await giveWay();
        const twins = await there(world);
        for (const twin of twins)
          await editThere(twin.id, 'yellow', twin.id === id ? 'gone' : 'kept');
        isCut = false;
        await settle(3);
        const [note = ''] = await notesOn(one);
        expect(note.split('\n\n').toSorted()).toEqual(['gone', 'kept']);
        await expectOne({ note });
      });

      it('have what others write right before the delete is sent', async () => {
        const { id } = await giveWay();
        isCut = false;
        atOnce = { method: 'GET', work: () => editThere(id, 'yellow', 'late') };
        await settle(3);
        expect(atOnce).toBeNull();
        await expectOne({ note: 'late' });
      });

      it.runIf(mayOverlap)(
        'stay if somebody wrote at one and the device that gave way deleted the other',
        async () => {
          const { id } = await giveWay();
          await editThere(id, 'yellow', 'mine');
          for (const device of [one, other]) {
            const rows = await listed(device);
            if (rows.length === 1) value(await highlightsOn(device).delete([rows[0]!.id]));
          }
          world.advance(MINUTE_MS);
          isCut = false;
          await settle(3);
          await expectOne({ note: 'mine' });
        },
      );
    });
});
