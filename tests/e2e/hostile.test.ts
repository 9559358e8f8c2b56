import { describe, expect, it } from 'vitest';
import { HOSTILE_PAGES } from './support/hostile-pages.ts';
import { BROWSERS } from './support/launch.ts';
import { articleHtml, keepBusy, serveArticle } from './support/pages.ts';
import { pendingAddresses } from './support/saved-rows.ts';
import { badgeShows, rowOf, SAVE_KEY } from './support/saving.ts';
import { until } from './support/until.ts';
import { useWorld, type World } from './support/world.ts';

/** The background gives up after 10 s; writing down what there is takes a moment more. */
const BOUND_MS = 12_000;

/** Milliseconds from the moment the badge tells of the save until it tells of its end. */
async function saveTakes(world: World): Promise<number> {
  await until('the save begins', async () => (await world.browser.badge()).text !== '');
  const begun = Date.now();
  await badgeShows(world, '✓');
  return Date.now() - begun;
}

describe.each(BROWSERS)('a hostile page in %s', (name) => {
  const world = useWorld(name);

  it.each(HOSTILE_PAGES)('that is $is is saved in bounded time', async ({ is, html, headers }) => {
    const { browser, web } = world;
    const url = `http://hostile.example/${encodeURIComponent(is)}`;
    web.page(url, html, headers);
    web.page('http://hostile.example/frame', '<p>From a frame that is gone.</p>');
    const page = await browser.open(url, 'parsed');

    await browser.press(SAVE_KEY);
    expect(await saveTakes(world)).toBeLessThan(BOUND_MS);

    expect(await rowOf(world, url)).toMatchObject({ content: { kind: 'article' } });
    await page.close();
  });

  it('that runs an endless script is given up after 10 s, and its address is kept', async () => {
    const { browser, web } = world;
    const url = 'http://hostile.example/endless';
    web.page(url, articleHtml({ title: 'Endless' }));
    const page = await browser.open(url);
    keepBusy(page, 20_000); // twice as long as anybody waits: endless
    await browser.clickButton();
    expect(await saveTakes(world)).toBeLessThan(BOUND_MS);
    const popup = await until('the popup is open', () => browser.openPopup());
    await popup.sees('Only the address is kept: the page took too long.');
    await browser.picture('popup-timed-out');
    expect(await rowOf(world, url)).toMatchObject({
      title: 'Endless',
      content: { kind: 'address', reason: 'timed-out' },
    });
    await page.close();
  });
});

describe.each(BROWSERS)('in mid-capture in %s', (name) => {
  const world = useWorld(name);

  /** A page whose capture has begun and can't end before its script does. */
  const beginSave = async (path: string, busyMs: number) => {
    const { browser, web } = world;
    const url = serveArticle(web, path, { title: path });
    const watcher = await browser.openOwn('options');
    const page = await browser.open(url);
    keepBusy(page, busyMs);
    await browser.clickButton();
    await until('it is on the disk that a save has begun', async () =>
      (await pendingAddresses(watcher)).includes(url),
    );
    return { page, url };
  };
  const settled = (url: string) => until('it is saved', () => rowOf(world, url).catch(() => null));

  it('a second click makes no second copy', async () => {
    const { url } = await beginSave('clicked-twice', 3_000);
    await world.browser.clickButton(); // closes the popup
    await world.browser.clickButton(); // and opens it again
    await badgeShows(world, '✓');
    expect(await rowOf(world, url)).toMatchObject({ content: { kind: 'article' } });
  });

  it('a tab that is closed leaves the address, with the reason', async () => {
    const { page, url } = await beginSave('closed', 30_000);
    await page.close();
    expect(await settled(url)).toMatchObject({
      title: 'closed',
      content: { kind: 'address', reason: 'tab-closed' },
    });
  });

  it('a page that is left for another leaves the address, with the reason', async () => {
    const elsewhere = 'http://elsewhere.example/';
    world.web.page(elsewhere, articleHtml({ title: 'Elsewhere' }));
    const { url } = await beginSave('left', 30_000);
    await world.browser.goTo(elsewhere);
    expect(await settled(url)).toMatchObject({
      title: 'left',
      content: { kind: 'address', reason: 'navigated' },
    });
  });
});
