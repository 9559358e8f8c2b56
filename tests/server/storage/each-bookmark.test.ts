import { expect, it } from 'vitest';
import { EVERYTHING } from '../../../server/storage/bookmarks/bookmark-search';
import type { SyncOrder } from '../../../server/storage/index';
import { describeOnDatabases, testClock } from './support/databases';
import { addUser } from './support/rows';

/** More than two batches of a read. */
const ROWS = 230;

const ORDERS: readonly SyncOrder[] = [
  [{ by: 'updated', descending: false }],
  [{ by: 'updated', descending: true }],
  [
    { by: 'updated', descending: true },
    { by: 'created', descending: false },
  ],
  [
    { by: 'created', descending: false },
    { by: 'updated', descending: false },
  ],
];

describeOnDatabases('all bookmarks of a user', (database) => {
  it('are read once each and in their order, also if many of them changed at one time', async () => {
    const clock = testClock();
    const db = await database();
    const storage = await db.open(clock.now);
    const { id: userId } = await addUser(storage);
    for (let at = 0; at < ROWS; at += 1) {
      // Most have one time, and a few have others.
      if (at % 90 === 0) clock.advance(1000);
      await storage.bookmarks.create(userId, { url: `https://example.com/${at}` });
    }
    for (const order of ORDERS) {
      const rows = (
        await Array.fromAsync(storage.bookmarks.each(userId, EVERYTHING, order))
      ).flat();
      const sorted = rows.toSorted((one, other) => {
        for (const { by, descending } of order) {
          const difference = one[by] - other[by];
          if (difference !== 0) return descending ? -difference : difference;
        }
        return order[0].descending ? other.key - one.key : one.key - other.key;
      });
      expect(new Set(rows.map(({ key }) => key)).size).toBe(ROWS);
      expect(rows.map(({ key }) => key)).toEqual(sorted.map(({ key }) => key));
    }
    await db.remove();
  });
});
