import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId, BookmarkPatch } from '../../../src/domain/bookmark';
import { err, ok } from '../../../src/domain/result';
import { DAY_MS, unixMs } from '../../../src/domain/time';
import { bulkRepository, highlightRepository, recentChanges } from '../../../src/library';
import { ARCHIVE, addFive, inChunksOfTwo, openWithFive, shownIn, upTo } from '../bulk/library';
import { failWrite } from '../faults';
import {
  confirmClock,
  lastChange,
  page,
  type TestLibrary,
  testLibrary,
  undo,
  value,
} from '../library';
import { checkInvariants } from '../model/invariants';

let test: TestLibrary;
let id: BookmarkId;

beforeEach(async () => {
  test = await testLibrary();
  id = value(await test.library.bookmarks.save(page())).bookmark.id;
});

const edit = async (patch: BookmarkPatch) => value(await test.library.bookmarks.edit(id, patch));
const groups = () => test.tables.groups.toArray();

const labels = fc.subarray(['a', 'b', 'c']);
const patches: fc.Arbitrary<BookmarkPatch> = fc.record(
  {
    title: fc.constantFrom('One', 'Two'),
    note: fc.constantFrom('', 'Mine'),
    isFavourite: fc.boolean(),
    isArchived: fc.boolean(),
    readProgress: fc.constantFrom(0, 50),
    addLabels: labels,
    removeLabels: labels,
  },
  { requiredKeys: [] },
);
const acts = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), at: fc.nat(4), patch: patches }),
  fc.record({ kind: fc.constantFrom('trash' as const, 'restore' as const), at: fc.nat(4) }),
  fc.record({ kind: fc.constant('archive' as const) }),
  fc.record({ kind: fc.constant('rename' as const), from: fc.constantFrom('a', 'b') }),
);

describe('the undo of each act of a person, the last one first', () => {
  it('restores what was there before all of them, and the undo of these undos brings them back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { maxLength: 8 }), async (history) => {
        const world = await openWithFive();
        const { library, tables, bulk, ids, clock } = world;
        const states = [await shownIn(world)];
        for (const act of history) {
          clock.now = unixMs(clock.now + 1);
          if (act.kind === 'edit') value(await library.bookmarks.edit(ids[act.at]!, act.patch));
          else if (act.kind === 'archive') value(await bulk.start(ARCHIVE, ids));
          else if (act.kind === 'rename') value(await bulk.relabel([{ from: act.from, to: 'z' }]));
          else value(await library.bookmarks[act.kind]([ids[act.at]!]));
          value(await bulk.run());
          states.push(await shownIn(world));
        }
        const done = await tables.groups.orderBy('at').primaryKeys();
        for (const group of done.toReversed()) {
          clock.now = unixMs(clock.now + 1);
          await undo(world, { value: null, group });
        }
        expect(await shownIn(world)).toEqual(states[0]);
        await checkInvariants(tables);
        expect(await tables.outbox.count()).toBe(0);
        const undone = await tables.groups.orderBy('at').primaryKeys();
        expect(undone).toHaveLength(done.length);
        for (const group of undone.toReversed()) await undo(world, { value: null, group });
        expect(await shownIn(world)).toEqual(states.at(-1));
        world.close();
      }),
      { numRuns: 40 },
    );
  });
});

