import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASES } from '../storage/support/databases';
import { picture, sizeOf } from './support/pictures';
import { runDueJobs } from './support/run-jobs';
import { startServer, type TestServer } from './support/test-server';
import { redirect, startWeb, type Web } from './support/web';

const HTML = 'text/html; charset=utf-8';
const WORDS = 'The quick brown fox jumps over the lazy dog and runs far away from here. ';
const PARAGRAPHS = `<p>${WORDS.repeat(4)}</p>`.repeat(4);

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en-GB"><head><title>A story</title>${head}</head>
  <body><nav><a href="/">Home</a></nav><article>${body}</article></body></html>`;

describe.each(DATABASES)('extracting on %s', (_, database) => {
  let t: TestServer;
  let web: Web;
  let token: string;
  beforeEach(async () => {
    web = await startWeb();
    t = await startServer(database, { flags: { 'allowed-networks': '127.0.0.1' } });
    t.names.set('site.example', ['127.0.0.1']);
    token = await t.tokenOf(await t.addUser());
  });
  afterEach(async () => {
    await web.close();
    await t.remove();
  });

  const at = (path: string) => `http://site.example:${web.port}${path}`;
  const json = async (path: string) =>
    (await (await t.send('GET', path, { token })).json()) as Record<string, unknown>;
  const create = async (path: string, more: Record<string, unknown> = {}): Promise<string> => {
    const made = await t.send('POST', '/api/bookmarks', {
      token,
      json: { url: at(path), ...more },
    });
    expect(made.status).toBe(202);
    return made.headers.get('bookmark-id')!;
  };
  const extracted = async (path: string, more: Record<string, unknown> = {}) => {
    const id = await create(path, more);
    expect(await json(`/api/bookmarks/${id}`)).toMatchObject({ state: 2, loaded: false });
    expect(await runDueJobs(t.server)).toEqual(['done']);
    return id;
  };
  const article = async (id: string) =>
    (await t.send('GET', `/api/bookmarks/${id}/article`, { token })).text();

  it('makes a page a bookmark with its article, its images and what it says of itself', async () => {
    web.pages['/'] = redirect('/story?utm=1');
    web.pages['/story?utm=1'] = {
      type: HTML,
      body: page(
        `<h1>A story</h1>${PARAGRAPHS}<img src="/a.webp" alt="A &lt;b&gt; &quot;c&quot;">
        <p><a href="https://b.org/x">elsewhere</a></p><img src="/gone.png">`,
        `<meta property="og:site_name" content="A site"><meta name="author" content="Ann Lee">
        <meta property="og:image" content="/lead.jpg"><link rel="icon" href="/icon.png" sizes="128x128">
        <meta name="description" content="The quick brown fox jumps over the lazy dog">
        <meta property="article:published_time" content="2024-05-06T07:08:09Z">`,
      ),
    };
    web.pages['/a.webp'] = { type: 'image/webp', body: await picture('webp', 2000, 1000) };
    web.pages['/lead.jpg'] = { type: 'image/jpeg', body: await picture('jpeg', 1200, 600) };
    web.pages['/icon.png'] = { type: 'image/png', body: await picture('png', 128, 128) };
    const id = await extracted('/');

    const info = await json(`/api/bookmarks/${id}`);
    expect(info).toMatchObject({
      state: 0,
      loaded: true,
      url: at('/story?utm=1'),
      title: 'A story',
      site: 'site.example',
      site_name: 'A site',
      authors: ['Ann Lee'],
      lang: 'en',
      text_direction: 'ltr',
      document_type: 'article',
      type: 'article',
      has_article: true,
      published: '2024-05-06T07:08:09Z',
      omit_description: true,
      reading_time: 1,
      links: [{ url: 'https://b.org/x', domain: 'b.org', title: 'elsewhere', is_page: true }],
    });
    expect(info).not.toHaveProperty('errors');
    const resources = info.resources as Record<string, { src: string; width: number }>;
    expect(resources.image).toMatchObject({ width: 800, height: 400 });
    expect(resources.thumbnail).toMatchObject({ width: 380, height: 190 });
    expect(resources.icon).toMatchObject({ width: 64, height: 64 });
    const icon = await t.send('GET', new URL(resources.icon!.src).pathname);
    expect(icon.headers.get('content-type')).toBe('image/png');

    const html = await article(id);
    expect(html).toMatch(/^<section lang="en-GB" dir="ltr">/);
    const src = /<img loading="lazy" src="(http:\/\/leafmark\.test\/bm\/[^"]+\.jpeg)"/.exec(
      html,
    )?.[1];
    const image = await t.send('GET', new URL(src!).pathname);
    expect(await sizeOf(await image.bytes())).toEqual([1536, 768, 'jpeg']);
    expect(html).toMatch(/alt="A (<|&lt;)b(>|&gt;) &quot;c&quot;"/);
    // What can't be had keeps its address.
    expect(html).toContain(`src="${at('/gone.png')}"`);
    const log = await (await t.send('GET', `/api/bookmarks/${id}/x/log`, { token })).text();
    expect(log).toContain(`image not kept, failed: ${at('/gone.png')}`);
    expect(await json(`/api/bookmarks/${id}/x/props.json`)).toMatchObject({
      described: { title: 'A story' },
      images_not_kept: [{ from: at('/gone.png'), reason: 'failed' }],
    });
    const found = await t.send('GET', '/api/bookmarks?search=quick', { token });
    expect(found.headers.get('total-count')).toBe('1');
  });
});
