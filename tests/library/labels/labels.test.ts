import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import type { LabelCount } from '../../../src/library/index';
import {
  address,
  putOnServer,
  relabel,
  type TestLibrary,
  testLibrary,
  undoJob,
  unsentOf,
  value,
} from '../library';
import { checkInvariants } from '../model/invariants';

let test: TestLibrary;
beforeEach(async () => {
  test = await testLibrary();
});

const urlOf = (n: number) => `https://example.org/${n}`;

/** Adds bookmarks with these labels, in this order. */
async function labelled(...each: readonly (readonly string[])[]): Promise<readonly BookmarkId[]> {
  const pages = each.map((labels, n) => ({ page: address({ url: urlOf(n) }), labels }));
  const { added } = value(await test.library.bookmarks.addMany(pages, { outbox: false }));
  await putOnServer(test.tables);
  return added;
}

const labelsOf = async (ids: readonly BookmarkId[]) => {
  const rows = await test.tables.bookmarks.bulkGet([...ids]);
  return rows.map((row) => [...(row?.labels ?? [])].sort());
};

const counted = async () => {
  const shown: (readonly LabelCount[])[] = [];
  const stop = test.library.labels.watchAll((labels) => void shown.push(labels));
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  stop();
  return Object.fromEntries(shown[0]!.map(({ name, count }) => [name, count]));
};

const outbox = async () =>
  (await unsentOf(test.tables)).map(({ id, addLabels, removeLabels }) => [
    id,
    [addLabels, removeLabels],
  ]);

const allRows = async () => ({
  bookmarks: await test.tables.bookmarks.toArray(),
  labels: await test.tables.labels.toArray(),
  outbox: await test.tables.outbox.toArray(),
});

describe('a label that is renamed', () => {
  it('has its new name on all bookmarks, each of which queues a patch', async () => {
    const [a, b, c] = (await labelled(['ice', 'sea'], ['ice'], ['sea'])) as BookmarkId[];
    await relabel(test.library, 'ice', '  pack  ice ');
    expect(await labelsOf([a!, b!, c!])).toEqual([['pack ice', 'sea'], ['pack ice'], ['sea']]);
    expect(await counted()).toEqual({ 'pack ice': 2, sea: 2 });
    expect(await outbox()).toEqual([
      [a, [['pack ice'], ['ice']]],
      [b, [['pack ice'], ['ice']]],
    ]);
    await checkInvariants(test.tables);
  });

  it('is merged with the label that has the new name, and no bookmark has it twice', async () => {
    const ids = await labelled(['ice', 'sea'], ['ice'], ['sea']);
    await relabel(test.library, 'ice', 'sea');
    expect(await labelsOf(ids)).toEqual([['sea'], ['sea'], ['sea']]);
    expect(await counted()).toEqual({ sea: 3 });
    await checkInvariants(test.tables);
  });

  it('takes the spelling of the label with which it is merged', async () => {
    const ids = await labelled(['ice'], ['Sea']);
    await relabel(test.library, 'ice', 'SEA');
    expect(await labelsOf(ids)).toEqual([['Sea'], ['Sea']]);
  });

  it('may differ in case only', async () => {
    const ids = await labelled(['ice', 'b'], ['Ice']);
    await relabel(test.library, 'ice', 'ICE');
    expect(await labelsOf(ids)).toEqual([['Ice', 'b'], ['Ice']]);
    await relabel(test.library, 'Ice', 'ICE');
    expect(await labelsOf(ids)).toEqual([['ICE', 'b'], ['ICE']]);
    expect(await counted()).toEqual({ ICE: 2, b: 1 });
  });

  it.each([
    ['a blank name', 'ice', ' \n '],
    ['its own name', 'ice', 'ice'],
    ['a name for a label that is not there', 'snow', 'sea'],
  ])('does not change with %s', async (_, from, to) => {
    await labelled(['ice']);
    const before = await allRows();
    expect(await relabel(test.library, from, to)).toBeNull();
    expect(await allRows()).toEqual(before);
  });

  it.each(['[]', '"', "'", '\\', '-', 'a*b', '#1', 'é', '氷', '\u{1f9ca}', 'x'.repeat(1024)])(
    'may have the name %s, and does not affect other labels',
    async (name) => {
      const ids = await labelled([name], [`${name.slice(0, 100)} 2`], ['a']);
      const [, beside] = await labelsOf(ids);
      await relabel(test.library, name, 'sea');
      expect(await labelsOf(ids)).toEqual([['sea'], beside, ['a']]);
      await relabel(test.library, 'sea', name);
      expect(await labelsOf(ids)).toEqual([[name], beside, ['a']]);
      expect(await outbox()).toEqual([]);
    },
  );

  it('keeps its old name on bookmarks in the trash', async () => {
    const [kept, trashed] = (await labelled(['ice'], ['ice'])) as BookmarkId[];
    value(await test.library.bookmarks.trash([trashed!]));
    await relabel(test.library, 'ice', 'sea');
    expect(await labelsOf([kept!, trashed!])).toEqual([['sea'], ['ice']]);
  });
});

