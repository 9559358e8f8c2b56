import type { Browser, WxtBrowser } from 'wxt/browser';
import { type AddressOnlyReason, fileNameOf, isPdfAddress, siteOf, urlKey } from '../../domain';

/** A page in a tab that can be saved, if only its address. */
export interface TabPage {
  readonly tabId: number;
  readonly url: string;
  readonly title: string;
  readonly isPrivateWindow: boolean;
  /** Whether it had loaded when it was looked at. */
  readonly isLoaded: boolean;
  /** Why no script gets in, as far as the tab tells; null when it is worth trying. */
  readonly closed: AddressOnlyReason | null;
}

export type TabContent =
  | { readonly kind: 'page'; readonly page: TabPage }
  | { readonly kind: 'nothing' }
  /** The browser does not say: a page of its own (Chromium), or no click of the person's. */
  | { readonly kind: 'unknown' };

type Tab = Pick<Browser.tabs.Tab, 'id' | 'url' | 'title' | 'favIconUrl' | 'incognito' | 'status'>;

/** What the tab shows. @param ownOrigin `runtime.getURL('')` */
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
      title: isError ? '' : titleOf(tab, address.url),
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

/** A viewer that is still reading its PDF calls the tab by itself (Firefox) or by the address (Chromium). */
function titleOf({ title = '' }: Tab, url: string): string {
  if (!isPdfAddress(url)) return title;
  const isAddress = title.startsWith(`${new URL(url).host}/`);
  return title === '' || title === 'PDF.js viewer' || isAddress ? fileNameOf(url) : title;
}

/** The tab in front of the person; a popup over it does not count as a window. */
export async function frontTab(
  tabs: Pick<WxtBrowser['tabs'], 'query'>,
): Promise<Browser.tabs.Tab | undefined> {
  const [tab] = await tabs.query({ active: true, lastFocusedWindow: true });
  return tab;
}

/** What can be done with a tab, going by its address alone. */
export type AddressClass =
  /** A new tab, a blank page, a page of ours, an address that leads nowhere again. */
  | { readonly kind: 'nothing' }
  /** No script of ours gets in there: the address is all there is. */
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

/** Where browsers let no extension read: their own shops, and what Firefox restricts besides. */
const STORES: ReadonlySet<string> = new Set([
  ...['chromewebstore.google.com', 'microsoftedge.microsoft.com', 'addons.opera.com'],
  ...['addons.mozilla.org', 'addons.cdn.mozilla.net', 'discovery.addons.mozilla.org'],
]);

/** @param ownOrigin `runtime.getURL('')`: pages of ours are not saved. */
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

/** Why a browser let no script into the page at `url`, once it has refused. */
export function reasonForRefusal(url: string): AddressOnlyReason {
  if (new URL(url).protocol === 'file:') return 'file';
  if (isPdfAddress(url)) return 'pdf';
  return isStore(url) ? 'extension-store' : 'no-access';
}

/** Why no script gets into the browser's page about a failed load. A store lets nobody in, loaded or not. */
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

/** The page that Firefox's own reader shows (`about:reader?url=…`); null for any other page. */
function readerModeTarget(address: string): string | null {
  if (!address.startsWith('about:reader?')) return null;
  const target = new URL(address).searchParams.get('url');
  return target !== null && urlKey(target) !== null ? target : null;
}

const ERROR_ICON = /^chrome:\/\/global\/skin\/icons\/(?:info|warning)\.svg$/;

/**
 * Whether the tab shows Firefox's own page about a failed load, under the address that failed. Its
 * title is in the person's language; its icon is the browser's own, which no site may use: a sign of
 * information or of warning. (That of a PDF is from the same place.)
 */
export const showsErrorPage = ({ favIconUrl }: Pick<Browser.tabs.Tab, 'favIconUrl'>): boolean =>
  ERROR_ICON.test(favIconUrl ?? '');

/**
 * Whether Chromium refused a script because the tab shows the browser's page about a failed load.
 * It says so in no other way: to us the tab has the address that failed, and its host for a title.
 */
export const isErrorPageRefusal = (refusal: unknown): boolean =>
  refusal instanceof Error && refusal.message.includes('showing error page');
