import type { ImportedEntry } from '../../../src/formats';

/** Ends a line. JSON escapes line breaks, so an entry never contains one. */
const LINE_END = '\n'.charCodeAt(0);

/** Writes an entry as a line of JSON, the form in which it is stored until it becomes a bookmark. */
export const entryLine = (entry: ImportedEntry): string => `${JSON.stringify(entry)}\n`;

/** Parses lines lazily, without the first `skipped` entries. */
export function* readLines(lines: Uint8Array, skipped: number): Generator<ImportedEntry> {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  let number = 0;
  for (let start = 0; start < bytes.length; number += 1) {
    const end = bytes.indexOf(LINE_END, start);
    // `entryLine` wrote the line.
    if (number >= skipped) yield JSON.parse(bytes.toString('utf8', start, end)) as ImportedEntry;
    start = end + 1;
  }
}
