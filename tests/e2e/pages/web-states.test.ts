// @module-tag full
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder';
import { act } from '../support/act.ts';
import { BROWSERS } from '../support/browsers.ts';
import { type CompanionServer, startCompanion } from '../support/companion-server';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy';
import { until } from '../support/until';
import { leave, press, seesText, seesTitles, signIn, WebBrowser } from '../support/web-browser';

const ALL = ['Bookmark 0'];
const KEEPS_NOTHING = 'Your browser does not let this site store anything';
/** The content setting of Chromium, and the behaviour of Firefox, that block all storage of sites. */
const BLOCK = 2;

describe.each(BROWSERS)('the web app without what it needs in %s', (name) => {
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

  const signedIn = async () => {
    browser = await WebBrowser.launch(name, { reportsRequests: true });
    page = await browser.open(`${proxy.base}/`);
    await signIn(page);
    await seesTitles(page, ALL);
    expect(await page.$eval('#too-old', (words) => words.checkVisibility())).toBe(false);
    await until('a worker answers the page', () =>
      page.evaluate(() => navigator.serviceWorker.controller !== null),
    );
  };

  const favourites = async () => {
    const token = await companion.newToken();
    const answer = await companion.send('GET', '/api/bookmarks?is_marked=true', { token });
    return ((await answer.json()) as unknown[]).length;
  };

  it('says why it shows nothing where a person blocks the storage of sites', async () => {
    const profile = temporaryFolder(`leafmark-blocked-${name}`);
    if (name === 'chromium') await blockStorage(profile);
    const prefs = { 'network.cookie.cookieBehavior': BLOCK };
    browser = await WebBrowser.launch(name, { profile, prefs });
    page = await browser.open(`${proxy.base}/library.html`);
    await seesText(page, KEEPS_NOTHING);
  });

  it('says which browsers can show it where the scripts and their styles cannot be read', async () => {
    browser = await WebBrowser.launch(name, { reportsRequests: true });
    page = await browser.open('about:blank');
    await page.setRequestInterception(true);
    page.on('request', async (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js')) {
        return request.respond({ contentType: 'text/javascript', body: '/(?<unreadable/' });
      }
      if (!pathname.endsWith('.css')) return request.continue();
      const body = (await (await fetch(request.url())).text()).replace('::highlight(a)', '::no(a)');
      return request.respond({ contentType: 'text/css', body });
    });
    for (const path of ['library.html', 'options.html']) {
      await page.goto(`${proxy.base}/${path}`);
      expect(await page.$eval('#too-old', (words) => words.checkVisibility())).toBe(true);
      expect(await page.$eval('#too-old', (words) => words.textContent)).toContain(
        'Leafmark needs a newer browser, Safari and iOS 18',
      );
    }
  });

  it('says why it shows nothing where the browser opens no database', async () => {
    browser = await WebBrowser.launch(name);
    page = await browser.open('about:blank');
    await page.evaluateOnNewDocument(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('', 'SecurityError');
      };
    });
    await page.goto(`${proxy.base}/`);
    await signIn(page);
    await seesText(page, KEEPS_NOTHING);
  });

  it('shows the library from the server again when the browser has deleted all that it kept', async () => {
    await signedIn();
    await page.goto(`${proxy.base}/profile`);
    await page.evaluate(evict);
    await page.goto(`${proxy.base}/`);
    await seesTitles(page, ALL);
  });

  it('says without a network that the server does not answer when the library was deleted, and shows it later', async () => {
    await signedIn();
    await page.goto(`${proxy.base}/profile`);
    await page.evaluate(async () => {
      for (const { name: each } of await indexedDB.databases())
        indexedDB.deleteDatabase(each ?? '');
    });
    proxy.cut();
    await page.goto(`${proxy.base}/`);
    await seesText(page, 'The server does not answer.');
    proxy.mend();
    await press(page, 'Sign in');
    await seesTitles(page, ALL);
  });

  it('keeps an edit while the server is gone, and sends it when it is back', async () => {
    await signedIn();
    await leave(page);
    proxy.cut();
    await page.reload();
    await seesTitles(page, ALL);
    await page.focus('.row-words a');
    await page.keyboard.press('f');
    await seesText(page, 'Changes waiting to be sent: 1');
    await seesText(page, "The server can't be reached");
    proxy.mend();
    await page.reload();
    await until('the server has the change', async () => (await favourites()) === 1);
    expect(browser.errors.filter((error) => /^Error|TypeError/.test(error))).toEqual([]);
  });

  it('loads its background again, after it could not be loaded, when the person comes back', async () => {
    await signedIn();
    await leave(page);
    await page.evaluateOnNewDocument(loseFirstWorker);
    await page.reload();
    await seesTitles(page, ALL);
    const before = await favourites();
    await page.focus('.row-words a');
    await page.keyboard.press('f');
    await act(
      'the server has the change',
      () => page.evaluate(() => window.dispatchEvent(new Event('focus'))),
      async () => (await favourites()) !== before,
      { repeatAfterMs: 10_000 },
    );
  });

  it('saves a page once although the browser is killed before the answer of the server is here', async () => {
    const profile = temporaryFolder(`leafmark-push-${name}`);
    browser = await WebBrowser.launch(name, { profile });
    page = await browser.open(`${proxy.base}/`);
    await signIn(page);
    await seesTitles(page, ALL);
    // Browsers write what is not in a database when they end.
    await browser.close();
    browser = await WebBrowser.launch(name, { profile });
    page = await browser.open(`${proxy.base}/#/add`);
    const isSent = proxy.loseAnswer('POST', '/api/bookmarks');
    await page.waitForSelector('.add-page input');
    await page.type('.add-page input', 'http://journal.example/killed');
    await page.keyboard.press('Enter');
    await isSent;
    await browser.kill();
    browser = await WebBrowser.launch(name, { profile });
    page = await browser.open(`${proxy.base}/`);
    await seesText(page, 'Synced');
    const answer = await companion.send('GET', '/api/bookmarks?site=journal.example', {
      token: await companion.newToken(),
    });
    expect(await answer.json()).toHaveLength(1);
    await until('both rows are shown', async () => (await page.$$('.row-words a')).length === 2);
  });
});

/** Blocks the storage of all sites in a new profile of Chromium, as a person does in its settings. */
async function blockStorage(profile: string): Promise<void> {
  const folder = join(profile, 'Default');
  await mkdir(folder, { recursive: true });
  const settings = { profile: { default_content_setting_values: { cookies: BLOCK } } };
  await writeFile(join(folder, 'Preferences'), JSON.stringify(settings));
}

/** Runs in a page of the server. Deletes what a browser deletes when it needs the room. */
async function evict(): Promise<void> {
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
  for (const name of await caches.keys()) await caches.delete(name);
  for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
  localStorage.clear();
  sessionStorage.clear();
}

/** Runs in a page before its scripts. The script of its first worker is not there. */
function loseFirstWorker(): void {
  const { Worker: Real } = window;
  let isFirst = true;
  window.Worker = class extends Real {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(isFirst ? '/app/gone.js' : address, options);
      isFirst = false;
    }
  };
}
