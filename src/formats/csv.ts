import { formatInstant } from '../contract/index';
import type { ExportedBookmark } from './exported';
import { streamText } from './files/streams';

/** Columns of a row; what comes after them is dropped. */
const MAX_COLUMNS = 256;

/**
 * The rows of a CSV text (RFC 4180), blank ones left out. Lenient where programs are: any line
 * break, a quote within a cell, text after a closing quote, a last cell that isn't closed.
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
      // A comma at the end of the text: one more cell, which is empty.
      if (at < text.length) continue;
      row.push('');
    }
    if (!isBlank(row)) yield row;
    row = [];
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
}

const isBlank = (row: readonly string[]) => row.length === 1 && row[0] === '';

/** From `at`, to the comma or line break that ends it, or the end of the text. */
function readCell(text: string, at: number): { value: string; end: number } {
  if (text[at] !== '"') {
    const end = endOfPlain(text, at);
    return { value: text.slice(at, end), end };
  }
  const pieces: string[] = [];
  let from = at + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return { value: pieces.join('') + text.slice(from), end: text.length };
    pieces.push(text.slice(from, quote));
    if (text[quote + 1] !== '"') {
      const end = endOfPlain(text, quote + 1);
      return { value: pieces.join('') + text.slice(quote + 1, end), end };
    }
    pieces.push('"');
    from = quote + 2;
  }
}

function endOfPlain(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isEnd(text.charCodeAt(end))) end += 1;
  return end;
}

const isEnd = (code: number) => code === 0x2c || code === 0x0a || code === 0x0d;

/** A row by the names of its columns, in lower case; what a row lacks is empty. */
export type NamedRow = (column: string) => string;

/**
 * The rows below the header, by column. null when the header lacks one of `needed`. Of two columns
 * of one name the first counts.
 */
export function readNamedRows(text: string, needed: readonly string[]): Iterable<NamedRow> | null {
  const rows = readCsv(text);
  const header = rows.next();
  const names = header.done ? [] : header.value.map((name) => name.trim().toLowerCase());
  if (!needed.every((name) => names.includes(name))) return null;
  return mapRows(rows, (row) => (column) => row[names.indexOf(column)] ?? '');
}

function* mapRows<T, U>(rows: Iterable<T>, change: (row: T) => U): Generator<U> {
  for (const row of rows) yield change(row);
}

/** Columns of the service's CSV (protocol.md section 7.7). */
const COLUMNS = ['url', 'title', 'created', 'labels', 'is_archived', 'is_marked', 'type'] as const;

/**
 * Bookmarks as CSV (RFC 4180): UTF-8, a header, CRLF. Labels are a JSON list. Cells are written as
 * they are, also those that a spreadsheet takes for a formula: what is exported can be imported.
 */
export function writeCsv(
  bookmarks: AsyncIterable<ExportedBookmark> | Iterable<ExportedBookmark>,
): ReadableStream<Uint8Array> {
  return streamText(csvLines(bookmarks));
}

async function* csvLines(bookmarks: AsyncIterable<ExportedBookmark> | Iterable<ExportedBookmark>) {
  yield csvLine(COLUMNS);
  for await (const { url, title, created, labels, isArchived, isFavourite, type } of bookmarks) {
    const cells = [url, title, formatInstant(created), JSON.stringify(labels)];
    yield csvLine([...cells, String(isArchived), String(isFavourite), type]);
  }
}

const csvLine = (cells: readonly string[]): string => `${cells.map(quotedCell).join(',')}\r\n`;

/** Blanks at an end are quoted too: some programs trim what isn't. */
const quotedCell = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
