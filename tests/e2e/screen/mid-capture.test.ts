// @module-tag full
import { describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { articleHtml } from '../support/pages.ts';
import { pendingAddresses, savedRows } from '../support/saved-rows.ts';
import { badgeShows, rowOf } from '../support/saving.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

const SITE = 'http://journal.example';

describe.each(BROWSERS)('during a capture in %s', (name) => {
  const world = useWorld(name);

  /**
   * Opens a page and starts its capture, which waits for the rest of the page. The page's server
   * holds the rest back.
   */
  const beginSave = async (title: string) => {
    const { browser, web } = world;
    const url = `${SITE}/${title}`;
    const held = web.hold(url, articleHtml({ title }));
    const watcher = await browser.openOwn('options');
    const page = await browser.openLoading(url, title);
    await browser.clickButton();
    await until('the begun save is on the disk', async () =>
      (await pendingAddresses(watcher)).includes(url),
    );
    return { page, held, url };
  };
  const settled = (url: string) => until('it is saved', () => rowOf(world, url).catch(() => null));

  it('a second click makes no second copy', async () => {
    const { held, url } = await beginSave('clicked-twice');
    await world.browser.clickButton(); // This closes the popup.
    await world.browser.clickButton(); // This opens it again.
    held.end();
    await badgeShows(world, '✓');
    expect(await rowOf(world, url)).toMatchObject({ content: { kind: 'article' } });
  });

  it('closing the tab keeps the address with the reason', async () => {
    const { page, url } = await beginSave('closed');
    await page.close();
    expect(await settled(url)).toMatchObject({
      title: 'closed',
      content: { kind: 'address', reason: 'tab-closed' },
    });
  });

  it.each([
    ['page of its site', `${SITE}/next`],
    ['site', 'http://elsewhere.example/'],
  ])('leaving the page for another %s saves the page and not the other', async (to, next) => {
    const { page, held, url } = await beginSave(`left-for-another-${to.replaceAll(' ', '-')}`);
    const saved = settled(url);
    // Firefox ends the old page first, so the waiting script captures it. To decide this race, the
    // next page is sent only after that. Chromium waits for the next page and discards the script
    // with the old page.
    const canSendNext = name === 'firefox' ? saved : Promise.resolve();
    world.web.on(next, (_, response) => {
      void canSendNext.then(() => response.end(articleHtml({ title: 'Next' })));
    });
    held.send(`<script>location.href = ${JSON.stringify(next)};</script>`);
    expect(await saved).toMatchObject({
      title: new URL(url).pathname.slice(1),
      content: name === 'firefox' ? { kind: 'article' } : { kind: 'address', reason: 'navigated' },
    });
    await until('the next page is shown', async () => (await page.text()).includes('Next'));
    expect((await savedRows(world.browser)).map((row) => row.url)).not.toContain(next);
  });
});
