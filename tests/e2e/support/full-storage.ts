import type { RealBrowser } from './real-browser.ts';

/**
 * What an article takes on the disk that does not fit, and can't be packed. Firefox writes what is
 * longer than a megabyte into a file of its own, and is in no hurry to give its room back.
 */
export const LONG_ARTICLE_BYTES = 900_000;
const ROOM_BYTES = 400_000;
const ROW_BYTES = 1_000_000;

/** Leaves room in Firefox's storage for addresses, and for no article of `LONG_ARTICLE_BYTES`. */
export async function fillStorage(browser: RealBrowser): Promise<void> {
  const page = await browser.openOwn('options');
  await page.evaluate(fillUp, ROOM_BYTES, ROW_BYTES);
}

/** Runs in a page of the extension: adds rows of that size until so many bytes are left. */
async function fillUp(room: number, rowBytes: number): Promise<void> {
  const opening = indexedDB.open('filling');
  opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { autoIncrement: true });
  await new Promise((done, fail) => {
    opening.onsuccess = done;
    opening.onerror = () => fail(opening.error);
  });
  const database = opening.result;
  for (;;) {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    const left = quota - usage - room;
    if (left < room / 10) break;
    // Packed on its way to the disk, unless it is noise.
    const noise = new Uint8Array(Math.min(rowBytes, left / 2));
    for (let at = 0; at < noise.length; at += 65_536) {
      crypto.getRandomValues(noise.subarray(at, at + 65_536));
    }
    const transaction = database.transaction('rows', 'readwrite');
    transaction.objectStore('rows').add(noise);
    await new Promise((done, fail) => {
      transaction.oncomplete = done;
      transaction.onabort = () => fail(transaction.error);
    });
  }
  database.close();
}
