import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { HighlightId } from '../../../src/domain/highlight';
import { err, ok } from '../../../src/domain/result';
import { setAsked } from '../../../src/extension/capture/injected-capture';
import { highlightRepository } from '../../../src/library';
import { capture, page, value } from '../../library/library';
import { injected, OWN_ORIGIN } from '../support/fake-extension';
import { NO_SYNC, URL_A, useBackground } from '../support/running-background';

const background = useBackground();

describe('capture again', () => {
  const saveA = async () =>
    value(
      await background.library.bookmarks.save(
        page({ url: URL_A, title: 'Old', html: '<p>one</p>' }),
      ),
    );
  beforeEach(() => background.start());

  it('replaces the article of the page in front', async () => {
    const { bookmark } = await saveA();
    background.fake.addTab({ id: 1, url: `${URL_A}?utm_source=letter` });
    expect(await background.ask('captureAgain', { id: bookmark.id })).toMatchObject({
      ok: true,
      value: { titleBefore: 'Old', wordsBefore: 1, wordsAfter: 3 },
    });
  });

  it('keeps an earlier article that only the server had', async () => {
    const { bookmark } = await saveA();
    const { id } = bookmark;
    const { bookmarks, articles } = background.tables;
    const article = (await articles.get(id)) ?? expect.fail();
    await articles.delete(id);
    await bookmarks.update(id, { content: { kind: 'address', reason: 'on-server' } });
    const fetchArticle = vi.spyOn(NO_SYNC.handlers, 'fetchArticle');
    fetchArticle.mockImplementationOnce(async () => {
      await articles.put(article);
      return ok('here');
    });
    background.fake.addTab({ id: 1, url: URL_A });
    expect(await background.ask('captureAgain', { id })).toMatchObject({ ok: true });
    expect(fetchArticle).toHaveBeenCalledWith({ id });
    expect(await background.tables.revisions.toArray()).toMatchObject([{ wordCount: 1 }]);
  });

  it('captures a page whose article on the server cannot be fetched', async () => {
    const { bookmark } = await saveA();
    const { id } = bookmark;
    const { bookmarks, articles } = background.tables;
    await articles.delete(id);
    await bookmarks.update(id, { content: { kind: 'address', reason: 'on-server' } });
    background.fake.addTab({ id: 1, url: URL_A });
    expect(await background.ask('captureAgain', { id })).toMatchObject({ ok: true });
    expect(await background.tables.articles.get(id)).toMatchObject({ wordCount: 3 });
  });

  it('replaces no article with an error page before it was asked for again', async () => {
    const { bookmark } = await saveA();
    background.fake.addTab({ id: 1, url: URL_A });
    const gone = { kind: 'captured', capture: capture({ url: URL_A, html: '<p>Not found.</p>' }) };
    background.fake.executeScript = async () => injected(gone, 0, 404);
    const { id } = bookmark;
    expect(await background.ask('captureAgain', { id })).toEqual(err({ kind: 'error-page' }));
    expect(await background.library.bookmarks.get(id)).toMatchObject({ title: 'Old' });
    expect(await background.ask('captureAgain', { id, keepsErrors: true })).toMatchObject({
      ok: true,
      value: { wordsBefore: 1, wordsAfter: 2 },
    });
  });

  it('finds the highlights in the new article, so that a lost one is listed at once', async () => {
    const { bookmark } = await saveA();
    background.fake.addTab({ id: 1, url: URL_A });
    const html = '<p>The harbour froze in January.</p>';
    background.fake.executeScript = async () =>
      injected({ kind: 'captured', capture: capture({ url: URL_A, html }) });
    const highlights = background.library.part(highlightRepository);
    const ids: HighlightId[] = [];
    for (const exact of ['The harbour froze in January', 'one', 'a note']) {
      const quote = { exact, prefix: '', suffix: '' };
      const fields = { bookmarkId: bookmark.id, quote, color: 'red', position: null };
      ids.push(value(await highlights.add(fields)).id);
    }
    value(await highlights.edit(ids[2]!, { isNoteOnly: true }));
    await background.ask('captureAgain', { id: bookmark.id });
    await vi.waitFor(async () =>
      expect(await Promise.all(ids.map(highlights.get))).toMatchObject([
        { position: { start: 0 } },
        { doubt: 'detached' },
        { position: null },
      ]),
    );
    expect(await highlights.get(ids[2]!)).not.toHaveProperty('doubt');
  });

  it.each([
    ['another page is in front', { id: 1, url: 'https://example.org/b' }],
    ['a page of Leafmark is in front', { id: 1, url: `${OWN_ORIGIN}library.html` }],
  ])('returns not-in-front when %s', async (_, tab) => {
    const { bookmark } = await saveA();
    background.fake.addTab(tab);
    expect(await background.ask('captureAgain', { id: bookmark.id })).toEqual(
      err({ kind: 'not-in-front' }),
    );
  });

  /** Returns what is asked of the captures from here on, apart from the usual. */
  function asked(): unknown[] {
    const answer = background.fake.executeScript;
    const ways: unknown[] = [];
    background.fake.executeScript = (injection) => {
      if ('func' in injection && injection.func === setAsked) ways.push(injection.args?.[0]);
      return answer(injection);
    };
    return ways;
  }

  it('finds the article in the way that a person has chosen, only this time', async () => {
    const { bookmark } = await saveA();
    const { id } = bookmark;
    background.fake.addTab({ id: 1, url: URL_A });
    const given = asked();
    for (const way of ['plain', 'whole-page']) {
      expect(await background.ask('captureAgain', { id, way })).toMatchObject({ ok: true });
    }
    expect(await background.ask('captureAgain', { id })).toMatchObject({ ok: true });
    expect(given).toMatchObject([{ way: 'plain' }, { way: 'whole-page' }]);
    expect(await background.tables.revisions.toArray()).toMatchObject([{ wordCount: 1 }]);
  });

  it('keeps the text of a page that is known to have no article', async () => {
    const list = page({ url: URL_A, html: null, warnings: ['no-article'] });
    const { bookmark } = value(await background.library.bookmarks.save(list));
    background.fake.addTab({ id: 1, url: URL_A });
    const given = asked();
    expect(await background.ask('captureAgain', { id: bookmark.id })).toMatchObject({ ok: true });
    expect(given).toMatchObject([{ way: 'text' }]);
    const { content } = (await background.library.bookmarks.get(bookmark.id)) ?? expect.fail();
    expect(content).toEqual({ kind: 'article' });
  });

  it('returns not-found for a bookmark that was deleted', async () => {
    background.fake.addTab({ id: 1, url: URL_A });
    expect(await background.ask('captureAgain', { id: 'gone' })).toEqual(
      err({ kind: 'not-found' }),
    );
  });

  it('reports why the page could not be captured, and keeps the article', async () => {
    const { bookmark } = await saveA();
    background.fake.addTab({ id: 1, url: URL_A });
    background.fake.executeScript = async () =>
      injected({ kind: 'not-capturable', url: URL_A, title: '', reason: 'pdf' });
    expect(await background.ask('captureAgain', { id: bookmark.id })).toEqual(
      err({ kind: 'not-captured', reason: 'pdf' }),
    );
    expect((await background.library.articles.get(bookmark.id))?.html).toContain('one');
  });

  it('keeps the article when the page has navigated within its site meanwhile', async () => {
    const { bookmark } = await saveA();
    background.fake.addTab({ id: 1, url: URL_A });
    background.fake.executeScript = async () =>
      injected({ kind: 'captured', capture: capture({ url: `${URL_A}/another` }) });
    expect(await background.ask('captureAgain', { id: bookmark.id })).toEqual(
      err({ kind: 'not-captured', reason: 'navigated' }),
    );
    expect((await background.library.articles.get(bookmark.id))?.html).toContain('one');
  });

  it('returns nothing-better when the page has no text any more', async () => {
    const { bookmark } = await saveA();
    background.fake.addTab({ id: 1, url: URL_A });
    background.fake.executeScript = async () =>
      injected({ kind: 'captured', capture: capture({ url: URL_A, html: null }) });
    expect(await background.ask('captureAgain', { id: bookmark.id })).toEqual(
      err({ kind: 'nothing-better' }),
    );
  });
});
