import { computed, type ReadonlySignal, signal } from '@preact/signals';

/**
 * *Keep all images*: the optional access to all sites that lets the background read the images
 * which the page itself may not. Given by the entrypoint.
 */
export interface ImageAccess {
  /** null until the browser has said. */
  readonly isAllowed: ReadonlySignal<boolean | null>;
  /**
   * Shows the browser's own question; false when the person says no. To be called first thing in a
   * click handler: browsers refuse the question once anything was awaited.
   */
  ask(): Promise<boolean>;
  /** Gives the access back. */
  takeBack(): Promise<void>;
}

/** The browser's own record of the optional access, by way of the entrypoint. */
export interface ImagePermission {
  has(): Promise<boolean>;
  request(): Promise<boolean>;
  remove(): Promise<boolean>;
  watch(listener: (isAllowed: boolean) => void): () => void;
}

/** *Keep all images* as a page of ours sees it, live. */
export function createImageAccess(permission: ImagePermission): ImageAccess {
  const isAllowed = signal<boolean | null>(null);
  const take = (next: boolean) => {
    isAllowed.value = next;
  };
  permission.watch(take);
  void permission.has().then(take);
  return {
    isAllowed: computed(() => isAllowed.value),
    ask: () => permission.request(),
    async takeBack() {
      await permission.remove();
    },
  };
}
