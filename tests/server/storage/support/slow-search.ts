import { Client } from 'pg';
import { keyRange, type UserId } from '../../../../server/storage/schema/ids';
import { openConnection } from '../../../../server/storage/sqlite/connection';
import type { TestDatabase } from './databases';

/** A search that takes several seconds in an indexed database of SQLite. */
export const SLOW_SEARCH = `"${Array(64).fill('a').join(' ')}"`;

/**
 * Makes `SLOW_SEARCH` of a user slow: on SQLite by texts in the index in which its words occur very
 * often, on PostgreSQL by a lock on the index. `end` releases the lock.
 */
export async function makeSlow(
  { kind, address }: TestDatabase,
  userId: UserId,
  texts = 500,
): Promise<{ end(): Promise<void> }> {
  if (kind === 'sqlite') {
    const { file } = openConnection(address, 'write');
    const insert = file.prepare('insert into words (rowid, text) values (?, ?)');
    const [, last] = keyRange(userId);
    file.exec('begin');
    for (let n = 0; n < texts; n += 1) insert.run(last - n, 'a '.repeat(20_000));
    file.exec('commit');
    file.close();
    return { end: async () => undefined };
  }
  return lock(address, ['words']);
}

/** Lets searches on PostgreSQL wait until `end` is called. */
export const lockForSearches = async ({ kind, address }: TestDatabase) =>
  kind === 'sqlite'
    ? { end: async () => undefined }
    : lock(address, ['words', 'bookmarks', 'bookmark_labels']);

async function lock(address: string, tables: readonly string[]) {
  const client = new Client(address);
  await client.connect();
  await client.query('begin');
  await client.query(`lock table ${tables.join()} in access exclusive mode`);
  return { end: () => client.end() };
}
