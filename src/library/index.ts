// Library: all stored data, in IndexedDB, which only this room opens. One transaction contains a
// change, its outbox entry and its index updates.

export type { ArticleRepository } from './articles/articles';
export {
  type ArticleEdit,
  type ChangedRules,
  type CleanUpRepository,
  cleanUpRepository,
} from './articles/clean-up';
export type { ComparedTexts, OneSide } from './articles/compare-texts';
export type { BookmarkRepository } from './bookmarks/bookmarks';
export { type DraftRepository, draftRepository } from './bookmarks/drafts';
export {
  type EarlierArticle,
  type EarlierArticleRepository,
  earlierArticleRepository,
} from './bookmarks/earlier-articles';
export type {
  BookmarkPage,
  ListQuery,
  ListSort,
  PageCursor,
  PageQuery,
} from './bookmarks/list-page';
export type { NewPage } from './bookmarks/prepare-page';
export type { Recaptured } from './bookmarks/replace-article';
export type {
  ImportedPage,
  SaveResult,
} from './bookmarks/save-page';
export { type BulkRepository, bulkRepository } from './bulk/bulk';
export {
  type CollectionQuery,
  queryOfCollection,
  searchEdit,
  searchFields,
} from './collections/collection-query';
export {
  type CollectionState,
  changesOf,
  collectionFieldsOf,
  newCollection,
  UNLINKED,
} from './collections/collection-row';
export {
  type CollectionEdit,
  collectionRepository,
  type NewCollection,
} from './collections/collections';
export { isCondition } from './contents/conditions';
export {
  type ContentsRepository,
  contentsRepository,
  type Facets,
} from './contents/contents';
export type {
  BulkAction,
  BulkPatch,
  ChosenAction,
  LabelRename,
} from './database/bulk-rows';
export type { Done } from './database/change-log';
export { type Dispose, type LibraryError, toLibraryError, type Written } from './database/commit';
export * from './database/highlight-shadow';
export type {
  ImportCounts,
  ImportJobChoices,
  NotTaken,
} from './database/import-rows';
export { NO_IMPORT_CHOICES } from './database/import-rows';
export type {
  ArticlesJob,
  ArticlesProblem,
  BulkJob,
  BundleCounts,
  ImportJob,
  SendJob,
} from './database/job-rows';
export { hasWork, isOpenJob, owesAccess } from './database/job-rows';
export type {
  BookmarkLogEntry,
  Cause,
  GroupRow,
  LogEntry,
  LogRow,
} from './database/log-rows';
export * from './database/outbox-rows';
export type {
  AccountKey,
  CollectionChanges,
  CollectionRow,
  Counts,
  DistinctPair,
  Draft,
  GroupId,
  LabelColors,
  LabelCount,
} from './database/rows';
export { isLibraryMade } from './database/schema';
export { openSecrets, type SecretStore } from './database/secrets';
export type { SentPageRow } from './database/sent-rows';
export { localOnlyShadow } from './database/shadow-rows';
export type { StorageState } from './database/storage';
export {
  type LibraryOptions,
  removeLibrary,
} from './database/store';
export type * from './database/sync-rows';
export type {
  PageOutcome,
  RobotRules,
  WantedPageRow,
} from './database/wanted-rows';
export { PAGE_OUTCOMES } from './database/wanted-rows';
export { type DuplicateRepository, duplicateRepository } from './duplicates/duplicates';
export type { SearchError } from './duplicates/find-duplicates';
export type { Joining } from './duplicates/join-bookmarks';
export {
  type ArticleRequests,
  articleRequests,
  type ReportedPage,
} from './get-articles/article-requests';
export {
  type NextPage,
  type WantedPages,
  wantedPages,
} from './get-articles/wanted-pages';
export * from './highlights/highlight-lists';
export type { HighlightState } from './highlights/highlight-states';
export {
  type HighlightRepository,
  highlightRepository,
  type NewHighlight,
} from './highlights/highlights';
export {
  type AssetRepository,
  type ThumbnailRepository,
  thumbnailRepository,
} from './images/assets';
export { type LabelRepository, labelColorRepository } from './labels/labels';
export { labelSuggestions } from './labels/suggest-labels';
export { pageUndo } from './log/page-undo';
export { type RecentChange, type RecentChanges, recentChanges } from './log/recent-changes';
export { type Library, openLibrary } from './open-library';
export {
  type Editable,
  isUnchanged,
  mergedLabels,
  unsentChanges,
  withChanges,
  withTried,
} from './outbox/bookmark-changes';
export { isUnsent } from './outbox/waiting-intents';
export {
  type ReviewedHighlight,
  type ReviewOfDay,
  type ReviewQuery,
  reviewRepository,
} from './review/review';
export { searchIndexer } from './search/build-index';
export type { FindSort, FoundBookmarks } from './search/find-bookmarks';
export {
  type SearchRepository,
  type SearchStatus,
  type Suggester,
  searchRepository,
  suggester,
} from './search/search';
export type { SearchOptions } from './search/take-results';
export * from './send/send-highlights';
export { type SiteRuleRepository, siteRuleRepository } from './site-rules/site-rules';
export {
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
export type {
  QueuedIntent,
  SyncedBookmark,
  SyncState,
  SyncTransaction,
  TransactionScope,
} from './sync/bookmark-states';
export type { KnownBookmarks } from './sync/known-bookmarks';
export type {
  CollectionTransaction,
  HighlightTransaction,
  LinkedBookmark,
} from './sync/record-transactions';
export { type AddedArticle, addedArticle, type ReceivedArticle } from './sync/store-articles';
export * from './sync/sync-lists';
export type { LinkedShadow, SyncRepository } from './sync/sync-repository';
export type * from './sync/sync-status';
export type { ImportRows } from './transfer/import-parts';
export * from './transfer/imports';
export { type OnlyHere, type OnlyHereKind, onlyHereRepository } from './transfer/only-here';
export type * from './transfer/transferred';
export { type TransferRepository, transferRepository } from './transfer/transfers';
