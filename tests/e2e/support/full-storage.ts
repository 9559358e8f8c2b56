import { randomBytes } from 'node:crypto';
import type { RealBrowser } from './real-browser.ts';

/**
 * The room that `fillStorage` leaves: more than an address needs, and less than `longParagraphs`
 * need. Databases grow and shrink by less than that while they are idle, because SQLite writes its
 * log into the database and empties it.
 */
export const ROOM_BYTES = 1024 * 1024;
const PARAGRAPH_BYTES = 1_000;

/** Fills Firefox's storage so that an address fits, but no article with `longParagraphs`. */
export const fillStorage = (browser: RealBrowser) => inOwnPage(browser, fillUp, ROOM_BYTES);

/** Deletes what `fillStorage` wrote. */
export const emptyStorage = (browser: RealBrowser) => inOwnPage(browser, freeUp);

/** Returns paragraphs that do not fit into filled storage. They are random to prevent compression. */
export function longParagraphs(): string {
  const text = randomBytes(2 * ROOM_BYTES).toString('base64');
  const paragraphs = text.match(new RegExp(`.{1,${PARAGRAPH_BYTES}}`, 'g')) ?? [];
  return paragraphs.map((words) => `<p>${words.replaceAll('/', ' ')}</p>`).join('');
}

async function inOwnPage<Args extends unknown[]>(
  browser: RealBrowser,
  run: (...args: Args) => Promise<void>,
  ...args: Args
): Promise<void> {
  const page = await browser.openOwn('options');
  await page.evaluate(run, ...args);
  await page.close();
}

/**
 * Runs in a page of the extension or of the web app. Fills the storage up to some room; with null it
 * stores one byte. Fails if the browser refuses.
 */
export async function fillUp(roomBytes: number | null): Promise<void> {
  const opening = indexedDB.open('filling');
  opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { autoIncrement: true });
  await new Promise((done, fail) => {
    opening.onsuccess = done;
    opening.onerror = () => fail(opening.error);
  });
  const { usage = 0, quota = 0 } = await navigator.storage.estimate();
  const bytes = roomBytes === null ? 1 : quota - usage - roomBytes;
  const transaction = opening.result.transaction('rows', 'readwrite');
  // A blob is a file of exactly its size. Rows would be in a database, which grows in larger steps.
  transaction.objectStore('rows').add(new Blob([new Uint8Array(bytes)]));
  await new Promise((done, fail) => {
    transaction.oncomplete = done;
    transaction.onabort = () => fail(transaction.error);
  }).finally(() => opening.result.close());
}

/** Runs in such a page. */
export async function freeUp(): Promise<void> {
  const deleting = indexedDB.deleteDatabase('filling');
  await new Promise((done, fail) => {
    deleting.onsuccess = done;
    deleting.onerror = () => fail(deleting.error);
  });
}