describe('the log', () => {
  it('has one row for a chunk, with a change that is the same for all only once', async () => {
    const world = await openWithFive();
    value(await world.bulk.start(ARCHIVE, world.ids));
    value(await world.bulk.run());
    const rows = await world.tables.log.toArray();
    expect(rows.map(({ entries }) => entries.map(({ ids }) => ids.length))).toEqual([
      [2],
      [2],
      [1],
    ]);
    expect(await world.tables.groups.toArray()).toMatchObject([{ changed: 5, chunks: 3 }]);
  });

  it('has neither an edit that changes nothing nor the reading position of the reader', async () => {
    await edit({ title: 'Page title', isFavourite: false });
    const { title } = (await test.library.bookmarks.get(id))!;
    await edit({ title });
    const before = (await groups()).length;
    value(await test.library.bookmarks.setPlace(id, { readProgress: 40, readAnchor: 'p' }));
    expect((await groups()).length).toBe(before);
    expect(await test.library.bookmarks.get(id)).toMatchObject({ readProgress: 40 });
  });

  it('forgets the words of a bookmark that is deleted for good, and keeps those of others', async () => {
    const ids = await addFive(test);
    const bulk = inChunksOfTwo(test);
    value(await bulk.start({ kind: 'edit', patch: { addLabels: ['shared'] } }, ids));
    value(await bulk.run());
    value(await test.library.bookmarks.edit(ids[0]!, { note: 'For Ada' }));
    value(await test.library.bookmarks.trash([ids[0]!]));
    value(await test.library.bookmarks.purge([ids[0]!]));
    const text = JSON.stringify(await test.tables.log.toArray());
    expect(text).not.toContain(ids[0]);
    expect(text).not.toContain('For Ada');
    expect(await groups()).toMatchObject([{ changed: 4 }]);
    await undo(test, await lastChange(test.library));
    expect((await test.tables.bookmarks.toArray()).flatMap((row) => row.labels)).not.toContain(
      'shared',
    );
  });

  it('drops the oldest acts beyond its size, and all beyond the time of the trash', async () => {
    for (const title of ['One', 'Two', 'Three']) {
      test.clock.now = unixMs(test.clock.now + 1);
      await edit({ title });
    }
    const [first] = await groups();
    await test.tables.groups.update(first!.id, { size: 9_000_000 });
    await confirmClock(test);
    value(await test.library.storage.expire(test.clock.now));
    expect((await groups()).map((group) => group.id)).not.toContain(first!.id);
    expect(await groups()).toHaveLength(2);
    expect(await test.tables.log.count()).toBe(2);
    test.clock.now = unixMs(test.clock.now + 31 * DAY_MS);
    await confirmClock(test);
    value(await test.library.storage.expire(test.clock.now));
    expect([await test.tables.groups.count(), await test.tables.log.count()]).toEqual([0, 0]);
    // An act that is too old changes nothing.
    const { undo: undoAct } = test.library.part(recentChanges);
    expect(value(await undoAct(first!.id))).toBeNull();
    expect((await test.library.bookmarks.get(id))?.title).toBe('Three');
  });

  it('keeps what an action that goes on has changed, and drops it alone if it is too large at its end', async () => {
    const world = await openWithFive();
    value(await world.library.bookmarks.edit(world.ids[0]!, { note: 'For Ada' }));
    world.clock.now = unixMs(world.clock.now + 1);
    value(await world.bulk.start(ARCHIVE, world.ids));
    value(await world.bulk.run(upTo(1)));
    const begun = (await lastChange(world.library)).group!;
    await world.tables.groups.update(begun, { size: 9_000_000 });
    await confirmClock(world);
    value(await world.library.storage.expire(world.clock.now));
    expect(await world.tables.groups.count()).toBe(2);
    value(await world.bulk.run());
    expect((await shownIn(world)).every(({ isArchived }) => isArchived)).toBe(true);
    expect(await world.tables.groups.toArray()).toMatchObject([{ cause: { kind: 'one' } }]);
    expect(await world.tables.jobs.toArray()).toMatchObject([
      { state: 'finished', changed: 5, group: null },
    ]);
  });

  it('ends an action that goes on when it is undone', async () => {
    const world = await openWithFive();
    const job = value(await world.bulk.start(ARCHIVE, world.ids));
    value(await world.bulk.run(upTo(2)));
    const { group } = await lastChange(world.library);
    const changes = world.library.part(recentChanges);
    value(await changes.undo(group!, upTo(1)));
    expect(await world.tables.jobs.get(job!)).toMatchObject({
      state: 'finished',
      done: 2,
      changed: 2,
    });
    value(await changes.undo(group!));
    value(await world.bulk.run());
    expect(await shownIn(world)).toEqual(world.before);
    expect([await world.tables.jobs.count(), await world.tables.jobParts.count()]).toEqual([0, 0]);
  });

  it('gives back no new name of a label in the undo of an undo if the old one was removed since', async () => {
    await edit({ addLabels: ['a'] });
    const bulk = inChunksOfTwo(test);
    value(await bulk.relabel([{ from: 'a', to: 'z' }]));
    value(await bulk.run());
    await undo(test, await lastChange(test.library));
    const undone = await lastChange(test.library);
    await edit({ removeLabels: ['a'] });
    await undo(test, undone);
    expect((await test.library.bookmarks.get(id))?.labels).toEqual([]);
  });

  it('is undone once by two pages at the same time', async () => {
    const world = await openWithFive();
    value(await world.bulk.start({ kind: 'edit', patch: { addLabels: ['ice'] } }, world.ids));
    value(await world.bulk.run());
    const { group } = await lastChange(world.library);
    const other = (await world.another()).part(recentChanges);
    await Promise.all([undo(world, { value: null, group }), other.undo(group!)]);
    expect(await shownIn(world)).toEqual(world.before);
    expect(await world.tables.groups.toArray()).toMatchObject([
      { cause: { kind: 'undo' }, changed: 5, chunks: 3 },
    ]);
  });

  it('goes on with an undo that a page has begun and another one ends', async () => {
    const world = await openWithFive();
    value(await world.bulk.start(ARCHIVE, world.ids));
    value(await world.bulk.run());
    const { group } = await lastChange(world.library);
    value(await world.library.part(recentChanges).undo(group!, upTo(1)));
    expect(await world.tables.groups.toArray()).toMatchObject([{ undone: 1, undoing: 1 }, {}]);
    const other = (await world.another()).part(recentChanges);
    value(await other.continueUndos());
    expect(await shownIn(world)).toEqual(world.before);
  });

  it('tells whether something of it was as the act left it', async () => {
    const world = await openWithFive();
    const changes = world.library.part(recentChanges);
    for (const isArchived of [true, false]) {
      value(await world.bulk.start({ kind: 'edit', patch: { isArchived } }, world.ids));
      value(await world.bulk.run());
    }
    const [archived, unarchived] = await world.tables.groups.toArray();
    value(await changes.startUndo(archived!.id));
    expect(value(await changes.continueUndos())).toEqual([{ group: null }]);
    value(await changes.startUndo(unarchived!.id));
    expect(value(await changes.continueUndos())).toEqual([{ group: expect.any(Number) }]);
    expect(await changes.continueUndos()).toEqual(ok([]));
  });
});

