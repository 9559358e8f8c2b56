import { browser } from 'wxt/browser';
import type {
  ArticleRequestResult,
  BackgroundFailure,
  BookmarkId,
  CaptureChange,
  PageState,
  Result,
} from '../domain';
import { sendMessage, type Transport } from './send-message';

/** What a page of ours may ask of the background; `Background` of ui/ is the same shape. */
export interface BackgroundClient {
  describePage(request: { readonly save: boolean }): Promise<Result<PageState, BackgroundFailure>>;
  saveAddress(): Promise<Result<PageState, BackgroundFailure>>;
  captureAgain(id: BookmarkId): Promise<Result<CaptureChange, BackgroundFailure>>;
  fetchImages(id: BookmarkId): Promise<Result<number, BackgroundFailure>>;
  fetchArticle(id: BookmarkId): Promise<Result<ArticleRequestResult, BackgroundFailure>>;
  libraryChanged(): Promise<void>;
  syncNow(): Promise<void>;
  pokeSync(): Promise<void>;
}

/**
 * The background as a page of ours sees it. Small enough for a first load: no zod, no Dexie. What
 * reads the answers comes after `painted`, the page's first paint.
 */
export function createBackground(
  painted: Promise<void>,
  transport: Transport = (message) => browser.runtime.sendMessage(message),
): BackgroundClient {
  return {
    describePage: ({ save }) => sendMessage(transport, 'describePage', { save }, painted),
    saveAddress: () => sendMessage(transport, 'saveAddress', {}),
    captureAgain: (id) => sendMessage(transport, 'captureAgain', { id }),
    fetchImages: (id) => sendMessage(transport, 'fetchImages', { id }),
    fetchArticle: (id) => sendMessage(transport, 'fetchArticle', { id }),
    async libraryChanged() {
      // Best effort: a badge that was not told is put right when its tab is looked at again.
      await sendMessage(transport, 'libraryChanged', {});
    },
    async syncNow() {
      // What came of it is in the library; a round that takes longer than anybody waits goes on.
      await sendMessage(transport, 'syncNow', {});
    },
    async pokeSync() {
      // Best effort: the alarm comes in any case.
      await sendMessage(transport, 'pokeSync', {});
    },
  };
}
