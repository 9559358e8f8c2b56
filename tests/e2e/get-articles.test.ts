import { describe, expect, it } from 'vitest';
import { seriousFindings } from './support/accessibility.ts';
import { fileOf, netscape } from './support/import-looks.ts';
import { memoryNow, peakMemory } from './support/large-files.ts';
import { BROWSERS } from './support/launch.ts';
import { articleHtml, serveImage } from './support/pages.ts';
import { savedRows } from './support/saved-rows.ts';
import type { ScreenPage } from './support/screen-page.ts';
import { until } from './support/until.ts';
import { useWorld, type World } from './support/world.ts';

/** `npm run soak -- articles` sets it. */
const SOAK = Number(process.env.LEAFMARK_ARTICLES ?? 0);
/** As in a library of some years: a host has some pages. */
const PAGES_OF_HOST = 10;

const PAGES = Array.from({ length: 8 }, (_, at) => `http://garden-${at}.example/gate`);

/** Imports addresses without titles or with titles, as other programs export them. */
async function importPages(world: World, lines: readonly string[]): Promise<ScreenPage> {
  const page = await world.browser.openOwn('library', '#/import');
  await page.waitFor('button', 'Choose a file');
  await page.chooseFile(fileOf('pages.html', netscape(lines)));
  const count = lines.length.toLocaleString('en');
  await page.click('button', `Import (${count})`);
  await page.sees(`Pages added: ${count}`);
  return page;
}

const ALL_SITES = { origins: ['*://*/*'] };

/** Calls a function of the permissions in a page of the extension. */
const permissions = (page: ScreenPage, call: 'contains' | 'remove') =>
  page.evaluate(
    async (name, wanted) => {
      type Api = { permissions: Record<string, (wanted: object) => Promise<boolean>> };
      const { browser: firefox, chrome } = globalThis as unknown as Record<string, Api>;
      return (await (firefox ?? chrome)?.permissions[name]?.(wanted)) === true;
    },
    call,
    ALL_SITES,
  );

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

const link = (url: string, title = url) => `<A HREF="${url}" ADD_DATE="1600000000">${title}</A>`;

describe.each(BROWSERS)('getting the articles of imported pages in %s', (name) => {
  const world = useWorld(name);

  /** Chromium grants again without a question what was given back. */
  const allow = (page: ScreenPage, button: string) =>
    name === 'firefox'
      ? world.browser.answer('allow', () => page.click('button', button))
      : page.click('button', button);

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
      link(gone),
    ]);
    await page.click('button', 'Get the articles');
    await page.sees('9 bookmarks');
    await browser.picture(`get-articles-form-${name}`);
    await browser.answer('allow', () => page.click('button', 'Get the articles'));
    await page.waitUntilGone('button', 'Stop');
    await page.sees('Article kept');
    await page.sees('Look in the Wayback Machine');
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
    await browser.picture(`get-articles-paused-${name}`);
    expect(await seriousFindings(page)).toEqual([]);
    await allow(page, 'Allow again');
    await page.waitUntilGone('button', 'Stop');
    const rows = new Map(await rowsOf());
    expect(urls.filter((url) => rows.get(url)?.content.kind !== 'article')).toEqual([]);
    await page.close();
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
    await shown.sees(/of 14 pages|Article kept/);
    const waits = () => shown.has('button', 'Allow again');
    await until('it asks or is over', async () => {
      return (await waits()) || !(await shown.has('button', 'Stop'));
    });
    if (await waits()) await browser.answer('allow', () => shown.click('button', 'Allow again'));
    await shown.waitUntilGone('button', 'Stop');
    const all = await rowsOf();
    const rows = new Map(all);
    const missing = [...first, ...later].filter((url) => rows.get(url)?.content.kind !== 'article');
    expect(missing).toEqual([]);
    expect(all).toHaveLength(rows.size);
    await shown.close();
  });

  if (SOAK > 0) {
    it('gets thousands of pages with flat memory', { timeout: 3_600_000 }, async () => {
      const { web } = world;
      const urls = Array.from(
        { length: SOAK },
        (_, at) => `http://soak-${Math.floor(at / PAGES_OF_HOST)}.example/${at}`,
      );
      for (const [at, url] of urls.entries()) {
        // One in twenty is gone, as in a library of some years.
        if (at % 20 === 19) web.on(url, (_, response) => void response.writeHead(404).end());
        else web.page(url, articleHtml({ title: `Soak ${at}` }));
      }
      const page = await importPages(
        world,
        urls.map((url) => link(url)),
      );
      await page.click('button', 'Get the articles');
      await page.waitFor('radio', /^Selected/);
      await allow(page, 'Get the articles');
      await page.waitFor('button', 'Pause');
      const startedAt = Date.now();
      const before = name === 'chromium' ? memoryNow(page) : 0;
      await until(
        'the job is over',
        async () =>
          (await page.text()).includes('Article kept') && !(await page.text()).includes('Pause'),
        3_500_000,
      );
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      const rows = await rowsOf();
      const kept = rows.filter(
        ([url, { content }]) => urls.includes(url) && content.kind === 'article',
      );
      const memory =
        name === 'chromium'
          ? `, memory ${before} MB before, ${memoryNow(page)} MB after, ${peakMemory(page)} MB at most`
          : '';
      console.log(`${name}: ${kept.length} of ${SOAK} articles in ${seconds} s${memory}`);
      expect(kept).toHaveLength(SOAK - Math.floor(SOAK / 20));
      await page.close();
    });
  }
});
