import { describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { keepBusy, serveArticle } from '../support/pages.ts';
import { pendingAddresses, savedRows } from '../support/saved-rows.ts';
import { rowOf, saveByKey } from '../support/saving.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

/** The moment of a kill differs each time. Firefox starts for several times as long as Chromium. */
const KILLS = { chromium: [1, 2, 3], firefox: [1] } as const;

describe.each(BROWSERS)('a saved page in %s', (name) => {
  const world = useWorld(name);

  it('remains after the browser was closed and started again', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'closed', { title: 'Before it closed' });
    await saveByKey(world, url);
    const before = await rowOf(world, url);
    await browser.restart();
    expect(await rowOf(world, url)).toEqual(before);
  });

  it('remains when the browser is killed as soon as the badge shows the save', async () => {
    const { browser, web } = world;
    for (const run of KILLS[name]) {
      const url = serveArticle(web, `killed-${run}`, { title: `Killed ${run}` });
      await saveByKey(world, url);
      await browser.kill();
      await browser.restart();
      expect(await rowOf(world, url)).toMatchObject({ content: { kind: 'article' } });
    }
  });

  it('remains at least as an address when the browser is killed during the capture', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'in-between', { title: 'In between' });
    const watcher = await browser.openOwn('options');
    const page = await browser.open(url);
    await keepBusy(web, page, 30_000); // The capture has to wait until the page's own script is done.
    await browser.clickButton();
    await until('the begun save is on the disk', async () =>
      (await pendingAddresses(watcher)).includes(url),
    );
    await browser.kill();

    await browser.restart();
    await until('the address is rescued', async () =>
      (await savedRows(browser)).some((row) => row.url === url),
    );
    expect(await rowOf(world, url)).toMatchObject({
      title: 'In between',
      content: { kind: 'address', reason: 'failed' },
    });
  });
});
