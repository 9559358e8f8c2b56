import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time';
import type { CollectionRow } from '../../src/library';
import { createDecisions, journalText } from '../../src/sync';
import { entryOf, value } from '../library/library';
import { collectionsThere } from './model/play-collections';
import { type Device, startWorld, type World } from './support/world';

let world: World;
/** The requests about collections that `one` has made, each with its status. */
let collectionRequests: string[];
/** The `If-None-Match` of each request of `one` for a list of collections; null when it had none. */
let listConditions: (string | null)[];
/** The status with which the server refuses changes. When it is null, the server accepts them. */
let refusal: number | null;
/** The status with which the server refuses to list collections. When it is null, it lists them. */
let listRefusal: number | null;
/** The name of a collection that lists leave out, because they change while they are read. */
let unlistedName: string | null;
/** Runs during the next request that changes a collection. */
let duringChange: () => Promise<void>;
let one: Device;
let other: Device;
beforeEach(async () => {
  [collectionRequests, listConditions] = [[], []];
  [refusal, listRefusal, unlistedName] = [null, null, null];
  duringChange = async () => {};
  world = await startWorld();
  one = await world.device({
    through: (fetch) => async (input, init) => {
      const request = new Request(input, init);
      if (!request.url.includes('/collections')) return fetch(request);
      if (request.method === 'GET') listConditions.push(request.headers.get('If-None-Match'));
      if (listRefusal !== null) {
        return Response.json({ status: listRefusal, message: 'No' }, { status: listRefusal });
      }
      if (refusal !== null && request.method !== 'GET') {
        collectionRequests.push(`${request.method} ${refusal}`);
        return Response.json({ status: refusal, message: 'No' }, { status: refusal });
      }
      if (request.method === 'PATCH') {
        await duringChange();
        duringChange = async () => {};
      }
      const answered = await fetch(request);
      collectionRequests.push(`${request.method} ${answered.status}`);
      if (unlistedName !== null && request.url.includes('/collections?')) {
        const listed: { name: string }[] = await answered.json();
        return Response.json(listed.filter(({ name }) => name !== unlistedName));
      }
      return answered;
    },
  });
  other = await world.device();
});
afterEach(() => world.end());

/** Runs a round on each device. The time between is longer than the interval between two lists. */
async function round(...devices: readonly Device[]): Promise<void> {
  for (const device of devices) {
    expect(await device.round()).toMatchObject({ kind: 'done' });
    world.advance(10 * MINUTE_MS);
  }
}

const rowsOf = ({ tables }: Device): Promise<CollectionRow[]> => tables.collections.toArray();
const namesOf = async (device: Device) => (await rowsOf(device)).map(({ name }) => name).sort();
const there = async () => (await collectionsThere(world)).map(({ name }) => name).sort();
const journalOf = async (device: Device) =>
  (await device.library.sync.journal(20)).map(({ kind, collection }) => [kind, collection?.name]);

describe('a collection with a filter for highlights', () => {
  const marked = { name: 'Ice', labels: 'ice', has_annotations: true } as const;

  it('keeps that filter when it is created on the server again', async () => {
    value(await world.client.collections.create(marked));
    await round(one);
    const [row] = await rowsOf(one);
    value(await one.library.collections.edit(row!.id, { isPinned: true }));
    value(await world.client.collections.delete(row!.serverId!));
    await round(one);
    expect(await collectionsThere(world)).toMatchObject([{ ...marked, is_pinned: true }]);
  });

  it('is not joined with a collection whose other filters are the same', async () => {
    value(await one.library.collections.create({ name: 'Ice', labels: 'ice' }));
    value(await world.client.collections.create(marked));
    await round(one, one);
    const filters = (await collectionsThere(world)).map(({ has_annotations }) => has_annotations);
    expect(filters.toSorted()).toEqual([null, true]);
  });
});

