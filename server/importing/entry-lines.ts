import type { ImportedEntry } from '../../src/formats';

/** Ends a line; no JSON has it bare. */
const LINE_END = '\n'.charCodeAt(0);

/** Entries as they are kept until they are made bookmarks: JSON, one on each line. */
export const writeEntries = (entries: readonly ImportedEntry[]): Uint8Array =>
  Buffer.concat(entries.map((entry) => Buffer.from(`${JSON.stringify(entry)}\n`)));

/** The entries that `writeEntries` wrote, each read when its turn comes, from number `from` on. */
export function* readEntries(lines: Uint8Array, from: number): Generator<ImportedEntry> {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  let number = 0;
  for (let start = 0; start < bytes.length; number += 1) {
    const end = bytes.indexOf(LINE_END, start);
    if (number >= from) yield JSON.parse(bytes.toString('utf8', start, end)) as ImportedEntry; // As written.
    start = end + 1;
  }
}
