import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import { DAY_MS, HOUR_MS } from '../../src/domain/time';
import { createDecisions } from '../../src/sync';
import { page, value } from '../library/library';
import { describeOnDatabases } from '../server/storage/support/databases';
import { startServer, type TestServer } from '../server/support/test-server';
import { withoutNotes } from './support/annotated-server';
import { type Device, type Fetch, startWorld, type World, wholeRound } from './support/world';

describeOnDatabases('the note of a bookmark on a server on %s', (database) => {
  let t: TestServer;
  let world: World;
  /** Wraps the requests of the devices. */
  let through: (fetch: Fetch) => Fetch;
  let patches: number;
  let one: Device;
  let other: Device;
  beforeEach(async () => {
    t = await startServer(database);
    world = await startWorld(t);
    [through, patches] = [(fetch) => fetch, 0];
    const counted = (fetch: Fetch): Fetch => {
      return (input, init) => {
        const request = new Request(input, init);
        if (request.method === 'PATCH') patches += 1;
        return through(fetch)(request);
      };
    };
    one = await world.device({ through: counted });
    other = await world.device({ through: counted });
  });
  afterEach(async () => {
    await world.end();
    await t.remove();
  });

  const only = async ({ tables }: Device) => {
    const [bookmark, ...others] = await tables.bookmarks.toArray();
    expect(others).toEqual([]);
    return bookmark!;
  };
  const noteOn = async (device: Device) => (await only(device)).note;
  const write = async (device: Device, note: string) =>
    value(await device.library.bookmarks.edit((await only(device)).id, { note }));
  async function save(device: Device, note: string): Promise<BookmarkId> {
    const { id } = value(await device.library.bookmarks.save(page())).bookmark;
    value(await device.library.bookmarks.edit(id, { note }));
    return id;
  }
  const sync = async (...devices: readonly Device[]) => {
    for (const device of devices) await wholeRound(world, device);
  };
  const askFor = (device: Device) => device.sync().round({ articles: 'all', isManual: true });
  const expectNothingToSend = async () => {
    for (const { tables } of [one, other]) expect(await tables.outbox.toArray()).toEqual([]);
  };
  const inJournal = async ({ tables }: Device) =>
    (await tables.journal.toArray()).find((row) =>
      row.changes.some(({ field }) => field === 'note'),
    )!;

  it('goes to the other devices with the create, and later with an edit', async () => {
    await save(one, 'For Ada\n\n“soon”');
    await sync(one, other);
    expect(patches).toBe(0);
    expect(await noteOn(other)).toBe('For Ada\n\n“soon”');
    await write(other, '');
    await sync(other, one);
    expect(await noteOn(one)).toBe('');
    await expectNothingToSend();
  });

  it('is the later one after two edits at once, and the other one can be restored', async () => {
    await save(one, 'First');
    await sync(one, other);
    await write(one, 'Of one');
    await write(other, 'Of other');
    await sync(one, other, one);
    expect([await noteOn(one), await noteOn(other)]).toEqual(['Of other', 'Of other']);
    const entry = await inJournal(other);
    expect(entry).toMatchObject({ kind: 'merged', changes: [{ theirs: 'Of one' }] });
    value(await createDecisions(other.library).takeBack(entry));
    await sync(other, one);
    expect([await noteOn(one), await noteOn(other)]).toEqual(['Of one', 'Of one']);
    await expectNothingToSend();
  });

  it('has the words of both when two devices saved the page', async () => {
    await save(one, 'Of one');
    await save(other, 'Of other');
    await sync(one, other, one);
    expect([await noteOn(one), await noteOn(other)]).toEqual(Array(2).fill('Of one\n\nOf other'));
    await expectNothingToSend();
  });

  it('stays here if a later answer of the server has none', async () => {
    await save(one, 'For Ada');
    await sync(one, other);
    through = withoutNotes;
    value(await other.library.bookmarks.edit((await only(other)).id, { title: 'Ice' }));
    await sync(other, one);
    expect(await only(one)).toMatchObject({ title: 'Ice', note: 'For Ada' });
  });

  describe('that has no place for it', () => {
    beforeEach(async () => {
      through = withoutNotes;
      await save(one, 'Of one');
      await sync(one, other);
    });

    it('stays on its device, whatever another device changes, and leaves nothing to send', async () => {
      expect(await noteOn(other)).toBe('');
      const { id } = await only(other);
      value(await other.library.bookmarks.edit(id, { note: 'Of other', isFavourite: true }));
      await sync(other);
      await write(one, 'Of one, later');
      await sync(one);
      expect(await only(one)).toMatchObject({ note: 'Of one, later', isFavourite: true });
      expect(await noteOn(other)).toBe('Of other');
      await expectNothingToSend();
    });

    it('moves to the other bookmark of its address when that with the note is deleted there', async () => {
      await write(other, 'Of other');
      await sync(other);
      world.advance(DAY_MS);
      const { url, serverId } = await only(other);
      value(await world.client.bookmarks.create({ url, title: 'Twin', labels: [] }));
      await sync(other);
      value(await world.client.bookmarks.delete(serverId!));
      await sync(other);
      const rows = await other.tables.bookmarks.toArray();
      const kept = rows.filter(({ trashedAt }) => trashedAt === null);
      expect(kept).toMatchObject([{ title: 'Twin', note: 'Of other' }]);
      await expectNothingToSend();
    });

    it('stays when a person discards a change that the server refused', async () => {
      const { id } = await only(one);
      value(await one.library.bookmarks.edit(id, { title: 'Refused', note: 'Mine' }));
      value(await createDecisions(one.library).discard(id));
      expect(await only(one)).toMatchObject({ title: 'A page', note: 'Mine' });
    });

    it.each([
      ['was received', ''],
      ['was received beside one of this device', 'Mine'],
    ])(
      'is deleted on all devices if it %s and deleted before the place was known',
      async (_, note) => {
        for (const device of [one, other]) await write(device, '');
        await write(other, note);
        through = (fetch) => fetch;
        const serverId = (await only(one)).serverId!;
        value(await world.client.bookmarks.update(serverId, { note: 'Theirs' }));
        await sync(one, other);
        expect([await noteOn(one), await noteOn(other)]).toEqual(['Theirs', note || 'Theirs']);
        await write(other, '');
        await sync(other);
        for (const device of [other, one]) {
          expect(await askFor(device)).toMatchObject({ kind: 'done' });
          world.advance(HOUR_MS);
        }
        expect([await noteOn(one), await noteOn(other)]).toEqual(['', '']);
        expect(await world.bookmarks()).toMatchObject([{ note: '' }]);
        await expectNothingToSend();
      },
    );

    it('is sent once when the server has a place for notes, and replaces none unseen', async () => {
      await write(other, 'Of other');
      await sync(other);
      through = (fetch) => fetch;
      patches = 0;
      // The server reports the empty note to a device that does not know of its place.
      const serverId = (await only(one)).serverId!;
      value(await world.client.bookmarks.update(serverId, { add_labels: ['ice'] }));
      await sync(one);
      expect(await only(one)).toMatchObject({ labels: ['ice'], note: 'Of one' });
      for (const device of [one, other, one]) {
        expect(await askFor(device)).toMatchObject({ kind: 'done' });
        world.advance(HOUR_MS);
      }
      expect(patches).toBe(2);
      expect([await noteOn(one), await noteOn(other)]).toEqual(['Of other', 'Of other']);
      expect(await inJournal(other)).toMatchObject({
        kind: 'merged',
        changes: [{ ours: 'Of other', theirs: 'Of one' }],
      });
      await expectNothingToSend();
    });
  });
});
