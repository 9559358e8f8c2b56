import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserRow } from '../../../server/storage';
import { describeOnDatabases } from '../storage/support/databases';
import { saveArticle } from '../support/saved-article';
import { startServer, type TestServer } from '../support/test-server';
import { startWeb, type Web } from '../support/web';

const TEXT = 'The harbour froze over night, and people walked on it. '.repeat(20);
const HTML = `<!doctype html><html lang="en"><title>The harbour froze</title>
  <meta name="author" content="Ann Author"><nav>Home</nav>
  <article><p>${TEXT}</p><p>${TEXT}</p></article><script>run()</script></html>`;

describeOnDatabases('dev tools on %s', (database) => {
  let t: TestServer;
  let web: Web;
  let admin: UserRow;
  let token: string;
  beforeAll(async () => {
    web = await startWeb();
    web.pages['/story'] = { type: 'text/html', body: HTML };
    t = await startServer(database, { flags: { 'allowed-networks': '127.0.0.1' } });
    t.names.set('site.example', ['127.0.0.1']);
    t.names.set('inside.example', ['10.0.0.1']);
    admin = await t.addUser('ada', { group: 'admin' });
    token = await t.tokenOf(admin);
  });
  afterAll(async () => {
    await web.close();
    await t.remove();
  });

  const story = () => `http://site.example:${web.port}/story`;
  const tryIt = (url: string, accept = '*/*') =>
    t.send('GET', `/api/cookbook/extract?${new URLSearchParams({ url })}`, {
      token,
      headers: { accept },
    });

  it('return the bookmark that an address would make', async () => {
    const found = (await (await tryIt(story())).json()) as Record<string, unknown>;
    expect(found).toMatchObject({
      url: story(),
      title: 'The harbour froze',
      document_type: 'article',
      lang: 'en',
      authors: ['Ann Author'],
    });
    expect(found.html).toContain('<p>The harbour froze over night');
    expect(found.html).not.toContain('run()');
    expect((found.log as string[]).join('\n')).toContain(`fetching ${story()}`);
  });

  it('return it for a page that is sent, without fetching the page', async () => {
    const url = 'https://elsewhere.example/';
    const html = HTML.replace('<p>', '<p><img src="/ice.png" alt="Ice">');
    const json = { url, html };
    const answer = await t.send('POST', '/api/cookbook/extract', { token, json });
    const found = (await answer.json()) as Record<string, string>;
    expect(found.html).toContain('The harbour froze over night');
    expect(found.log).toContainEqual(expect.stringContaining(`${url} was sent`));
    expect(found.log).not.toContainEqual(expect.stringContaining('fetching'));
  });

  it('show it to people as a page', async () => {
    const answer = await tryIt(story(), 'text/html');
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(await answer.text()).toContain('<h1>The harbour froze</h1>');
  });

  it('report errors, and connect to no private address', async () => {
    for (const url of ['http://inside.example/', 'http://10.0.0.1/', `${story()}/gone`]) {
      const answer = await tryIt(url);
      expect(answer.status).toBe(200);
      const found = (await answer.json()) as Record<string, string>;
      expect(found.html).toBe('');
      expect(found.log).toContainEqual(expect.stringMatching(/could not be loaded/));
    }
  });

  it('store nothing', async () => {
    await tryIt(story());
    expect(await t.storage.bookmarks.changedSince(admin.id, null)).toEqual([]);
    expect(await t.storage.jobs.counts()).toEqual([]);
  });

  it("list the user's own addresses with errors", async () => {
    const errors = ['The page could not be loaded.'];
    await saveArticle(t, admin, { url: 'https://example.org/a', errors });
    await saveArticle(t, admin, { url: 'https://example.org/b' });
    await saveArticle(t, await t.addUser('eve'), { url: 'https://example.org/c', errors });
    const answer = await t.send('GET', '/api/cookbook/urls', { token });
    expect(await answer.json()).toEqual({ 'example.org': ['https://example.org/a'] });
  });

  it('are only for administrators', async () => {
    const eve = await t.tokenOf(await t.addUser('mallory'));
    for (const path of ['/api/cookbook/urls', `/api/cookbook/extract?url=${story()}`]) {
      expect((await t.send('GET', path, { token: eve })).status).toBe(403);
    }
  });
});
