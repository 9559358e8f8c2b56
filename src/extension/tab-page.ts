import type { Browser, WxtBrowser } from 'wxt/browser';
import { type AddressOnlyReason, fileNameOf, isPdfAddress } from '../domain';
import { classifyAddress, reasonForErrorPage } from './classify-address';
import { showsErrorPage } from './error-page';

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