describe('a collection', () => {
  it('is created, edited and deleted on all devices', async () => {
    const ice = value(
      await one.library.collections.create({ name: 'Ice', labels: 'ice', types: ['article'] }),
    );
    await round(one, other);
    const [received] = await rowsOf(other);
    expect(received).toMatchObject({ name: 'Ice', labels: 'ice', types: ['article'] });
    value(
      await other.library.collections.edit(received!.id, {
        name: 'Sea',
        types: [],
        isPinned: true,
      }),
    );
    await round(other, one);
    expect(await one.library.collections.get(ice.id)).toMatchObject({
      name: 'Sea',
      types: [],
      isPinned: true,
      labels: 'ice',
    });
    value(await one.library.collections.delete(ice.id));
    world.advance(MINUTE_MS);
    await round(one, other);
    expect(await there()).toEqual([]);
    expect(await rowsOf(other)).toEqual([]);
  });

  it('merges the edits of two devices field by field, and the last edit of a field wins', async () => {
    value(await one.library.collections.create({ name: 'Ice' }));
    await round(one, other);
    const [mine, theirs] = [(await rowsOf(one))[0]!, (await rowsOf(other))[0]!];
    value(await other.library.collections.edit(theirs.id, { name: 'Theirs', site: 'b.example' }));
    await round(other);
    value(await one.library.collections.edit(mine.id, { name: 'Mine', author: 'Ann' }));
    await round(one, other);
    expect((await collectionsThere(world))[0]).toMatchObject({
      name: 'Mine',
      author: 'Ann',
      site: 'b.example',
    });
    const merged = (await one.library.sync.journal(20)).find(({ kind }) => kind === 'merged');
    expect(merged?.changes).toEqual([{ field: 'name', ours: 'Mine', theirs: 'Theirs' }]);
    value(await createDecisions(one.library).takeBack(merged!));
    await round(one);
    expect(await there()).toEqual(['Theirs']);
  });

  it('is pinned when two devices created it and one of them pinned it', async () => {
    value(await other.library.collections.create({ name: 'Ice', labels: 'ice', isPinned: true }));
    await round(other, other);
    value(await one.library.collections.create({ name: 'Ice', labels: 'ice' }));
    await round(one, other, one);
    for (const device of [one, other]) {
      expect(await rowsOf(device)).toMatchObject([{ name: 'Ice', isPinned: true }]);
    }
    expect(await collectionsThere(world)).toMatchObject([{ name: 'Ice', is_pinned: true }]);
  });

  it('sends the edits that are made while an earlier one is sent', async () => {
    const { id } = value(await one.library.collections.create({ name: 'Ice' }));
    await round(one);
    value(await one.library.collections.edit(id, { name: 'Sea' }));
    duringChange = async () => {
      value(await one.library.collections.edit(id, { name: 'Lake', author: 'Ann' }));
    };
    await round(one, one);
    expect(await collectionsThere(world)).toMatchObject([{ name: 'Lake', author: 'Ann' }]);
    expect(await rowsOf(one)).toMatchObject([{ name: 'Lake', author: 'Ann' }]);
  });

  it('is deleted when it was deleted elsewhere, and is restored from the journal', async () => {
    value(await one.library.collections.create({ name: 'Ice', search: 'harbour' }));
    await round(one, other);
    value(await other.library.collections.delete((await rowsOf(other))[0]!.id));
    world.advance(MINUTE_MS);
    await round(other, one);
    expect(await rowsOf(one)).toEqual([]);
    const [entry] = await one.library.sync.journal(1);
    expect(entry).toMatchObject({ kind: 'deleted-there', collection: { name: 'Ice' } });
    value(await createDecisions(one.library).takeBack(entry!));
    await round(one, other);
    expect((await collectionsThere(world))[0]).toMatchObject({ name: 'Ice', search: 'harbour' });
    expect(await namesOf(other)).toEqual(['Ice']);
  });

  it('keeps the conditions that only this device has, also when it is restored from the journal', async () => {
    value(await one.library.collections.create({ name: 'Ice', localSearch: 'length:<5' }));
    await round(one, other);
    const [there] = await rowsOf(other);
    expect(there).toMatchObject({ name: 'Ice', localSearch: '' });
    value(await other.library.collections.edit(there!.id, { search: 'harbour' }));
    await round(other, one);
    expect(await rowsOf(one)).toMatchObject([{ search: 'harbour', localSearch: 'length:<5' }]);
    value(await other.library.collections.delete(there!.id));
    world.advance(MINUTE_MS);
    await round(other, one);
    const [entry] = await one.library.sync.journal(1);
    value(await createDecisions(one.library).takeBack(entry!));
    expect(await rowsOf(one)).toMatchObject([{ name: 'Ice', localSearch: 'length:<5' }]);
  });

  it('is kept when it was edited here and deleted elsewhere', async () => {
    value(await one.library.collections.create({ name: 'Ice' }));
    await round(one, other);
    value(await other.library.collections.delete((await rowsOf(other))[0]!.id));
    world.advance(MINUTE_MS);
    await round(other);
    value(await one.library.collections.edit((await rowsOf(one))[0]!.id, { name: 'Mine' }));
    await round(one, other);
    expect(await there()).toEqual(['Mine']);
    expect(await namesOf(other)).toEqual(['Mine']);
    expect(await journalOf(one)).toContainEqual(['kept-against-delete', 'Mine']);
  });

  it('is there once when somebody created it again on a server that had lost it', async () => {
    const names = Array.from({ length: 10 }, (_, n) => `c${n}`);
    for (const name of names) value(await one.library.collections.create({ name }));
    await round(one, other);
    for (const { id, name } of await collectionsThere(world)) {
      value(await world.client.collections.delete(id));
      value(await world.client.collections.create({ name }));
    }
    await round(other, one, other);
    expect(await there()).toEqual(names);
    expect(await namesOf(other)).toEqual(names);
    expect(await namesOf(one)).toEqual(names);
  });

  it('is there once when it was deleted, created again and edited elsewhere', async () => {
    const { id } = value(await one.library.collections.create({ name: 'Ice' }));
    await round(one, other);
    value(await one.library.collections.delete(id));
    value(await one.library.collections.create({ name: 'Ice' }));
    const [received] = await rowsOf(other);
    value(await other.library.collections.edit(received!.id, { isPinned: true }));
    await round(other, one, other);
    expect(await there()).toEqual(['Ice']);
    expect(await rowsOf(one)).toMatchObject([{ name: 'Ice', isPinned: true }]);
    expect(await namesOf(other)).toEqual(['Ice']);
  });

  it.each([
    ['are created there again when they are ten and more than a quarter of all', 10, 30, 30],
    ['are deleted here when they are fewer than ten', 9, 12, 3],
    ['are deleted here when they are no more than a quarter of all', 10, 40, 30],
  ])('and others that the server no longer has %s', async (_, gone, all, left) => {
    for (let n = 0; n < all; n += 1) {
      value(await world.client.collections.create({ name: `c${n}` }));
    }
    await round(one);
    for (const { id } of (await collectionsThere(world)).slice(0, gone)) {
      value(await world.client.collections.delete(id));
    }
    await round(one);
    expect(await namesOf(one)).toHaveLength(left);
    expect(await there()).toHaveLength(left);
  });

  it('is created with the same fields again when it was edited after an attempt', async () => {
    const { id } = value(await one.library.collections.create({ name: 'Ice' }));
    refusal = 500;
    await round(one);
    refusal = null;
    value(await one.library.collections.edit(id, { name: 'Sea' }));
    await round(one);
    // The edit follows as a request of its own.
    expect(collectionRequests.slice(-2)).toEqual(['POST 201', 'PATCH 200']);
    expect(await there()).toEqual(['Sea']);
  });

  it("has its name in the journal but not in the journal's text", async () => {
    value(await one.library.collections.create({ name: 'Secret' }));
    await round(one);
    const text = journalText(await one.library.sync.journal(20));
    expect(text).toContain('collection 1');
    expect(text).not.toContain('Secret');
  });
});

