import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpToken } from '../../../server/account/new-user';
import type { BookmarkRow, Storage } from '../../../server/storage';
import { DATABASES, type TestDatabase } from '../../server/storage/support/databases';
import {
  buildRealServer,
  type RealServer,
  startRealServer,
} from '../../server/support/real-server';
import { saveArticle } from '../../server/support/saved-article';
import { freePort } from '../../support/free-port';
import { BROWSERS } from '../support/browsers.ts';
import { startCaddy } from '../support/caddy';
import { ADA } from '../support/companion-server';
import { HTTPS, NAME, PLACES, startAt } from '../support/home-places';
import { until } from '../support/until';
import { leave, press, seesText, seesTitles, WebBrowser } from '../support/web-browser';

/** A header that has no effect over plain http. */
const EXPECTED = /Cross-Origin-Opener-Policy/;

describe.each(BROWSERS)('a server in a home network in %s', (browserName) => {
  let program: string;
  let browser: WebBrowser;
  beforeAll(async () => {
    program = await buildRealServer();
    browser = await WebBrowser.launch(browserName, { ownName: NAME, reportsRequests: true });
  });
  afterAll(() => browser.close());

  describe.each(PLACES)('at $place', (place) => {
    const { name, path, keeps } = place;
    let database: TestDatabase;
    let storage: Storage;
    let server: RealServer;
    let base: string;
    let stopProxy: () => Promise<void>;
    let page: Page;
    let saved: BookmarkRow;
    beforeAll(async () => {
      await browser.renew();
      const [, sqlite] = DATABASES[0];
      database = await sqlite();
      storage = await database.open();
      const start = (flags: readonly string[]) => startRealServer(program, database, flags);
      ({ server, base, stopProxy } = await startAt(place, start));
    });
    afterAll(async () => {
      await stopProxy();
      await server.end('SIGTERM');
      await database.remove();
    });

    const goTo = async (address: string) => {
      await leave(page);
      await page.goto(address);
    };

    it('makes the first account and opens the library', async () => {
      page = await browser.open(`${base}/setup?token=${await setUpToken({ storage })}`);
      await page.type('input[name=username]', ADA.name);
      await page.type('input[name=password]', ADA.password);
      await press(page, 'Create the account');
      await seesText(page, 'On your computer and your phone');
      await browser.picture(page, `home ${browserName} ${name} ${path} account`);
      await press(page, 'Open the library');
      await page.waitForSelector('.library-side');
      expect(new URL(page.url()).pathname).toBe(`${path}/`);
    });

    it('shows what the server has, and an article', async () => {
      const ada = await storage.users.findByLogin(ADA.name);
      if (ada === null) throw new Error('There is no account.');
      saved = await storage.transaction((unit) => saveArticle({ storage: unit }, ada));
      await leave(page);
      await page.reload();
      await seesTitles(page, ['The harbour froze']);
      await press(page, 'The harbour froze');
      await seesText(page, 'The harbour froze, all of it.');
      await browser.picture(page, `home ${browserName} ${name} ${path} reader`);
    });

    it('finds a word, which a worker has indexed', async () => {
      await goTo(`${base}/library.html#/search/froze`);
      await seesTitles(page, ['The harbour froze']);
    });

    it('says in one line where the browser keeps nothing, with a link to help', async () => {
      await goTo(`${base}/`);
      await seesTitles(page, ['The harbour froze']);
      await browser.picture(page, `home ${browserName} ${name} ${path} list`);
      const link = await page.$('a[href$="/help/https"]');
      expect((await link?.evaluate((a) => a.textContent)) ?? '').toBe(keeps ? '' : HTTPS);
      const controlled = () =>
        page.evaluate(() => navigator.serviceWorker?.controller?.scriptURL ?? null);
      if (keeps) {
        await until('a worker answers the page', async () => {
          if ((await controlled()) !== null) return true;
          // Firefox leaves out a page that loads while the first worker takes over all pages.
          await leave(page);
          await page.reload();
          return (await controlled()) !== null;
        });
        expect(await controlled()).toBe(`${base}/service-worker.js`);
        return;
      }
      expect(await controlled()).toBe(null);
      await leave(page);
      await link?.click();
      await seesText(page, 'https for your server');
      expect(await page.$eval('p code', (code) => getComputedStyle(code).display)).toBe('inline');
      await browser.picture(page, `home ${browserName} ${name} ${path} help`);
    });

    it('gives a lock to one tab, and to the next one when that is closed', async () => {
      await goTo(`${base}/`);
      const other = await browser.open(`${base}/`);
      for (const tab of [page, other]) await seesTitles(tab, ['The harbour froze']);
      await other.evaluate(() => {
        void navigator.locks.request('test', () => new Promise(() => {}));
      });
      const isFree = () =>
        page.evaluate(() =>
          navigator.locks.request('test', { ifAvailable: true }, (lock) => lock !== null),
        );
      await until('the other tab has the lock', async () => !(await isFree()));
      await leave(other);
      await other.close();
      await page.evaluate(() =>
        navigator.locks.request('test', () => {
          document.title = 'This tab has the lock';
        }),
      );
      expect(await page.title()).toBe('This tab has the lock');
    });

    it('sends a change', async () => {
      await goTo(`${base}/`);
      await seesTitles(page, ['The harbour froze']);
      await page.focus('.row-words a');
      await page.keyboard.press('f');
      const now = () => storage.bookmarks.find(saved.userId, saved.id);
      await until('the server has the change', async () => (await now())?.isFavourite === true);
      const paths = (await page.cookies()).map((cookie) => cookie.path);
      expect(new Set(paths)).toEqual(new Set([`${path}/`]));
      expect(browser.errors.filter((error) => !EXPECTED.test(error))).toEqual([]);
    });
  });
});

describe('a proxy that changes the path', () => {
  it.each([
    ['removes it', 'handle_path /read/* {', ''],
    ['adds it again', 'handle /read/* {', 'rewrite * /read{uri}'],
  ])('and %s gets an answer that says what to write', async (_, handle, rewrite) => {
    const [, sqlite] = DATABASES[0];
    const database = await sqlite();
    await (await database.open()).users.count();
    const port = await freePort();
    const flags = ['--base-url', `http://localhost:${port}/read`];
    const server = await startRealServer(await buildRealServer(), database, flags);
    const route = `${handle}\n${rewrite}\nreverse_proxy ${server.base}\n}`;
    const proxy = await startCaddy(`:${port} {\n${route}\n}`, port);
    const answer = await fetch(`http://127.0.0.1:${port}/read/`, { redirect: 'manual' });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('In Caddy, write handle, not handle_path.');
    await proxy.stop();
    await server.end('SIGTERM');
    await database.remove();
  });
});
