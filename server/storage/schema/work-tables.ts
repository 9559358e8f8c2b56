import type { Generated } from 'kysely';
import type { UserId } from '../ids';
import type { Json } from './column';

export interface SchemaVersionTable {
  version: number;
  applied_at: number;
}

export interface JobTable {
  id: Generated<number>;
  kind: string;
  /** Whoever it is done for; empty when that is nobody. */
  owner: string;
  payload: Json;
  /** At most one waiting job has it. */
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
