// Storage: all data of the server, behind one interface, on SQLite or PostgreSQL. Only this folder
// opens a database, and no other folder sees SQL.
export type * from './annotations/annotation';
export type { AttemptRepository, Attempts } from './attempts';
export type * from './bookmarks/bookmark';
export * from './bookmarks/bookmark-search';
export { sortedLabels } from './bookmarks/columns';
export { withAddresses } from './bookmarks/summary';
export type { ChangeListener, ChangeNotification, Dispose } from './change-notifier';
export type {
  CollectionChange,
  CollectionFilters,
  CollectionRepository,
  CollectionRow,
  NewCollection,
} from './collections';
export type * from './contents/content';
export type { RestoreError } from './dump/read-dump';
export type { EventRepository, EventRow } from './events';
export type {
  IdempotencyClaim,
  IdempotencyRepository,
  IdempotentRequest,
} from './idempotency';
export { type BlobHash, type BookmarkKey, newShortId, type UserId } from './ids';
export type {
  ImportPart,
  ImportProgress,
  ImportRepository,
  ImportRow,
  ImportStatus,
  NewImport,
} from './imports';
export type * from './jobs/job';
export type { LabelCount, LabelRepository } from './labels';
export type * from './oauth/oauth';
export { openStorage, type StorageOptions } from './open-storage';
export type { Listed } from './rows';
export { NewerSchema } from './schema/migrate';
export { INDEX_PROGRAM } from './search/index-process';
export { type Indexer, startIndexing } from './search/indexer';
export type { SearchRepository } from './search/search';
export type { SecretRepository } from './secrets';
export type { SessionRepository, SessionRow } from './sessions';
export type { ShareLinkRepository, ShareLinkRow } from './share-links';
export { SEARCH_PROGRAM } from './sqlite/search-processes';
export type { Repositories, Storage } from './storage';
export type {
  Credential,
  NewToken,
  TokenChange,
  TokenKind,
  TokenRepository,
  TokenRow,
} from './tokens';
export { SearchStopped, StorageUnavailable, type UnavailableReason } from './unavailable';
export type { NewUser, UserChange, UserError, UserRepository, UserRow } from './users';