describe('a collection that the server refuses', () => {
  it('needs attention and does not delay the others', async () => {
    value(await one.library.collections.create({ name: 'Ice', rangeStart: 'no date' }));
    value(await one.library.collections.create({ name: 'Sea' }));
    await round(one);
    expect(await there()).toEqual(['Sea']);
    const refused = (await rowsOf(one)).find(({ name }) => name === 'Ice')!;
    const entry = await entryOf(one.tables, refused.id);
    expect(entry).toMatchObject({ state: 'attention', refusal: { kind: 'invalid' } });
    const { collections } = createDecisions(one.library);
    value(await one.library.collections.edit(refused.id, { rangeStart: '2025-01-01' }));
    value(await collections.tryAgain(refused.id));
    await round(one);
    expect(await there()).toEqual(['Ice', 'Sea']);
  });

  it("takes the server's values when it is discarded, or is kept on this device only", async () => {
    const kept = value(await one.library.collections.create({ name: 'Kept' }));
    const dropped = value(await one.library.collections.create({ name: 'Dropped' }));
    await round(one);
    for (const { id } of [kept, dropped]) {
      value(await one.library.collections.edit(id, { name: 'Mine' }));
    }
    refusal = 422;
    await round(one);
    refusal = null;
    const { collections } = createDecisions(one.library);
    value(await collections.keepLocalOnly(kept.id));
    value(await collections.discard(dropped.id));
    await round(one, other);
    expect(await namesOf(one)).toEqual(['Dropped', 'Mine']);
    expect(await namesOf(other)).toEqual(['Dropped', 'Kept']);
    expect(await one.library.unsent.count()).toBe(0);
  });
});

