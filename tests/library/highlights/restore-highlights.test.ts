import { beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import type { Highlight } from '../../../src/domain/highlight';
import { type HighlightRepository, highlightRepository } from '../../../src/library';
import { page, type TestLibrary, testLibrary, undo, value } from '../library';

let test: TestLibrary;
let highlights: HighlightRepository;
let bookmarkId: BookmarkId;
beforeEach(async () => {
  test = await testLibrary();
  highlights = test.library.part(highlightRepository);
  bookmarkId = value(await test.library.bookmarks.save(page())).bookmark.id;
});

const at = (start: number) => ({ start, end: start + 3, textLength: 99, textHash: 'one' });

const add = async (exact: string, note: string, start: number | null): Promise<Highlight> =>
  value(
    await highlights.add({
      bookmarkId,
      quote: { exact, prefix: '', suffix: '' },
      color: 'yellow',
      position: start === null ? null : at(start),
      note,
    }),
  );

const shown = async () =>
  (await highlights.ofBookmark(bookmarkId)).map(({ id, note }) => [id, note]).toSorted();

describe('a highlight that is restored', () => {
  it.each([4, null])(
    'becomes one with another of the same words that came since, at %s',
    async (place) => {
      const mine = await add('two', 'mine', 4);
      const deleted = value(await highlights.delete([mine.id]));
      const theirs = await add('two', 'theirs', place);
      await undo(test, deleted);
      expect(await shown()).toEqual([[theirs.id, 'theirs\n\nmine']]);
    },
  );

  it('is still among the deleted ones then, also after the undo of its undo', async () => {
    const mine = await add('two', 'mine', 4);
    const deleted = value(await highlights.delete([mine.id]));
    const theirs = await add('two', 'theirs', 4);
    const restored = value(await highlights.restore(deleted.value));
    await undo(test, restored);
    expect(await shown()).toEqual([[theirs.id, 'theirs']]);
    expect(await test.tables.deletedHighlights.get(mine.id)).toMatchObject({ note: 'mine' });
  });

  it('stays apart from one of the same words in another page that was deleted with it', async () => {
    const one = await add('two', 'a', null);
    const other = value(await test.library.bookmarks.save(page({ url: 'https://b.example/' })));
    const quote = { exact: 'two', prefix: '', suffix: '' };
    const made = { bookmarkId: other.bookmark.id, quote, color: 'red', position: null } as const;
    const gone = value(await highlights.add(made));
    const deleted = value(await highlights.delete([one.id, gone.id]));
    const since = value(await highlights.add({ ...made, note: 'b' }));
    value(await highlights.restore(deleted.value));
    expect(await shown()).toEqual([[one.id, 'a']]);
    expect((await highlights.ofBookmark(made.bookmarkId)).map(({ id }) => id)).toEqual([since.id]);
  });

  it('stays apart from one of the same words in another place, also if both were deleted at once', async () => {
    const [one, other] = [await add('two', 'a', 4), await add('two', 'b', 40)];
    const before = await shown();
    for (const ids of [[one.id], [other.id], [one.id, other.id]]) {
      await undo(test, value(await highlights.delete(ids)));
      expect(await shown()).toEqual(before);
    }
  });
});
