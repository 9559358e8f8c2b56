import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type BookmarkRow,
  type BookmarkSearch,
  EVERYTHING,
  type Storage,
  StorageUnavailable,
  type UserRow,
  withAddresses,
} from '../../../server/storage/index';
import { createLabels } from '../../../server/storage/labels/labels';
import { postgresEngine } from '../../../server/storage/postgres/open-postgres';
import { connect } from '../../../server/storage/postgres/pool';
import type { Db } from '../../../server/storage/schema/tables';
import { openConnection } from '../../../server/storage/sqlite/connection';
import { sqliteEngine } from '../../../server/storage/sqlite/engine';
import { formatInstant } from '../../../src/contract/index';
import { parseTextQuery } from '../../../src/query/index';
import { DATABASES, type TestDatabase, testClock } from './support/databases';
import { addUser } from './support/rows';

/** More rows than one statement writes. */
const MANY = 130;
/** Contains characters that break unescaped SQL and JSON. */
const NAME = 'a "b" \'c\' \\ ü \u{1F331}';

describe.each(DATABASES)('a label of many bookmarks on %s', (_, database) => {
  const clock = testClock();
  let db: TestDatabase;
  let storage: Storage;
  let ada: UserRow;
  let before: readonly BookmarkRow[];
  let other: BookmarkRow;
  beforeEach(async () => {
    db = await database();
    storage = await db.open(clock.now);
    ada = await addUser(storage);
    const grace = await addUser(storage, 'grace');
    other = await storage.bookmarks.create(grace.id, { url: 'https://a.org/', labels: [NAME] });
    before = await storage.transaction(async ({ bookmarks }) => {
      const rows: BookmarkRow[] = [];
      for (let at = 0; at < MANY; at += 1) {
        const labels = [NAME, ...(at % 2 ? ['both'] : []), ...(at % 3 ? [`x${at % 7}`] : [])];
        const url = `https://example.com/${at}`;
        rows.push(await bookmarks.create(ada.id, { url, title: `"labels":["${NAME}"]`, labels }));
      }
      return rows;
    });
  });
  afterEach(() => db.remove());

  const find = (wanted: Partial<BookmarkSearch>) =>
    storage.bookmarks.list(ada.id, { ...EVERYTHING, ...wanted }, { limit: 1000, offset: 0 });

  /**
   * Checks that each row differs only in its labels, and that lists, events and sync contain the
   * new labels.
   */
  async function expectLabels(labelsOf: (row: BookmarkRow) => readonly string[]): Promise<void> {
    const { rows } = await find({});
    const summaries = new Map(rows.map(({ id, summary }) => [id, withAddresses(summary, '')]));
    for (const row of before) {
      const now = await storage.bookmarks.findByKey(row.key);
      expect(now).toEqual({ ...row, labels: labelsOf(row), updated: now?.updated });
      expect(now?.updated).toBeGreaterThan(row.updated);
      expect(JSON.parse(summaries.get(row.id) ?? '')).toMatchObject({
        title: row.title,
        labels: labelsOf(row),
        updated: formatInstant(now?.updated ?? 0),
      });
    }
    const events = await storage.events.after(ada.id, MANY, 2 * MANY);
    expect(events.map(({ seq }) => seq)).toEqual(before.map((_row, at) => MANY + 1 + at));
    expect(events.every(({ type }) => type === 'update')).toBe(true);
    const ids = before.map(({ id }) => id).toSorted();
    expect(events.map(({ bookmarkId }) => bookmarkId).toSorted()).toEqual(ids);
    const last = before.at(-1)?.updated ?? null;
    const changed = await storage.bookmarks.changedSince(ada.id, last);
    expect(changed.map(({ id }) => id).toSorted()).toEqual(ids);
    expect(await storage.bookmarks.findByKey(other.key)).toEqual(other);
  }

  it('is renamed on all of them', async () => {
    expect(await storage.labels.rename(ada.id, NAME, 'both')).toBe(MANY);
    await expectLabels(({ labels }) => ['both', ...labels.filter((label) => /^x/.test(label))]);
    expect(await storage.labels.find(ada.id, 'both')).toEqual({ name: 'both', count: MANY });
    expect(await storage.labels.find(ada.id, NAME)).toBeNull();
    expect(await storage.labels.rename(ada.id, 'both', NAME)).toBe(MANY);
    expect((await find({ query: parseTextQuery('label:both') })).total).toBe(0);
    expect((await storage.labels.find(ada.id, NAME))?.count).toBe(MANY);
  });

  it('is removed from all of them', async () => {
    expect(await storage.labels.delete(ada.id, NAME)).toBe(MANY);
    await expectLabels(({ labels }) => labels.filter((label) => label !== NAME));
    const bare = before.filter(({ labels }) => labels.length === 1);
    expect((await find({ hasLabels: false })).total).toBe(bare.length);
  });

  it('lets others write before it is changed on all', async () => {
    const order: string[] = [];
    const renamed = storage.labels.rename(ada.id, NAME, 'new').then(() => order.push('renamed'));
    const grace = storage.bookmarks.update(other.userId, other.id, { isFavourite: true });
    await Promise.all([renamed, grace.then(() => order.push('written'))]);
    // PostgreSQL writes side by side.
    if (storage.kind === 'sqlite') expect(order).toEqual(['written', 'renamed']);
  });

  it('stays away where it was removed meanwhile', async () => {
    const renamed = storage.labels.rename(ada.id, NAME, 'new');
    // The last bookmarks are changed in a later transaction.
    const { id } = before.at(-1)!;
    const removed = storage.bookmarks.update(ada.id, id, { labels: ['mine'] });
    await Promise.all([renamed, removed]);
    expect((await storage.bookmarks.find(ada.id, id))?.labels).toEqual(['mine']);
    expect(await storage.labels.find(ada.id, NAME)).toBeNull();
    expect(await storage.labels.find(ada.id, 'new')).toEqual({ name: 'new', count: MANY - 1 });
  });

  it('is changed on the others when a request that was cut off is repeated', async () => {
    for (const { id } of before.slice(0, MANY / 2)) {
      await storage.bookmarks.update(ada.id, id, { labels: ['new'] });
    }
    expect(await storage.labels.rename(ada.id, NAME, 'new')).toBe(MANY / 2);
    expect(await storage.labels.find(ada.id, 'new')).toEqual({ name: 'new', count: MANY });
  });

  it.each([
    ['none of them is', 0, false],
    ['some of them are', 1, true],
  ])('says whether %s changed when the disk becomes full', async (_some, steps, isPartial) => {
    const full = new StorageUnavailable('full', null);
    let begun = 0;
    const isSqlite = db.kind === 'sqlite';
    const own = isSqlite ? openConnection(db.address, 'write').db : connect(db.address);
    const at = { engine: isSqlite ? sqliteEngine : postgresEngine, now: clock.now };
    const labels = createLabels({
      ...at,
      db: own,
      search: (search, input) => search({ ...at, db: own }, input),
      write(work) {
        begun += 1;
        if (begun > steps) return Promise.reject(full);
        const within = (unit: Db) => work({ ...at, db: unit, announce: async () => undefined });
        return own.transaction().execute(within);
      },
    });
    const refused = labels.rename(ada.id, NAME, 'new');
    await expect(refused).rejects.toMatchObject({ reason: 'full', isPartial });
    await own.destroy();
    const count = (await storage.labels.find(ada.id, 'new'))?.count ?? 0;
    expect(count > 0).toBe(isPartial);
    expect(await storage.labels.rename(ada.id, NAME, 'new')).toBe(MANY - count);
    expect((await storage.labels.find(ada.id, 'new'))?.count).toBe(MANY);
  });

  it('is changed on all of them or, when that fails, on none, in a transaction of others', async () => {
    const failing = storage.transaction(async ({ labels }) => {
      await labels.rename(ada.id, NAME, 'other');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await storage.labels.list(ada.id)).toContainEqual({ name: NAME, count: MANY });
    const [first] = before;
    expect(await storage.bookmarks.findByKey(first!.key)).toEqual(first);
  });
});
