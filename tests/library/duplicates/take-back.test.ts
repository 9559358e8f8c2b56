import { describe, expect, it } from 'vitest';
import { SECOND_MS, unixMs } from '../../../src/domain/time';
import { highlightRepository } from '../../../src/library';
import { earlierArticles, page, unsentOf, value } from '../library';
import { checkInvariants } from '../model/invariants';
import { A, intents, LONG, MOBILE, synced, WWW, withDuplicates } from './library';

describe('a join that is undone', () => {
  it('does not undo later edits', async () => {
    const { duplicates, takeBack, save, get, library } = await withDuplicates();
    const [keep, other] = [await save(A), await save(WWW)];
    value(await library.bookmarks.edit(other, { addLabels: ['b'], isFavourite: true }));
    const joined = value(await duplicates.join([{ keep, others: [other] }]));
    value(await library.bookmarks.edit(keep, { title: 'Mine', addLabels: ['c'] }));
    await takeBack(joined);
    expect(await get(keep)).toMatchObject({ title: 'Mine', labels: ['c'], isFavourite: false });
    expect((await get(other)).trashedAt).toBeNull();
  });

  it.each([
    { note: 'Mine' },
    { title: 'Mine' },
    { siteName: 'Mine' },
    { authors: ['Mine'] },
    { published: '2026-01-01' },
    { isArchived: true },
    { isFavourite: false },
    { readProgress: 70, readAnchor: '#p7' },
  ])('keeps an edit since then: %j', async (edit) => {
    const { duplicates, takeBack, save, get, library } = await withDuplicates();
    const [keep, other] = [await save(A), await save(WWW)];
    value(await library.bookmarks.edit(keep, { note: 'Before', isFavourite: true }));
    value(await library.bookmarks.edit(other, { note: 'Other', readProgress: 40 }));
    const joined = value(await duplicates.join([{ keep, others: [other] }]));
    value(await library.bookmarks.edit(keep, edit));
    await takeBack(joined);
    expect(await get(keep)).toMatchObject({ note: 'Before', ...edit });
    expect(await get(other)).toMatchObject({ note: 'Other', trashedAt: null });
  });

  it('keeps an article that was captured since, and the one before it', async () => {
    const test = await withDuplicates();
    const { duplicates, takeBack, save, html, library, clock } = test;
    const [keep, other] = [await save(A), await save(WWW, { html: LONG })];
    const joined = value(await duplicates.join([{ keep, others: [other] }]));
    clock.now = unixMs(clock.now + SECOND_MS);
    const { capture } = page({ url: A, html: `${LONG}<p>Anew</p>` });
    value(await library.bookmarks.recapture(keep, capture));
    await takeBack(joined);
    expect(await html(keep)).toBe(`${LONG}<p>Anew</p>`);
    expect(await earlierArticles(test.tables, keep)).toHaveLength(2);
    await checkInvariants(test.tables);
  });

  it('keeps the article that came from a bookmark that is gone, or that was cleaned up since', async () => {
    const test = await withDuplicates();
    const { duplicates, takeBack, save, html, library, tables } = test;
    const cleaned = `<p>${'Ice melts. '.repeat(100)}</p>`;
    for (const [name, isGone] of [
      ['gone', true],
      ['cleaned', false],
    ] as const) {
      const keep = await save(`${A}/${name}`);
      const other = await save(`${WWW}/${name}`, { html: LONG });
      const joined = value(await duplicates.join([{ keep, others: [other] }]));
      if (isGone) value(await library.bookmarks.purge([other]));
      else await tables.articles.update(keep, { body: cleaned });
      await takeBack(joined);
      expect(await html(keep)).not.toBe(LONG);
      expect(await earlierArticles(tables, keep)).toMatchObject([
        { cause: 'put-back', html: isGone ? LONG : cleaned },
      ]);
      await checkInvariants(tables);
    }
  });

  it('sends the inverse of changes that were already sent', async () => {
    const test = await withDuplicates();
    const { duplicates, takeBack, save, library, get } = test;
    const [keep, other] = [await save(A), await save(WWW, { html: LONG })];
    value(await library.bookmarks.edit(other, { addLabels: ['b'] }));
    await synced(test);
    const joined = value(await duplicates.join([{ keep, others: [other] }]));
    await synced(test);
    await takeBack(joined);
    expect((await get(keep)).labels).toEqual([]);
    expect(await intents(test, keep)).toEqual([{ kind: 'content' }, { kind: 'patch' }]);
    expect(await unsentOf(test.tables)).toMatchObject([
      { set: {}, addLabels: [], removeLabels: ['b'] },
    ]);
    expect(await intents(test, other)).toEqual([{ kind: 'create' }]);
  });

  it('does not bring back bookmarks that were deleted for good or restored by hand', async () => {
    const { duplicates, takeBack, save, get, library, tables } = await withDuplicates();
    const [keep, gone, back] = [await save(A), await save(WWW), await save(MOBILE)];
    const highlights = library.part(highlightRepository);
    const quote = { exact: 'froze in January', prefix: '', suffix: '' };
    value(await highlights.add({ bookmarkId: gone, quote, color: 'yellow', position: null }));
    const joined = value(await duplicates.join([{ keep, others: [gone, back] }]));
    value(await library.bookmarks.purge([gone]));
    value(await library.bookmarks.restore([back]));
    await takeBack(joined);
    expect(await library.bookmarks.get(gone)).toBeNull();
    expect((await get(back)).trashedAt).toBeNull();
    // Its bookmark has left it to the one that stays.
    expect(await highlights.ofBookmark(keep)).toHaveLength(1);
    await checkInvariants(tables);
  });
});
