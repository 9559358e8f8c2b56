import { COUNTED_TABLES, writeBookmarks } from '../database/bookmark-rows';
import { BLOCK_SIZE, blockOf, readBlock, toBlockRow } from '../database/contents-block';
import { blockOfRows } from '../database/contents-writes';
import type { LibraryDatabase } from '../database/schema';

/** Makes one block from its bookmarks, if it is missing or does not agree with them. */
export const repairBlock = (db: LibraryDatabase, block: number): Promise<void> =>
  db.transaction('rw', ['bookmarks', 'contents'], async () => {
    const [stored, contents] = await Promise.all([db.contents.get(block), blockOfRows(db, block)]);
    const row = toBlockRow(block, contents);
    if (readBlock(stored, block)?.hash !== row.hash) await db.contents.put(row);
  });

/**
 * Makes the contents agree with the bookmarks. Each step is a transaction of its own, so the work
 * can be interrupted at any time and begins again with what is missing.
 */
export async function repairContents(db: LibraryDatabase): Promise<void> {
  await numberAll(db);
  const last = await db.bookmarks.orderBy('number').reverse().limit(1).keys();
  const end = last[0] === undefined ? 0 : blockOf(Number(last[0])) + 1;
  for (let block = 0; block < end; block++) await repairBlock(db, block);
  await db.transaction('rw', ['bookmarks', 'contents'], async () => {
    // Bookmarks may have been added since.
    const after = await db.contents.where('block').aboveOrEqual(end).primaryKeys();
    for (const block of after) {
      const start = block * BLOCK_SIZE;
      const used = db.bookmarks.where('number').between(start, start + BLOCK_SIZE);
      if ((await used.count()) === 0) await db.contents.delete(block);
    }
  });
}

/** Gives numbers to bookmarks that have none, and puts them into the contents. */
async function numberAll(db: LibraryDatabase): Promise<void> {
  const [all, numbered] = await Promise.all([
    db.bookmarks.count(),
    db.bookmarks.orderBy('number').count(),
  ]);
  if (all === numbered) return;
  for (let last: string | undefined = ''; last !== undefined; ) {
    const after: string = last;
    last = await db.transaction('rw', COUNTED_TABLES, async () => {
      const rows = await db.bookmarks.where('id').above(after).limit(BLOCK_SIZE).toArray();
      const missing = rows.filter(({ number }) => number === undefined);
      await writeBookmarks(
        db,
        missing.map((row) => ({ before: row, after: row })),
      );
      return rows.at(BLOCK_SIZE - 1)?.id;
    });
  }
}
