import type { ExportedItem } from '../../src/formats';
import type { BookmarkRow, Storage } from '../storage';
import { exportedBookmark } from './exported-bookmark';
import { loadArticle } from './kept-article';

/** A bookmark to be written; its article is read when its turn comes. */
export const exportedItem = (
  storage: Pick<Storage, 'contents'>,
  row: BookmarkRow,
): ExportedItem => ({
  bookmark: exportedBookmark(row),
  loadArticle: () => loadArticle(storage, row),
});

/** Bookmarks to be written, a batch of them in memory at a time. */
export interface ExportedList {
  readonly items: AsyncIterable<ExportedItem>;
  /** Whether there is one bookmark only. */
  readonly isAlone: boolean;
}

/**
 * What `batches` has, to be written in its order; null when it has nothing. The first batch is read
 * at once, so that a database that can't be read is known before anything is sent.
 */
export async function exportedList(
  storage: Pick<Storage, 'contents'>,
  batches: AsyncIterable<readonly BookmarkRow[]>,
): Promise<ExportedList | null> {
  const rest = batches[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done) return null;
  return {
    // A batch that is not full is the last one; full ones have more than one.
    isAlone: first.value.length === 1,
    items: itemsOf(storage, first.value, rest),
  };
}

async function* itemsOf(
  storage: Pick<Storage, 'contents'>,
  first: readonly BookmarkRow[],
  rest: AsyncIterator<readonly BookmarkRow[]>,
): AsyncGenerator<ExportedItem> {
  try {
    for (let rows = first; ; ) {
      for (const row of rows) yield exportedItem(storage, row);
      const next = await rest.next();
      if (next.done) return;
      rows = next.value;
    }
  } finally {
    await rest.return?.();
  }
}
