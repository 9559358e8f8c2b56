import { browser } from 'wxt/browser';

/** The permission of *Keep all images*: to read images of other sites that a page shows. */
export const ALL_SITES = { origins: ['*://*/*'] };

/** True if the background may fetch images that the page may not read. */
export function hasImageAccess(): Promise<boolean> {
  return browser.permissions.contains(ALL_SITES);
}

/**
 * Shows the browser's permission prompt; false if the user declines. It must be called first in a
 * click handler, because browsers refuse the prompt after an `await`.
 */
export function requestImageAccess(): Promise<boolean> {
  return browser.permissions.request(ALL_SITES);
}

/**
 * Removes the access, but keeps the origins in `kept`, which are those of servers. Chromium removes
 * all origins that the access covers, and Firefox does not record origins that were requested while
 * it was granted. It must be called first in a click handler, because Firefox may show a prompt.
 * Returns false if an administrator's policy grants the access.
 */
export async function removeImageAccess(kept: readonly string[]): Promise<boolean> {
  const removed = browser.permissions.remove(ALL_SITES);
  // Not after an `await`, because the click would be over; browsers run the calls in order.
  if (kept.length > 0) void browser.permissions.request({ origins: [...kept] });
  return removed;
}

/** Calls `listener` whenever the access was granted or removed, also in the browser's own pages. */
export function watchImageAccess(listener: (isAllowed: boolean) => void): () => void {
  const tell = () => void hasImageAccess().then(listener);
  browser.permissions.onAdded.addListener(tell);
  browser.permissions.onRemoved.addListener(tell);
  return () => {
    browser.permissions.onAdded.removeListener(tell);
    browser.permissions.onRemoved.removeListener(tell);
  };
}
