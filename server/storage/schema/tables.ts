import type {
  DeviceCodeTable,
  OAuthClientTable,
  OAuthCodeTable,
  SessionTable,
  TokenTable,
  UserTable,
} from './account-tables';
import type {
  BookmarkLabelTable,
  BookmarkTable,
  EventTable,
  TombstoneTable,
  UnindexedTable,
} from './bookmark-tables';
import type {
  AnnotationTable,
  BlobTable,
  CollectionTable,
  ContentTable,
  ResourceTable,
  ShareLinkTable,
} from './content-tables';
import type {
  AttemptTable,
  IdempotencyTable,
  ImportPartTable,
  ImportTable,
  JobTable,
  SchemaVersionTable,
  SecretTable,
} from './work-tables';

/** Every table, by its name. `migrations/` makes them. */
export interface Tables {
  schema_versions: SchemaVersionTable;
  users: UserTable;
  tokens: TokenTable;
  oauth_clients: OAuthClientTable;
  oauth_codes: OAuthCodeTable;
  device_codes: DeviceCodeTable;
  sessions: SessionTable;
  bookmarks: BookmarkTable;
  bookmark_labels: BookmarkLabelTable;
  tombstones: TombstoneTable;
  contents: ContentTable;
  resources: ResourceTable;
  blobs: BlobTable;
  annotations: AnnotationTable;
  collections: CollectionTable;
  unindexed: UnindexedTable;
  jobs: JobTable;
  events: EventTable;
  idempotency_keys: IdempotencyTable;
  share_links: ShareLinkTable;
  imports: ImportTable;
  import_parts: ImportPartTable;
  attempts: AttemptTable;
  secrets: SecretTable;
}
