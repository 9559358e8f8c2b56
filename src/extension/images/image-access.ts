import { browser, type WxtBrowser } from 'wxt/browser';

/** The permission of *Keep all images*: to read images of other sites that a page shows. */
export const ALL_SITES = { origins: ['*://*/*'] };

/**
 * The key in `storage.local` that is true while the user wants all images. The permission alone does
 * not mean that: highlights on all sites need the same one.
 */
export const KEEP_IMAGES = 'keepAllImages';

/** The key in `storage.local` of the permission prompt that the browser shows. */
const QUESTION = 'permissionQuestion';

/** The subject of a permission prompt: all images, or highlights on a host. */
export type Question = 'images' | { readonly host: string };

type Stored = Pick<WxtBrowser['storage'], 'local'>;
interface Parts {
  readonly permissions: Pick<WxtBrowser['permissions'], 'contains'>;
  readonly storage: Stored;
}

/** True if the background may fetch images that the page may not read. */
export async function hasImageAccess({ permissions, storage }: Parts = browser): Promise<boolean> {
  const { [KEEP_IMAGES]: isWanted } = await storage.local.get(KEEP_IMAGES);
  return isWanted === true && permissions.contains(ALL_SITES);
}

/** Stores whether the user wants all images. */
export const wantImages = (isWanted: boolean, storage: Stored = browser.storage): Promise<void> =>
  storage.local.set({ [KEEP_IMAGES]: isWanted });

/**
 * Resolves to the user's answer to a permission prompt. Firefox closes the popup for it, so what it
 * is about is stored, and the background applies the answer (`readQuestion`). A later prompt replaces
 * it, so that no permission is used for what was refused.
 */
export async function answerTo(
  question: Question,
  answer: Promise<boolean>,
  storage: Stored = browser.storage,
): Promise<boolean> {
  const stored = storage.local.set({ [QUESTION]: question });
  try {
    return await answer;
  } finally {
    await stored;
    await storage.local.remove(QUESTION);
  }
}

/** Returns what the last permission prompt is about; null if its answer was applied. */
export async function readQuestion(storage: Stored): Promise<Question | null> {
  const { [QUESTION]: question } = await storage.local.get(QUESTION);
  return (question as Question | undefined) ?? null; // Only `answerTo` writes it.
}

/**
 * Shows the browser's permission prompt; false if the user declines. It must be called first in a
 * click handler, because browsers refuse the prompt after an `await`.
 */
export async function requestImageAccess(): Promise<boolean> {
  const isAllowed = await answerTo('images', browser.permissions.request(ALL_SITES));
  if (isAllowed) await wantImages(true);
  return isAllowed;
}

/**
 * Removes the access to all sites, but keeps the origins in `kept`, which are those of servers and of
 * sites with highlights. Chromium removes all origins that the access covers, and Firefox does not
 * record origins that were requested while it was granted. It must be called first in a click handler,
 * because Firefox may show a prompt. Returns false if an administrator's policy grants the access.
 */
export async function removeAllSites(kept: readonly string[]): Promise<boolean> {
  const removed = browser.permissions.remove(ALL_SITES);
  // Not after an `await`, because the click would be over; browsers run the calls in order.
  if (kept.length > 0) void browser.permissions.request({ origins: [...kept] });
  return removed;
}

/** Calls `listener` whenever the access was granted or removed, also in the browser's own pages. */
export function watchImageAccess(listener: (isAllowed: boolean) => void): void {
  const tell = () => void hasImageAccess().then(listener);
  browser.permissions.onAdded.addListener(tell);
  browser.permissions.onRemoved.addListener(tell);
  browser.storage.local.onChanged.addListener((changes) => {
    if (KEEP_IMAGES in changes) tell();
  });
}
