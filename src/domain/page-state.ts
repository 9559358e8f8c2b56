import type { AddressOnlyReason, BookmarkId } from './bookmark';
/** Why a save failed altogether; the address could not be kept either. */
export type SaveFailure = 'quota' | 'library-unavailable' | 'unknown';

/** What the page in front is to Leafmark. The popup's top is drawn from it. */
export type PageState =
  /** A new tab, a blank page, a page of our own: there is nothing to save. */
  | { readonly kind: 'nothing' }
  /** A page whose address the browser tells no extension: one of its own, in Chromium. */
  | { readonly kind: 'withheld' }
  | { readonly kind: 'unsaved'; readonly url: string; readonly title: string }
  /** The browser shows its page about a failed load. Nothing is saved unless a person asks for it. */
  | { readonly kind: 'not-loaded'; readonly url: string }
  | { readonly kind: 'saving'; readonly url: string; readonly title: string }
  | {
      readonly kind: 'saved';
      readonly bookmarkId: BookmarkId;
      readonly url: string;
      readonly title: string;
      /** `created` just now, or `existing`: it had been saved before. */
      readonly outcome: 'created' | 'existing' | 'restored' | 'address-kept';
      /** How long the save may be taken back from now on; 0 when that time is over. */
      readonly undoLeftMs: number;
      /** Why only the address is kept; null when the article is. */
      readonly addressOnly: AddressOnlyReason | null;
      /** A private window: saved because a person asked, and it says so. */
      readonly isPrivateWindow: boolean;
    }
  | {
      readonly kind: 'failed';
      readonly url: string;
      readonly title: string;
      readonly failure: SaveFailure;
    };

/** Why the background did not do what a page of ours asked. */
export type BackgroundFailure =
  /** The worker did not answer. Asking again may help. */
  | { readonly kind: 'unreachable' }
  /** The page can't be captured again now: it is not the one in the tab in front. */
  | { readonly kind: 'not-in-front' }
  /** The page is in front, and could not be captured. */
  | { readonly kind: 'not-captured'; readonly reason: AddressOnlyReason }
  /** *Keep all images* has not been allowed. */
  | { readonly kind: 'not-allowed' }
  | { readonly kind: 'nothing-better' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'quota' }
  /** Anything else; `detail` is for a bug report. */
  | { readonly kind: 'failed'; readonly detail: string };
