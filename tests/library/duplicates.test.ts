import { describe, expect, it } from 'vitest';
import { type BookmarkId, SECOND_MS, unixMs } from '../../src/domain';
import { duplicateRepository } from '../../src/library';
import {
  address,
  loaded,
  type PageParts,
  page,
  type TestLibrary,
  testLibrary,
  value,
} from './library';
import { checkInvariants } from './model/invariants';

const A = 'https://example.org/a';
const WWW = 'https://www.example.org/a';
const MOBILE = 'https://m.example.org/a';
const IMAGE = 'https://example.org/1.png';
const LONG = `<p>${'Ice melts. '.repeat(100)}</p><p>And freezes.</p>`;

const withDuplicates = async () => {
  const test = await testLibrary();
  const duplicates = test.library.part(duplicateRepository);
  const save = async (url: string, parts: PageParts | null = {}): Promise<BookmarkId> => {
    const saved = value(
      await test.library.bookmarks.save(
        parts === null ? address({ url, title: url }) : page({ url, ...parts }),
      ),
    );
    test.clock.now = unixMs(test.clock.now + SECOND_MS);
    return saved.bookmark.id;
  };
  const get = async (id: BookmarkId) => (await test.library.bookmarks.get(id))!;
  const html = async (id: BookmarkId) => (await test.library.articles.get(id))?.html ?? null;
  const urls = async () =>
    value(await duplicates.find()).map((group) => group.map(({ bookmark }) => bookmark.url));
  return { ...test, duplicates, save, get, html, urls };
};

const intents = async ({ tables }: TestLibrary, id: BookmarkId) =>
  (await tables.outbox.where('bookmarkId').equals(id).sortBy('seq')).map(({ intent }) => intent);

/** As after a sync: the server has heard all. */
const heard = ({ tables }: TestLibrary) => tables.outbox.clear();

describe('find', () => {
  it('gives the groups with what their articles say of them', async () => {
    const { duplicates, save } = await withDuplicates();
    await save('https://example.org/b');
    await save(WWW, null);
    await save(A, { html: LONG });
    const [group, ...more] = value(await duplicates.find());
    expect(more).toEqual([]);
    expect(
      group?.map(({ bookmark, article }) => [bookmark.url, article?.paragraphs.length]),
    ).toEqual([
      [WWW, undefined],
      [A, 2],
    ]);
  });

  it('finds the same title and text on a site', async () => {
    const { save, urls } = await withDuplicates();
    await save('https://example.org/2024/ice', { html: LONG });
    await save('https://example.org/ice', { html: LONG });
    await save('https://example.org/snow', { html: LONG, title: 'Snow' });
    expect(await urls()).toEqual([['https://example.org/2024/ice', 'https://example.org/ice']]);
  });

  it('leaves out what is in the trash', async () => {
    const { save, urls, library } = await withDuplicates();
    await save(A);
    value(await library.bookmarks.trash([await save(WWW)]));
    expect(await urls()).toEqual([]);
  });

  it('says how far it is, step by step', async () => {
    const { duplicates, library } = await withDuplicates();
    const pages = Array.from({ length: 1203 }, (_, at) => ({
      page: address({ url: `https://example.org/${at}` }),
    }));
    value(await library.bookmarks.addMany(pages, { outbox: false }));
    const told: (readonly [number, number])[] = [];
    value(await duplicates.find({ onProgress: (looked, all) => told.push([looked, all]) }));
    expect(told).toEqual([
      [500, 1203],
      [1000, 1203],
      [1203, 1203],
    ]);
  });

  it('stops between two steps when it is given up', async () => {
    const { duplicates, library } = await withDuplicates();
    const pages = Array.from({ length: 1203 }, (_, at) => ({
      page: address({ url: `https://example.org/${at}` }),
    }));
    value(await library.bookmarks.addMany(pages, { outbox: false }));
    const given = new AbortController();
    let steps = 0;
    const onProgress = () => {
      steps += 1;
      given.abort();
    };
    expect(await duplicates.find({ onProgress, signal: given.signal })).toEqual({
      ok: false,
      error: { kind: 'aborted' },
    });
    expect(steps).toBe(1);
  });

  it('says so when the storage fails', async () => {
    const { duplicates, tables, library } = await withDuplicates();
    library.close();
    tables.close();
    const found = await duplicates.find();
    expect(found).toMatchObject({ ok: false, error: { kind: 'unavailable' } });
  });
});

