import type { LibraryDatabase } from '../database/schema';
import type { SearchSegmentRow, SearchStateRow } from '../database/search-rows';
import { decodeHead, encodeHead } from './segment';
import { deleteBlocks, INDEX_TABLES, resetIndex } from './store-segments';

/**
 * Notes that a segment has damaged bytes, so that it is repaired. null: the head of a segment cannot
 * be read, so the whole index is built again.
 */
export const reportDamage = (db: LibraryDatabase, segment: number | null): Promise<void> =>
  db.transaction('rw', ['searchSegments', 'searchState'], async () => {
    const state = await db.searchState.get('state');
    if (state === undefined) return;
    const row = segment === null ? undefined : await db.searchSegments.get(segment);
    // Another version builds the index again.
    if (segment === null) await db.searchState.put({ ...state, version: 0 });
    // It may have been replaced by a merge since it was read.
    if (row === undefined) return;
    await db.searchSegments.put({ ...row, isDamaged: true });
    await db.searchState.put({ ...state, isRepairing: true });
  });

/** Repairs one damaged segment. Returns false if there is nothing left to repair. */
export async function repairStep(db: LibraryDatabase, state: SearchStateRow): Promise<boolean> {
  if (!state.isRepairing) return false;
  const damaged = await db.searchSegments.filter(({ isDamaged }) => isDamaged).first();
  if (damaged !== undefined) {
    await emptySegment(db, damaged);
    return true;
  }
  await db.transaction('rw', ['searchState'], async () => {
    const now = await db.searchState.get('state');
    if (now) await db.searchState.put({ ...now, isRepairing: false });
  });
  return false;
}

/**
 * Removes the terms of a segment and marks its documents. Its head stays until they are indexed
 * again, because it hides older documents.
 */
async function emptySegment(db: LibraryDatabase, row: SearchSegmentRow): Promise<void> {
  const open = decodeHead(row.head);
  if (open === null) return resetIndex(db);
  await db.transaction('rw', INDEX_TABLES, async () => {
    const state = await db.searchState.get('state');
    if (state === undefined) return;
    const docs = (await db.searchDocs.bulkGet(Array.from(open.docs))).filter(
      (doc) => doc !== undefined,
    );
    await deleteBlocks(db, row.id);
    await db.searchSegments.delete(row.id);
    const head = encodeHead(open, []);
    const { length } = head;
    // With a new id, because open pages have the old one in memory.
    const id = state.nextSegment;
    await db.searchState.put({ ...state, nextSegment: id + 1 });
    await db.searchSegments.put({ ...row, id, head, bytes: length, isDamaged: false });
    const part = row.family;
    // The hash would tell that the text is in the index.
    if (part === 'text') await db.searchDocs.bulkPut(docs.map((doc) => ({ ...doc, textHash: 0 })));
    const bookmarkIds = docs.map(({ bookmarkId }) => bookmarkId);
    if (bookmarkIds.length > 0) await db.searchPending.add({ bookmarkIds, part });
  });
}
