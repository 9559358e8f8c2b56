import type {
  ArticleRequestResult,
  BackgroundFailure,
  BookmarkId,
  CaptureChange,
  HighlightId,
  PageState,
  Result,
} from '../domain';

export type { BackgroundFailure };

/** The requests that pages send to the background. The entrypoint implements them with messages. */
export interface Background {
  /** Describes the current page for the popup. With `save` it saves the page first. */
  describePage(request: { readonly save: boolean }): Promise<Result<PageState, BackgroundFailure>>;
  /**
   * Saves the address of the current page, whatever its tab shows, such as a page that failed to
   * load.
   */
  saveAddress(): Promise<Result<PageState, BackgroundFailure>>;
  captureAgain(id: BookmarkId): Promise<Result<CaptureChange, BackgroundFailure>>;
  /**
   * Fetches the images of an article that the page itself could not read. Needs the access of *Keep
   * all images*, or fails with `not-allowed`. The value is the number of images that were added.
   */
  fetchImages(id: BookmarkId): Promise<Result<number, BackgroundFailure>>;
  /**
   * Tells the background that this page wrote to the library, so that it updates badges and titles.
   */
  libraryChanged(): Promise<void>;
  /** Opens the list of highlights on the current page. */
  listHighlights(): Promise<void>;
  /** Scrolls the current page to one of its highlights. */
  showHighlight(id: HighlightId): Promise<void>;
  /** Syncs now, without the usual delays. Settles when the sync is over. */
  syncNow(): Promise<void>;
  /** Downloads the article of a bookmark from the server into the library. */
  fetchArticle(id: BookmarkId): Promise<Result<ArticleRequestResult, BackgroundFailure>>;
  /**
   * Tells the background that the user is active or the network is back. It syncs when that is due.
   */
  pokeSync(): Promise<void>;
}
