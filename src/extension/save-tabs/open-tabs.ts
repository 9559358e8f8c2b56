import type { Browser, WxtBrowser } from 'wxt/browser';
import { SECOND_MS } from '../../domain/time';
import { patternOf } from '../highlights/site-access';
import { classifyAddress } from '../toolbar/tab-page';

/** The permission to read the addresses and titles of all tabs. */
export const TABS = { permissions: ['tabs'] } satisfies Browser.permissions.Permissions;

/** Time for a sleeping tab to load. Its capture reports what is missing then. */
const LOAD_LIMIT_MS = 20 * SECOND_MS;

/** A tab with a page that can be saved, at least its address. */
export interface OpenTab {
  readonly id: number;
  readonly url: string;
  readonly title: string;
}

type Parts = {
  readonly permissions: Pick<
    WxtBrowser['permissions'],
    'contains' | 'getAll' | 'request' | 'remove'
  >;
  readonly tabs: Pick<WxtBrowser['tabs'], 'query' | 'get' | 'reload' | 'onUpdated'>;
  readonly runtime: Pick<WxtBrowser['runtime'], 'getURL'>;
};

export type OpenTabs = ReturnType<typeof createOpenTabs>;

/** The tabs of this window, and the permissions that saving them needs, as a page sees them. */
export function createOpenTabs({ permissions, tabs, runtime }: Parts) {
  const ownOrigin = runtime.getURL('/');
  // Read before the click, because nothing may be awaited in the click handler.
  let held: Browser.permissions.Permissions = {};
  const look = async () => {
    held = await permissions.getAll();
  };
  const isHeld = (host: string) =>
    held.origins?.some((origin) => origin === '*://*/*' || origin.includes(`//${host}/`)) ?? false;

  return {
    isAllowed: async () => {
      await look();
      return permissions.contains(TABS);
    },
    /** Shows the browser's permission prompt. It must be called first in a click handler. */
    request: () => permissions.request(TABS),
    /** Removes the permission, for a page that requested it. */
    release: () => permissions.remove(TABS).catch(() => false),
    /** Returns the tabs of this window that show a page, in their order. */
    async list(): Promise<readonly OpenTab[]> {
      const all = await tabs.query({ currentWindow: true });
      return all.flatMap(({ id, url, title }) => {
        if (id === undefined || url === undefined) return [];
        const address = classifyAddress(url, ownOrigin);
        return address.kind === 'nothing' ? [] : [{ id, url: address.url, title: title ?? '' }];
      });
    },
    /**
     * Shows the browser's permission prompt for the sites of `urls`, and resolves to the origins that
     * were not allowed before; null if the person declines. It must be called first in a click
     * handler.
     */
    async requestSites(urls: readonly string[]): Promise<readonly string[] | null> {
      const hosts = [...new Set(urls.filter((url) => /^https?:/.test(url)).map(hostOfTab))];
      const origins = hosts.filter((host) => !isHeld(host)).map(patternOf);
      if (origins.length === 0) return [];
      return (await permissions.request({ origins })) ? origins : null;
    },
    async releaseSites(origins: readonly string[]): Promise<void> {
      if (origins.length > 0)
        await permissions.remove({ origins: [...origins] }).catch(() => false);
    },
    /** Loads a tab that the browser has put to sleep. */
    async wake(id: number): Promise<void> {
      const tab = await tabs.get(id).catch(() => null);
      // Firefox loads the tabs of its last session when they are opened.
      if (tab === null || !(tab.discarded || tab.status === 'unloaded')) return;
      await new Promise<void>((resolve) => {
        const onUpdated = (updated: number, { status }: { status?: string }) => {
          if (updated === id && status === 'complete') end();
        };
        const timer = setTimeout(() => end(), LOAD_LIMIT_MS);
        const end = () => {
          clearTimeout(timer);
          tabs.onUpdated.removeListener(onUpdated);
          resolve();
        };
        tabs.onUpdated.addListener(onUpdated);
        tabs.reload(id).catch(end);
      });
    },
  };
}

const hostOfTab = (url: string): string => new URL(url).hostname;
