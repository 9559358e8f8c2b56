import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, unixMs } from '../../src/domain/time';
import { type GroupId, recentChanges } from '../../src/library';
import { page, putOnServer, type TestLibrary, testLibrary, value } from '../library/library';
import { exportedBundle, restoredBundle } from './bundles';
import { add, full, notes, onlyRow, URL_1 } from './full-page';

let from: Awaited<ReturnType<typeof full>>;
let to: TestLibrary;
let file: Blob;
beforeEach(async () => {
  from = await full();
  to = await testLibrary();
  file = (await exportedBundle(from)).file;
});
const restored = async () => value(await restoredBundle(file, to));

describe('the undo of a restore', () => {
  /** Undoes the last act, and returns the act that the undo is. */
  async function undone(): Promise<GroupId> {
    const { id } = (await to.tables.groups.orderBy('id').last())!;
    return value(await to.library.part(recentChanges).undo(id))!.group!;
  }

  const collectionsOf = () =>
    to.tables.collections.filter(({ deletedAt }) => deletedAt === null).toArray();

  /** The page with its article and its highlights, which are looked for again. */
  const pageOf = async () => ({
    row: await onlyRow(to),
    articles: await to.tables.articles.toArray(),
    highlights: (await to.tables.highlights.toArray()).map(({ doubt, ...highlight }) => highlight),
    labels: await to.tables.labels.toArray(),
    unsent: (await to.tables.outbox.toArray()).map(({ seq, ...entry }) => entry),
  });

  it('takes away what came, and brings it back when it is undone itself', async () => {
    value(await from.library.collections.create({ name: 'Later', search: 'a', localSearch: '' }));
    file = (await exportedBundle(from)).file;
    expect(await restored()).toMatchObject({ added: 1, others: 1 });
    await undone();
    expect(await onlyRow(to)).toMatchObject({ trashedAt: expect.any(Number) });
    expect(await collectionsOf()).toEqual([]);
    expect(await to.tables.jobs.toArray()).toMatchObject([{ state: 'undone', added: 0, kept: 0 }]);
    await undone();
    expect(await onlyRow(to)).toMatchObject({ trashedAt: null, note: 'my note' });
    expect(await notes(to)).toEqual(['why?']);
    expect(await collectionsOf()).toMatchObject([{ name: 'Later' }]);
  });

  it('gives a page of the library back what it was, with its article and its highlights', async () => {
    to.clock.now = unixMs(to.clock.now + DAY_MS);
    const own = page({ url: URL_1, title: 'Tab', html: '<p>Short.</p>' });
    const { id } = value(await to.library.bookmarks.save(own)).bookmark;
    value(await add(to, id, 'mine', 'Short', '.'));
    await putOnServer(to.tables);
    const before = await pageOf();
    expect(await restored()).toMatchObject({ added: 0, joined: 1 });
    expect(await pageOf()).not.toEqual(before);
    await undone();
    expect(await pageOf()).toEqual(before);
    expect(await to.tables.jobs.toArray()).toMatchObject([{ state: 'undone', joined: 0 }]);
  });

  it('leaves a page that was changed since, and a note that was written since', async () => {
    await restored();
    const { id } = await onlyRow(to);
    value(await to.library.bookmarks.edit(id, { note: 'written since' }));
    await undone();
    expect(await onlyRow(to)).toMatchObject({ trashedAt: null, note: 'my note' });
    const { undo } = to.library.part(recentChanges);
    const restore = (await to.tables.groups.toArray()).find(({ cause }) => cause.kind === 'import');
    value(await to.library.bookmarks.edit(id, { note: 'written again' }));
    value(await undo(restore!.id));
    expect(await onlyRow(to)).toMatchObject({ trashedAt: null, note: 'written again' });
    expect(await to.tables.jobs.toArray()).toMatchObject([{ kept: 1 }]);
  });

  it('brings the article of the file back when it is undone itself', async () => {
    await restored();
    const { id } = await onlyRow(to);
    const long = `<p>${'The harbour froze in January. '.repeat(20)}</p>`;
    value(await from.library.bookmarks.recapture(id, page({ url: URL_1, html: long }).capture));
    file = (await exportedBundle(from)).file;
    expect(await restored()).toMatchObject({ joined: 1 });
    const words = async () => [
      (await to.tables.articles.get(id))?.wordCount,
      (await onlyRow(to)).wordCount,
    ];
    expect(await words()).toEqual([100, 100]);
    await undone();
    expect(await words()).toEqual([5, 5]);
    await undone();
    expect(await words()).toEqual([100, 100]);
  });

  it('counts back the pages that got only a highlight', async () => {
    await restored();
    value(await add(from, from.id, 'new', 'January', '.'));
    file = (await exportedBundle(from)).file;
    expect(await restored()).toMatchObject({ joined: 1 });
    await undone();
    expect(await to.tables.jobs.toArray()).toMatchObject([
      { state: 'finished' },
      { state: 'undone', joined: 0 },
    ]);
    expect(await notes(to)).toEqual(['why?']);
  });

  it('brings a page to the trash again that came back from there', async () => {
    await restored();
    value(await to.library.bookmarks.trash([(await onlyRow(to)).id]));
    expect(await restored()).toMatchObject({ added: 1 });
    expect(await onlyRow(to)).toMatchObject({ trashedAt: null });
    await undone();
    expect(await onlyRow(to)).toMatchObject({ trashedAt: expect.any(Number) });
  });
});
