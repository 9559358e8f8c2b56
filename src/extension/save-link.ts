import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import { SECOND_MS } from '../domain';
import type { BadgeKeeper } from './badge-keeper';
import { inject } from './inject';
import type { LibraryAccess } from './libraries';

const MAX_LINK_TEXT_LENGTH = 300;
const LINK_TEXT_LIMIT_MS = SECOND_MS;

export interface SaveLinkDependencies {
  readonly browser: Pick<WxtBrowser, 'scripting'>;
  readonly openLibrary: LibraryAccess;
  readonly badges: Pick<BadgeKeeper, 'saving' | 'linkSaved' | 'linkFailed'>;
}

/** Where a link was clicked: its address and, in Firefox, its text. */
export interface ClickedLink {
  readonly tabId: number;
  readonly frameId: number;
  readonly url: string;
  /** null where the browser does not tell. */
  readonly text: string | null;
}

/**
 * Saves the address of a link without opening it, under the link's text. The page it is on shows
 * for a moment that it was done.
 */
export async function saveLink(
  { browser, openLibrary, badges }: SaveLinkDependencies,
  link: ClickedLink,
): Promise<void> {
  badges.saving(link.tabId);
  const title = link.text ?? (await readLinkText(browser, link));
  const library = await openLibrary();
  const saved =
    library.ok &&
    (await library.value.bookmarks.save({
      kind: 'address',
      url: link.url,
      title: title.trim().slice(0, MAX_LINK_TEXT_LENGTH),
      excerpt: '',
      reason: 'not-open',
    }));
  if (saved !== false && saved.ok) await badges.linkSaved(link.tabId, saved.value.bookmark.title);
  else await badges.linkFailed(link.tabId);
}

/** The text of the first link in the frame with that address; empty when the page does not tell. */
async function readLinkText(
  { scripting }: SaveLinkDependencies['browser'],
  { tabId, frameId, url }: ClickedLink,
): Promise<string> {
  const readText = () =>
    scripting.executeScript({
      target: { tabId, frameIds: [frameId] },
      args: [url, MAX_LINK_TEXT_LENGTH],
      // Runs in the page: it may use nothing from around it.
      func: (href: string, maxLength: number) =>
        [...document.links]
          .find((link) => link.href === href)
          ?.textContent?.replace(/\s+/g, ' ')
          .trim()
          .slice(0, maxLength),
    });
  const limit = new Promise<null>((resolve) => setTimeout(resolve, LINK_TEXT_LIMIT_MS, null));
  const found = await Promise.race([inject(readText, async () => null), limit]);
  // A page that lets no script in, or does not answer: the address stands in for the title.
  return found?.ok ? z.catch(z.string(), '').parse(found.value[0]?.result) : '';
}
