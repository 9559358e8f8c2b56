import type { AddressOnlyReason } from './address-only';
import type { BookmarkId } from './bookmark';

/** Why a save failed completely, so that not even the address was stored. */
export type SaveFailure = 'quota' | 'library-unavailable' | 'unknown';

/** The state of the page in the active tab. The top of the popup displays it. */
export type PageState =
  /** A new tab, a blank page or a page of Leafmark: there is nothing to save. */
  | { readonly kind: 'nothing' }
  /**
   * The browser does not reveal the address of this page to extensions: in Chromium, its own pages.
   */
  | { readonly kind: 'withheld' }
  | { readonly kind: 'unsaved'; readonly url: string; readonly title: string }
  /** The browser shows its page about a failed load. It is saved only if a person asks for it. */
  | { readonly kind: 'not-loaded'; readonly url: string }
  /** The server sent the page with an error, such as 404. It is saved only if a person asks for it. */
  | { readonly kind: 'error-page'; readonly url: string; readonly title: string }
  | { readonly kind: 'saving'; readonly url: string; readonly title: string }
  | {
      readonly kind: 'saved';
      readonly bookmarkId: BookmarkId;
      readonly url: string;
      readonly title: string;
      /** `created` just now, or `existing` if it had been saved before. */
      readonly outcome: 'created' | 'existing' | 'restored' | 'address-kept';
      /** Milliseconds during which the save can be undone; 0 when that time is over. */
      readonly undoLeftMs: number;
      /** Why only the address was saved; null if the article was saved. */
      readonly addressOnly: AddressOnlyReason | null;
      /**
       * True in a private window. Such a page was saved because a person asked for it, and the
       * popup says so.
       */
      readonly isPrivateWindow: boolean;
      /** The number of its highlights; absent if there are none. */
      readonly highlights?: number;
    }
  | {
      readonly kind: 'failed';
      readonly url: string;
      readonly title: string;
      readonly failure: SaveFailure;
    };

/** Why the background did not do what an extension page requested. */
export type BackgroundFailure =
  /** The background did not reply. A retry may help. */
  | { readonly kind: 'unreachable' }
  /** The page can't be captured again now because it is not in the active tab. */
  | { readonly kind: 'not-in-front' }
  /** The page is in the active tab but could not be captured. */
  | { readonly kind: 'not-captured'; readonly reason: AddressOnlyReason }
  /** The permission for *Keep all images* has not been granted. */
  | { readonly kind: 'not-allowed' }
  | { readonly kind: 'nothing-better' }
  /** The server sent the page with an error, so it replaces no article without a question. */
  | { readonly kind: 'error-page' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'quota' }
  /** Any other error. `detail` is for bug reports. */
  | { readonly kind: 'failed'; readonly detail: string };
