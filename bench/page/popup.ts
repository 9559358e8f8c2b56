// Accesses the library and the browser's API for the benchmark of the popup.
import { browser } from 'wxt/browser';
import { type UrlKey, urlKey } from '../../src/domain/url-identity';
import { addMany } from '../../src/library/bookmarks/save-page';
import { capturedPage, library, value } from './library';

/** Adds one newer bookmark without notifying open pages. */
export async function addUnseen(title: string): Promise<void> {
  const page = capturedPage(`http://late.example/${title}`, title, '<p>Late</p>');
  value(await (await library()).part((store) => addMany(store, [{ page }], { outbox: true })));
}

/** Returns the titles of the newest bookmarks in the popup's first view. */
export async function newestTitles(limit: number): Promise<readonly string[]> {
  const { bookmarks } = await library();
  const { rows } = await bookmarks.page({ view: 'unread', limit, after: null });
  return rows.map(({ title }) => title);
}

/** Returns true if the page at that address is stored with its article. */
export async function isKept(url: string): Promise<boolean> {
  const { bookmarks } = await library();
  const bookmark = await bookmarks.findByUrlKey(urlKey(url) as UrlKey); // An http address of our own.
  return bookmark?.content.kind === 'article';
}

/** Returns true if no save and no image is in progress. */
export async function isSettled(): Promise<boolean> {
  const kept = await browser.storage.local.get(null);
  return !Object.keys(kept).some((key) => key.startsWith('images:'));
}

/** Sets the page that a click on the button opens. */
export const setPopup = (popup: string): Promise<void> => browser.action.setPopup({ popup });

/** Starts the background if it is not running, and makes it open the library. */
export const wake = (): Promise<unknown> =>
  browser.runtime.sendMessage({ name: 'describePage', request: { save: false } });
