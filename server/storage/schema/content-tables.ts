import type { BlobHash, BookmarkKey, UserId } from '../ids';
import type { Flag, Json } from './column';

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
