import { describe, expect, it } from 'vitest';
import { BROWSERS } from './support/launch.ts';
import { articleHtml } from './support/pages.ts';
import { pendingAddresses, savedRows } from './support/saved-rows.ts';
import { badgeShows, rowOf } from './support/saving.ts';
import { until } from './support/until.ts';
import { useWorld } from './support/world.ts';

const SITE = 'http://journal.example';

describe.each(BROWSERS)('in mid-capture in %s', (name) => {
  const world = useWorld(name);

  /** A page whose capture has begun and waits for the page's end, which its server holds back. */
  const beginSave = async (title: string) => {
    const { browser, web } = world;
    const url = `${SITE}/${title}`;
    const held = web.hold(url, articleHtml({ title }));
    const watcher = await browser.openOwn('options');
    const page = await browser.openLoading(url, title);
    await browser.clickButton();
    await until('it is on the disk that a save has begun', async () =>
      (await pendingAddresses(watcher)).includes(url),
    );
    return { page, held, url };
  };
  const settled = (url: string) => until('it is saved', () => rowOf(world, url).catch(() => null));

  it('a second click makes no second copy', async () => {
    const { held, url } = await beginSave('clicked-twice');
    await world.browser.clickButton(); // closes the popup
    await world.browser.clickButton(); // and opens it again
    held.end();
    await badgeShows(world, '✓');
    expect(await rowOf(world, url)).toMatchObject({ content: { kind: 'article' } });
  });

  it('a tab that is closed leaves the address, with the reason', async () => {
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
  ])('a page that is left for another %s is kept, and the other is not', async (to, next) => {
    const { page, held, url } = await beginSave(`left-for-another-${to.replaceAll(' ', '-')}`);
    const saved = settled(url);
    // Firefox first ends the page that is left, and the script that has waited for that reads it;
    // so that the race has one winner, the next page does not come before. Chromium waits for the
    // next page, and throws the script away with the page that is left.
    const mayCome = name === 'firefox' ? saved : Promise.resolve();
    world.web.on(next, (_, response) => {
      void mayCome.then(() => response.end(articleHtml({ title: 'Next' })));
    });
    held.send(`<script>location.href = ${JSON.stringify(next)};</script>`);
    expect(await saved).toMatchObject({
      title: new URL(url).pathname.slice(1),
      content: name === 'firefox' ? { kind: 'article' } : { kind: 'address', reason: 'navigated' },
    });
    await until('the next page is there', async () => (await page.text()).includes('Next'));
    expect((await savedRows(world.browser)).map((row) => row.url)).not.toContain(next);
  });
});
