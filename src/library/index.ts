// Library: all stored data, in IndexedDB, which only this room opens. One transaction contains a
// change, its outbox entry and its index updates.

export type { ArticleRepository, Revision } from './articles/articles';
export {
  type ArticleEdit,
  type CleanUpRepository,
  cleanUpRepository,
  type UndoneEdit,
} from './articles/clean-up';
export type {
  AddManyOptions,
  AddManyResult,
  BookmarkPage,
  BookmarkRepository,
  ImportedPage,
  NewAddress,
  NewPage,
  PageCursor,
  PageQuery,
  PendingCaptureRepository,
  SaveResult,
} from './bookmarks/bookmark-repository';
export type { DraftRepository } from './bookmarks/drafts';
export { bulkRepository } from './bulk/bulk';
export type * from './bulk/bulk-repository';
export {
  type CollectionQuery,
  queryOfCollection,
  searchEdit,
  searchFields,
} from './collections/collection-query';
export { changesOf, fieldsOf, newCollectionRow, UNLINKED } from './collections/collection-row';
export type {
  CollectionEdit,
  CollectionRepository,
  NewCollection,
} from './collections/collections';
export { isCondition } from './contents/conditions';
export { contentsRepository } from './contents/contents';
export type * from './contents/contents-repository';
export * from './database/highlight-shadow';
export type { ImportCounts, ImportJobChoices, NotTaken } from './database/import-rows';
export type * from './database/outbox-rows';
export type {
  ArticleCounts,
  CollectionChanges,
  CollectionRow,
  DistinctPair,
} from './database/rows';
export { openSecrets, type SecretStore } from './database/secrets';
export type { StorageRepository, StorageState } from './database/storage';
export { type BrowserStorage, type LibraryOptions, removeLibrary } from './database/store';
export type * from './database/sync-rows';
export type * from './duplicates/duplicate-repository';
export { duplicateRepository } from './duplicates/duplicates';
export * from './highlights/highlight-lists';
export {
  type HighlightRepository,
  highlightRepository,
  type NewHighlight,
} from './highlights/highlights';
export type { AssetRepository } from './images/assets';
export { type ThumbnailRepository, thumbnailRepository } from './images/thumbnails';
export type { LabelRepository } from './labels/labels';
export { labelSuggestions } from './labels/suggest-labels';
export { openLibrary } from './open-library';
export { isUnsent } from './outbox/outbox';
export { isEmptyPatch } from './outbox/patches';
export * from './repository';
export { searchRepository } from './search/search';
export { type SearchIndexer, searchIndexer } from './search/search-indexer';
export type * from './search/search-repository';
export { type Suggester, suggester } from './search/suggest';
export { type SiteRuleRepository, siteRuleRepository } from './site-rules/site-rules';
export {
  type SiteOfPages,
  type Statistics,
  statisticsRepository,
  type WeekOfPages,
} from './statistics/statistics';
export {
  type SpaceFreed,
  type SpaceUsed,
  type StorageHealth,
  storageHealth,
} from './storage-health/storage-health';
export type { PendingArticle, StoredArticle } from './sync/article-selection';
export type { CollectionTransaction } from './sync/collection-transaction';
export type {
  HighlightState,
  HighlightTransaction,
  LinkedBookmark,
} from './sync/highlight-transaction';
export type { KnownBookmarks } from './sync/known-bookmarks';
export { type AddedArticle, addedArticle, type ReceivedArticle } from './sync/store-articles';
export type { LinkedShadow, SyncRepository } from './sync/sync-repository';
export type * from './sync/sync-status';
export type {
  QueuedIntent,
  SyncedBookmark,
  SyncState,
  SyncTransaction,
  TransactionScope,
} from './sync/sync-transaction';
export * from './transfer/imports';
export type * from './transfer/transfer-repository';
export { transferRepository } from './transfer/transfers';
