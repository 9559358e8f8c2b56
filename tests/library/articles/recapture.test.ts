import { beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { DAY_MS, unixMs } from '../../../src/domain/time';
import {
  address,
  capture,
  confirmClock,
  loaded,
  page,
  type TestLibrary,
  testLibrary,
  value,
} from '../library';

let test: TestLibrary;
let id: BookmarkId;

beforeEach(async () => {
  test = await testLibrary();
  const html = '<h2>Start</h2><p>The same.</p><p>Old words</p><p>Old words</p>';
  const images = ['https://example.org/1.png', 'https://example.org/2.png'];
  id = value(await test.library.bookmarks.save(page({ html, images }))).bookmark.id;
});

const recapture = (parts: Parameters<typeof capture>[0]) =>
  test.library.bookmarks.recapture(id, capture(parts));

describe('recapture', () => {
  it('replaces the article and reports the difference', async () => {
    const html = '<h2>Start</h2><blockquote><p>The <b>same.</b></p></blockquote><p>New</p>';
    const images = ['https://example.org/3.png'];
    const change = value(await recapture({ html, images, title: 'Renamed' }));
    expect(change).toEqual({
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
    const old = await test.library.articles.get(id);
    test.clock.now = unixMs(test.clock.now + 1000);
    value(await recapture({ html: '<p>New</p>' }));
    expect(await test.library.articles.revisions(id)).toMatchObject([
      { bookmarkId: id, replacedAt: test.clock.now, article: old },
    ]);
  });

  it('keeps the last three revisions', async () => {
    for (const n of [1, 2, 3, 4, 5]) value(await recapture({ html: `<p>${n}</p>` }));
    const revisions = await test.library.articles.revisions(id);
    expect(revisions.map(({ article }) => article.html)).toEqual([
      '<p>4</p>',
      '<p>3</p>',
      '<p>2</p>',
    ]);
  });

  it('keeps a revision for 30 days', async () => {
    value(await recapture({ html: '<p>New</p>' }));
    test.clock.now = unixMs(test.clock.now + 30 * DAY_MS);
    await confirmClock(test);
    value(await test.library.storage.expire(test.clock.now));
    expect(await test.library.articles.revisions(id)).toHaveLength(1);
    test.clock.now = unixMs(test.clock.now + 1);
    await confirmClock(test);
    value(await test.library.storage.expire(test.clock.now));
    expect(await test.library.articles.revisions(id)).toEqual([]);
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
    expect(await test.library.articles.revisions(id)).toEqual([]);
  });

  it('keeps an image that was read before and cannot be read again', async () => {
    const first = 'https://example.org/1.png';
    value(await test.library.articles.addImages(id, [loaded(first, 'one')]));
    value(await recapture({ html: '<p>New</p>', images: [first, 'https://example.org/9.png'] }));
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
    expect(await test.library.articles.revisions(bare)).toEqual([]);
  });

  it('queues the article once', async () => {
    await test.tables.outbox.clear();
    value(await recapture({ html: '<p>1</p>' }));
    value(await recapture({ html: '<p>2</p>' }));
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
