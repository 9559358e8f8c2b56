import { describe, expect, it } from 'vitest';
import { frameHasFocus } from './support/highlighting.ts';
import { BROWSERS } from './support/launch.ts';
import { serveArticle } from './support/pages.ts';
import { savedRows } from './support/saved-rows.ts';
import { badgeShows, pressSaveKey, rowOf, SAVE_KEY } from './support/saving.ts';
import type { ScreenPage } from './support/screen-page.ts';
import { until } from './support/until.ts';
import { useWorld } from './support/world.ts';

/** The toast is a little off the lower right corner of the window. Its middle row is empty. */
const isToastShown = (page: ScreenPage): Promise<boolean> =>
  page
    .evaluate(() => document.elementFromPoint(innerWidth - 60, innerHeight - 60)?.localName)
    .then((name) => name === 'leafmark-highlights');

const toastIsShown = (page: ScreenPage) => until('the toast is shown', () => isToastShown(page));
const toastIsGone = (page: ScreenPage) =>
  until('the toast is gone', async () => !(await isToastShown(page)));

/** Runs in a page. The place of *Read now* at the lower left of the toast. */
const placeOfRead = () => ({ x: innerWidth - 16 - 380 + 50, y: innerHeight - 16 - 30 });

describe.each(BROWSERS)('the toast after a save in %s', (name) => {
  const world = useWorld(name);

  it('says what was saved, and goes away by itself', async () => {
    const { browser, web } = world;
    const page = await browser.open(serveArticle(web, 'said', { title: 'What was said' }));
    await pressSaveKey(world);
    await toastIsShown(page);
    await browser.picture('toast-light');
    await toastIsGone(page);
    await badgeShows(world, '✓');
  });

  it('opens the page in the reader by a click', async () => {
    const { browser, web } = world;
    const page = await browser.open(serveArticle(web, 'read-now', { title: 'To be read now' }));
    await pressSaveKey(world);
    await toastIsShown(page);
    const { x, y } = await page.evaluate(placeOfRead);
    // The pointer keeps the toast until the click is taken.
    await page.page.mouse.move(x, y);
    await until('the click is taken', async () => {
      await page.page.mouse.click(x, y);
      return until('the toast is gone', async () => !(await isToastShown(page)), 3000).catch(
        () => false,
      );
    });
    const reader = await browser.tab(/library\.html#\/read\//);
    await reader.sees('To be read now');
  });

  it('gets the focus by a second press of the key, and takes the save back', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'undone', { title: 'Not meant' });
    const page = await browser.open(url);
    await pressSaveKey(world);
    await toastIsShown(page);
    await browser.press(SAVE_KEY);
    await frameHasFocus(page);
    await browser.picture('toast-focus');
    await until('the save is taken back', async () => {
      await browser.press('Return');
      return until('it is', async () => (await rowOf(world, url)).trashedAt !== null, 3000).catch(
        () => false,
      );
    });
    await browser.press('Escape');
    await toastIsGone(page);
  });

  it('asks about an error page', async () => {
    const { browser, web } = world;
    const url = 'http://gone.example/not-here';
    web.on(url, (_, response) => {
      response.writeHead(404, { 'content-type': 'text/html' });
      response.end('<title>Not found</title><p>This page is not here.</p>');
    });
    const page = await browser.open(url);
    await pressSaveKey(world);
    await toastIsShown(page);
    await browser.picture('toast-error-page');
    expect((await savedRows(browser)).map((row) => row.url)).not.toContain(url);
  });
});
