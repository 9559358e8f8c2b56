import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkPatch } from '../../src/domain/bookmark';
import { labelKey } from '../../src/domain/label';
import { unixMs } from '../../src/domain/time';
import type { ImportRepository } from '../../src/library';
import { toRow } from '../../src/library/database/bookmark-rows';
import type { BookmarkRow } from '../../src/library/database/rows';
import { failWrite } from '../library/faults';
import { putOnServer, queuedIntents, type TestLibrary, unsentOf, value } from '../library/library';
import { goOn, opened, started } from './import-jobs';

afterEach(() => vi.restoreAllMocks());

type Opened = Awaited<ReturnType<typeof opened>>;
interface Post {
  readonly tags?: readonly string[];
  readonly note?: string;
}

/** A Pinboard export with the page of the library. */
const posts = ({ tags = [], note = '' }: Post) =>
  new Blob([
    JSON.stringify([
      {
        href: 'https://example.org/here',
        description: 'Another title',
        extended: note,
        tags: tags.join(' '),
        time: '2001-01-01T00:00:00Z',
        toread: 'no',
      },
    ]),
  ]);

async function imported(test: Opened, post: Post): Promise<number> {
  const id = await started(test.imports, {}, 'pinboard');
  value(await goOn(test.imports, id, posts(post)));
  return id;
}

async function only({ tables }: TestLibrary): Promise<BookmarkRow> {
  const [row, ...others] = await tables.bookmarks.toArray();
  expect(others).toEqual([]);
  return row!;
}

const edit = async (test: Opened, patch: BookmarkPatch) =>
  value(await test.library.bookmarks.edit((await only(test)).id, patch));

/** A library with one page that has these labels and this note, and that a server has. */
async function withPage(own: BookmarkPatch): Promise<Opened> {
  const test = await opened();
  await edit(test, own);
  value(await test.library.sync.setMeta({ hasNotes: true }));
  await putOnServer(test.tables);
  test.clock.now = unixMs(test.clock.now + 60_000);
  return test;
}

describe('an import of a page that the library has', () => {
  it('adds its labels and its note, changes nothing else, and sends both', async () => {
    const test = await withPage({ addLabels: ['Tea'] });
    const before = await only(test);
    const id = await imported(test, { tags: ['tea', 'green'], note: 'From there' });
    const after = await only(test);
    const added = { labels: ['Tea', 'green'], note: 'From there', updated: test.clock.now };
    expect(after).toEqual(toRow({ ...before, ...added }));
    expect(await unsentOf(test.tables)).toMatchObject([
      {
        set: { note: 'From there' },
        addLabels: ['green'],
        removeLabels: [],
      },
    ]);
    expect(await test.imports.get(id)).toMatchObject({ added: 0, joined: 1, notTaken: 1 });
    expect(await Array.fromAsync(test.imports.notTaken(id))).toEqual([
      { row: null, reason: 'here-joined', text: 'https://example.org/here' },
    ]);
  });

  it('adds its note below another one, with a blank line', async () => {
    const test = await withPage({ note: 'Mine' });
    await imported(test, { note: 'From there' });
    expect(await only(test)).toMatchObject({ title: 'A page', note: 'Mine\n\nFrom there' });
  });

  it('changes nothing if the page has all of it', async () => {
    const test = await withPage({ addLabels: ['Tea'], note: 'Mine, and\nfrom there' });
    const before = await only(test);
    const id = await imported(test, { tags: ['TEA'], note: 'from there' });
    expect(await only(test)).toEqual(before);
    expect(await queuedIntents(test.tables)).toEqual([]);
    expect(await test.imports.get(id)).toMatchObject({ joined: 0, notTaken: 1 });
    expect(await Array.fromAsync(test.imports.notTaken(id))).toMatchObject([
      { reason: 'here-already' },
    ]);
  });

  it('brings a page back from the trash with its labels and its note, as a page that it adds', async () => {
    const test = await withPage({ addLabels: ['ice'] });
    value(await test.library.bookmarks.trash([(await only(test)).id]));
    const before = await only(test);
    const known = await test.imports.knownKeys([before.urlKey]);
    expect([...known]).toEqual([]);
    const id = await imported(test, { tags: ['tea'], note: 'From there' });
    const added = { labels: ['ice', 'tea'], note: 'From there' };
    expect(await only(test)).toMatchObject({ ...added, title: 'A page', trashedAt: null });
    expect((await queuedIntents(test.tables)).map(({ intent }) => intent.kind)).toEqual(['patch']);
    expect(await test.imports.get(id)).toMatchObject({ added: 1, joined: 0, here: 0, notTaken: 0 });
  });

  it('brings back what was last deleted of one address, and only if none is shown', async () => {
    const test = await withPage({});
    const addAgain = async () => {
      const id = await started(test.imports, { skipsDuplicates: false }, 'pinboard');
      value(await goOn(test.imports, id, posts({})));
    };
    await addAgain();
    await addAgain();
    const ids = (await test.tables.bookmarks.toArray()).map(({ id }) => id);
    for (const id of [ids[2], ids[0]]) {
      test.clock.now = unixMs(test.clock.now + 60_000);
      value(await test.library.bookmarks.trash([id!]));
    }
    const shown = async () =>
      (await test.tables.bookmarks.toArray())
        .filter(({ trashedAt }) => trashedAt === null)
        .map(({ id }) => id);
    await imported(test, {});
    expect(await shown()).toEqual([ids[1]]);
    value(await test.library.bookmarks.trash([ids[1]!]));
    test.clock.now = unixMs(test.clock.now + 60_000);
    value(await test.library.bookmarks.restore([ids[2]!]));
    value(await test.library.bookmarks.trash([ids[2]!]));
    await imported(test, {});
    expect(await shown()).toEqual([ids[2]]);
  });

  it('adds its note once when the import goes on after the browser was closed', async () => {
    const test = await withPage({ note: 'Mine' });
    const { imports } = test;
    const id = await started(imports, {}, 'pinboard');
    const dying: ImportRepository = {
      ...imports,
      async add(...batch) {
        value(await imports.add(...batch));
        throw new Error('closed');
      },
    };
    failWrite(1, 'quota-on-request', 'bookmarks', true);
    expect(await goOn(imports, id, posts({ note: 'From there' }))).toMatchObject({ ok: false });
    vi.restoreAllMocks();
    expect(await only(test)).toMatchObject({ note: 'Mine' });
    await expect(goOn(dying, id, posts({ note: 'From there' }))).rejects.toThrow('closed');
    value(await goOn(imports, id, posts({ note: 'From there' })));
    expect(await only(test)).toMatchObject({ note: 'Mine\n\nFrom there' });
    expect(await imports.get(id)).toMatchObject({ state: 'finished', joined: 1 });
  });

  it('loses no label and no note, and brings nothing more when it is repeated', async () => {
    const note = fc.array(fc.constantFrom('ice', 'tea', 'for Ada', '東京'), { maxLength: 3 });
    const page = fc.record({
      tags: fc.subarray(['tea', 'Tea', 'green', 'ice', '東京']),
      note: note.map((lines) => lines.join('\n\n')),
    });
    await fc.assert(
      fc.asyncProperty(page, page, async (own, came) => {
        const test = await withPage({ addLabels: own.tags, note: own.note });
        const before = await only(test);
        await imported(test, came);
        const after = await only(test);
        expect(after.labels.slice(0, before.labels.length)).toEqual(before.labels);
        const keys = [...own.tags, ...came.tags].map(labelKey);
        expect(new Set(after.labels.map(labelKey))).toEqual(new Set(keys));
        expect(after.labels).toHaveLength(new Set(keys).size);
        expect(after.note.startsWith(own.note)).toBe(true);
        expect(after.note).toContain(came.note);
        await imported(test, came);
        expect(await only(test)).toEqual(after);
        test.close();
      }),
      { numRuns: 40 },
    );
  });
});

