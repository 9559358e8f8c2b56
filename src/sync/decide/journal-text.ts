import type { JournalRow } from '../../library';

/**
 * The journal as text for a bug report: when, what was done, to which bookmark or collection by its
 * number in this text, and which fields. No title, no name, no address, no label.
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
