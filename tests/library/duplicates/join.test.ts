import { describe, expect, it } from 'vitest';
import { SECOND_MS, unixMs } from '../../../src/domain/time';
import { capture, earlierArticles, loaded, unsentOf, value } from '../library';
import { checkInvariants } from '../model/invariants';
import { A, intents, LONG, MOBILE, synced, WWW, withDuplicates } from './library';

const IMAGE = 'https://example.org/1.png';

describe('a join', () => {
  it('combines the labels, flags, progress, notes and excerpts of all bookmarks', async () => {
    const { duplicates, save, get, library } = await withDuplicates();
    const [first, keep, third] = [
      await save(WWW, { excerpt: 'Twice' }),
      await save(A, { excerpt: 'Once' }),
      await save(MOBILE),
    ];
    const { bookmarks } = library;
    const saved = (await get(first)).created;
    value(
      await bookmarks.edit(first, { addLabels: ['b', 'ICE'], isArchived: true, note: 'For Ada' }),
    );
    value(
      await bookmarks.edit(keep, {
        addLabels: ['ice'],
        readProgress: 10,
        isArchived: true,
        note: 'Read twice',
      }),
    );
    value(await bookmarks.edit(third, { isFavourite: true, readProgress: 60, readAnchor: 'p' }));
    value(await duplicates.join([{ keep, others: [first, third] }]));
    expect(await get(keep)).toMatchObject({
      url: A,
      labels: ['ice', 'b'],
      isFavourite: true,
      isArchived: true,
      created: saved,
      readProgress: 60,
      readAnchor: 'p',
      excerpt: 'Once\n\nTwice',
      note: 'Read twice\n\nFor Ada',
      trashedAt: null,
    });
    for (const id of [first, third]) expect((await get(id)).trashedAt).not.toBeNull();
  });

  it.each([true, false])('is archived if any of the bookmarks is: %s', async (isArchived) => {
    const { duplicates, save, get, library } = await withDuplicates();
    const [keep, other] = [await save(A), await save(WWW)];
    value(await library.bookmarks.edit(other, { isArchived }));
    value(await duplicates.join([{ keep, others: [other] }]));
    expect((await get(keep)).isArchived).toBe(isArchived);
  });

  it('has the title that a person edited, which a later capture does not replace', async () => {
    const { duplicates, takeBack, save, get, library } = await withDuplicates();
    const [keep, other] = [await save(A, { title: 'Page' }), await save(WWW, { title: 'Page' })];
    value(await library.bookmarks.edit(other, { title: 'Mine' }));
    const joined = value(await duplicates.join([{ keep, others: [other] }]));
    expect((await get(keep)).title).toBe('Mine');
    value(await library.bookmarks.recapture(keep, capture({ url: A, title: 'Another' })));
    expect((await get(keep)).title).toBe('Mine');
    await takeBack(joined);
    value(await library.bookmarks.recapture(keep, capture({ url: A, title: 'Another' })));
    expect((await get(keep)).title).toBe('Another');
  });

  it('keeps the title and authors of the kept bookmark, and takes those that it lacks', async () => {
    const { duplicates, save, get } = await withDuplicates();
    const [keep, bare] = [await save(A, { title: 'Mine' }), await save(MOBILE, null)];
    const other = await save(WWW, { title: 'Theirs', siteName: 'Ex', authors: ['Ada'] });
    value(await duplicates.join([{ keep, others: [other] }]));
    expect(await get(keep)).toMatchObject({ title: 'Mine', siteName: 'Ex', authors: ['Ada'] });
    value(await duplicates.join([{ keep: bare, others: [keep] }]));
    expect(await get(bare)).toMatchObject({ url: MOBILE, title: 'Mine', authors: ['Ada'] });
  });

  it('keeps what a person edited before the join when it is undone', async () => {
    const { duplicates, takeBack, save, get, library } = await withDuplicates();
    const [keep, other] = [await save(A, { title: 'Page' }), await save(WWW, { title: 'Page' })];
    value(await library.bookmarks.edit(keep, { title: 'Mine' }));
    await takeBack(value(await duplicates.join([{ keep, others: [other] }])));
    value(await library.bookmarks.recapture(keep, capture({ url: A, title: 'Another' })));
    expect((await get(keep)).title).toBe('Mine');
  });

  it.each([
    ['longer', { html: LONG }, { html: '<p>Ice</p>' }, true],
    ['shorter', { html: '<p>Ice</p>' }, { html: LONG }, false],
    ['only', {}, null, true],
    ['as good', { html: LONG }, { html: LONG }, false],
    ['richer', { html: LONG, images: [IMAGE] }, { html: LONG }, true],
    ['richer and shorter', { html: '<p>Ice</p>', images: [IMAGE] }, { html: LONG }, false],
  ] as const)(
    'decides by quality which article to keep: the other one is %s',
    async (_, theirs, ours, isTaken) => {
      const { duplicates, save, html, tables, library, clock } = await withDuplicates();
      const other = await save(WWW, theirs);
      if ('images' in theirs)
        value(await library.articles.addImages(other, [loaded(IMAGE, 'one')]));
      const keep = await save(A, ours);
      clock.now = unixMs(clock.now + SECOND_MS);
      const [before, whole] = [await html(keep), await html(other)];
      value(await duplicates.join([{ keep, others: [other] }]));
      expect(await html(keep)).toBe(isTaken ? whole : before);
      expect(await html(other)).toBe(whole);
      const earlier = await earlierArticles(tables, keep);
      expect(earlier.map((article) => article.html)).toEqual(isTaken && before ? [before] : []);
      await checkInvariants(tables);
    },
  );

  it('gives the article a time after the one that it replaces, which the server may have by now', async () => {
    const { duplicates, takeBack, save, tables, clock } = await withDuplicates();
    const other = await save(WWW, { html: LONG });
    const keep = await save(A, { html: '<p>Ice</p>' });
    await tables.outbox.where('bookmarkId').equals(keep).modify({ attempts: 1 });
    const sentAt = unixMs(clock.now + SECOND_MS);
    await tables.articles.update(keep, { changedAt: sentAt });
    const joined = value(await duplicates.join([{ keep, others: [other] }]));
    const timeOf = async () => (await tables.articles.get(keep))?.changedAt ?? 0;
    const joinedAt = await timeOf();
    expect(joinedAt).toBeGreaterThan(sentAt);
    await tables.outbox.where('bookmarkId').equals(keep).modify({ attempts: 1 });
    await takeBack(joined);
    expect(await timeOf()).toBeGreaterThan(joinedAt);
  });

  it('does not fetch a longer article that is only on the server', async () => {
    const { duplicates, save, get, tables } = await withDuplicates();
    const [keep, other] = [await save(A, null), await save(WWW, { html: LONG })];
    const content = { kind: 'address', reason: 'on-server' } as const;
    await tables.bookmarks.update(keep, { content, wordCount: 900 });
    value(await duplicates.join([{ keep, others: [other] }]));
    expect(await get(keep)).toMatchObject({ content, wordCount: 900 });
    expect(await tables.articles.get(keep)).toBeUndefined();
  });

  it('drops the reading position when it belongs to another text', async () => {
    const { duplicates, save, get, library } = await withDuplicates();
    const [keep, other] = [await save(A, { html: LONG }), await save(WWW, { html: '<p>x</p>' })];
    value(await library.bookmarks.edit(other, { readProgress: 60, readAnchor: 'p' }));
    value(await duplicates.join([{ keep, others: [other] }]));
    expect(await get(keep)).toMatchObject({ readProgress: 60, readAnchor: '' });
  });

  it('drops the reading place of the kept bookmark when another article replaces its own', async () => {
    const { duplicates, save, get, library } = await withDuplicates();
    const [keep, other] = [await save(A, { html: '<p>x</p>' }), await save(WWW, { html: LONG })];
    value(await library.bookmarks.edit(keep, { readProgress: 60, readAnchor: 'p' }));
    value(await duplicates.join([{ keep, others: [other] }]));
    expect(await get(keep)).toMatchObject({ readProgress: 60, readAnchor: '' });
  });

  it('sends the changes of the kept bookmark, and deletes the others after the time to undo', async () => {
    const test = await withDuplicates();
    const { duplicates, save, library, tables, clock } = test;
    const [keep, other] = [await save(A), await save(WWW)];
    value(await library.bookmarks.edit(other, { addLabels: ['b'] }));
    await synced(test);
    value(await duplicates.join([{ keep, others: [other] }]));
    expect(await intents(test, keep)).toEqual([
      { kind: 'verify', others: [other] },
      { kind: 'patch' },
    ]);
    expect(await unsentOf(tables)).toMatchObject([{ set: {}, addLabels: ['b'], removeLabels: [] }]);
    expect(await intents(test, other)).toEqual([{ kind: 'delete' }]);
    const [row] = await tables.outbox.where('bookmarkId').equals(other).toArray();
    expect(row?.notBefore).toBe(clock.now + 20 * SECOND_MS);
  });

  it('checks after the deletions that the kept bookmark is on the server, even when it did not change', async () => {
    const test = await withDuplicates();
    const [keep, other] = [await test.save(A), await test.save(WWW)];
    await synced(test);
    value(await test.duplicates.join([{ keep, others: [other] }]));
    expect(await intents(test, keep)).toEqual([{ kind: 'verify', others: [other] }]);
    const [row] = await test.tables.outbox.where('bookmarkId').equals(keep).toArray();
    expect(row?.notBefore).toBe(test.clock.now + 30 * SECOND_MS);
  });

  it('ignores deleted bookmarks, and fails when none is left', async () => {
    const { duplicates, save, library, get } = await withDuplicates();
    const [keep, other, gone] = [await save(A), await save(WWW), await save(MOBILE)];
    value(await library.bookmarks.trash([gone]));
    const at = (await get(gone)).trashedAt;
    const none = { ok: false, error: { kind: 'not-found' } };
    expect(await duplicates.join([{ keep, others: [gone, keep] }])).toEqual(none);
    expect(await duplicates.join([{ keep: gone, others: [keep, other] }])).toEqual(none);
    value(await duplicates.join([{ keep, others: [other, other, gone] }]));
    expect((await get(gone)).trashedAt).toBe(at);
    expect((await get(other)).trashedAt).not.toBeNull();
  });
});
