import { browser } from 'wxt/browser';

/** What *Keep all images* needs: to read the images that a page shows from other sites. */
export const ALL_SITES = { origins: ['*://*/*'] };

/** Whether the background may fetch images that the page itself may not read. */
export function hasImageAccess(): Promise<boolean> {
  return browser.permissions.contains(ALL_SITES);
}

/**
 * Shows the browser's own question; false when the person says no. To be called first thing in a
 * click handler: browsers refuse the question once anything was awaited.
 */
export function requestImageAccess(): Promise<boolean> {
  return browser.permissions.request(ALL_SITES);
}

/**
 * Gives the access back, but for `kept`, the origins of servers: Chromium takes along what the
 * access covers, and Firefox has no record of what was asked for under it. To be called first thing
 * in a click, in which Firefox may ask for them. False where an administrator's policy holds it.
 */
export async function removeImageAccess(kept: readonly string[]): Promise<boolean> {
  const removed = browser.permissions.remove(ALL_SITES);
  // Not once that is done, for then the click is over; the browsers do one after the other.
  if (kept.length > 0) void browser.permissions.request({ origins: [...kept] });
  return removed;
}

/** Calls back whenever the access was given or taken back, also in the browser's own pages. */
export function watchImageAccess(listener: (isAllowed: boolean) => void): () => void {
  const tell = () => void hasImageAccess().then(listener);
  browser.permissions.onAdded.addListener(tell);
  browser.permissions.onRemoved.addListener(tell);
  return () => {
    browser.permissions.onAdded.removeListener(tell);
    browser.permissions.onRemoved.removeListener(tell);
  };
}
