import { formatInstant } from '../contract';
import { isAddedFile } from '../domain/added-file';
import type { ExportedBookmark } from './exported';
import { streamText } from './files/streams';

/**
 * Removes the apostrophe that keeps a spreadsheet from taking a field of our export for a formula.
 */
export const restoreFormula = (field: string): string =>
  /^'+[=+\-@\t\r]/.test(field) ? field.slice(1) : field;

/** The columns of the service's CSV (protocol.md section 7.7), and our own `note`. */
const CSV_COLUMNS = [
  'url',
  'title',
  'created',
  'labels',
  'is_archived',
  'is_marked',
  'type',
  'note',
] as const;

/**
 * Writes bookmarks as CSV (RFC 4180): UTF-8, a header, CRLF. Labels are a JSON list. A cell that a
 * spreadsheet would take for a formula gets an apostrophe, which an import removes. A file from a disk has no address.
 */
export function writeCsv(
  bookmarks: AsyncIterable<ExportedBookmark> | Iterable<ExportedBookmark>,
): ReadableStream<Uint8Array> {
  return streamText(csvLines(bookmarks));
}

async function* csvLines(bookmarks: AsyncIterable<ExportedBookmark> | Iterable<ExportedBookmark>) {
  yield csvLine(CSV_COLUMNS);
  for await (const bookmark of bookmarks) {
    const { url, title, created, labels, isArchived, isFavourite, type, note } = bookmark;
    const address = isAddedFile(url) ? '' : url;
    const cells = [address, title, formatInstant(created), JSON.stringify(labels)];
    yield csvLine([...cells, String(isArchived), String(isFavourite), type, note]);
  }
}

const csvLine = (cells: readonly string[]): string => `${cells.map(quotedCell).join(',')}\r\n`;

/**
 * Spreadsheets run a cell with one of these at its start. Apostrophes before it count, too, so that an
 * import restores every text.
 */
const FORMULA_START = /^'*[=+\-@\t\r]/;

/** White space at either end is quoted because some programs trim unquoted cells. */
function quotedCell(value: string): string {
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
