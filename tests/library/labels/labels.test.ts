import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/index';
import type { LabelCount } from '../../../src/library/index';
import { address, type TestLibrary, testLibrary, value } from '../library';
import { checkInvariants } from '../model/invariants';

let test: TestLibrary;
beforeEach(async () => {
  test = await testLibrary();
});

const urlOf = (n: number) => `https://example.org/${n}`;

/** Adds bookmarks with these labels, in this order. */
async function labelled(...each: readonly (readonly string[])[]): Promise<readonly BookmarkId[]> {
  const pages = each.map((labels, n) => ({ page: address({ url: urlOf(n) }), labels }));
  return value(await test.library.bookmarks.addMany(pages, { outbox: false })).added;
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
  (await test.tables.outbox.toArray()).map(({ bookmarkId, intent }) => [
    bookmarkId,
    intent.kind === 'patch' ? [intent.addLabels, intent.removeLabels] : intent.kind,
  ]);

const allRows = async () => ({
  bookmarks: await test.tables.bookmarks.toArray(),
  labels: await test.tables.labels.toArray(),
  outbox: await test.tables.outbox.toArray(),
});

describe('a label that is renamed', () => {
  it('has its new name on all bookmarks, each of which queues a patch', async () => {
    const [a, b, c] = (await labelled(['ice', 'sea'], ['ice'], ['sea'])) as BookmarkId[];
    expect(value(await test.library.labels.rename('ice', '  pack  ice '))).toMatchObject({
      name: 'pack ice',
    });
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
    value(await test.library.labels.rename('ice', 'sea'));
    expect(await labelsOf(ids)).toEqual([['sea'], ['sea'], ['sea']]);
    expect(await counted()).toEqual({ sea: 3 });
    await checkInvariants(test.tables);
  });

  it('takes the spelling of the label with which it is merged', async () => {
    const ids = await labelled(['ice'], ['Sea']);
    expect(value(await test.library.labels.rename('ice', 'SEA')).name).toBe('Sea');
    expect(await labelsOf(ids)).toEqual([['Sea'], ['Sea']]);
  });

  it('may differ in case only', async () => {
    const ids = await labelled(['ice', 'b'], ['Ice']);
    value(await test.library.labels.rename('ice', 'ICE'));
    expect(await labelsOf(ids)).toEqual([['Ice', 'b'], ['Ice']]);
    value(await test.library.labels.rename('Ice', 'ICE'));
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
    expect(value(await test.library.labels.rename(from, to)).inverse.size).toBe(0);
    expect(await allRows()).toEqual(before);
  });

  it.each(['[]', '"', "'", '\\', '-', 'a*b', '#1', 'é', '氷', '\u{1f9ca}', 'x'.repeat(1024)])(
    'may have the name %s, and does not affect other labels',
    async (name) => {
      const ids = await labelled([name], [`${name.slice(0, 100)} 2`], ['a']);
      const [, beside] = await labelsOf(ids);
      value(await test.library.labels.rename(name, 'sea'));
      expect(await labelsOf(ids)).toEqual([['sea'], beside, ['a']]);
      value(await test.library.labels.rename('sea', name));
      expect(await labelsOf(ids)).toEqual([[name], beside, ['a']]);
      expect(await outbox()).toEqual([]);
    },
  );

  it('keeps its old name on bookmarks in the trash', async () => {
    const [kept, trashed] = (await labelled(['ice'], ['ice'])) as BookmarkId[];
    value(await test.library.bookmarks.trash([trashed!]));
    value(await test.library.labels.rename('ice', 'sea'));
    expect(await labelsOf([kept!, trashed!])).toEqual([['sea'], ['ice']]);
  });
});

describe('a label that is deleted', () => {
  it('is removed from all bookmarks', async () => {
    const ids = await labelled(['ice', 'sea'], ['ice'], ['sea']);
    expect(value(await test.library.labels.delete('ice')).name).toBeNull();
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
    value(await test.library.labels.delete('ice'));
    expect(await labelsOf(ids)).toEqual([[], ['Ice']]);
  });
});

describe('undoing a change of a label', () => {
  it('restores the labels of each bookmark, and leaves nothing to send', async () => {
    const ids = await labelled(['ice', 'sea'], ['ice'], ['sea']);
    const before = await labelsOf(ids);
    const renamed = value(await test.library.labels.rename('ice', 'sea'));
    value(await test.library.labels.takeBack(renamed));
    expect(await labelsOf(ids)).toEqual(before);
    const deleted = value(await test.library.labels.delete('sea'));
    value(await test.library.labels.takeBack(deleted));
    expect(await labelsOf(ids)).toEqual(before);
    expect(await counted()).toEqual({ ice: 2, sea: 2 });
    expect(await outbox()).toEqual([]);
    await checkInvariants(test.tables);
  });

  it('keeps later edits, and ignores bookmarks that are gone', async () => {
    const [a, b] = (await labelled(['ice'], ['ice'])) as BookmarkId[];
    const renamed = value(await test.library.labels.rename('ice', 'sea'));
    value(await test.library.bookmarks.edit(a!, { addLabels: ['new'], title: 'Mine' }));
    value(await test.library.bookmarks.trash([b!]));
    value(await test.library.bookmarks.purge([b!]));
    value(await test.library.labels.takeBack(renamed));
    expect(await labelsOf([a!])).toEqual([['ice', 'new']]);
    expect(await test.library.bookmarks.get(a!)).toMatchObject({ title: 'Mine' });
    expect(await test.library.bookmarks.get(b!)).toBeNull();
  });

  it('is sent when the rename was sent before', async () => {
    const [a] = (await labelled(['ice'])) as BookmarkId[];
    const renamed = value(await test.library.labels.rename('ice', 'sea'));
    await test.tables.outbox.toCollection().modify({ attempts: 1 });
    value(await test.library.labels.takeBack(renamed));
    expect((await outbox()).at(-1)).toEqual([a, [['ice'], ['sea']]]);
  });
});

it('a label of more bookmarks than fit in one batch is renamed on all of them', async () => {
  const ids = await labelled(...Array.from({ length: 1201 }, () => ['ice']));
  const renamed = value(await test.library.labels.rename('ice', 'sea'));
  expect(renamed.inverse.size).toBe(1201);
  expect(await counted()).toEqual({ sea: 1201 });
  value(await test.library.labels.takeBack(renamed));
  expect(await counted()).toEqual({ ice: 1201 });
  expect(await outbox()).toEqual([]);
  expect(ids).toHaveLength(1201);
});