describe('a device without room', () => {
  afterEach(() => vi.restoreAllMocks());

  it('loses the older half of the log instead of a change', async () => {
    for (const title of ['One', 'Two', 'Three', 'Four']) await edit({ title });
    failWrite(1, 'quota-on-request', 'log');
    await edit({ note: 'Mine' });
    expect(await test.library.bookmarks.get(id)).toMatchObject({ title: 'Four', note: 'Mine' });
    expect(await groups()).toHaveLength(3);
  });

  it('loses the older half of the log instead of a change of many', async () => {
    for (const title of ['One', 'Two']) await edit({ title });
    const bulk = test.library.part(bulkRepository);
    value(await bulk.start(ARCHIVE, [id]));
    failWrite(1, 'quota-on-commit', 'groups');
    value(await bulk.run());
    expect(await test.library.bookmarks.get(id)).toMatchObject({ isArchived: true });
    expect(await groups()).toMatchObject([{ cause: { kind: 'one' } }, { cause: ARCHIVE }]);
  });

  it('says so if the log is empty', async () => {
    failWrite(1, 'quota-on-request', 'log');
    expect(await test.library.bookmarks.edit(id, { note: 'Mine' })).toEqual(err({ kind: 'quota' }));
    expect((await test.library.bookmarks.get(id))?.note).toBe('');
  });
});

describe('the undo of a restoration', () => {
  it('deletes a collection again, but not one that was edited since', async () => {
    const { collections } = test.library;
    const { id: made } = value(await collections.create({ name: 'Winter' }));
    value(await collections.delete(made));
    await undo(test, await lastChange(test.library));
    const restored = await lastChange(test.library);
    value(await collections.edit(made, { name: 'Snow' }));
    await undo(test, restored);
    expect(await collections.get(made)).toMatchObject({ name: 'Snow' });
    await undo(test, await lastChange(test.library));
    await undo(test, restored);
    expect(await collections.get(made)).toBeNull();
  });

  it('deletes a highlight again, but not one that was edited since', async () => {
    const highlights = test.library.part(highlightRepository);
    const quote = { exact: 'The harbour', prefix: '', suffix: '' };
    const added = { bookmarkId: id, quote, color: 'red', position: null } as const;
    const { id: made } = value(await highlights.add(added));
    await undo(test, value(await highlights.delete([made])));
    const restored = await lastChange(test.library);
    const edited = value(await highlights.edit(made, { note: 'Of ice' }));
    await undo(test, restored);
    expect(await highlights.get(made)).toMatchObject({ note: 'Of ice' });
    await undo(test, edited);
    await undo(test, restored);
    expect(await highlights.get(made)).toBeNull();
  });
});
