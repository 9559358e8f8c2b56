import { type AddressOnlyReason, isPdfAddress, siteOf, urlKey } from '../domain';

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
