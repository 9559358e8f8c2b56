import { describe, expect, it } from 'vitest';
import { fileOf, netscape } from './support/import-looks.ts';
import { BROWSERS } from './support/launch.ts';
import { articleHtml, serveImage } from './support/pages.ts';
import { savedRows } from './support/saved-rows.ts';
import type { ScreenPage } from './support/screen-page.ts';
import { until } from './support/until.ts';
import { useWorld, type World } from './support/world.ts';

const PAGES = Array.from({ length: 8 }, (_, at) => `http://garden-${at}.example/gate`);

/** Imports addresses without titles or with titles, as other programs export them. */
async function importPages(world: World, lines: readonly string[]): Promise<ScreenPage> {
  const page = await world.browser.openOwn('library', '#/import');
  await page.waitFor('button', 'Choose a file');
  await page.chooseFile(fileOf('pages.html', netscape(lines)));
  await page.click('button', `Import (${lines.length})`);
  await page.sees(`Pages added: ${lines.length}`);
  return page;
}

const link = (url: string, title = url) => `<A HREF="${url}" ADD_DATE="1600000000">${title}</A>`;

describe.each(BROWSERS)('getting the articles of imported pages in %s', (name) => {
  const world = useWorld(name);

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
    await until('the access is given back', () =>
      page.evaluate(async () => {
        type Api = { permissions: { contains(wanted: object): Promise<boolean> } };
        const { browser: firefox, chrome } = globalThis as unknown as Record<string, Api>;
        return !(await (firefox ?? chrome)?.permissions.contains({ origins: ['*://*/*'] }));
      }),
    );
    await page.close();
  });
});