describe('a label that is deleted', () => {
  it('is removed from all bookmarks', async () => {
    const ids = await labelled(['ice', 'sea'], ['ice'], ['sea']);
    await relabel(test.library, 'ice', null);
    expect(await labelsOf(ids)).toEqual([['sea'], [], ['sea']]);
    expect(await counted()).toEqual({ sea: 2 });
    expect((await outbox()).map(([, labels]) => labels)).toEqual([
      [[], ['ice']],
      [[], ['ice']],
    ]);
    await checkInvariants(test.tables);
  });

  it('does not affect a label that differs in case', async () => {
    const ids = await labelled(['ice'], ['Ice']);
    await relabel(test.library, 'ice', null);
    expect(await labelsOf(ids)).toEqual([[], ['Ice']]);
  });
});

describe('undoing a change of a label', () => {
  it('restores the labels of each bookmark, and leaves nothing to send', async () => {
    const ids = await labelled(['ice', 'sea'], ['ice'], ['sea']);
    const before = await labelsOf(ids);
    const renamed = await relabel(test.library, 'ice', 'sea');
    await undoJob(test, renamed);
    expect(await labelsOf(ids)).toEqual(before);
    const deleted = await relabel(test.library, 'sea', null);
    await undoJob(test, deleted);
    expect(await labelsOf(ids)).toEqual(before);
    expect(await counted()).toEqual({ ice: 2, sea: 2 });
    expect(await outbox()).toEqual([]);
    await checkInvariants(test.tables);
  });

  it('keeps later edits, and ignores bookmarks that are gone', async () => {
    const [a, b] = (await labelled(['ice'], ['ice'])) as BookmarkId[];
    const renamed = await relabel(test.library, 'ice', 'sea');
    value(await test.library.bookmarks.edit(a!, { addLabels: ['new'], title: 'Mine' }));
    value(await test.library.bookmarks.trash([b!]));
    value(await test.library.bookmarks.purge([b!]));
    await undoJob(test, renamed);
    expect(await labelsOf([a!])).toEqual([['ice', 'new']]);
    expect(await test.library.bookmarks.get(a!)).toMatchObject({ title: 'Mine' });
    expect(await test.library.bookmarks.get(b!)).toBeNull();
  });

  it('does not return a label whose new name a person has removed since', async () => {
    const [a, b] = (await labelled(['ice'], ['ice'])) as BookmarkId[];
    const renamed = await relabel(test.library, 'ice', 'sea');
    value(await test.library.bookmarks.edit(a!, { removeLabels: ['sea'] }));
    await undoJob(test, renamed);
    expect(await labelsOf([a!, b!])).toEqual([[], ['ice']]);
  });

  it('is sent when the rename was sent before', async () => {
    const [a] = (await labelled(['ice'])) as BookmarkId[];
    const renamed = await relabel(test.library, 'ice', 'sea');
    await putOnServer(test.tables);
    await undoJob(test, renamed);
    expect((await outbox()).at(-1)).toEqual([a, [['ice'], ['sea']]]);
  });
});
