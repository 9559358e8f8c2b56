import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder';
import { BROWSERS } from '../support/browsers.ts';
import { type CompanionServer, startCompanion } from '../support/companion-server';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy';
import { librarySize } from '../support/stored-library';
import { until } from '../support/until';
import { press, seesText, signIn, WebBrowser } from '../support/web-browser';

const SHARED = 'url=http%3A%2F%2Fjournal.example%2Fshared&title=A%20shared%20page';
/** The page ignores presses in the first 600 ms, which were meant for what was there before. */
const NO_PRESS_MS = 600;
const ALL = ['Bookmark 0', 'Bookmark 1'];

describe.each(BROWSERS)('the shell of the web app in %s', (name) => {
  const profile = temporaryFolder(`leafmark-shell-${name}`);
  let companion: CompanionServer;
  let proxy: FaultyProxy;
  let browser: WebBrowser;
  let page: Page;
  const start = async () => {
    browser = await WebBrowser.launch(name, { profile });
  };
  const go = (path: string) => page.goto(`${proxy.base}${path}`);
  const titlesOnServer = async () => {
    const answer = await companion.send('GET', '/api/bookmarks', {
      token: await companion.newToken(),
    });
    return ((await answer.json()) as { title: string }[]).map(({ title }) => title);
  };
  beforeAll(async () => {
    companion = await startCompanion();
    await companion.fill(2);
    proxy = await startFaultyProxy(companion);
    await start();
    page = await browser.open(`${proxy.base}/`);
  });
  afterAll(async () => {
    await browser.close();
    await proxy.stop();
    await companion.stop();
  });

  it('keeps all of its files and the articles while it is first used', async () => {
    await signIn(page);
    await sees(page, ALL);
    await until('a worker answers the page', () =>
      page.evaluate(() => navigator.serviceWorker.controller !== null),
    );
    await until('the articles are here', async () => {
      const { articles, images } = await page.evaluate(librarySize);
      return articles === ALL.length && images === ALL.length;
    });
    expect(await page.evaluate(() => document.body.textContent)).not.toContain('new version');
    expect(browser.errors).toEqual([]);
  });

  it('shows the list and an article without a network after a kill', async () => {
    await browser.close();
    await start();
    page = await browser.open(`${proxy.base}/`);
    await sees(page, ALL);
    await browser.kill();
    proxy.cut();
    await start();
    page = await browser.open(`${proxy.base}/`);
    await sees(page, ALL);
    await press(page, ALL[0]!);
    await seesText(page, 'The harbour froze, all of it.');
    await until('the picture is shown', () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLImageElement>('.article img')].some(
          ({ src, naturalWidth }) => src.startsWith('blob:') && naturalWidth > 0,
        ),
      ),
    );
    await browser.picture(page, `offline-article-${name}`);
  });

  it('saves a shared page only after a press, which waits for the network', async () => {
    await go(`/save?${SHARED}`);
    await seesText(page, 'A shared page');
    await browser.picture(page, `share-${name}`);
    await go('/#/all');
    await sees(page, ALL);
    await go(`/save?${SHARED}`);
    await seesText(page, 'A shared page');
    await pressSave(page);
    await seesText(page, 'Saved: A shared page');
    await go('/');
    await sees(page, ['A shared page', ...ALL]);
    await seesText(page, 'Changes waiting to be sent: 1');
    expect(await titlesOnServer()).not.toContain('A shared page');
    proxy.mend();
    await press(page, 'Sync now');
    await until('the server has it', async () => (await titlesOnServer()).length === 3);
    await seesText(page, 'Synced');
  });

  it('saves nothing by a share that brings no address, and says so', async () => {
    await go('/save?text=Only%20words');
    await page.waitForSelector('.add-page');
    await press(page, 'Save');
    await seesText(page, "That address can't be opened again, so it was not saved.");
    expect(await titlesOnServer()).toHaveLength(3);
  });
});

/** The order of rows that were saved in the same millisecond is any. */
const sees = async (page: Page, titles: readonly string[]) =>
  until(`the list shows ${titles.join(', ')}`, async () => {
    const shown = await page.$$eval('.row-words a', (all) => all.map((each) => each.textContent));
    return JSON.stringify(shown.toSorted()) === JSON.stringify(titles.toSorted());
  });

async function pressSave(page: Page): Promise<void> {
  const shownAt = await page.evaluate(() => performance.now());
  await until('it has been shown for long enough', async () => {
    const now = await page.evaluate(() => performance.now());
    return now - shownAt > NO_PRESS_MS;
  });
  await press(page, 'Save');
}
