import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Storage, UserRow } from '../../../server/storage/index';
import { openConnection } from '../../../server/storage/sqlite/connection';
import { DATABASES, type TestDatabase } from './support/databases';
import { addUser } from './support/rows';

const [, sqlite] = DATABASES[0];

// Each of these queries runs once for each bookmark of an import, or for each page of a list, so it must
// not scan a table.
describe('a query that runs often', () => {
  let db: TestDatabase;
  let storage: Storage;
  let ada: UserRow;
  const queries = new Set<string>();
  beforeEach(async () => {
    const { prepare } = DatabaseSync.prototype;
    vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
      this: DatabaseSync,
      query,
    ) {
      queries.add(query);
      return prepare.call(this, query);
    });
    db = await sqlite();
    storage = await db.open();
    ada = await addUser(storage);
    queries.clear();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await db.remove();
  });

  /** The steps of SQLite's plans for all queries so far. */
  function plans(): readonly string[] {
    const { file } = openConnection(db.address, 'read');
    const steps = [...queries].flatMap((query) =>
      file
        .prepare(`explain query plan ${query}`)
        .all()
        .map(({ detail }) => String(detail)),
    );
    file.close();
    return steps;
  }

  it('updates only the changed columns when a bookmark is marked', async () => {
    const { id } = await storage.bookmarks.create(ada.id, { url: 'https://example.org/' });
    queries.clear();
    await storage.bookmarks.update(ada.id, id, { isFavourite: true, isArchived: false });
    expect([...queries].filter((query) => query.startsWith('update "bookmarks"'))).toEqual([
      'update "bookmarks" set "updated" = ?, "is_favourite" = ?, "summary" = ? where "key" = ?',
    ]);
  });

  it('reads a single bookmark without its article', async () => {
    const { id, key } = await storage.bookmarks.create(ada.id, { url: 'https://example.org/' });
    expect(await storage.bookmarks.findDetails(ada.id, id)).toMatchObject({ id, linksJson: '[]' });
    await storage.contents.put(key, { article: '<p>long</p>', text: 'long', links: [] });
    queries.clear();
    expect(await storage.bookmarks.findDetails(ada.id, id)).toMatchObject({ id, linksJson: '[]' });
    expect([...queries].join()).not.toMatch(/article|text|\*/);
  });

  it('finds an address by an index', async () => {
    await storage.bookmarks.findByUrl(ada.id, 'https://example.org/');
    expect(plans().filter((step) => /bookmarks/.test(step))).toEqual([
      'SEARCH bookmarks USING INTEGER PRIMARY KEY (rowid=?)',
      expect.stringContaining('USING INDEX bookmarks_by_url (user_id=? AND url_hash=?)'),
      expect.stringContaining(
        'USING INDEX bookmarks_by_initial_url (user_id=? AND initial_hash=?)',
      ),
    ]);
  });

  it('finds a page of all annotations in an index, without reading those before it', async () => {
    await storage.annotations.listAll(ada.id, { limit: 50, offset: 1000 });
    const steps = plans();
    expect(steps).toContain(
      'SEARCH annotations USING COVERING INDEX annotations_of_user (user_id=?)',
    );
    expect(steps.filter((step) => /^SCAN (a|b)$/.test(step))).toEqual([]);
    // The page itself is sorted after the join.
    expect(steps.filter((step) => /TEMP B-TREE/.test(step))).toHaveLength(1);
  });

  it('finds the next job in the order of an index', async () => {
    await storage.jobs.enqueue({ kind: 'extraction', payload: {} });
    await storage.jobs.claim('extraction', 1, 1000);
    await storage.jobs.nextAt(['extraction']);
    const steps = plans();
    expect(steps).toContainEqual(expect.stringContaining('jobs_to_take (kind=? AND state=?)'));
    expect(steps.filter((step) => /^SCAN jobs|ORDER BY/.test(step))).toEqual([]);
  });
});
