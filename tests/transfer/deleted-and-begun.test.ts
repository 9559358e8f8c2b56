import { describe, expect, it } from 'vitest';
import { DAY_MS, unixMs } from '../../src/domain/time';
import { highlightRepository } from '../../src/library';
import { address, type TestLibrary, testLibrary, value } from '../library/library';
import { exportedBundle, restoredBundle } from './bundles';

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

const saved = async ({ library }: TestLibrary, at: number) =>
  value(await library.bookmarks.save(address({ url: `https://example.org/${at}` }))).bookmark.id;

describe('what a person deleted or began', () => {
  /** A library with a deleted highlight and an edit that was begun. */
  async function withBoth() {
    const test = await testLibrary();
    const bookmarkId = await saved(test, 0);
    const highlights = test.library.part(highlightRepository);
    const quote = { exact: 'a quote', prefix: '', suffix: '' };
    const { id } = value(
      await highlights.add({ bookmarkId, quote, color: 'red', position: null, note: 'mine' }),
    );
    value(await highlights.delete([id]));
    const { urlKey } = (await test.tables.bookmarks.get(bookmarkId))!;
    value(await test.library.drafts.put({ urlKey, note: 'begun' }));
    return { test, bookmarkId, id, urlKey };
  }

  it('comes back from a bundle, and a deleted highlight begins its time anew', async () => {
    const { test, id, bookmarkId, urlKey } = await withBoth();
    const { file } = await exportedBundle(test);
    const to = await testLibrary();
    to.clock.now = unixMs(test.clock.now + 29 * DAY_MS);
    await restoredBundle(file, to);
    expect(await bytesOf((await exportedBundle(to)).file)).toEqual(await bytesOf(file));
    expect(await to.tables.deletedHighlights.toArray()).toMatchObject([
      { id, bookmarkId, note: 'mine', deletedAt: to.clock.now },
    ]);
    expect(await to.tables.drafts.get(urlKey)).toMatchObject({ note: 'begun' });
  });

  it('comes to the page that the library shows under another id', async () => {
    const { test, id, urlKey } = await withBoth();
    const to = await testLibrary({ newId: () => 'own' });
    const own = await saved(to, 0);
    value(await to.library.drafts.put({ urlKey, note: 'begun here' }));
    await restoredBundle((await exportedBundle(test)).file, to);
    expect(await to.tables.deletedHighlights.toArray()).toMatchObject([{ id, bookmarkId: own }]);
    expect(await to.tables.drafts.get(urlKey)).toMatchObject({ note: 'begun here' });
  });

  it('comes to the page that the library shows, also if the one of the bundle is in the trash', async () => {
    const { test, id, bookmarkId } = await withBoth();
    const { file } = await exportedBundle(test);
    await test.tables.deletedHighlights.clear();
    value(await test.library.bookmarks.trash([bookmarkId]));
    const other = await testLibrary({ newId: () => 'other' });
    const shown = await saved(other, 0);
    for (const one of [(await exportedBundle(other)).file, file]) await restoredBundle(one, test);
    expect((await test.tables.bookmarks.get(bookmarkId))?.trashedAt).not.toBeNull();
    expect(await test.tables.deletedHighlights.toArray()).toMatchObject([
      { id, bookmarkId: shown },
    ]);
  });

  it('does not delete a highlight that the library has', async () => {
    const { test, id } = await withBoth();
    const { file } = await exportedBundle(test);
    const highlights = test.library.part(highlightRepository);
    const gone = await test.tables.deletedHighlights.bulkGet([id]);
    value(await highlights.restore(gone.flatMap((row) => row ?? [])));
    await restoredBundle(file, test);
    expect(await test.tables.deletedHighlights.count()).toBe(0);
    expect(await highlights.get(id)).toMatchObject({ note: 'mine' });
  });
});
