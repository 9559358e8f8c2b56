import { describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { SECOND_MS, unixMs } from '../../../src/domain/time';
import { highlightLists, highlightRepository } from '../../../src/library';
import { capture, undo, value } from '../library';
import { checkInvariants } from '../model/invariants';
import { A, MOBILE, WWW, withDuplicates } from './library';

/** A library whose pages have highlights, with helpers for them. */
const withHighlights = async () => {
  const test = await withDuplicates();
  const highlights = test.library.part(highlightRepository);
  const mark = async (bookmarkId: BookmarkId, note: string, exact = 'froze in January') => {
    const quote = { exact, prefix: 'The harbour ', suffix: '.' };
    const made = await highlights.add({ bookmarkId, quote, color: 'red', position: null, note });
    test.clock.now = unixMs(test.clock.now + SECOND_MS);
    return value(made);
  };
  const notes = async (id: BookmarkId) =>
    (await highlights.ofBookmark(id)).map(({ note }) => note).toSorted();
  const deleted = async () => {
    const seen: string[][] = [];
    const stop = test.library.part(highlightLists).watchDeleted(10, ({ rows }) => {
      seen.push(rows.map(({ highlight }) => highlight.note));
    });
    await vi.waitFor(() => expect(seen).not.toEqual([]));
    stop();
    return seen[0];
  };
  return { ...test, highlights, mark, notes, deleted };
};

describe('the highlights of bookmarks that are joined', () => {
  it('of the same words become one with all notes, and are apart again after an undo', async () => {
    const { save, mark, notes, duplicates, takeBack, tables } = await withHighlights();
    const [keep, www, mobile] = [await save(A), await save(WWW), await save(MOBILE)];
    await mark(keep, 'one');
    await mark(www, 'two');
    await mark(www, 'else', 'in spring');
    await mark(mobile, 'three');
    await mark(mobile, 'also', 'in spring');
    const before = await tables.highlights.toArray();
    const joined = value(await duplicates.join([{ keep, others: [www, mobile] }]));
    expect(await notes(keep)).toEqual(['else\n\nalso', 'one\n\ntwo\n\nthree']);
    await checkInvariants(tables);
    await takeBack(joined);
    expect(await tables.highlights.toArray()).toEqual(before);
    await checkInvariants(tables);
  });

  it('have the answer in the review that holds, also without notes, until an undo', async () => {
    const { save, mark, highlights, duplicates, takeBack, tables } = await withHighlights();
    const [keep, other] = [await save(A), await save(WWW)];
    const [one, two] = [await mark(keep, ''), await mark(other, '')];
    value(await highlights.edit(one.id, { review: '2026-12-03/2' }));
    value(await highlights.edit(two.id, { review: '2026-12-05/4' }));
    const before = await tables.highlights.toArray();
    const joined = value(await duplicates.join([{ keep, others: [other] }]));
    expect(await highlights.ofBookmark(keep)).toMatchObject([{ review: '2026-12-05/4' }]);
    await takeBack(joined);
    expect(await tables.highlights.toArray()).toEqual(before);
    await checkInvariants(tables);
  });

  it('are looked for again in a better article, also those that became one', async () => {
    const { save, mark, duplicates, tables, library } = await withHighlights();
    const [keep, other] = [await save(A), await save(WWW)];
    const { id } = await mark(keep, 'one');
    await tables.highlights.update(id, { position: 7 });
    await mark(other, 'two');
    const html = `<p>The harbour froze in January. ${'Much more was written. '.repeat(50)}</p>`;
    value(await library.bookmarks.recapture(other, capture({ url: WWW, html })));
    value(await duplicates.join([{ keep, others: [other] }]));
    expect(await tables.highlights.get(id)).toMatchObject({
      note: 'one\n\ntwo',
      doubt: 'unanchored',
    });
  });

  it('keep a note that was edited since the join when it is undone', async () => {
    const { save, mark, notes, duplicates, takeBack, highlights } = await withHighlights();
    const [keep, other] = [await save(A), await save(WWW)];
    const { id } = await mark(keep, 'one');
    await mark(other, 'two');
    const joined = value(await duplicates.join([{ keep, others: [other] }]));
    value(await highlights.edit(id, { note: 'Mine' }));
    await takeBack(joined);
    expect([await notes(keep), await notes(other)]).toEqual([['Mine'], ['two']]);
  });

  it('keep both notes when the other bookmark is deleted for good before the undo', async () => {
    const { save, mark, notes, duplicates, takeBack, library } = await withHighlights();
    const [keep, other] = [await save(A), await save(WWW)];
    await mark(keep, 'one');
    await mark(other, 'two');
    const joined = value(await duplicates.join([{ keep, others: [other] }]));
    value(await library.bookmarks.purge([other]));
    await takeBack(joined);
    expect(await notes(keep)).toEqual(['one\n\ntwo']);
  });

  it('can be restored to the one that stays when they were deleted before', async () => {
    const { save, mark, notes, deleted, ...test } = await withHighlights();
    const { duplicates, takeBack, highlights, library, tables } = test;
    const [keep, other] = [await save(A), await save(WWW)];
    const [back, gone] = [await mark(other, 'back'), await mark(other, 'gone', 'in spring')];
    const first = value(await highlights.delete([back.id]));
    value(await highlights.delete([gone.id]));
    const joined = value(await duplicates.join([{ keep, others: [other] }]));
    expect(await deleted()).toHaveLength(2);
    await undo({ library }, first);
    expect(await notes(keep)).toEqual(['back']);
    await takeBack(joined);
    expect([await notes(keep), await notes(other)]).toEqual([[], ['back']]);
    value(await library.bookmarks.trash([keep]));
    expect(await deleted()).toEqual(['gone']);
    await checkInvariants(tables);
  });
});
