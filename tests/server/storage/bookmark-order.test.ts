import { describe, expect, it, onTestFinished } from 'vitest';
import {
  EVERYTHING,
  type SyncedBookmark,
  type SyncKey,
  type SyncOrder,
} from '../../../server/storage/index';
import { unixMs } from '../../../src/domain/time';
import { DATABASES, testClock } from './support/databases';
import { addUser } from './support/rows';

/** More than two batches. */
const COUNT = 240;

describe.each(DATABASES)('all bookmarks of a user on %s', (_, database) => {
  it('are read in batches, in any order', async () => {
    const clock = testClock();
    const db = await database();
    onTestFinished(() => db.remove());
    const storage = await db.open(clock.now);
    const ada = await addUser(storage);
    // The times are few, so that rows with the same time are in different batches.
    for (let time = 0; time < 3; time += 1) {
      clock.advance(1);
      const created = Array.from({ length: COUNT / 3 }, (_, index) => unixMs(index % 2));
      await Promise.all(
        created.map((at) =>
          storage.bookmarks.create(ada.id, { url: 'https://a.org/', created: at }),
        ),
      );
    }
    const inBatches = async (ids: readonly string[] | null, order: SyncOrder) => {
      const wanted = ids === null ? EVERYTHING : { ...EVERYTHING, ids };
      const rows: SyncedBookmark[] = [];
      for await (const batch of storage.bookmarks.each(ada.id, wanted, order)) {
        expect(batch.length).toBeLessThanOrEqual(100);
        rows.push(...batch);
      }
      return rows;
    };
    const up = (by: SyncKey['by']): SyncKey => ({ by, descending: false });
    const down = (by: SyncKey['by']): SyncKey => ({ by, descending: true });
    const orders: readonly SyncOrder[] = [
      [up('updated')],
      [down('updated')],
      [up('created')],
      [down('created')],
      [up('created'), up('updated')],
      [up('created'), down('updated')],
      [down('updated'), up('created')],
      [up('created'), down('created'), down('updated')],
    ];
    for (const order of orders) {
      const seen = await inBatches(null, order);
      const [{ descending }] = order;
      const ordered = seen.toSorted((a, b) => {
        const key = order.find(({ by }) => a[by] !== b[by]);
        if (key === undefined) return descending ? b.key - a.key : a.key - b.key;
        return key.descending ? b[key.by] - a[key.by] : a[key.by] - b[key.by];
      });
      expect(seen, JSON.stringify(order)).toEqual(ordered);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(COUNT);

      const some = seen.filter((_row, index) => index % 2 === 0);
      const ids = [...some.map(({ id }) => id).toSorted(), 'unknown'];
      expect(await inBatches(ids, order), JSON.stringify(order)).toEqual(some);
    }
  });
});
