import { describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import { duplicateRepository, highlightRepository, transferRepository } from '../../src/library';
import { page, type TestLibrary, testLibrary, value } from '../library/library';

const TEXT = 'The harbour froze in January, and the lamp shone over the ice.';

/** Saves pages of one text, each with a highlight and a label. */
async function withPages(count: number) {
  const test = await testLibrary();
  const ids: BookmarkId[] = [];
  for (let at = 0; at < count; at += 1) {
    const url = `https://example.org/${at}`;
    const { id } = value(
      await test.library.bookmarks.save(page({ url, html: `<p>${TEXT}</p>` })),
    ).bookmark;
    value(await test.library.bookmarks.edit(id, { addLabels: [`label ${at}`] }));
    const quote = { exact: TEXT.slice(4 * at, 4 * at + 12), prefix: '', suffix: '' };
    const fields = { bookmarkId: id, quote, color: 'red', position: null, note: `note ${at}` };
    value(await test.library.part(highlightRepository).add(fields));
    ids.push(id);
  }
  return { test, ids };
}

/** Exports a library one page at a time, and calls `between` after the first one. */
async function exportedWith(
  { library }: TestLibrary,
  between: () => Promise<unknown>,
  ids: readonly BookmarkId[] | null = null,
) {
  const pages = [];
  for await (const { bookmarks, highlights } of library
    .part(transferRepository)
    .exportPages(ids, 1)) {
    if (pages.length === 0) await between();
    pages.push({
      id: bookmarks[0]?.id,
      isInTrash: bookmarks[0]?.trashedAt !== null,
      notes: highlights.map(({ bookmarkId, note }) => [bookmarkId, note]),
    });
  }
  return pages;
}

describe('an export during which pages are joined', () => {
  const join = ({ library }: TestLibrary, keep: BookmarkId, other: BookmarkId) =>
    library.part(duplicateRepository).join([{ keep, others: [other] }]);

  it.each([
    ['into the first page', 0, 2],
    ['into the last page', 2, 0],
    ['in the rest', 1, 2],
  ])('has each page as it was when it began: %s', async (_, keep, other) => {
    const { test, ids } = await withPages(3);
    const expected = ids.map((id, at) => ({ id, isInTrash: false, notes: [[id, `note ${at}`]] }));
    const joined = () => join(test, ids[keep]!, ids[other]!);
    expect(await exportedWith(test, joined)).toEqual(expected);
    const moved = (await test.tables.highlights.toArray()).map(({ bookmarkId }) => bookmarkId);
    expect(moved.filter((id) => id === ids[keep])).toHaveLength(2);
  });

  it('has the highlights of the selected pages', async () => {
    const { test, ids } = await withPages(3);
    const chosen = [ids[2]!, ids[0]!];
    const pages = await exportedWith(test, () => join(test, ids[1]!, ids[0]!), chosen);
    expect(pages.map(({ notes }) => notes)).toEqual([[[ids[2], 'note 2']], [[ids[0], 'note 0']]]);
  });

  it('has a page that is deleted meanwhile as it was, and the trash as the trash', async () => {
    const { test, ids } = await withPages(3);
    value(await test.library.bookmarks.trash([ids[2]!]));
    const pages = await exportedWith(test, () => test.library.bookmarks.trash([ids[1]!]));
    expect(pages.map(({ isInTrash }) => isInTrash)).toEqual([false, false, true]);
  });

  it('has a highlight that is made meanwhile, and none that is deleted', async () => {
    const { test, ids } = await withPages(3);
    const highlights = test.library.part(highlightRepository);
    const rows = await test.tables.highlights.toArray();
    const pages = await exportedWith(test, async () => {
      value(
        await highlights.delete(rows.filter(({ note }) => note === 'note 1').map(({ id }) => id)),
      );
      const quote = { exact: 'ice', prefix: '', suffix: '' };
      const fields = { bookmarkId: ids[2]!, quote, color: 'red', position: null, note: 'new' };
      value(await highlights.add(fields));
    });
    expect(pages.map(({ notes }) => notes.map(([, note]) => note))).toEqual([
      ['note 0'],
      [],
      ['note 2', 'new'],
    ]);
  });
});
