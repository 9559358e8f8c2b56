import type { BookmarkKey, UserId } from '../ids';
import type { Flag, Json } from './column';

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
  /** Its beginning, folded: what lists order by. */
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
  /** `duration`, or guessed from the words: what lists order by. */
  length: number;
  is_marked: Flag;
  is_archived: Flag;
  read_progress: number;
  read_anchor: string;
  labels: Json;
  has_labels: Flag;
  delete_at: number | null;
  /** What the list answer says of it, without the server's address. */
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

/** Bookmarks whose words the index doesn't have yet, or has as they were. */
export interface UnindexedTable {
  bookmark_key: BookmarkKey;
  /** Another with each change: words read under another one are not the newest. */
  stamp: number;
}

export interface EventTable {
  user_id: UserId;
  seq: number;
  bookmark_id: string;
  type: string;
  time: number;
}
