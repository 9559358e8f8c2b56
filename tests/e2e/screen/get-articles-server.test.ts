// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { type CompanionServer, startCompanion } from '../support/companion-server.ts';
import { importPages, link, permissions } from '../support/getting-articles.ts';
import { articleHtml } from '../support/pages.ts';
import { savedRows } from '../support/saved-rows.ts';
import { signInByToken } from '../support/signing-in.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

describe.each(BROWSERS)('a server that reads imported pages, in %s', (name) => {
  const world = useWorld(name);
  let server: CompanionServer;
  beforeAll(async () => {
    // The pages of the test are on this machine.
    server = await startCompanion(['--allowed-networks', '127.0.0.1']);
    await signInByToken(world.browser, server.base, await server.newToken());
  });
  afterAll(() => server.stop());

  it('sends their articles by sync, without access to sites, and the others still count as without text', async () => {
    const { browser, web } = world;
    const site = `http://127.0.0.1:${web.port}`;
    web.page(`${site}/garden`, articleHtml({ title: 'The garden' }));
    web.on(`${site}/lost`, (_, response) => response.writeHead(410).end());
    const page = await importPages(world, [link(`${site}/garden`), link(`${site}/lost`)]);
    await page.click('button', 'Get the articles');
    await page.click('checkbox', /^Let the server read them/);
    await page.click('button', 'Get the articles');
    const contentOf = async (path: string) =>
      (await savedRows(browser)).find(({ url }) => url === `${site}${path}`)?.content.kind;
    await until('the article arrives', async () => (await contentOf('/garden')) === 'article');
    expect(await contentOf('/lost')).toBe('address');
    expect(await permissions(page, 'contains')).toBe(false);
    await browser.picture(`get-articles-server-${name}`);
    await page.click('checkbox', /^Let the server read them/);
    await page.sees('1 bookmark');
    await page.close();
  });
});
