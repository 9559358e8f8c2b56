// @module-tag full
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { type CompanionServer, startCompanion } from '../support/companion-server';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy';
import { fillUp, freeUp, longParagraphs, ROOM_BYTES } from '../support/full-storage';
import { until } from '../support/until';
import { press, seesText, seesTitles, signIn, WebBrowser } from '../support/web-browser';

const FIRST = 'Bookmark 0';
const LATE = 'A page that needs much room';
const NO_ROOM = 'There is no room left for data from the server; free some space';
/**
 * Firefox gives it to all sites together, and a fifth of it to one site. While an article of
 * `longParagraphs` is written, it takes four times its size.
 */
const STORAGE_KIB = 160 * 1024;

describe.each(BROWSERS)('the web app where little is kept in %s', (name) => {
  let companion: CompanionServer;
  let proxy: FaultyProxy;
  let browser: WebBrowser;
  let page: Page;
  beforeAll(async () => {
    companion = await startCompanion();
    await companion.fill(1);
    proxy = await startFaultyProxy(companion);
  });
  beforeEach(async ({ task }) => {
    proxy.mend();
    return async () => {
      await browser.picture(page, `${task.name}-${name}`);
      await browser.close();
    };
  });
  afterAll(async () => {
    await proxy.stop();
    await companion.stop();
  });

  const favourites = async () => {
    const token = await companion.newToken();
    const answer = await companion.send('GET', '/api/bookmarks?is_marked=true', { token });
    return ((await answer.json()) as { title: string }[]).map(({ title }) => title);
  };
  const open = async () => {
    page = await browser.open(`${proxy.base}/`);
    await signIn(page);
    await until('the list is shown', async () => (await page.$('.row-words a')) !== null);
  };
  /** Presses a key on the row of a page. */
  const pressOn = async (key: 'a' | 'f') => {
    await page.focus('.row-words a');
    await page.keyboard.press(key);
  };

  it('works in a private window, and says what would go with it', async () => {
    const prefs = { 'browser.privatebrowsing.autostart': true };
    browser = await WebBrowser.launch(name, { prefs });
    await browser.renew();
    await open();
    await pressOn('f');
    await until('the server has the change', async () => (await favourites()).length === 1);
    proxy.cut();
    await pressOn('f');
    await seesText(page, 'Changes waiting to be sent: 1');
    await seesText(page, 'The browser may delete your library');
    await browser.picture(page, `private-window-${name}`);
    proxy.mend();
    // The window is closed.
    await browser.renew();
    await open();
    await seesTitles(page, [FIRST]);
    await page.waitForSelector('.row-state');
    expect(await favourites()).toEqual([FIRST]);
  });

  it('says that there is no room, loses nothing that waits, and goes on when there is', async () => {
    const prefs = { 'dom.quotaManager.temporaryStorage.fixedLimit': STORAGE_KIB };
    browser = await WebBrowser.launch(name, { prefs });
    await open();
    await until('a worker answers the page', () =>
      page.evaluate(() => navigator.serviceWorker.controller !== null),
    );
    proxy.cut();
    await pressOn('f');
    await seesText(page, 'Changes waiting to be sent: 1');
    const free = await fillStorage(page);
    await companion.add({ title: LATE, url: 'http://late.example/' }, longParagraphs());
    if (name === 'chromium') {
      await pressOn('a');
      await seesText(page, 'There is no room left. Nothing was changed. Free some space');
      await browser.picture(page, `no-room-for-edit-${name}`);
    }
    proxy.mend();
    await press(page, 'Sync now');
    await seesText(page, NO_ROOM);
    await browser.picture(page, `no-room-for-sync-${name}`);
    await page.reload();
    // Chromium does not tell a page how much room is left.
    if (name === 'firefox') await seesText(page, 'Your disk is nearly full.');
    await seesText(page, NO_ROOM);
    await browser.picture(page, `no-room-${name}`);
    await free();
    await press(page, 'Sync now');
    await until('the server has what waited', async () => (await favourites()).length === 0);
    await seesText(page, LATE);
    await seesText(page, 'Synced');
    await page.reload();
    await press(page, LATE);
    await page.waitForSelector('.article p');
    expect(await page.evaluate(() => document.body.textContent)).not.toContain(NO_ROOM);
  });

  /** Lets the browser store little more for this site. Returns what ends that. */
  const fillStorage = async (shown: Page): Promise<() => Promise<void>> => {
    if (name === 'firefox') {
      await shown.evaluate(fillUp, ROOM_BYTES);
      return () => shown.evaluate(freeUp);
    }
    const session = await shown.createCDPSession();
    const { origin } = new URL(shown.url());
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    // Chromium looks at the quota only from time to time.
    await until('the browser refuses to store a byte', () =>
      shown.evaluate(fillUp, null).then(
        () => false,
        () => true,
      ),
    );
    return async () => {
      await session.send('Storage.overrideQuotaForOrigin', { origin });
    };
  };
});
