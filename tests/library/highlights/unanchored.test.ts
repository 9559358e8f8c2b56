import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import type { Highlight } from '../../../src/domain/highlight';
import {
  duplicateRepository,
  type HighlightRepository,
  highlightRepository,
} from '../../../src/library';
import { address, capture, page, type TestLibrary, testLibrary, undo, value } from '../library';

let test: TestLibrary;
let highlights: HighlightRepository;
let bookmarkId: BookmarkId;
beforeEach(async () => {
  test = await testLibrary();
  highlights = test.library.part(highlightRepository);
  bookmarkId = value(await test.library.bookmarks.save(page())).bookmark.id;
});

const at = (start: number) => ({ start, end: start + 3, textLength: 99, textHash: 'one' });

const add = async (exact: string, id = bookmarkId): Promise<Highlight> => {
  const quote = { exact, prefix: '', suffix: '' };
  return value(await highlights.add({ bookmarkId: id, quote, color: 'yellow', position: at(0) }));
};

const again = () => capture({ url: 'https://example.org/a', html: '<p>another text</p>' });

describe('a highlight is looked for in the background', () => {
  it('when its page is captured again, unless it was kept as a note', async () => {
    const [one, note] = [await add('one'), await add('two')];
    value(await highlights.edit(note.id, { isNoteOnly: true }));
    expect(await highlights.nextUnanchored()).toBeNull();
    value(await test.library.bookmarks.recapture(bookmarkId, again()));
    expect(await highlights.nextUnanchored()).toBe(bookmarkId);
    expect(await highlights.get(one.id)).toEqual({ ...one, doubt: 'unanchored' });
    expect(await highlights.get(note.id)).not.toHaveProperty('doubt');
    value(await highlights.setPositions(new Map([[one.id, 'detached']])));
    expect(await highlights.nextUnanchored()).toBeNull();
  });

  it('when a bookmark that was only an address gets its article', async () => {
    const url = 'https://example.org/later';
    const later = value(await test.library.bookmarks.save(address({ url }))).bookmark.id;
    await add('one', later);
    value(await test.library.bookmarks.save(page({ url })));
    expect(await highlights.nextUnanchored()).toBe(later);
  });

  it('when its bookmark is joined into one with another article, and back', async () => {
    const duplicates = test.library.part(duplicateRepository);
    const long = page({
      url: 'https://www.example.org/a',
      html: `<p>${'a longer article with many more words '.repeat(50)}</p>`,
    });
    const other = value(await test.library.bookmarks.save(long)).bookmark.id;
    const [own, moved] = [await add('one'), await add('two', other)];
    value(await highlights.setPositions(new Map([[moved.id, 'unsure']])));
    const joined = value(await duplicates.join([{ keep: bookmarkId, others: [other] }]));
    expect(await highlights.ofBookmark(bookmarkId)).toMatchObject([
      { id: own.id, position: at(0), doubt: 'unanchored' },
      // The other article may have another of the places that were alike.
      { id: moved.id, position: null, doubt: 'unanchored-unsure' },
    ]);
    value(await highlights.setPositions(new Map([[moved.id, at(9)]])));
    await undo(test, joined);
    expect(await highlights.get(own.id)).toMatchObject({ doubt: 'unanchored' });
    expect(await highlights.get(moved.id)).toEqual({ ...moved, doubt: 'unsure' });
  });

  it('until a person attaches it or keeps it as a note', async () => {
    const [one, two] = [await add('one'), await add('two')];
    value(await test.library.bookmarks.recapture(bookmarkId, again()));
    value(await highlights.edit(one.id, { position: at(4) }));
    expect(await highlights.nextUnanchored()).toBe(bookmarkId);
    value(await highlights.edit(two.id, { isNoteOnly: true }));
    expect(await highlights.nextUnanchored()).toBeNull();
  });

  it('and given up where there is no article, until there is one', async () => {
    const one = await add('one');
    value(await test.library.bookmarks.recapture(bookmarkId, again()));
    value(await highlights.leaveUnanchored(bookmarkId));
    expect(await highlights.nextUnanchored()).toBeNull();
    expect(await highlights.get(one.id)).toEqual(one);
  });

  it('and not as a certain one where there was a doubt and no article since', async () => {
    const quote = { exact: 'one', prefix: '', suffix: '' };
    const made = { bookmarkId, quote, color: 'yellow', position: null } as const;
    const one = value(await highlights.add(made));
    value(await highlights.setPositions(new Map([[one.id, 'unsure']])));
    value(await test.library.bookmarks.recapture(bookmarkId, again()));
    value(await highlights.leaveUnanchored(bookmarkId));
    expect(await highlights.nextUnanchored()).toBeNull();
    value(await test.library.bookmarks.recapture(bookmarkId, again()));
    expect(await highlights.get(one.id)).toMatchObject({ doubt: 'unanchored-unsure' });
  });

  it('which is told to the background at once', async () => {
    await add('one');
    const listener = vi.fn();
    const stop = highlights.watchUnanchored(listener);
    value(await test.library.bookmarks.recapture(bookmarkId, again()));
    await vi.waitFor(() => expect(listener).toHaveBeenCalled());
    stop();
  });
});
