// @module-tag full
import type { HTTPRequest, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '../../../src/contract';
import { BROWSERS } from '../support/browsers.ts';
import { type CompanionServer, startCompanion } from '../support/companion-server';
import { until } from '../support/until';
import { signIn, WebBrowser } from '../support/web-browser';

/** The index stores so many in several transactions, between which another tab could write. */
const BOOKMARKS = 2000;

describe.each(BROWSERS)('two tabs of the web app in %s', (name) => {
  let companion: CompanionServer;
  let browser: WebBrowser;
  beforeAll(async () => {
    companion = await startCompanion();
    await companion.fill(BOOKMARKS);
    browser = await WebBrowser.launch(name, { reportsRequests: true });
  });
  afterAll(async () => {
    await browser.close();
    await companion.stop();
  });

  it('complete the search index of a first sync that both of them see', async () => {
    const first = await browser.open(`${companion.base}/`);
    await signIn(first);
    const second = await browser.open(`${companion.base}/`);
    // A look at the library before the app has made it would make an empty database.
    await second.waitForSelector('.row a');
    await until('all bookmarks are indexed', async () => {
      const { bookmarks, indexed, waiting } = await second.evaluate(indexState);
      return bookmarks === BOOKMARKS && indexed === BOOKMARKS && waiting === 0;
    });
    for (const page of [first, second]) await findsEvery(page);
  });

  it.each([
    ['sign in once if the second one is opened in the middle of the sign-in', false],
    ['sign in by the second one if the first one is closed in the middle of the sign-in', true],
  ])('%s', async (_, isClosed) => {
    await browser.renew();
    const first = await browser.open(`${companion.base}/`);
    // A closed tab of Chromium lets a request pass that was held.
    const held = await hold(first, isClosed ? api.profile.read.path : api.oauth.token.path);
    await signIn(first);
    await until('the request of the first tab is held', () => held.request !== null);
    const second = await browser.open(`${companion.base}/`);
    await second.waitForSelector('.account [role=status]');
    if (isClosed) await first.close();
    else await held.request?.continue();
    for (const page of isClosed ? [second] : [second, first]) {
      await page.bringToFront();
      await page.waitForSelector('.row a');
    }
    expect(browser.errors).toEqual([]);
  });
});

/** Holds the request of a page to `path`, which the test lets pass, and lets all others pass. */
async function hold(page: Page, path: string): Promise<{ readonly request: HTTPRequest | null }> {
  const held: { request: HTTPRequest | null } = { request: null };
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (request.url().endsWith(path)) held.request = request;
    else void request.continue();
  });
  return held;
}

async function findsEvery(page: Page): Promise<void> {
  await page.bringToFront();
  await page.evaluate(() => {
    location.hash = '#/search/bookmark';
  });
  await until('the search finds all', () =>
    page.evaluate(
      (count) =>
        document.querySelector('.search-status')?.textContent?.replace(/\D/g, '') === count,
      String(BOOKMARKS),
    ),
  );
  expect(await page.$$eval('.row a', (rows) => rows.length)).toBeGreaterThan(0);
}

/** Counts bookmarks, those in the index, and what waits for it. */
const indexState = () =>
  new Promise<Record<'bookmarks' | 'indexed' | 'waiting', number>>((resolve, reject) => {
    const opening = indexedDB.open('leafmark');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const db = opening.result;
      const names = ['bookmarks', 'searchDocs', 'searchPending', 'searchMerges'];
      const transaction = db.transaction(names);
      const counts = names.map((store) => transaction.objectStore(store).count());
      transaction.oncomplete = () => {
        db.close();
        const [bookmarks = 0, indexed = 0, pending = 0, merges = 0] = counts.map(
          ({ result }) => result,
        );
        resolve({ bookmarks, indexed, waiting: pending + merges });
      };
    };
  });
