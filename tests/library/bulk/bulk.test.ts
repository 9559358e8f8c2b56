import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { DAY_MS, unixMs } from '../../../src/domain/time';
import { type BulkJob, bulkRepository } from '../../../src/library';
import type { BulkRepository } from '../../../src/library/bulk/bulk';
import { failWrite } from '../faults';
import { confirmClock, page, type TestLibrary, testLibrary, value } from '../library';
import { checkInvariants } from '../model/invariants';
import { ARCHIVE, addFive, addLabelled, inChunksOfTwo, shownIn, upTo } from './library';

let test: TestLibrary;
let bulk: ReturnType<typeof inChunksOfTwo>;
beforeEach(async () => {
  test = await testLibrary();
  bulk = inChunksOfTwo(test);
});

const jobs = () => test.tables.jobs.toArray();
const rows = () => test.tables.bookmarks.toArray();
const shown = () => shownIn(test);

describe('an action on many bookmarks', () => {
  it('changes all of them in chunks, each with its changes to be sent', async () => {
    const ids = await addFive(test);
    const job = value(await bulk.start(ARCHIVE, ids));
    expect((await rows()).some(({ isArchived }) => isArchived)).toBe(false);
    value(await bulk.run(upTo(1)));
    expect((await rows()).map(({ isArchived }) => isArchived)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(await test.tables.outbox.count()).toBe(2);
    expect(await jobs()).toMatchObject([
      { id: job, state: 'running', total: 5, done: 2, changed: 2 },
    ]);
    value(await bulk.run());
    expect((await rows()).every(({ isArchived }) => isArchived)).toBe(true);
    expect(await test.tables.outbox.count()).toBe(5);
    expect(await jobs()).toMatchObject([{ state: 'finished', done: 5, changed: 5 }]);
    await checkInvariants(test.tables);
  });

  it('is continued by another page, and two pages that run it change nothing twice', async () => {
    const ids = await addFive(test);
    value(await bulk.start(ARCHIVE, ids));
    value(await bulk.run(upTo(1)));
    const other = (await test.another()).part(bulkRepository);
    await Promise.all([other.run(), bulk.run()]);
    expect(await jobs()).toMatchObject([{ state: 'finished', done: 5, changed: 5 }]);
    expect(await test.tables.outbox.count()).toBe(5);
  });

  it('is undone as a whole, and then nothing is left to send', async () => {
    const before = await shownAfter(() => addFive(test));
    const job = value(
      await bulk.start(
        ARCHIVE,
        before.map(({ id }) => id),
      ),
    )!;
    value(await bulk.run());
    value(await bulk.undo(job));
    expect(await test.tables.groups.toArray()).toMatchObject([{ changed: 5, undoing: 1 }]);
    value(await bulk.run());
    expect(await shown()).toEqual(before);
    expect(await test.tables.outbox.count()).toBe(0);
    expect(await jobs()).toEqual([]);
    expect(await test.tables.jobParts.count()).toBe(0);
  });

  it('can be cancelled; what was changed stays, and can be undone', async () => {
    const before = await shownAfter(() => addFive(test));
    const job = value(
      await bulk.start(
        ARCHIVE,
        before.map(({ id }) => id),
      ),
    )!;
    value(await bulk.run(upTo(1)));
    value(await bulk.cancel(job));
    value(await bulk.run());
    expect(await jobs()).toMatchObject([{ state: 'finished', done: 2, total: 5, changed: 2 }]);
    value(await bulk.undo(job));
    value(await bulk.run());
    expect(await shown()).toEqual(before);
  });

  it('leaves nothing when it is cancelled before its first chunk', async () => {
    const job = value(await bulk.start(ARCHIVE, await addFive(test)))!;
    value(await bulk.cancel(job));
    expect(await jobs()).toEqual([]);
    expect(await test.tables.jobParts.count()).toBe(0);
  });

  it('has an undo that can be cancelled, and undone again', async () => {
    const before = await shownAfter(() => addFive(test));
    const ids = before.map(({ id }) => id);
    const job = value(await bulk.start(ARCHIVE, ids))!;
    value(await bulk.run());
    value(await bulk.undo(job));
    value(await bulk.run(upTo(1)));
    value(await bulk.cancel(job));
    value(await bulk.run());
    const [group] = await test.tables.groups.toArray();
    expect(group).toMatchObject({ chunks: 3, undone: 1 });
    expect(group).not.toHaveProperty('undoing');
    expect((await shown()).map(({ isArchived }) => isArchived)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    const later = value(await bulk.start({ kind: 'trash' }, ids.slice(4)));
    value(await bulk.run());
    expect(await jobs()).toMatchObject([{ id: job }, { id: later, state: 'finished' }]);
    value(await bulk.undo(job));
    value(await bulk.undo(later!));
    value(await bulk.run());
    expect(await shown()).toEqual(before);
  });

  it('reports a library that cannot be read', async () => {
    value(await bulk.start(ARCHIVE, await addFive(test)));
    test.close();
    const failed = { ok: false, error: { kind: 'unavailable' } };
    expect(await bulk.run()).toMatchObject(failed);
    expect(await bulk.relabel([{ from: 'a', to: 'z' }])).toMatchObject(failed);
  });

  it('skips bookmarks that were deleted since it was started', async () => {
    const [a, b, c] = await addLabelled(test, [], [], []);
    const job = value(await bulk.start(ARCHIVE, [a!, b!, c!]))!;
    value(await test.library.bookmarks.trash([a!, b!]));
    value(await test.library.bookmarks.purge([b!]));
    value(await bulk.run());
    expect((await shown()).map(({ isArchived }) => isArchived)).toEqual([false, true]);
    value(await test.library.bookmarks.purge([a!]));
    value(await bulk.undo(job));
    value(await bulk.run());
    expect((await shown()).map(({ isArchived }) => isArchived)).toEqual([false]);
  });

  it('stores no job for no bookmarks', async () => {
    expect(value(await bulk.start(ARCHIVE, []))).toBeNull();
    expect(await jobs()).toEqual([]);
  });

  it('can be undone for 30 days, and leaves nothing after that', async () => {
    const ids = await addFive(test);
    const first = value(await bulk.start(ARCHIVE, ids))!;
    value(await bulk.run());
    const later = async (ms: number) => {
      test.clock.now = unixMs(test.clock.now + ms);
      await confirmClock(test);
      value(await test.library.storage.expire(test.clock.now));
    };
    await later(30 * DAY_MS);
    const second = value(await bulk.start({ kind: 'trash' }, ids));
    value(await bulk.run());
    expect((await jobs()).map(({ id }) => id)).toEqual([first, second]);
    await later(1);
    expect((await jobs()).map(({ id }) => id)).toEqual([second]);
    expect((await test.tables.log.toArray()).map(({ group }) => group)).toHaveLength(3);
  });

  it('can undo the change of a label weeks later', async () => {
    const { id } = value(await test.library.bookmarks.save(page())).bookmark;
    value(await test.library.bookmarks.edit(id, { addLabels: ['ice'] }));
    const job = value(await bulk.relabel([{ from: 'ice', to: null }]))!;
    value(await bulk.run());
    test.clock.now = unixMs(test.clock.now + 29 * DAY_MS);
    await confirmClock(test);
    value(await test.library.storage.expire(test.clock.now));
    value(await bulk.undo(job));
    value(await bulk.run());
    expect((await test.library.bookmarks.get(id))?.labels).toEqual(['ice']);
  });

  it('reports its progress to every page', async () => {
    const seen: (readonly BulkJob[])[] = [];
    const other = (await test.another()).part(bulkRepository);
    const stop = other.watchJobs((next) => void seen.push(next));
    value(await bulk.start(ARCHIVE, await addFive(test)));
    value(await bulk.run());
    await vi.waitFor(() => expect(seen.at(-1)).toMatchObject([{ state: 'finished', done: 5 }]));
    stop();
  });
});

async function shownAfter(make: () => Promise<unknown>) {
  await make();
  return shown();
}

describe('deleting many bookmarks', () => {
  it('moves them to the trash, and its undo restores those that nobody has touched since', async () => {
    const [a, b, c, ...more] = (await addFive(test)) as [BookmarkId, BookmarkId, BookmarkId];
    const job = value(await bulk.start({ kind: 'trash' }, [a, b, c, ...more]))!;
    value(await bulk.run());
    expect((await shown()).every(({ isInTrash }) => isInTrash)).toBe(true);
    // A person restores two of them and deletes one of these again.
    test.clock.now = unixMs(test.clock.now + 1000);
    value(await test.library.bookmarks.restore([a, b]));
    value(await test.library.bookmarks.trash([b]));
    value(await bulk.undo(job));
    value(await bulk.run());
    expect((await shown()).map(({ isInTrash }) => isInTrash)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
    await checkInvariants(test.tables);
  });

  it('restores many, and the undo deletes them again', async () => {
    const ids = await addFive(test);
    value(await test.library.bookmarks.trash(ids));
    const job = value(await bulk.start({ kind: 'restore' }, ids))!;
    value(await bulk.run());
    expect((await shown()).some(({ isInTrash }) => isInTrash)).toBe(false);
    value(await bulk.undo(job));
    value(await bulk.run());
    expect((await shown()).every(({ isInTrash }) => isInTrash)).toBe(true);
  });

  it('deletes only bookmarks in the trash for good, and that has no undo', async () => {
    const ids = await addFive(test);
    value(await test.library.bookmarks.trash(ids.slice(1)));
    const job = value(await bulk.start({ kind: 'purge' }, ids))!;
    value(await bulk.run());
    expect((await shown()).map(({ id }) => id)).toEqual(ids.slice(0, 1));
    value(await bulk.undo(job));
    expect(await jobs()).toMatchObject([{ state: 'finished', changed: 4 }]);
    await checkInvariants(test.tables);
  });
});

describe('renaming labels', () => {
  const relabel = async (...renames: Parameters<BulkRepository['relabel']>[0]) => {
    const job = value(await bulk.relabel(renames));
    value(await bulk.run());
    return job;
  };
  const labels = async () => (await shown()).map((row) => row.labels.join(' '));

  it('merges several into one, and the undo gives each bookmark its own back', async () => {
    await addFive(test);
    const job = await relabel({ from: 'a', to: 'ice' }, { from: 'b', to: 'ice' });
    expect(await labels()).toEqual(['ice', 'ice', 'ice', '', 'ice']);
    expect(await test.tables.labels.toArray()).toEqual([{ name: 'ice', count: 4 }]);
    value(await bulk.undo(job!));
    value(await bulk.run());
    expect(await labels()).toEqual(['a', 'a b', 'b', '', 'a']);
    expect(await test.tables.outbox.count()).toBe(0);
  });

  it('keeps the existing label of a bookmark that had both, also after the undo', async () => {
    await addFive(test);
    const job = await relabel({ from: 'a', to: 'B' });
    expect(await labels()).toEqual(['b', 'b', 'b', '', 'b']);
    value(await bulk.undo(job!));
    value(await bulk.run());
    expect(await labels()).toEqual(['a', 'a b', 'b', '', 'a']);
  });

  it('changes nothing when a label is renamed to itself or to nothing', async () => {
    await addFive(test);
    expect(await relabel({ from: 'a', to: ' a ' }, { from: 'b', to: ' \n' })).toBeNull();
    expect(await labels()).toEqual(['a', 'a b', 'b', '', 'a']);
  });

  it('changes only the letter case, and names with slashes and quotes, of any length', async () => {
    const long = 'x'.repeat(1000);
    await addLabelled(test, ['a'], ['"b" / \'c\''], [long]);
    await relabel(
      { from: 'a', to: 'A' },
      { from: '"b" / \'c\'', to: '//"' },
      { from: long, to: `${long}y`.repeat(2) },
    );
    const [first, second, third] = await labels();
    expect([first, second, third?.length]).toEqual(['A', '//"', 1024]);
  });

  it('moves a label below itself together with the labels below it', async () => {
    await addLabelled(test, ['work'], ['work', 'work/old'], ['work/old']);
    const before = await labels();
    const job = await relabel(
      { from: 'work', to: 'work/old' },
      { from: 'work/old', to: 'work/old/old' },
    );
    expect(await labels()).toEqual(['work/old', 'work/old work/old/old', 'work/old/old']);
    value(await bulk.undo(job!));
    value(await bulk.run());
    expect(await labels()).toEqual(before);
  });

  it('takes the first new name of a label that is given twice', async () => {
    await addFive(test);
    await relabel({ from: 'a', to: 'ice' }, { from: 'a', to: 'snow' }, { from: 'a', to: null });
    expect(await labels()).toEqual(['ice', 'b ice', 'b', '', 'ice']);
  });

  it('gives new names the colours of the old ones, unless they have a colour', async () => {
    await addFive(test);
    const colorsNow = async () => (await test.tables.meta.get('labelColors')) ?? {};
    await relabel({ from: 'a', to: 'x' });
    expect(await colorsNow()).toEqual({});
    const colors = { x: 'teal', b: 'red', c: 'blue' } as const;
    value(await test.library.labelColors.setColors(new Map(Object.entries(colors))));
    await relabel({ from: 'x', to: 'Work' }, { from: 'b', to: 'work' });
    expect(await colorsNow()).toMatchObject({ colors: { ...colors, work: 'teal' } });
    await relabel({ from: 'Work', to: 'C' });
    expect(await colorsNow()).toMatchObject({ colors: { ...colors, work: 'teal' } });
  });

  it('leaves the colours when a rename cannot be stored', async () => {
    await addFive(test);
    value(await test.library.labelColors.setColors(new Map([['a', 'teal']])));
    // The colours, the job, its bookmarks.
    failWrite(3, 'quota-on-request');
    const renamed = await bulk.relabel([{ from: 'a', to: 'x' }]);
    vi.restoreAllMocks();
    expect(renamed).toEqual({ ok: false, error: { kind: 'quota' } });
    expect(await test.tables.meta.get('labelColors')).toMatchObject({ colors: { a: 'teal' } });
  });

  it('does not return a label whose new name a person has removed since', async () => {
    const [first] = await addFive(test);
    const job = await relabel({ from: 'a', to: 'ice' });
    value(await test.library.bookmarks.edit(first!, { removeLabels: ['ice'] }));
    value(await bulk.undo(job!));
    value(await bulk.run());
    expect(await labels()).toEqual(['', 'a b', 'b', '', 'a']);
  });
});
