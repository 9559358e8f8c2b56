import type {
  ArticleRequestResult,
  BackgroundFailure,
  BookmarkId,
  CaptureChange,
  PageState,
  Result,
} from '../domain';

export type { BackgroundFailure };

/** What pages may ask of the background worker. Given by the entrypoint; ui/ knows no messages. */
export interface Background {
  /** The popup opened: says what the page in front is, and with `save` saves it first. */
  describePage(request: { readonly save: boolean }): Promise<Result<PageState, BackgroundFailure>>;
  /** Saves the address of the page in front, whatever its tab shows: a load that failed, say. */
  saveAddress(): Promise<Result<PageState, BackgroundFailure>>;
  captureAgain(id: BookmarkId): Promise<Result<CaptureChange, BackgroundFailure>>;
  /**
   * Once *Keep all images* is allowed: fetches the images of the article that the page could not
   * read. The value is how many are kept now that were not before; `not-allowed` without the access.
   */
  fetchImages(id: BookmarkId): Promise<Result<number, BackgroundFailure>>;
  /** A page of ours wrote to the library: badges and titles are looked up anew. */
  libraryChanged(): Promise<void>;
  /** Syncs what there is, whatever was to be waited for; settles when that is over. */
  syncNow(): Promise<void>;
  /** Fetches the article of a bookmark that is on the server; it is in the library then. */
  fetchArticle(id: BookmarkId): Promise<Result<ArticleRequestResult, BackgroundFailure>>;
  /** Somebody is there, or the network is back: syncs where that is worthwhile. */
  pokeSync(): Promise<void>;
}
