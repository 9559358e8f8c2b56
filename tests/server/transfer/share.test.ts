import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserRow } from '../../../server/storage';
import { parseLinks } from '../../../src/contract';
import { addressOfFile } from '../../../src/domain/added-file';
import { err } from '../../../src/domain/result';
import { DAY_MS, MINUTE_MS } from '../../../src/domain/time';
import { elementsIn } from '../../support/html-elements';
import { describeOnDatabases } from '../storage/support/databases';
import { directProcesses } from '../support/direct-processes';
import { saveArticle } from '../support/saved-article';
import { BASE, startServer, type TestServer } from '../support/test-server';

interface ShareLink {
  readonly url: string;
  readonly expires: string;
  readonly title: string;
  readonly id: string;
}

describeOnDatabases('share links on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada');
    token = await t.tokenOf(ada);
  });
  afterAll(() => t.remove());

  const share = (id: string) => t.send('GET', `/api/bookmarks/${id}/share/link`, { token });
  const linkTo = async (id: string) => (await (await share(id)).json()) as ShareLink;
  const open = (url: string) =>
    t.send('GET', new URL(url).pathname, { headers: { accept: 'text/html' } });
  const shown = async (url: string) => elementsIn(await (await open(url)).text(), 'main');

  it('are new each time, and expire on a full minute', async () => {
    const { id } = await saveArticle(t, ada);
    t.advance(42_000);
    const answer = await share(id);
    expect(answer.status).toBe(201);
    const link = (await answer.json()) as ShareLink;
    expect(link).toEqual({
      url: expect.stringMatching(/^http:\/\/leafmark\.test\/@b\/[\w-]{43}$/),
      expires: '2026-01-16T00:01:00Z',
      title: 'The harbour froze',
      id,
    });
    expect(answer.headers.get('Location')).toBe(link.url);
    expect((await linkTo(id)).url).not.toBe(link.url);
  });

  it('show nothing while the account of their owner is disabled', async () => {
    const owner = await t.addUser('grace');
    const { id } = await saveArticle(t, owner);
    const answer = await t.send('GET', `/api/bookmarks/${id}/share/link`, {
      token: await t.tokenOf(owner),
    });
    const { url } = (await answer.json()) as ShareLink;
    expect((await open(url)).status).toBe(200);
    await t.storage.users.update(owner.id, { isEnabled: false });
    expect((await open(url)).status).toBe(404);
    await t.storage.users.update(owner.id, { isEnabled: true });
    expect((await open(url)).status).toBe(200);
  });

  it('show the article to everybody, and nothing private of its owner', async () => {
    const bookmark = await saveArticle(t, ada, { note: 'A secret' });
    const { url } = await linkTo(bookmark.id);
    const answer = await open(url);
    expect(answer.status).toBe(200);
    expect(parseLinks(answer.headers.get('Link'))).toEqual([
      { url: bookmark.url, rel: 'original' },
      { url: bookmark.url, rel: 'cite-as' },
    ]);
    expect(answer.headers.get('Readeck-Original')).toBe(bookmark.url);
    const html = await answer.text();
    expect(html).toContain('<p>The harbour froze, <b>all</b> of it.</p>');
    expect(html).toContain(`<img src="${new URL(url).pathname}/_resources/ice.png"`);
    for (const own of ['to read', 'ada', 'secret', '/bm/', bookmark.id])
      expect(html).not.toContain(own);
  });

  it('run no script and load nothing from other sites', async () => {
    const { id } = await saveArticle(t, ada);
    const answer = await open((await linkTo(id)).url);
    const policy = answer.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src|unsafe|http/);
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
  });

  it('sanitise a stored article again', async () => {
    const article = '<p onclick="x()">a<img src=x onerror=x()><a href="javascript:x()">b</a></p>';
    const { id } = await saveArticle(t, ada, {}, article);
    expect(await (await open((await linkTo(id)).url)).text()).toContain('<p>a<a>b</a></p>');
  });

  it('show a page that is made once for all visitors and hosts until its bookmark changes', async () => {
    const article = `<section>${'<p>The harbour froze.</p>'.repeat(2000)}</section>`;
    const bookmark = await saveArticle(t, ada, {}, article);
    const { pathname } = new URL((await linkTo(bookmark.id)).url);
    let made = 0;
    let isBroken = true;
    const counting = t.another({
      // Then each request determines the host.
      config: { ...t.server.config, baseUrl: null },
      processes: {
        ...directProcesses,
        sharedBy: (user) => ({
          async run(kind, input) {
            made += 1;
            expect([user, kind]).toEqual([String(ada.id), 'markup']);
            if (isBroken) return err({ kind: 'broke', fault: 'gone' });
            return directProcesses.run(kind, input);
          },
        }),
      },
    });
    let visitors = 0;
    const page = async () => {
      visitors += 1;
      const host = `localhost:${visitors}`;
      const answer = await counting.send('GET', pathname, { headers: { host } });
      return { status: answer.status, text: await answer.text() };
    };
    expect((await page()).status).toBe(503);
    isBroken = false;
    const [first, second] = await Promise.all([page(), page()]);
    expect(first.text).toContain('<p>The harbour froze.</p>');
    expect([second, await page()]).toEqual([first, first]);
    expect(made).toBe(2);
    t.advance(1000);
    await t.storage.bookmarks.update(ada.id, bookmark.id, { title: 'Ice' });
    expect((await page()).text).toContain('<h1>Ice</h1>');
    expect(made).toBe(3);
  });

  it('show their own expiry, although several links of a bookmark show the same article', async () => {
    const { id } = await saveArticle(t, ada);
    const first = await linkTo(id);
    t.advance(5 * MINUTE_MS);
    const second = await linkTo(id);
    const [firstPage, secondPage] = [await open(first.url), await open(second.url)];
    const firstText = await firstPage.text();
    expect(await secondPage.text()).not.toBe(firstText);
    expect(await (await open(first.url)).text()).toBe(firstText);
  });

  it('show the fields of a page without an article', async () => {
    const more = { title: '', description: 'A winter <b>.', url: 'https://example.org/?q="<é>' };
    const { id } = await saveArticle(t, ada, more, null);
    const { url } = await linkTo(id);
    const original = (await open(url)).headers.get('Readeck-Original');
    expect(original).toBe('https://example.org/?q=%22%3C%C3%A9%3E');
    const elements = await shown(url);
    expect(elements.find(({ tag }) => tag === 'h1')?.text).toBe(more.url);
    expect(elements.map(({ text }) => text)).toContain('A winter <b>.');
  });

  it('show the name of a file from a disk, and no link to its address', async () => {
    const url = addressOfFile('ab'.repeat(32), 'my harbour.pdf');
    const { id } = await saveArticle(t, ada, { url, site: '', siteName: '' });
    const text = await (await open((await linkTo(id)).url)).text();
    expect(text).toContain('my harbour.pdf');
    expect(text).not.toContain('leafmark.invalid');
  });

  it('expire with an explanation', async () => {
    const { id } = await saveArticle(t, ada);
    const { url, expires } = await linkTo(id);
    t.advance(Date.parse(expires) - t.server.now() - 1);
    expect((await open(url)).status).toBe(200);
    t.advance(1);
    const answer = await open(url);
    expect(answer.status).toBe(410);
    expect(await answer.text()).toContain('This link has expired.');
  });

  it.each([
    ['day', 1],
    ['week', 7],
    ['month', 30],
  ])('work for a %s when their owner chooses that', async (lifetime, days) => {
    const { id } = await saveArticle(t, ada);
    const path = `/api/bookmarks/${id}/share/link?lifetime=${lifetime}`;
    const { expires } = (await (await t.send('GET', path, { token })).json()) as ShareLink;
    expect(Math.abs(Date.parse(expires) - t.server.now() - days * DAY_MS)).toBeLessThan(MINUTE_MS);
  });

  it('work for ever when their owner chooses that', async () => {
    const { id } = await saveArticle(t, ada);
    const path = `/api/bookmarks/${id}/share/link?lifetime=never`;
    const link = (await (await t.send('GET', path, { token })).json()) as ShareLink;
    expect(link.expires).toBeNull();
    t.advance(1000 * DAY_MS);
    const page = await (await open(link.url)).text();
    expect(page).toContain('Somebody shared this with you.');
    await t.send('DELETE', `/api/bookmarks/${id}`, { token });
  });

  it('are listed and withdrawn by their owner only', async () => {
    const ben = await t.addUser('ben');
    const bens = await t.tokenOf(ben);
    const { id } = await saveArticle(t, ben);
    const shared = await t.send('GET', `/api/bookmarks/${id}/share/link`, { token: bens });
    const { url, expires } = (await shared.json()) as ShareLink;
    const list = async (who: string) =>
      (await t.send('GET', '/api/bookmarks/shares', { token: who })).json();
    const [listed] = (await list(bens)) as { id: string }[];
    expect(listed).toEqual({
      id: expect.any(String),
      href: `${BASE}/api/bookmarks/shares/${listed!.id}`,
      created: expect.any(String),
      expires,
      bookmark_id: id,
      bookmark_title: 'The harbour froze',
      is_own: true,
    });
    expect(await list(await t.tokenOf(ben))).toMatchObject([{ id: listed!.id, is_own: false }]);
    expect(JSON.stringify(await list(token))).not.toContain(id);
    const withdraw = (who: string) =>
      t.send('DELETE', `/api/bookmarks/shares/${listed!.id}`, { token: who });
    expect((await withdraw(token)).status).toBe(404);
    const picture = `${url}/_resources/ice.png`;
    expect((await open(url)).status).toBe(200);
    expect((await open(picture)).status).toBe(200);
    expect((await withdraw(bens)).status).toBe(204);
    expect((await open(url)).status).toBe(404);
    expect((await open(picture)).status).toBe(404);
    expect(await list(bens)).toEqual([]);
    expect((await withdraw(bens)).status).toBe(404);
  });

  it('are not listed when they have expired', async () => {
    const cy = await t.addUser('cy');
    const cys = await t.tokenOf(cy);
    const { id } = await saveArticle(t, cy);
    await t.send('GET', `/api/bookmarks/${id}/share/link`, { token: cys });
    t.advance(2 * DAY_MS);
    const listed = await t.send('GET', '/api/bookmarks/shares', { token: cys });
    expect(await listed.json()).toEqual([]);
  });

  it('end when their bookmark is deleted', async () => {
    const { id } = await saveArticle(t, ada);
    const { url } = await linkTo(id);
    await t.storage.bookmarks.delete(ada.id, [id]);
    expect((await open(url)).status).toBe(404);
  });

  it('are refused for bookmarks of other users and before the page was read', async () => {
    const { id } = await saveArticle(t, await t.addUser('eve'));
    expect((await share(id)).status).toBe(404);
    const loading = await saveArticle(t, ada, { state: 2 }, null);
    expect((await share(loading.id)).status).toBe(404);
  });

  it('are stored as hashes, and work again after a backup is restored', async () => {
    const { id } = await saveArticle(t, ada);
    const { url } = await linkTo(id);
    const code = url.split('/').at(-1) ?? '';
    const file = join(t.server.config.dataDir, 'all.backup');
    await t.storage.backup(file);
    const kept = gunzipSync(readFileSync(file)).toString();
    expect(kept).toContain('share_links');
    expect(kept).not.toContain(code);
    expect(await t.storage.restore(file)).toEqual({ ok: true, value: null });
    expect((await open(url)).status).toBe(200);
  });

  it('cannot be guessed', async () => {
    expect((await open(`${BASE}/@b/guess`)).status).toBe(404);
    expect((await open(`${BASE}/@b/%00`)).status).toBe(404);
  });
});
