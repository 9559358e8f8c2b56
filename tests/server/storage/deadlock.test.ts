import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Storage } from '../../../server/storage/index';
import { DATABASES, type TestDatabase } from './support/databases';
import { addUser } from './support/rows';

const [, postgres] = DATABASES[1];

describe('PostgreSQL with concurrent transactions', () => {
  let db: TestDatabase;
  let storage: Storage;
  let other: Client;
  beforeEach(async () => {
    db = await postgres();
    storage = await db.open();
    other = new Client(db.address);
    await other.connect();
  });
  afterEach(async () => {
    await other.end();
    await db.remove();
  });

  /** Waits until a transaction waits for `other`. */
  const waitUntilBlocked = () =>
    vi.waitFor(async () => {
      const { rows } = await other.query(
        'select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
      );
      expect(rows).toHaveLength(1);
    });

  // Both transactions locked the bookmark and its row in `unindexed` in opposite orders, and the
  // deletion failed with 503.
  it('deletes a bookmark while its words are being indexed', async () => {
    const { id: userId } = await addUser(storage);
    const { id, key } = await storage.bookmarks.create(userId, { url: 'https://a.org/' });
    await other.query('begin');
    await other.query('select * from unindexed where bookmark_key = $1 for update', [key]);
    const deleting = storage.bookmarks.delete(userId, [id]);
    await waitUntilBlocked();
    await other.query('insert into words values ($1, 0, 0, $2)', [key, "'word':1"]);
    await other.query('commit');
    expect(await deleting).toBe(1);
    const { rows } = await other.query('select * from words');
    expect(rows).toEqual([]);
  });
});
