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
