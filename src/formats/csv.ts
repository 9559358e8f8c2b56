import { formatInstant } from '../contract';
import type { ExportedBookmark } from './exported';
import { streamText } from './files/streams';

/** Maximum number of columns in a row. Further columns are dropped. */
const MAX_COLUMNS = 256;

/**
 * Reads the rows of a CSV text (RFC 4180) and skips blank ones. It accepts what other programs
 * write: any line break, a quote within a cell, text after a closing quote, and a cell without a
 * closing quote.
 */
function* readCsv(text: string): Generator<readonly string[]> {
  let row: string[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) {
    const cell = readCell(text, at);
    if (row.length < MAX_COLUMNS) row.push(cell.value);
    at = cell.end;
    if (text[at] === ',') {
      at += 1;
      // A comma at the end of the text starts one more cell, which is empty.
      if (at < text.length) continue;
      row.push('');
    }
    if (!isBlank(row)) yield row;
    row = [];
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
}

const isBlank = (row: readonly string[]) => row.length === 1 && row[0] === '';

/**
 * Reads the cell that starts at `at`. Its line breaks are `\n`. `end` is the place of the comma or line break, or the end of
 * the text.
 */
function readCell(text: string, at: number): { value: string; end: number } {
  if (text[at] !== '"') {
    const end = endOfPlain(text, at);
    return { value: text.slice(at, end), end };
  }
  const pieces: string[] = [];
  let from = at + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return readUnclosed(text, at);
    pieces.push(text.slice(from, quote));
    if (text[quote + 1] !== '"') {
      const end = endOfPlain(text, quote + 1);
      const value = (pieces.join('') + text.slice(quote + 1, end)).replaceAll('\r\n', '\n');
      return { value, end };
    }
    pieces.push('"');
    from = quote + 2;
  }
}

/**
 * A cell without a closing quote is read like one without quotes. Otherwise a quote that somebody
 * typed would take all rows after it. This happens at most twice in a text: after it, cells with
 * quotes end at once or are the last one.
 */
function readUnclosed(text: string, at: number): { value: string; end: number } {
  const end = endOfPlain(text, at + 1);
  return { value: text.slice(at + 1, end).replaceAll('""', '"'), end };
}

function endOfPlain(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isEnd(text.charCodeAt(end))) end += 1;
  return end;
}

const isEnd = (code: number) => code === 0x2c || code === 0x0a || code === 0x0d;

/** Returns the cell in a column, named in lower case; empty if the row does not have it. */
export type NamedRow = (column: string) => string;

/** A table with a header. */
export interface NamedTable {
  /** Their names in lower case. */
  readonly columns: ReadonlySet<string>;
  /** The rows below the header, which can be read once. */
  readonly rows: Iterable<NamedRow>;
}

/** Reads a table. If two columns have the same name, the first one counts. */
export function readTable(text: string): NamedTable {
  const rows = readCsv(text);
  const header = rows.next();
  const names = header.done ? [] : header.value.map((name) => name.trim().toLowerCase());
  return {
    columns: new Set(names),
    rows: mapRows(rows, (row) => (column) => row[names.indexOf(column)] ?? ''),
  };
}

function* mapRows<T, U>(rows: Iterable<T>, change: (row: T) => U): Generator<U> {
  for (const row of rows) yield change(row);
}

/**
 * Removes the apostrophe that keeps a spreadsheet from taking a field of our export for a formula.
 */
export const restoreFormula = (field: string): string =>
  /^'+[=+\-@\t\r]/.test(field) ? field.slice(1) : field;

/** The columns of the service's CSV (protocol.md section 7.7), and our own `note`. */
const COLUMNS = [
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
 * spreadsheet would take for a formula gets an apostrophe, which an import removes.
 */
export function writeCsv(
  bookmarks: AsyncIterable<ExportedBookmark> | Iterable<ExportedBookmark>,
): ReadableStream<Uint8Array> {
  return streamText(csvLines(bookmarks));
}

async function* csvLines(bookmarks: AsyncIterable<ExportedBookmark> | Iterable<ExportedBookmark>) {
  yield csvLine(COLUMNS);
  for await (const bookmark of bookmarks) {
    const { url, title, created, labels, isArchived, isFavourite, type, note } = bookmark;
    const cells = [url, title, formatInstant(created), JSON.stringify(labels)];
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
