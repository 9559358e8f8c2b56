// Storage: everything the server keeps. One interface, on SQLite or PostgreSQL. The only room that
// opens a database; nothing of SQL leaves it.
export type * from './annotations/annotation';
export type * from './attempts/attempt';
export type * from './bookmarks/bookmark';
export * from './bookmarks/bookmark-repository';
export { matcher } from './bookmarks/complete';
export { sortedLabels } from './bookmarks/sorted-labels';
export { readingTimeMinutes, withAddresses } from './bookmarks/summary';
export * from './bookmarks/wanted';
export type * from './collections/collection';
export type * from './contents/content';
export type { RestoreError } from './dump/read-dump';
export type * from './events/event';
export type {
  IdempotencyClaim,
  IdempotencyRepository,
  IdempotentRequest,
} from './idempotency/idempotency';
export { type BlobHash, type BookmarkKey, newShortId, type UserId } from './ids';
export type {
  ImportPart,
  ImportProgress,
  ImportRepository,
  ImportRow,
  ImportStatus,
  NewImport,
} from './imports/imports';
export type * from './jobs/job';
export type * from './labels/label';
export type { Dispose, News, NewsListener } from './news';
export type * from './oauth/oauth';
export { openStorage, type StorageOptions } from './open-storage';
export type { Listed } from './rows';
export { NewerSchema } from './schema/migrate';
export { type Indexer, startIndexing } from './search/indexer';
export type * from './search/search';
export type { SecretRepository } from './secrets/secrets';
export type * from './sessions/session-row';
export type { ShareLinkRepository, ShareLinkRow } from './share-links/share-links';
export type { Repositories, Storage } from './storage';
export type * from './tokens/token';
export { StorageUnavailable, type UnavailableReason } from './unavailable';
export type * from './users/user';
