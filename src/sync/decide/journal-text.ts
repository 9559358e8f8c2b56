import type { JournalRow } from '../../library';

/**
 * Formats the journal for a bug report: time, kind, a number for each bookmark or collection, and
 * the changed fields. It contains no titles, names, addresses or labels.
 */
export function journalText(entries: readonly JournalRow[]): string {
  const bookmarks = new Map<string, number>();
  const collections = new Map<string, number>();
  const lines = entries.map(({ at, kind, bookmarkId, collection, changes }) => {
    const about = collection
      ? `collection ${numberIn(collections, collection.id)}`
      : `bookmark ${numberIn(bookmarks, bookmarkId ?? '')}`;
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
