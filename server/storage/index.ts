// Storage: all data of the server, behind one interface, on SQLite or PostgreSQL. Only this folder
// opens a database, and no other folder sees SQL.

export type { Attempts } from './account/attempts';
export type * from './account/device-codes';
export { type IdentityRow, MAX_IDENTITIES } from './account/identities';
export type * from './account/oauth';
export { MAX_PASSKEYS, type NewPasskey, type PasskeyRow } from './account/passkeys';
export type { PendingSignInRow } from './account/pending-sign-ins';
export type { SessionRow } from './account/sessions';
export type { Credential, NewToken, TokenChange, TokenRow } from './account/tokens';
export { MAX_MADE_TOKENS } from './account/tokens';
export type { NewUser, UserChange, UserError, UserRow } from './account/users';
export type * from './bookmarks/bookmark';
export * from './bookmarks/bookmark-search';
export { sortedLabels } from './bookmarks/columns';
export type { IdempotencyClaim, IdempotentRequest } from './bookmarks/idempotency';
export { withAddresses } from './bookmarks/summary';
export { fromWire, toWire } from './bookmarks/wire-fields';
export type { CollectionChange, CollectionRow, NewCollection } from './collections/collections';
export { type PackedBlob, packBlob } from './contents/blobs';
export type * from './contents/content';
export { KEEP_REVISIONS_MS, type NewRevision } from './contents/revisions';
export type { ChangeListener, ChangeNotification, Dispose } from './database/change-notifier';
export type { Listed } from './database/rows';
export {
  SearchStopped,
  StorageUnavailable,
  type UnavailableReason,
  unlessFull,
  WriteConflict,
} from './database/unavailable';
export type { RestoreError } from './dump/read-dump';
export type { EventRow } from './events/events';
export type {
  AnnotationChange,
  AnnotationInLibrary,
  AnnotationRow,
  NewAnnotation,
} from './highlights/annotations';
export type * from './jobs/job';
export type { LabelCount } from './labels/labels';
export { openStorage, SEARCH_MS, type StorageOptions } from './open-storage';
export type { Repositories } from './repositories';
export type { DeviceState, PendingKind, TokenKind } from './schema/account-tables';
export { INFO_FIELDS, STORED_FIELDS } from './schema/bookmark-columns';
export { SchemaMismatch } from './schema/create-schema';
export { type BlobHash, type BookmarkKey, newShortId, type UserId } from './schema/ids';
export type {
  BookmarkImage,
  BookmarkImages,
  BookmarkState,
  ImportStatus,
  ResourceKind,
} from './schema/tables';
export { type Indexer, startIndexing } from './search/indexer';
export type { Storage } from './storage';
export type { ImportPart, ImportProgress, ImportRow, NewImport } from './transfer/imports';
export type { ShareLinkRow } from './transfer/share-links';
