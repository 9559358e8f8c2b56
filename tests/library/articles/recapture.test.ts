import { beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { DAY_MS, unixMs } from '../../../src/domain/time';
import {
  address,
  capture,
  confirmClock,
  earlierArticles,
  loaded,
  page,
  type TestLibrary,
  testLibrary,
  value,
} from '../library';
import { checkInvariants } from '../model/invariants';

const OLD = '<h2>Start</h2><p>The same.</p><p>Old words</p><p>Old words</p>';
const NEW = '<p>New words of this page</p>';

let test: TestLibrary;
let id: BookmarkId;

beforeEach(async () => {
  test = await testLibrary();
  const images = ['https://example.org/1.png', 'https://example.org/2.png'];
  id = value(await test.library.bookmarks.save(page({ html: OLD, images }))).bookmark.id;
});

const recapture = (parts: Parameters<typeof capture>[0]) =>
  test.library.bookmarks.recapture(id, capture(parts));

describe('recapture', () => {
  it('replaces the article and reports the difference', async () => {
    const html = '<h2>Start</h2><blockquote><p>The <b>same.</b></p></blockquote><p>New</p>';
    const images = ['https://example.org/3.png'];
    const change = value(await recapture({ html, images, title: 'Renamed' }));
    expect(change).toEqual({
      group: expect.any(Number),
      earlierId: expect.any(Number),
      isTooShort: false,
      titleBefore: 'A page',
      wordsBefore: 7,
      wordsAfter: 4,
      paragraphsAdded: 1,
      paragraphsRemoved: 2,
      imagesBefore: 2,
      imagesAfter: 1,
    });
    expect((await test.library.articles.get(id))?.html).toBe(html);
    expect(await test.library.bookmarks.get(id)).toMatchObject({ title: 'Renamed', wordCount: 4 });
  });

  it('does not report paragraphs that are only at another place', async () => {
    const html = '<p>New</p><h2>Start</h2><p>Old words</p><p>The same.</p><p>Old words</p>';
    expect(value(await recapture({ html }))).toMatchObject({
      paragraphsAdded: 1,
      paragraphsRemoved: 0,
    });
  });

  it('keeps the old article as a revision', async () => {
    const { tables, clock } = test;
    const old = await tables.articles.get(id);
    const row = await tables.bookmarks.get(id);
    const { title, readAnchor, wordCount } = row ?? {};
    clock.now = unixMs(clock.now + 1000);
    const { earlierId } = value(await recapture({ html: NEW, title: 'Renamed' }));
    expect(await tables.revisions.toArray()).toEqual([
      {
        ...old,
        id: earlierId,
        replacedAt: clock.now,
        cause: 'captured-again',
        fields: expect.objectContaining({ title, readAnchor, wordCount }),
      },
    ]);
  });

  it('keeps every earlier article until its time is over', async () => {
    for (const n of [1, 2, 3, 4, 5]) value(await recapture({ html: `${NEW}<p>${n}</p>` }));
    const earlier = await earlierArticles(test.tables, id);
    expect(earlier.map(({ html }) => html)).toEqual([
      ...[4, 3, 2, 1].map((n) => `${NEW}<p>${n}</p>`),
      OLD,
    ]);
  });

  it('keeps no second copy of a text that did not change', async () => {
    expect(value(await recapture({ html: OLD })).earlierId).toBeNull();
    expect(await earlierArticles(test.tables, id)).toEqual([]);
    await checkInvariants(test.tables);
  });

  it('keeps a revision for 30 days', async () => {
    value(await recapture({ html: NEW }));
    test.clock.now = unixMs(test.clock.now + 30 * DAY_MS);
    await confirmClock(test);
    value(await test.library.storage.expire(test.clock.now));
    expect(await earlierArticles(test.tables, id)).toHaveLength(1);
    test.clock.now = unixMs(test.clock.now + 1);
    await confirmClock(test);
    value(await test.library.storage.expire(test.clock.now));
    expect(await earlierArticles(test.tables, id)).toEqual([]);
    expect(await test.library.articles.get(id)).not.toBeNull();
  });

  it('never replaces an article by a page without text', async () => {
    const before = await test.library.articles.get(id);
    expect(await recapture({ html: null })).toEqual({
      ok: false,
      error: { kind: 'nothing-better' },
    });
    expect(await recapture({ html: '' })).toEqual({
      ok: false,
      error: { kind: 'nothing-better' },
    });
    expect(await test.library.articles.get(id)).toEqual(before);
    expect(await earlierArticles(test.tables, id)).toEqual([]);
  });

  it('keeps an image that was read before and cannot be read again', async () => {
    const first = 'https://example.org/1.png';
    value(await test.library.articles.addImages(id, [loaded(first, 'one')]));
    value(await recapture({ html: NEW, images: [first, 'https://example.org/9.png'] }));
    value(
      await test.library.articles.addImages(id, [
        { kind: 'dropped', url: first, reason: 'not-readable' },
      ]),
    );
    const article = await test.library.articles.get(id);
    expect(article?.images.map(({ hash }) => hash !== null)).toEqual([true, false]);
    expect(article?.report).toMatchObject({ imagesKept: 1, imagesDropped: 0 });
  });

  it('adds an article to a bookmark that had only its address', async () => {
    const url = 'https://example.org/b';
    const saved = value(await test.library.bookmarks.save(address({ url })));
    const { id: bare } = saved.bookmark;
    const change = value(await test.library.bookmarks.recapture(bare, capture({ url })));
    expect(change).toMatchObject({ wordsBefore: 0, wordsAfter: 3, paragraphsRemoved: 0 });
    expect(await test.library.bookmarks.get(bare)).toMatchObject({ content: { kind: 'article' } });
    expect(await earlierArticles(test.tables, bare)).toEqual([]);
  });

  it('keeps a title when the page states none any more', async () => {
    value(await recapture({ html: NEW, title: '' }));
    expect(await test.library.bookmarks.get(id)).toMatchObject({ title: 'A page' });
    value(await recapture({ html: OLD, title: 'Renamed' }));
    expect(await test.library.bookmarks.get(id)).toMatchObject({ title: 'Renamed' });
  });

  it('queues the article once', async () => {
    await test.tables.outbox.clear();
    value(await recapture({ html: NEW }));
    value(await recapture({ html: OLD }));
    expect(await test.tables.outbox.toArray()).toMatchObject([
      { bookmarkId: id, intent: { kind: 'content' } },
    ]);
  });

  it('reports that the bookmark is gone', async () => {
    const gone = await test.library.bookmarks.recapture('gone' as BookmarkId, capture());
    expect(gone).toEqual({ ok: false, error: { kind: 'not-found' } });
    expect(await test.tables.articles.count()).toBe(1);
  });
});
