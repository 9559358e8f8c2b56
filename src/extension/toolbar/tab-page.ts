import type { Browser, WxtBrowser } from 'wxt/browser';
import { type AddressOnlyReason, isPdfAddress } from '../../domain/address-only';
import { siteOf, urlKey } from '../../domain/url-identity';
import { fileNameOf } from '../../domain/web-address';

/** A page in a tab that can be saved, at least its address. */
export interface TabPage {
  readonly tabId: number;
  readonly url: string;
  readonly title: string;
  readonly isPrivateWindow: boolean;
  /** True if it had loaded when it was read. */
  readonly isLoaded: boolean;
  /**
   * The reason why scripts cannot run in the page, as far as the tab shows; null if it is worth
   * trying.
   */
  readonly closed: AddressOnlyReason | null;
}

export type TabContent =
  | { readonly kind: 'page'; readonly page: TabPage }
  | { readonly kind: 'nothing' }
  /**
   * The browser hides the address, because the page is its own (Chromium) or because no click has
   * granted access.
   */
  | { readonly kind: 'unknown' };

type Tab = Pick<Browser.tabs.Tab, 'id' | 'url' | 'title' | 'favIconUrl' | 'incognito' | 'status'>;

/**
 * Reads what the tab shows.
 * @param ownOrigin `runtime.getURL('')`
 */
export function readTab(tab: Tab | undefined, ownOrigin: string): TabContent {
  if (tab?.id === undefined || tab.url === undefined) return { kind: 'unknown' };
  const address = classifyAddress(tab.url, ownOrigin);
  if (address.kind === 'nothing') return address;
  const isError = showsErrorPage(tab);
  return {
    kind: 'page',
    page: {
      tabId: tab.id,
      url: address.url,
      title: isError ? '' : tabTitleOf(tab, address.url),
      isPrivateWindow: tab.incognito,
      isLoaded: tab.status !== 'loading',
      closed:
        address.kind === 'closed'
          ? address.reason
          : isError
            ? reasonForErrorPage(address.url)
            : null,
    },
  };
}

/** While a PDF loads, Firefox shows the viewer's name as the title, and Chromium the address. */
function tabTitleOf({ title = '' }: Tab, url: string): string {
  if (!isPdfAddress(url)) return title;
  const isAddress = title.startsWith(`${new URL(url).host}/`);
  return title === '' || title === 'PDF.js viewer' || isAddress ? fileNameOf(url) : title;
}

/** The active tab of the focused window. A popup over it does not count as a window. */
export async function frontTab(
  tabs: Pick<WxtBrowser['tabs'], 'query'>,
): Promise<Browser.tabs.Tab | undefined> {
  const [tab] = await tabs.query({ active: true, lastFocusedWindow: true });
  return tab;
}

/** The content of a tab that can be saved, judged by its address alone. */
export type AddressClass =
  /**
   * A new tab, a blank page, a page of the extension, or an address that cannot be opened again.
   */
  | { readonly kind: 'nothing' }
  /** Scripts cannot run there, so only the address can be saved. */
  | { readonly kind: 'closed'; readonly url: string; readonly reason: AddressOnlyReason }
  | { readonly kind: 'open'; readonly url: string };

const START_PAGES: ReadonlySet<string> = new Set([
  ...['about:blank', 'about:newtab', 'about:home', 'about:privatebrowsing', 'about:welcome'],
  ...['chrome://newtab', 'chrome://new-tab-page', 'chrome://new-tab-page-third-party'],
  ...['edge://newtab', 'brave://newtab', 'opera://startpage', 'vivaldi://startpage'],
]);

const BROWSER_SCHEMES: ReadonlySet<string> = new Set([
  ...['about:', 'chrome:', 'edge:', 'brave:', 'opera:', 'vivaldi:'],
  ...['chrome-extension:', 'moz-extension:', 'extension:'],
]);

/**
 * Sites on which browsers block extensions: their stores, and other sites that Firefox restricts.
 */
const STORES: ReadonlySet<string> = new Set([
  ...['chromewebstore.google.com', 'microsoftedge.microsoft.com', 'addons.opera.com'],
  ...['addons.mozilla.org', 'addons.cdn.mozilla.net', 'discovery.addons.mozilla.org'],
]);

/** @param ownOrigin `runtime.getURL('')`; pages of the extension cannot be saved */
export function classifyAddress(address: string, ownOrigin: string): AddressClass {
  const url = readerModeTarget(address);
  if (url !== null) return { kind: 'closed', url, reason: 'browser-page' };
  if (urlKey(address) === null || address.startsWith(ownOrigin) || isStartPage(address)) {
    return { kind: 'nothing' };
  }
  return BROWSER_SCHEMES.has(new URL(address).protocol)
    ? { kind: 'closed', url: address, reason: 'browser-page' }
    : { kind: 'open', url: address };
}

/** The reason why a browser refused a script in the page at `url`. */
export function reasonForRefusal(url: string): AddressOnlyReason {
  if (new URL(url).protocol === 'file:') return 'file';
  if (isPdfAddress(url)) return 'pdf';
  return isStore(url) ? 'extension-store' : 'no-access';
}

/**
 * The reason why scripts cannot run in the browser's error page. A store blocks scripts whether it
 * loaded or not.
 */
export const reasonForErrorPage = (url: string): AddressOnlyReason =>
  isStore(url) ? 'extension-store' : 'not-loaded';

function isStore(url: string): boolean {
  const site = siteOf(url);
  const isOldStore = site === 'chrome.google.com' && new URL(url).pathname.startsWith('/webstore');
  return isOldStore || STORES.has(site);
}

function isStartPage(address: string): boolean {
  const place = address.replace(/[?#].*/s, '').replace(/(?<!\/)\/+$/, '');
  return address.startsWith('chrome-search:') || START_PAGES.has(place);
}

/** The page that Firefox's reader view shows (`about:reader?url=…`); null for any other page. */
function readerModeTarget(address: string): string | null {
  if (!address.startsWith('about:reader?')) return null;
  const target = new URL(address).searchParams.get('url');
  return target !== null && urlKey(target) !== null ? target : null;
}

const ERROR_ICON = /^chrome:\/\/global\/skin\/icons\/(?:info|warning)\.svg$/;

/**
 * True if the tab shows Firefox's error page for a failed load, under the address that failed. Its
 * title is translated, but its icon is an information or warning sign of the browser, which no site
 * may use. (The icon of a PDF is in the same folder.)
 */
export const showsErrorPage = ({ favIconUrl }: Pick<Browser.tabs.Tab, 'favIconUrl'>): boolean =>
  ERROR_ICON.test(favIconUrl ?? '');

/**
 * True if Chromium refused a script because the tab shows its error page. The tab itself has the
 * failed address and its host as the title, so only this message tells.
 */
export const isErrorPageRefusal = (refusal: unknown): boolean =>
  refusal instanceof Error && refusal.message.includes('showing error page');
