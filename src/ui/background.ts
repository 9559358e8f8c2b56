import type { BookmarkId, CaptureChange, PageState, Result } from '../domain';

/** Why the background did not do what it was asked. */
export type BackgroundFailure =
  /** The worker did not answer. */
  | { readonly kind: 'unreachable' }
  /** The page can't be captured again now: its tab is not in front, or it is not reachable. */
  | { readonly kind: 'not-in-front' }
  | { readonly kind: 'nothing-better' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'quota' }
  | { readonly kind: 'failed'; readonly detail: string };

/** What pages may ask of the background worker. Given by the entrypoint; ui/ knows no messages. */
export interface Background {
  /** The popup opened: says what the page in front is, and with `save` saves it first. */
  describePage(request: { readonly save: boolean }): Promise<Result<PageState, BackgroundFailure>>;
  captureAgain(id: BookmarkId): Promise<Result<CaptureChange, BackgroundFailure>>;
  /** A page of ours wrote to the library: badges and titles are looked up anew. */
  libraryChanged(): Promise<void>;
}
