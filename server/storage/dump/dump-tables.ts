import type { Tables } from '../schema/tables';

interface DumpTable {
  readonly name: keyof Tables;
  /** The primary key, by which rows are sorted. */
  readonly key: readonly string[];
  /** The number of rows in memory at a time. */
  readonly batch: number;
}

const rows = (name: keyof Tables, ...key: readonly string[]): DumpTable => ({
  name,
  key,
  batch: 200,
});
const bodies = (name: keyof Tables, ...key: readonly string[]): DumpTable => ({
  name,
  key,
  batch: 4,
});

/**
 * The tables of a backup. Each comes after those it refers to. The word index is left out because it
 * is derived, and the events because clients that continue from old numbers must start again.
 */
export const DUMP_TABLES: readonly DumpTable[] = [
  rows('users', 'id'),
  rows('tokens', 'id'),
  rows('oauth_clients', 'id'),
  rows('oauth_codes', 'hash'),
  rows('device_codes', 'hash'),
  rows('sessions', 'hash'),
  rows('bookmarks', 'key'),
  rows('bookmark_labels', 'bookmark_key', 'label'),
  rows('tombstones', 'user_id', 'id'),
  bodies('contents', 'bookmark_key'),
  bodies('blobs', 'hash'),
  rows('resources', 'bookmark_key', 'name'),
  rows('annotations', 'id'),
  rows('collections', 'id'),
  rows('jobs', 'id'),
  rows('idempotency_keys', 'user_id', 'key'),
  rows('share_links', 'hash'),
  rows('imports', 'id'),
  bodies('import_parts', 'import_id', 'first_entry'),
  rows('attempts', 'key'),
  rows('secrets', 'name'),
];

/** The tables that a backup leaves out. */
export const UNDUMPED = ['schema_versions', 'unindexed', 'events'] as const;
