import type { RealBrowser } from './real-browser.ts';

/** Fills the browser's storage until no row of a kilobyte fits any more. */
export const fillStorage = (browser: RealBrowser) => inOwnPage(browser, fillUp);

/** Gives back what `fillStorage` took. */
export const emptyStorage = (browser: RealBrowser) => inOwnPage(browser, giveBack);

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
    // Noise: all else would be packed on its way to the disk.
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
      transaction.abort(); // After one that did not fit, the next may only delete.
    }
    return added;
  };
  for (let bytes = 1 << 20; bytes >= 1 << 10; bytes /= 2) {
    // Of two that fail in turn, the second may have been held back by the first.
    while ((await add(bytes)) || (await add(bytes)));
  }
  opening.result.close();
}

/** Runs in a page of the extension. */
async function giveBack(): Promise<void> {
  const deleting = indexedDB.deleteDatabase('filling');
  await new Promise((done, fail) => {
    deleting.onsuccess = done;
    deleting.onerror = () => fail(deleting.error);
  });
}
