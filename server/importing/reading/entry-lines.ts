import { setImmediate } from 'node:timers/promises';
import type { ImportedEntry } from '../../src/formats';

/** Ends a line; no JSON has it bare. */
const LINE_END = '\n'.charCodeAt(0);

/** Lines that are written at a stretch; others have their turn in between. */
const LINES_AT_A_STRETCH = 500;

/** Entries as they are kept until they are made bookmarks: JSON, one on each line. */
export async function writeEntries(entries: readonly ImportedEntry[]): Promise<Uint8Array> {
  const lines: Buffer[] = [];
  for (const [at, entry] of entries.entries()) {
    lines.push(Buffer.from(`${JSON.stringify(entry)}\n`));
    if (at % LINES_AT_A_STRETCH === 0) await setImmediate();
  }
  return Buffer.concat(lines);
}

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
