import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../storage/support/databases';
import { saveArticle } from '../support/saved-article';
import { startServer, type TestServer } from '../support/test-server';

describeOnDatabases('the ETag of a list on %s', (database) => {
  let t: TestServer;
  beforeEach(async () => {
    t = await startServer(database);
  });
  afterEach(() => t.remove());

  /** Adds a user with a bookmark, a highlight and a collection; returns their token. */
  async function addUser(name: string): Promise<string> {
    const user = await t.addUser(name);
    const token = await t.tokenOf(user);
    const { id } = await saveArticle(t, user);
    const place = {
      start_selector: 'section/p[1]',
      start_offset: 4,
      end_selector: 'section/p[1]',
      end_offset: 11,
      color: 'yellow',
    };
    const highlights = `/api/bookmarks/${id}/annotations`;
    expect((await t.send('POST', highlights, { token, json: place })).status).toBe(201);
    const collection = { name: `Collection of ${name}` };
    const sent = await t.send('POST', '/api/bookmarks/collections', { token, json: collection });
    expect(sent.status).toBe(201);
    return token;
  }

  it.each([
    '/api/bookmarks',
    '/api/bookmarks?search=harbour',
    '/api/bookmarks/annotations',
    '/api/bookmarks/collections',
    '/api/bookmarks/sync',
  ])('is not valid for another user with as many changes: %s', async (path) => {
    const [hers, his] = [await addUser('ada'), await addUser('bob')];
    const changes = await Promise.all(
      ['ada', 'bob'].map(async (name) => {
        const user = await t.storage.users.findByLogin(name);
        return user && t.storage.changeCount(user.id);
      }),
    );
    expect(changes[0]).toBe(changes[1]);
    const own = await t.send('GET', path, { token: hers });
    expect(own.status).toBe(200);
    const headers = { 'if-none-match': own.headers.get('ETag') ?? '' };
    const again = await t.send('GET', path, { token: hers, headers });
    expect(again.status).toBe(304);
    const others = await t.send('GET', path, { token: his, headers });
    expect(others.status).toBe(200);
    expect(await others.text()).not.toBe(await own.text());
  });
});
