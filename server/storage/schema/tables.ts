import type { Generated, Kysely } from 'kysely';
import type { BlobHash, BookmarkKey, UserId } from '../ids';

/** All tables by name. `migrations/` creates them. */
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

export interface UserTable {
  id: Generated<UserId>;
  username: string;
  /** Unique, so that no two names differ only in case. */
  username_key: string;
  email: string | null;
  email_key: string | null;
  user_group: string;
  password_hash: string | null;
  settings: Json;
  created: number;
  updated: number;
  /** The number of changes of this user's data, and the number of the newest event. */
  changes: number;
  /** The time of the newest change. It never decreases, even when clocks differ. */
  changed_at: number;
  /** The number of bookmarks, so that lists need not count them. */
  bookmark_count: number;
  /** The number of bookmarks that were ever created. */
  last_bookmark: number;
  is_enabled: Generated<Flag>;
}

export interface TokenTable {
  id: string;
  user_id: UserId;
  hash: string;
  kind: string;
  name: string;
  /** null grants all rights of the user. */
  roles: Json | null;
  client_uri: string;
  client_logo: string;
  created: number;
  last_used: number | null;
  expires: number | null;
  is_enabled: Flag;
}

export interface OAuthClientTable {
  id: string;
  metadata: Json;
  created: number;
  expires: number;
}

export interface OAuthCodeTable {
  hash: string;
  client_id: string;
  user_id: UserId;
  redirect_uri: string;
  challenge: string;
  scopes: Json;
  expires: number;
  used_at: number | null;
  token_id: string | null;
}

export interface DeviceCodeTable {
  hash: string;
  user_code: string;
  client_id: string;
  scopes: Json;
  state: string;
  user_id: UserId | null;
  token_id: string | null;
  interval_ms: number;
  polled_at: number | null;
  created: number;
  expires: number;
}

export interface SessionTable {
  hash: string;
  user_id: UserId;
  created: number;
  last_used: number;
  expires: number;
}

export interface BookmarkTable {
  key: BookmarkKey;
  id: string;
  user_id: UserId;
  created: number;
  updated: number;
  state: number;
  url: string;
  initial_url: string;
  url_hash: number;
  initial_hash: number;
  title: string;
  /** The folded beginning of the title, by which lists are sorted. */
  title_key: string;
  site: string;
  site_name: string;
  domain: string;
  published: number | null;
  authors: Json;
  lang: string;
  text_direction: string;
  document_type: string;
  type: string;
  has_article: Flag;
  description: string;
  omit_description: Flag;
  embed: string;
  embed_domain: string;
  errors: Json;
  has_errors: Flag;
  images: Json;
  word_count: number;
  duration: number;
  /** `duration`, or an estimate from the words, by which lists are sorted. */
  length: number;
  is_marked: Flag;
  is_archived: Flag;
  read_progress: number;
  read_anchor: string;
  labels: Json;
  has_labels: Flag;
  delete_at: number | null;
  /** The JSON for lists, without the server's address. */
  summary: Json;
}

export interface BookmarkLabelTable {
  user_id: UserId;
  bookmark_key: BookmarkKey;
  label: string;
  folded: string;
}

export interface TombstoneTable {
  user_id: UserId;
  id: string;
  deleted_at: number;
}

/** Bookmarks whose words are not yet in the index or are outdated there. */
export interface UnindexedTable {
  bookmark_key: BookmarkKey;
  /** Differs after each change. Words that were read under another stamp are outdated. */
  stamp: number;
}

export interface EventTable {
  user_id: UserId;
  seq: number;
  bookmark_id: string;
  type: string;
  time: number;
}

export interface ContentTable {
  bookmark_key: BookmarkKey;
  article: string | null;
  text: string;
  links: Json;
  props: Json;
  log: string;
  changed_at: number;
}

export interface ResourceTable {
  bookmark_key: BookmarkKey;
  name: string;
  hash: BlobHash;
  kind: string;
  content_type: string;
  url: string;
  width: number;
  height: number;
  size: number;
}

export interface BlobTable {
  hash: BlobHash;
  bytes: Uint8Array;
  size: number;
  kept_at: number;
}

export interface AnnotationTable {
  id: string;
  user_id: UserId;
  bookmark_key: BookmarkKey;
  start_selector: string;
  start_offset: number;
  end_selector: string;
  end_offset: number;
  position: number;
  text: string;
  color: string;
  note: string;
  quote: Json | null;
  created: number;
}

export interface CollectionTable {
  id: string;
  user_id: UserId;
  name: string;
  is_pinned: Flag;
  filters: Json;
  created: number;
  updated: number;
}

export interface ShareLinkTable {
  hash: string;
  bookmark_key: BookmarkKey;
  expires: number;
}

export interface SchemaVersionTable {
  version: number;
  applied_at: number;
}

export interface JobTable {
  id: Generated<number>;
  kind: string;
  /** The user whose work it is; empty for none. */
  owner: string;
  payload: Json;
  /** Unique among waiting jobs. */
  unique_key: string | null;
  state: string;
  priority: number;
  run_at: number;
  attempts: number;
  max_attempts: number;
  lease: string | null;
  leased_until: number | null;
  last_error: string | null;
  created: number;
}

export interface IdempotencyTable {
  user_id: UserId;
  key: string;
  fingerprint: string;
  bookmark_id: string;
  expires: number;
}

export interface ImportTable {
  id: string;
  user_id: UserId;
  source: string;
  options: Json;
  account: Json | null;
  status: string;
  total: number;
  done: number;
  created: number;
}

export interface ImportPartTable {
  import_id: string;
  first_entry: number;
  next_entry: number;
  bytes: Uint8Array;
}

export interface AttemptTable {
  key: string;
  count: number;
  resets_at: number;
}

export interface SecretTable {
  name: string;
  value: string;
}

// Both databases have the same columns: flags are 0 or 1, times are Unix ms, lists and objects are
// JSON texts. Texts are compared by their bytes in both.

export type Flag = 0 | 1;
export type Json = string;

/** The database or a transaction. */
export type Db = Kysely<Tables>;

/** Replaces NUL, which ends a text in SQLite and is refused by PostgreSQL. */
export const storable = (text: string): string =>
  text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
