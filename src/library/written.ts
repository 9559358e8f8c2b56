import type { Result } from '../domain';

/** Ends a subscription. Safe to call twice. */
export type Dispose = () => void;

/** What can go wrong with a write that is nobody's bug. */
export type LibraryError =
  /** The browser has no room left; nothing was changed. */
  | { readonly kind: 'quota' }
  | { readonly kind: 'not-found' }
  /** *Capture again* gave no text where the article has some: the article stays as it was. */
  | { readonly kind: 'nothing-better' }
  /** What has to be called something was called nothing. */
  | { readonly kind: 'no-name' }
  /** The address is none to come back to: `javascript:`, `data:`, `blob:`, `mailto:` and the like. */
  | { readonly kind: 'not-an-address' }
  /** IndexedDB can't be opened: private mode without storage, a broken profile, a newer schema. */
  | { readonly kind: 'unavailable'; readonly detail: string };

export type Written<T> = Promise<Result<T, LibraryError>>;
