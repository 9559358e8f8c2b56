import { describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/accessibility.ts';
import { BROWSERS } from '../support/browsers.ts';
import { allowSites, importPages, link, permissions } from '../support/getting-articles.ts';
import { articleHtml, serveImage } from '../support/pages.ts';
import { savedRows } from '../support/saved-rows.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { until } from '../support/until.ts';
import { useWorld, type World } from '../support/world.ts';

const PAGES = Array.from({ length: 8 }, (_, at) => `http://garden-${at}.example/gate`);

/** Serves articles at these addresses, after the gate was opened. */
function serveBehindGate({ web }: World, urls: readonly string[]) {
  let open = () => {};
  const gate = new Promise<void>((done) => {
    open = done;
  });
  for (const [at, url] of urls.entries()) {
    web.on(url, async (_, response) => {
      await gate;
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(articleHtml({ title: `Behind the gate ${at}` }));
    });
  }
  return { open };
}

describe.each(BROWSERS)('getting the articles of imported pages in %s', (name) => {
  const world = useWorld(name);

  const allow = (page: ScreenPage, button: string) => allowSites(world, page, button);

  const rowsOf = async () => (await savedRows(world.browser)).map((row) => [row.url, row] as const);

  it('keeps the articles and pictures of pages of many hosts, reports the others, and gives the access back', async () => {
    const { browser, web } = world;
    for (const [at, url] of PAGES.entries()) {
      const image = new URL('/leaf.png', url).href;
      serveImage(web, image, [40, 120, at * 10], 200);
      web.page(
        url,
        articleHtml({
          title: `The gate ${at}`,
          middle: '<figure><img src="/leaf.png" width="200" height="200" alt="A leaf"></figure>',
        }),
      );
    }
    const gone = 'http://lost.example/page';
    web.on(gone, (_, response) => response.writeHead(410).end());
    const page = await importPages(world, [
      ...PAGES.map((url, at) => (at === 0 ? link(url, 'My own title') : link(url))),
      link(gone, 'The lost page'),
    ]);
    await page.click('button', 'Get the articles');
    await page.sees('9 bookmarks');
    await browser.picture(`get-articles-form-${name}`);
    await browser.answer('allow', () => page.click('button', 'Get the articles'));
    await page.sees('Look in the Wayback Machine');
    await page.waitUntilGone('button', 'Stop');
    await page.sees('Articles kept');
    await page.waitFor('link', /^The lost page/);
    await browser.picture(`get-articles-report-${name}`);
    const rows = new Map(await rowsOf());
    for (const [at, url] of PAGES.entries()) {
      expect(rows.get(url)).toMatchObject({
        title: at === 0 ? 'My own title' : `The gate ${at}`,
        content: { kind: 'article' },
        images: ['kept'],
      });
    }
    expect(rows.get(gone)?.content.kind).toBe('address');
    expect(await seriousFindings(page)).toEqual([]);
    await until('the access is given back', async () => !(await permissions(page, 'contains')));
    await page.close();
  });

  it('gets the article of one page in the reader', async () => {
    const { browser, web } = world;
    const url = 'http://single.example/page';
    web.page(url, articleHtml({ title: 'A single page' }));
    await (await importPages(world, [link(url, 'Imported alone')])).close();
    const library = await browser.openOwn('library');
    await library.click('link', /^Imported alone/);
    await library.sees('This page was imported without its text.');
    await browser.picture(`get-article-reader-${name}`);
    await allow(library, 'Get the article');
    await library.sees('The garden behind the old library');
    await until('the access is given back', async () => !(await permissions(library, 'contains')));
    await library.close();
  });

  it('pauses when the access is taken back, and goes on when it is allowed again', async () => {
    const { browser } = world;
    const urls = Array.from({ length: 12 }, (_, at) => `http://taken-${at}.example/page`);
    const gate = serveBehindGate(world, urls);
    const page = await importPages(
      world,
      urls.map((url) => link(url)),
    );
    await page.click('button', 'Get the articles');
    await page.sees('12 bookmarks');
    await allow(page, 'Get the articles');
    await page.waitFor('button', 'Pause');
    await browser.picture(`get-articles-running-${name}`);
    expect(await permissions(page, 'remove')).toBe(true);
    gate.open();
    await page.sees('Paused, because the access to all sites was withdrawn.');
    await page.sees('Add more pages to this job');
    await browser.picture(`get-articles-paused-${name}`);
    expect(await seriousFindings(page)).toEqual([]);
    await allow(page, 'Allow');
    await page.waitUntilGone('button', 'Stop');
    const rows = new Map(await rowsOf());
    expect(urls.filter((url) => rows.get(url)?.content.kind !== 'article')).toEqual([]);
    await page.close();
  });

  it('reads a page behind a sign-in only as signed in, and sends no cookie otherwise', async () => {
    const { browser, web } = world;
    const site = 'http://members.example';
    const cookies: (string | undefined)[] = [];
    web.on(`${site}/enter`, (_, response) => {
      response.writeHead(200, {
        'content-type': 'text/html',
        'set-cookie': ['member=ada; SameSite=Lax; Path=/', 'seen=1; Path=/'],
      });
      response.end('<p>Welcome, Ada</p>');
    });
    web.on(`${site}/letter`, ({ headers }, response) => {
      cookies.push(headers.cookie);
      const isMember = headers.cookie?.includes('member=ada') === true;
      response.writeHead(isMember ? 200 : 401, { 'content-type': 'text/html; charset=utf-8' });
      response.end(isMember ? articleHtml({ title: 'To the members' }) : 'Members only');
    });
    const entered = await browser.open(`${site}/enter`);
    await entered.sees('Welcome, Ada');
    await entered.close();
    const library = await importPages(world, [link(`${site}/letter`, 'The letter')]);
    await library.click('button', 'Get the articles');
    await library.sees('1 bookmark');
    await allow(library, 'Get the articles');
    await library.sees('Needs sign-in');
    expect(cookies).toEqual([undefined]);
    await library.waitFor('link', /^The letter/);
    await browser.picture(`get-articles-sign-in-${name}`);

    await library.click('checkbox', /^With my sign-ins/);
    await allow(library, 'Try all again');
    await until('the article is kept', async () => {
      const rows = new Map(await rowsOf());
      return rows.get(`${site}/letter`)?.content.kind === 'article';
    });
    expect(cookies).toEqual([undefined, expect.stringContaining('member=ada')]);
    await library.close();
  });

  it('goes on after the browser was killed, and keeps each page once', async () => {
    const { browser, web } = world;
    const first = Array.from({ length: 4 }, (_, at) => `http://early-${at}.example/page`);
    const later = Array.from({ length: 10 }, (_, at) => `http://late-${at}.example/page`);
    serveBehindGate(world, first).open();
    const gate = serveBehindGate(world, later);
    const page = await importPages(
      world,
      [...first, ...later].map((url) => link(url)),
    );
    await page.click('button', 'Get the articles');
    await page.sees('14 bookmarks');
    await allow(page, 'Get the articles');
    await until('the job waits for pages', () => later.some((url) => web.requests.includes(url)));
    await browser.kill();
    await browser.restart();
    gate.open();
    const shown = await browser.openOwn('library', '#/get-articles');
    // Browsers that are killed may forget a permission. Chromium forgets those of an extension that was
    // loaded for a test.
    await shown.sees(/of 14|Articles kept/);
    const waits = () => shown.has('button', 'Allow');
    await until('it asks or is over', async () => {
      return (await waits()) || !(await shown.has('button', 'Stop'));
    });
    if (await waits()) await browser.answer('allow', () => shown.click('button', 'Allow'));
    await shown.waitUntilGone('button', 'Stop');
    const all = await rowsOf();
    const rows = new Map(all);
    const missing = [...first, ...later].filter((url) => rows.get(url)?.content.kind !== 'article');
    expect(missing).toEqual([]);
    expect(all).toHaveLength(rows.size);
    await shown.close();
  });
});
