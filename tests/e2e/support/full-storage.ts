import type { RealBrowser } from './real-browser.ts';

/** Fills the browser's storage until no row of one kilobyte fits. */
export const fillStorage = (browser: RealBrowser) => inOwnPage(browser, fillUp);

/** Deletes what `fillStorage` wrote. */
export const emptyStorage = (browser: RealBrowser) => inOwnPage(browser, freeUp);

async function inOwnPage(browser: RealBrowser, run: () => Promise<void>): Promise<void> {
  const page = await browser.openOwn('options');
  await page.evaluate(run);
  await page.close();
}

/** Runs in a page of the extension. */
async function fillUp(): Promise<void> {
  const opening = indexedDB.open('filling');
  opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { autoIncrement: true });
  await new Promise((done, fail) => {
    opening.onsuccess = done;
    opening.onerror = () => fail(opening.error);
  });
  const add = (bytes: number) => {
    // Random bytes, because others would be compressed on the disk.
    const row = new Uint8Array(bytes);
    for (let at = 0; at < bytes; at += 65_536)
      crypto.getRandomValues(row.subarray(at, at + 65_536));
    const transaction = opening.result.transaction('rows', 'readwrite');
    const added = new Promise<boolean>((done) => {
      transaction.oncomplete = () => done(true);
      transaction.onabort = () => done(false);
    });
    try {
      transaction.objectStore('rows').add(row);
    } catch {
      transaction.abort(); // After a write that did not fit, the next transaction may only delete.
    }
    return added;
  };
  for (let bytes = 1 << 20; bytes >= 1 << 10; bytes /= 2) {
    // The second of two failed writes may have been blocked by the first.
    while ((await add(bytes)) || (await add(bytes)));
  }
  opening.result.close();
}

/** Runs in a page of the extension. */
async function freeUp(): Promise<void> {
  const deleting = indexedDB.deleteDatabase('filling');
  await new Promise((done, fail) => {
    deleting.onsuccess = done;
    deleting.onerror = () => fail(deleting.error);
  });
}
