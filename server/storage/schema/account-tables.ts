import type { Generated } from 'kysely';
import type { UserId } from '../ids';
import type { Flag, Json } from './column';

export interface UserTable {
  id: Generated<UserId>;
  username: string;
  /** Compared: no two users differ in case only. */
  username_key: string;
  email: string | null;
  email_key: string | null;
  user_group: string;
  password_hash: string | null;
  settings: Json;
  created: number;
  updated: number;
  /** Changes ever made to what this user sees; the number of the newest event. */
  changes: number;
  /** When the newest of them was: never goes back, whatever the clocks of the processes do. */
  changed_at: number;
  /** Bookmarks now, so that a list needn't count them. */
  bookmark_count: number;
  /** Bookmarks ever. */
  last_bookmark: number;
  is_enabled: Generated<Flag>;
}

export interface TokenTable {
  id: string;
  user_id: UserId;
  hash: string;
  kind: string;
  name: string;
  /** null: all of the user's rights. */
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