describe('a server that refuses to list collections', () => {
  it.each([
    [404, 'not-found'],
    [403, 'forbidden'],
  ])(
    'with status %i causes one entry for attention, and receives the collection later',
    async (status, kind) => {
      listRefusal = status;
      const { id } = value(await one.library.collections.create({ name: 'Ice' }));
      await round(one);
      await round(one);
      const entry = { collectionId: id, state: 'attention', refusal: { kind } };
      expect(await one.tables.outbox.toArray()).toMatchObject([entry]);
      expect(await journalOf(one)).toEqual([['refused', 'Ice']]);
      listRefusal = null;
      await round(one);
      expect(await there()).toEqual(['Ice']);
      expect(await one.library.unsent.count()).toBe(0);
    },
  );

  it('does not prevent a collection from being deleted that it never had', async () => {
    listRefusal = 404;
    const { id } = value(await one.library.collections.create({ name: 'Ice' }));
    await round(one);
    value(await createDecisions(one.library).collections.tryAgain(id));
    value(await one.library.collections.delete(id));
    await round(one);
    world.advance(MINUTE_MS);
    await round(one);
    expect(await rowsOf(one)).toEqual([]);
  });

  it('does not prevent a collection from being kept on this device only', async () => {
    listRefusal = 404;
    const { id } = value(await one.library.collections.create({ name: 'Ice' }));
    await round(one);
    value(await createDecisions(one.library).collections.keepLocalOnly(id));
    listRefusal = null;
    await round(one);
    expect([await namesOf(one), await there()]).toEqual([['Ice'], []]);
  });
});

describe('the list of collections', () => {
  it('is requested at most every ten minutes, with its ETag', async () => {
    await round(one);
    world.advance(-9 * MINUTE_MS);
    await one.round();
    expect(collectionRequests).toEqual(['GET 200']);
    world.advance(HOUR_MS);
    await one.round();
    expect(collectionRequests).toEqual(['GET 200', 'GET 304']);
  });

  it('is requested without an ETag when it had several pages, because each page has its own', async () => {
    for (let n = 0; n < 101; n += 1)
      value(await world.client.collections.create({ name: `c${n}` }));
    await round(one);
    listConditions = [];
    await round(one);
    expect(listConditions).toEqual([null, null]);
    expect(await rowsOf(one)).toHaveLength(101);
  });

  it('does not remove a collection that it leaves out although the server has it', async () => {
    for (const name of ['Ice', 'Sea']) value(await world.client.collections.create({ name }));
    await round(one);
    unlistedName = 'Ice';
    value(await world.client.collections.create({ name: 'Wind' }));
    await round(one);
    expect(await namesOf(one)).toEqual(['Ice', 'Sea', 'Wind']);
  });
});
