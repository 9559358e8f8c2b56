import type { ExportedItem } from '../../src/formats';
import type { BaseAddress } from '../http/base-address';
import type { Server } from '../server';
import type { BookmarkRow } from '../storage';
import { lenientItem } from './article-converter';
import { exportedBookmark } from './exported-bookmark';
import { type ArticleSource, loadArticle } from './kept-article';

/** A bookmark to be written for its owner; the article is read when its turn comes. */
export const exportedItem = (
  source: ArticleSource,
  row: BookmarkRow,
  base: BaseAddress,
): ExportedItem => ({
  bookmark: exportedBookmark(row),
  loadArticle: () => loadArticle(source, row, { hasNotes: true, base }),
});

/** A bookmark to be written for others: without labels and notes, which are its owner's. */
export const sharedItem = (source: ArticleSource, row: BookmarkRow): ExportedItem => ({
  bookmark: { ...exportedBookmark(row), labels: [] },
  loadArticle: () => loadArticle(source, row, { hasNotes: false }),
});

/** Bookmarks to be written in their order, a batch of them in memory at a time. */
export interface ExportedList {
  readonly items: AsyncIterable<ExportedItem>;
  /** The only one there is; null when there are more. */
  readonly only: BookmarkRow | null;
}

/**
 * What `batches` has, to be written; null when it has nothing. The first batch is read at once: a
 * database that can't be read is known before anything is sent.
 */
export async function exportedList(
  server: Pick<Server, 'storage' | 'articleWork' | 'log'>,
  batches: AsyncIterable<readonly BookmarkRow[]>,
  base: BaseAddress,
): Promise<ExportedList | null> {
  const rest = batches[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done) return null;
  const [row = null, ...others] = first.value;
  // Batches are full but for the last one.
  const source = { storage: server.storage, articleWork: server.articleWork.queued };
  const write = (each: BookmarkRow) => lenientItem(server, exportedItem(source, each, base));
  return { only: others.length === 0 ? row : null, items: itemsOf(first.value, rest, write) };
}

async function* itemsOf(
  first: readonly BookmarkRow[],
  rest: AsyncIterator<readonly BookmarkRow[]>,
  write: (row: BookmarkRow) => ExportedItem,
): AsyncGenerator<ExportedItem> {
  try {
    for (let rows = first; ; ) {
      for (const row of rows) yield write(row);
      const next = await rest.next();
      if (next.done) return;
      rows = next.value;
    }
  } finally {
    await rest.return?.();
  }
}
