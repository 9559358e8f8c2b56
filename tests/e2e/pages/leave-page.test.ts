import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { serveLeavePage } from '../support/leave-page.ts';
import { until } from '../support/until.ts';
import { WebBrowser } from '../support/web-browser.ts';

/** The parts of `web/leave-page.ts` in the window. */
declare const window: {
  readonly leavePage: { endedWithPage(worker: Worker): Worker };
};

describe.each(BROWSERS)('a page that is left in %s', (browserName) => {
  let browser: WebBrowser;
  let pages: Awaited<ReturnType<typeof serveLeavePage>>;
  beforeAll(async () => {
    pages = await serveLeavePage();
    browser = await WebBrowser.launch(browserName);
  });
  afterAll(async () => {
    await browser.close();
    pages.close();
  });

  it('ends the transactions and locks of its workers, which later pages would wait for, and is loaded anew when it comes back', async () => {
    const page = await browser.open(pages.address);
    await until('the script runs', () => page.evaluate(() => 'leavePage' in window));
    const loadedAt = await page.evaluate(() => performance.timeOrigin);
    await page.evaluate(workWithoutEnd);
    await page.evaluate(() => void setTimeout(() => location.assign('/next')));
    await until('the page is left', () => page.evaluate(() => location.pathname === '/next'));
    expect(await page.evaluate(write)).toBe('written');
    await page.evaluate(() => void setTimeout(() => history.back()));
    await until('the page is loaded anew', () =>
      page.evaluate((then) => location.pathname === '/' && performance.timeOrigin > then, loadedAt),
    );
  });
});

/** Runs in the page. Starts a worker that writes for ever, and waits for its first row. */
function workWithoutEnd(): Promise<unknown> {
  const script = `
    const opening = indexedDB.open('rows');
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
    opening.onsuccess = () => {
      const rows = opening.result.transaction('rows', 'readwrite').objectStore('rows');
      const put = () => {
        rows.put('a row', 1).onsuccess = () => {
          postMessage('has written');
          put();
        };
      };
      put();
    };`;
  const worker = window.leavePage.endedWithPage(
    new Worker(URL.createObjectURL(new Blob([script]))),
  );
  return new Promise((resolve) => worker.addEventListener('message', () => resolve(null)));
}

/** Runs in the next page. */
function write(): Promise<string> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('rows');
    opening.onsuccess = () => {
      const begun = opening.result.transaction('rows', 'readwrite');
      begun.objectStore('rows').put('a row', 2);
      begun.addEventListener('complete', () => resolve('written'));
    };
  });
}