describe('a join', () => {
  it('unites what a person did with each', async () => {
    const { duplicates, save, get, library } = await withDuplicates();
    const [first, keep, third] = [
      await save(WWW, { excerpt: 'Twice' }),
      await save(A, { excerpt: 'Once' }),
      await save(MOBILE),
    ];
    const { bookmarks } = library;
    const saved = (await get(first)).created;
    value(await bookmarks.edit(first, { addLabels: ['b', 'ICE'], isArchived: true }));
    value(await bookmarks.edit(keep, { addLabels: ['ice'], readProgress: 10, isArchived: true }));
    value(await bookmarks.edit(third, { isFavourite: true, readProgress: 60, readAnchor: 'p' }));
    value(await duplicates.join([{ keep, others: [first, third] }]));
    expect(await get(keep)).toMatchObject({
      ...{ url: A, labels: ['ice', 'b'], isFavourite: true, isArchived: false, created: saved },
      ...{ readProgress: 60, readAnchor: 'p', excerpt: 'Once\n\nTwice', trashedAt: null },
    });
    for (const id of [first, third]) expect((await get(id)).trashedAt).not.toBeNull();
  });

  it('stays in the archive when all are', async () => {
    const { duplicates, save, get, library } = await withDuplicates();
    const [keep, other] = [await save(A), await save(WWW)];
    for (const id of [keep, other]) value(await library.bookmarks.edit(id, { isArchived: true }));
    value(await duplicates.join([{ keep, others: [other] }]));
    expect((await get(keep)).isArchived).toBe(true);
  });

  it('keeps the words of the kept one, and takes those that it lacks', async () => {
    const { duplicates, save, get } = await withDuplicates();
    const [keep, bare] = [await save(A, { title: 'Mine' }), await save(MOBILE, null)];
    const other = await save(WWW, { title: 'Theirs', siteName: 'Ex', authors: ['Ada'] });
    value(await duplicates.join([{ keep, others: [other] }]));
    expect(await get(keep)).toMatchObject({ title: 'Mine', siteName: 'Ex', authors: ['Ada'] });
    value(await duplicates.join([{ keep: bare, others: [keep] }]));
    expect(await get(bare)).toMatchObject({ url: MOBILE, title: 'Mine', authors: ['Ada'] });
  });

  it.each([
    ['longer', { html: LONG }, { html: '<p>Ice</p>' }, true],
    ['shorter', { html: '<p>Ice</p>' }, { html: LONG }, false],
    ['only', {}, null, true],
    ['as good', { html: LONG }, { html: LONG }, false],
    ['richer', { html: LONG, images: [IMAGE] }, { html: LONG }, true],
    ['richer and shorter', { html: '<p>Ice</p>', images: [IMAGE] }, { html: LONG }, false],
  ] as const)('has the %s article where it is better', async (_, theirs, ours, isTaken) => {
    const { duplicates, save, html, tables, library, clock } = await withDuplicates();
    const other = await save(WWW, theirs);
    if ('images' in theirs) value(await library.articles.addImages(other, [loaded(IMAGE, 'one')]));
    const keep = await save(A, ours);
    clock.now = unixMs(clock.now + SECOND_MS);
    const [before, whole] = [await html(keep), await html(other)];
    value(await duplicates.join([{ keep, others: [other] }]));
    expect(await html(keep)).toBe(isTaken ? whole : before);
    expect(await html(other)).toBe(whole);
    const earlier = await library.articles.revisions(keep);
    expect(earlier.map(({ article }) => article.html)).toEqual(isTaken && before ? [before] : []);
    await checkInvariants(tables);
  });

  it('leads to no place in another text', async () => {
    const { duplicates, save, get, library } = await withDuplicates();
    const [keep, other] = [await save(A, { html: LONG }), await save(WWW, { html: '<p>x</p>' })];
    value(await library.bookmarks.edit(other, { readProgress: 60, readAnchor: 'p' }));
    value(await duplicates.join([{ keep, others: [other] }]));
    expect(await get(keep)).toMatchObject({ readProgress: 60, readAnchor: '' });
  });

  it('tells the server what changed of the kept one, and deletes the others after the undo time', async () => {
    const test = await withDuplicates();
    const { duplicates, save, library, tables, clock } = test;
    const [keep, other] = [await save(A), await save(WWW)];
    value(await library.bookmarks.edit(other, { addLabels: ['b'] }));
    await heard(test);
    value(await duplicates.join([{ keep, others: [other] }]));
    expect(await intents(test, keep)).toEqual([
      { kind: 'patch', set: {}, base: {}, addLabels: ['b'], removeLabels: [] },
    ]);
    expect(await intents(test, other)).toEqual([{ kind: 'delete' }]);
    const [row] = await tables.outbox.where('bookmarkId').equals(other).toArray();
    expect(row?.notBefore).toBe(clock.now + 20 * SECOND_MS);
  });

  it('tells it something of the kept one even when nothing changed', async () => {
    const test = await withDuplicates();
    const [keep, other] = [await test.save(A), await test.save(WWW)];
    await heard(test);
    value(await test.duplicates.join([{ keep, others: [other] }]));
    expect(await intents(test, keep)).toMatchObject([
      { kind: 'patch', set: { isFavourite: false } },
    ]);
  });

  it('leaves out what is gone, and is none when nothing is left', async () => {
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

describe('a join that is taken back', () => {
  it('leaves alone what was changed since', async () => {
    const { duplicates, save, get, library } = await withDuplicates();
    const [keep, other] = [await save(A), await save(WWW)];
    value(await library.bookmarks.edit(other, { addLabels: ['b'], isFavourite: true }));
    const joined = value(await duplicates.join([{ keep, others: [other] }]));
    value(await library.bookmarks.edit(keep, { title: 'Mine', addLabels: ['c'] }));
    value(await duplicates.takeBack(joined));
    expect(await get(keep)).toMatchObject({ title: 'Mine', labels: ['c'], isFavourite: false });
    expect((await get(other)).trashedAt).toBeNull();
  });

  it('leaves an article that was captured since, and keeps the one before it', async () => {
    const test = await withDuplicates();
    const { duplicates, save, html, library, clock } = test;
    const [keep, other] = [await save(A), await save(WWW, { html: LONG })];
    const joined = value(await duplicates.join([{ keep, others: [other] }]));
    clock.now = unixMs(clock.now + SECOND_MS);
    const { capture } = page({ url: A, html: '<p>Anew</p>' });
    value(await library.bookmarks.recapture(keep, capture));
    value(await duplicates.takeBack(joined));
    expect(await html(keep)).toBe('<p>Anew</p>');
    expect(await library.articles.revisions(keep)).toHaveLength(2);
    await checkInvariants(test.tables);
  });

  it('tells the server what it had heard of', async () => {
    const test = await withDuplicates();
    const { duplicates, save, library, get } = test;
    const [keep, other] = [await save(A), await save(WWW, { html: LONG })];
    value(await library.bookmarks.edit(other, { addLabels: ['b'] }));
    await heard(test);
    const joined = value(await duplicates.join([{ keep, others: [other] }]));
    await heard(test);
    value(await duplicates.takeBack(joined));
    expect((await get(keep)).labels).toEqual([]);
    expect(await intents(test, keep)).toEqual([
      { kind: 'content' },
      { kind: 'patch', set: {}, base: {}, addLabels: [], removeLabels: ['b'] },
    ]);
    expect(await intents(test, other)).toEqual([{ kind: 'create' }]);
  });

  it('does not bring back what was removed for good, or restored by hand', async () => {
    const { duplicates, save, get, library } = await withDuplicates();
    const [keep, gone, back] = [await save(A), await save(WWW), await save(MOBILE)];
    const joined = value(await duplicates.join([{ keep, others: [gone, back] }]));
    value(await library.bookmarks.purge([gone]));
    value(await library.bookmarks.restore([back]));
    value(await duplicates.takeBack(joined));
    expect(await library.bookmarks.get(gone)).toBeNull();
    expect((await get(back)).trashedAt).toBeNull();
  });
});

describe('two pages', () => {
  it('are not offered again, in any group, until that is taken back', async () => {
    const { duplicates, save, urls } = await withDuplicates();
    const ids = [await save(A), await save(WWW), await save(MOBILE)];
    const [first, second] = ids;
    const pairs = value(await duplicates.setApart([second!, first!]));
    expect(pairs).toEqual([[first, second]]);
    expect(await urls()).toEqual([[A, MOBILE]]);
    expect(value(await duplicates.setApart(ids))).toHaveLength(2);
    expect(await urls()).toEqual([]);
    value(await duplicates.forgetApart(pairs));
    expect(await urls()).toEqual([[A, WWW]]);
  });

  it('are forgotten when one is gone for good', async () => {
    const { duplicates, save, library, tables } = await withDuplicates();
    const [first, second, third] = [await save(A), await save(WWW), await save(MOBILE)];
    value(await duplicates.setApart([first, second]));
    value(await library.bookmarks.trash([second]));
    value(await library.bookmarks.purge([second]));
    value(await duplicates.setApart([first, third]));
    expect(await tables.meta.get('apart')).toEqual({ key: 'apart', pairs: [[first, third]] });
  });
});