describe('the undo of such an import', () => {
  it('moves a page that it brought back to the trash again, also one that was never sent', async () => {
    for (const isSent of [false, true]) {
      const test = await opened();
      const trashed = [(await only(test)).id];
      if (isSent) await test.tables.outbox.clear();
      value(await test.library.bookmarks.trash(trashed));
      if (isSent) await test.tables.outbox.clear();
      const id = await imported(test, { tags: ['tea'] });
      value(await test.imports.undo(id));
      expect((await only(test)).trashedAt).not.toBeNull();
      expect(await test.imports.get(id)).toMatchObject({ state: 'undone', added: 0, kept: 0 });
    }
  });

  it('leaves a page that it brought back and that a person has changed since', async () => {
    const test = await withPage({});
    value(await test.library.bookmarks.trash([(await only(test)).id]));
    const id = await imported(test, { tags: ['tea'] });
    await edit(test, { note: 'Mine' });
    value(await test.imports.undo(id));
    expect(await only(test)).toMatchObject({ note: 'Mine', trashedAt: null });
    expect(await test.imports.get(id)).toMatchObject({ state: 'undone', kept: 1 });
  });

  it('takes away what it added, and leaves the rest', async () => {
    const test = await withPage({ addLabels: ['Tea'], note: 'Mine' });
    const before = await only(test);
    const id = await imported(test, { tags: ['tea', 'green'], note: 'From there' });
    await edit(test, { addLabels: ['later'], title: 'My title' });
    value(await test.imports.undo(id));
    expect(await only(test)).toMatchObject({
      labels: [...before.labels, 'later'],
      title: 'My title',
      note: 'Mine',
    });
    expect(await test.imports.get(id)).toMatchObject({ state: 'undone', joined: 0, kept: 0 });
  });

  it('leaves a note that a person has changed since, and counts its page', async () => {
    const test = await withPage({ note: 'Mine' });
    const id = await imported(test, { tags: ['green'], note: 'From there' });
    await edit(test, { note: 'Mine\n\nFrom there, and more' });
    value(await test.imports.undo(id));
    expect(await only(test)).toMatchObject({ labels: [], note: 'Mine\n\nFrom there, and more' });
    expect(await test.imports.get(id)).toMatchObject({ state: 'undone', joined: 0, kept: 1 });
  });

  it('leaves a page in the trash, without its labels', async () => {
    const test = await withPage({});
    const id = await imported(test, { tags: ['green'] });
    value(await test.library.bookmarks.trash([(await only(test)).id]));
    value(await test.imports.undo(id));
    expect(await only(test)).toMatchObject({ trashedAt: expect.any(Number), labels: [] });
    expect(await test.imports.get(id)).toMatchObject({ state: 'undone', kept: 0 });
  });

  it('is over for a page that is deleted for good', async () => {
    const test = await withPage({});
    const id = await imported(test, { tags: ['green'] });
    const gone = [(await only(test)).id];
    value(await test.library.bookmarks.trash(gone));
    value(await test.library.bookmarks.purge(gone));
    value(await test.imports.undo(id));
    expect(await test.tables.bookmarks.count()).toBe(0);
    expect(await test.imports.get(id)).toMatchObject({ state: 'finished', group: null });
  });
});
