import type { JournalRow } from '../../library';

/**
 * The journal as text for a bug report: when, what was done, to which bookmark by its number in this
 * text, and which fields. No title, no address, no label.
 */
export function journalText(entries: readonly JournalRow[]): string {
  const numbers = new Map<string, number>();
  const lines = entries.map(({ at, kind, bookmarkId, changes }) => {
    const number = numbers.get(bookmarkId) ?? numbers.size + 1;
    numbers.set(bookmarkId, number);
    const fields = changes.map(({ field }) => field).join(', ');
    return [new Date(at).toISOString(), kind, `bookmark ${number}`, fields]
      .filter(Boolean)
      .join('  ');
  });
  return lines.map((line) => `${line}\n`).join('');
}
