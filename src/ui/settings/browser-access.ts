import { signal } from '@preact/signals';
import { into, readonly, type Watch } from '../components/signals';

/** A permission of the browser, which the entrypoint provides. */
export interface Permission {
  has(): Promise<boolean>;
  request(): Promise<boolean>;
  remove(): Promise<unknown>;
  /** Calls back after each change. */
  readonly watch: Watch<boolean>;
}

/** Creates the live state of an optional permission for an extension page. */
export function createBrowserAccess(permission: Permission) {
  const isAllowed = signal<boolean | null>(null);
  permission.watch(into(isAllowed));
  void permission.has().then(into(isAllowed));
  return {
    /** null until the browser has responded. */
    isAllowed: readonly(isAllowed),
    /**
     * Shows the browser's permission request. Resolves to false when the user declines. Call it in a
     * click handler before any `await`: browsers refuse the request otherwise.
     */
    request: (): Promise<boolean> => permission.request(),
    /** Removes the permission. */
    async revoke(): Promise<void> {
      await permission.remove();
    },
  };
}

/** An optional permission of the extension. The entrypoint creates it. */
export type BrowserAccess = ReturnType<typeof createBrowserAccess>;

/**
 * *Keep all images*: the optional access to all sites with which the background reads images that
 * the page itself may not read.
 */
export type ImageAccess = BrowserAccess;

export const EVERYWHERE = '*';

/** The browser's permissions for sites, which the entrypoint provides. */
interface SiteAccess {
  /** Calls back with the allowed hosts; `EVERYWHERE` stands for all. */
  readonly watch: Watch<readonly string[]>;
  /** As `BrowserAccess.request`, for one host. */
  allow(host: string): Promise<boolean>;
  revoke(host: string): Promise<void>;
}

export function createHighlightSites({ watch, allow, revoke }: SiteAccess) {
  const hosts = signal<readonly string[] | null>(null);
  watch(into(hosts));
  /** null until the browser has responded. */
  return { hosts: readonly(hosts), allow, revoke };
}

/** The sites on which highlights appear by themselves. The entrypoint creates it. */
export type HighlightSites = ReturnType<typeof createHighlightSites>;
