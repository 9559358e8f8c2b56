import type { ReadonlySignal } from '@preact/signals';

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
