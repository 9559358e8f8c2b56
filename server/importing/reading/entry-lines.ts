import type { ImportedEntry } from '../../../src/formats';

/** Ends a line; no JSON has it bare. */
const LINE_END = '\n'.charCodeAt(0);

/** An entry as it is kept until it is made a bookmark: a line of JSON. */
export const entryLine = (entry: ImportedEntry): string => `${JSON.stringify(entry)}\n`;

/** The entries of lines, each read when its turn comes; not the first `passedOver`. */
export function* readLines(lines: Uint8Array, passedOver: number): Generator<ImportedEntry> {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  let number = 0;
  for (let start = 0; start < bytes.length; number += 1) {
    const end = bytes.indexOf(LINE_END, start);
    // As `entryLine` wrote it.
    if (number >= passedOver) yield JSON.parse(bytes.toString('utf8', start, end)) as ImportedEntry;
    start = end + 1;
  }
}
