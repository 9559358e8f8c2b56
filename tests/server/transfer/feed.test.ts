import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserRow } from '../../../server/storage';
import { feedProblems } from '../../formats/feed-problems';
import { describeOnDatabases } from '../storage/support/databases';
import { saveArticle } from '../support/saved-article';
import { BASE, startServer, type TestServer } from '../support/test-server';

describeOnDatabases('the feed on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada');
    token = await t.tokenOf(ada);
    for (let number = 0; number < 30; number += 1) {
      t.advance(1000);
      await saveArticle(t, ada, {
        title: `Number ${number} & <more>`,
        description: number % 2 ? 'odd' : 'even',
        authors: number === 29 ? [] : ['Ann'],
      });
    }
  });
  afterAll(() => t.remove());

  const get = (query = '', headers: Record<string, string> = {}) =>
    t.send('GET', `/api/bookmarks/feed${query}`, { token, headers });
  /** Parses the feed of a response, which must be valid Atom. */
  const parse = async (answer: Response) => {
    const text = await answer.text();
    expect(feedProblems(text)).toEqual([]);
    return new JSDOM(text, { contentType: 'application/xml' }).window.document;
  };
  const titles = (document: Document) =>
    [...document.querySelectorAll('entry > title')].map((title) => title.textContent);

  it('is valid Atom of the 25 newest bookmarks with stable ids', async () => {
    const answer = await get();
    expect(answer.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8');
    const feed = await parse(answer);
    expect(titles(feed)).toHaveLength(25);
    expect(titles(feed)[0]).toBe('Number 29 & <more>');
    const ids = [...feed.querySelectorAll('entry > id')].map((id) => id.textContent);
    expect(new Set(ids).size).toBe(25);
    for (const id of ids) expect(id).toMatch(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    const self = feed.querySelector('feed > link[rel="self"]');
    expect(self?.getAttribute('href')).toBe(`${BASE}/api/bookmarks/feed`);
  });

  it('has the bookmarks that match the query, newest first, and the query in its id', async () => {
    const feed = await parse(await get('?search=even&is_archived=false'));
    expect(titles(feed).slice(0, 2)).toEqual(['Number 28 & <more>', 'Number 26 & <more>']);
    expect(feed.querySelector('feed > id')?.textContent).toContain(
      '?search=even&is_archived=false',
    );
  });

  it('is valid when it has no entries', async () => {
    const feed = await parse(await get('?search=nowhere'));
    expect(titles(feed)).toEqual([]);
  });

  it('is sent once until something changes', async () => {
    const first = await get();
    const tag = first.headers.get('ETag') ?? '';
    expect((await get('', { 'if-none-match': tag })).status).toBe(304);
    t.advance(5000);
    await saveArticle(t, ada, { title: 'New' });
    expect((await get('', { 'if-none-match': tag })).status).toBe(200);
  });

  it('has no date, because it would go back when the newest bookmark leaves the feed', async () => {
    const { id } = await saveArticle(t, ada, { title: 'Leaves' });
    const first = await get();
    expect(first.headers.get('Last-Modified')).toBeNull();
    const tag = first.headers.get('ETag') ?? '';
    await t.storage.bookmarks.delete(ada.id, [id]);
    const changed = await get('', { 'if-none-match': tag });
    expect(changed.status).toBe(200);
    expect(titles(await parse(changed))).not.toContain('Leaves');
  });
});
