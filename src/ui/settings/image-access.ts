import { computed, type ReadonlySignal, signal } from '@preact/signals';

/** An optional permission of the extension. The entrypoint creates it. */
export interface BrowserAccess {
  /** null until the browser has responded. */
  readonly isAllowed: ReadonlySignal<boolean | null>;
  /**
   * Shows the browser's permission request. Resolves to false when the user declines. Call it in a
   * click handler before any `await`: browsers refuse the request otherwise.
   */
  request(): Promise<boolean>;
  /** Removes the permission. */
  revoke(): Promise<void>;
}

/**
 * *Keep all images*: the optional access to all sites with which the background reads images that
 * the page itself may not read.
 */
export type ImageAccess = BrowserAccess;

/** The browser's permission, which the entrypoint provides. */
interface Permission {
  has(): Promise<boolean>;
  request(): Promise<boolean>;
  remove(): Promise<unknown>;
  watch(listener: (isAllowed: boolean) => void): void;
}

/** Creates the live state of a permission for an extension page. */
export function createBrowserAccess(permission: Permission): BrowserAccess {
  const isAllowed = signal<boolean | null>(null);
  const take = (next: boolean) => {
    isAllowed.value = next;
  };
  permission.watch(take);
  void permission.has().then(take);
  return {
    isAllowed: computed(() => isAllowed.value),
    request: () => permission.request(),
    async revoke() {
      await permission.remove();
    },
  };
}
