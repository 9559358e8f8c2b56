import type { AddressOnlyReason } from './bookmark';

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
