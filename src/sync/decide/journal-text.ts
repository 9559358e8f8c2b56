import type { JournalRow } from '../../library';

/**
 * Formats the journal for a bug report: time, kind, a number for each bookmark, collection or
 * highlight, and the changed fields. It contains no titles, names, addresses, labels or quotes.
 */
export function journalText(entries: readonly JournalRow[]): string {
  const bookmarks = new Map<string, number>();
  const collections = new Map<string, number>();
  const highlights = new Map<string, number>();
  const lines = entries.map(({ at, kind, bookmarkId, count, collection, highlight, changes }) => {
    const page =
      count === undefined
        ? `bookmark ${numberIn(bookmarks, bookmarkId ?? '')}`
        : `${count} bookmarks`;
    const about = collection
      ? `collection ${numberIn(collections, collection.id)}`
      : highlight
        ? `${page} highlight ${numberIn(highlights, highlight.id)}`
        : page;
    const fields = changes.map(({ field }) => field).join(', ');
    return [new Date(at).toISOString(), kind, about, fields].filter(Boolean).join('  ');
  });
  return lines.map((line) => `${line}\n`).join('');
}

function numberIn(numbers: Map<string, number>, id: string): number {
  const number = numbers.get(id) ?? numbers.size + 1;
  numbers.set(id, number);
  return number;
}
