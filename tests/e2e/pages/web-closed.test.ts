// @module-tag chromium
import type { CDPSession, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompanionServer, startCompanion } from '../support/companion-server';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy';
import { until } from '../support/until';
import { seesText, seesTitles, signIn, WebBrowser } from '../support/web-browser';

const TAG = 'leafmark-sync';

describe('the web app while none of its pages is open', () => {
  let companion: CompanionServer;
  let proxy: FaultyProxy;
  let browser: WebBrowser;
  let page: Page;
  beforeAll(async () => {
    companion = await startCompanion();
    await companion.fill(1);
    proxy = await startFaultyProxy(companion);
    browser = await WebBrowser.launch('chromium');
    page = await browser.open(`${proxy.base}/`);
    await signIn(page);
    await seesTitles(page, ['Bookmark 0']);
    await until('a worker answers the page', () =>
      page.evaluate(() => navigator.serviceWorker.controller !== null),
    );
  });
  afterAll(async () => {
    await browser.close();
    await proxy.stop();
    await companion.stop();
  });

  it('sends an edit that was made offline when the browser reports the network', async () => {
    proxy.cut();
    await page.focus('.row-words a');
    await page.keyboard.press('f');
    await seesText(page, 'Changes waiting to be sent: 1');
    await until('the browser is asked to start the worker', () => page.evaluate(isAsked, TAG));
    const other = await browser.open('about:blank');
    await page.close();
    proxy.mend();
    const worker = await findWorker(other);
    await worker.session.send('ServiceWorker.dispatchSyncEvent', {
      ...worker.event,
      lastChance: false,
    });
    const token = await companion.newToken();
    await until('the server has the change', async () => {
      const answer = await companion.send('GET', '/api/bookmarks?is_marked=true', { token });
      return ((await answer.json()) as unknown[]).length === 1;
    });
    page = other;
  });

  it('gets what is new from time to time, so that it can be read without a network', async () => {
    await companion.add({ title: 'New at night', url: 'http://night.example/' }, '<p>Stars.</p>');
    const worker = await findWorker(page);
    await worker.session.send('ServiceWorker.dispatchPeriodicSyncEvent', worker.event);
    // A page of the server does not sync.
    await page.goto(`${proxy.base}/profile`);
    await until('the library has the article', () => page.evaluate(hasArticles, 2));
    proxy.cut();
    await page.goto(`${proxy.base}/#/unread`);
    await seesTitles(page, ['New at night', 'Bookmark 0']);
    await page.click('.row-words a');
    await seesText(page, 'Stars.');
    expect(browser.errors.filter((error) => /TypeError/.test(error))).toEqual([]);
  });

  /** The worker of the app, and the event that starts its sync. */
  async function findWorker(from: Page) {
    const session: CDPSession = await from.createCDPSession();
    const found = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(proxy.base));
        if (own) resolve(own.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    return { session, event: { origin: proxy.base, registrationId: await found, tag: TAG } };
  }
});

/** Runs in a page. True if the browser will start the worker for a sync. */
async function isAsked(tag: string): Promise<boolean> {
  const registration = await navigator.serviceWorker.ready;
  const { sync } = registration as unknown as { sync: { getTags(): Promise<string[]> } };
  return (await sync.getTags()).includes(tag);
}

/** Runs in a page. True if the library has that many articles. */
async function hasArticles(wanted: number): Promise<boolean> {
  for (const { name = '' } of await indexedDB.databases()) {
    const counted = await new Promise<number>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => {
        const db = opening.result;
        db.onversionchange = () => db.close();
        if (!db.objectStoreNames.contains('articles')) return resolve(0);
        const counting = db.transaction('articles').objectStore('articles').count();
        counting.onsuccess = () => {
          db.close();
          resolve(counting.result);
        };
      };
    });
    if (counted === wanted) return true;
  }
  return false;
}
