import { formatInstant } from '../../contract';
import type { ExportedBookmark } from '../exported';
import { streamText } from '../files/text-stream';

/** Columns of the service's CSV (protocol.md section 7.7). */
const COLUMNS = ['url', 'title', 'created', 'labels', 'is_archived', 'is_marked', 'type'] as const;

/**
 * Bookmarks as CSV (RFC 4180): UTF-8, a header, CRLF. Labels are a JSON list. Cells are written as
 * they are, also those that a spreadsheet takes for a formula: what is exported can be imported.
 */
export function writeCsv(
  bookmarks: AsyncIterable<ExportedBookmark> | Iterable<ExportedBookmark>,
): ReadableStream<Uint8Array> {
  return streamText(lines(bookmarks));
}

async function* lines(bookmarks: AsyncIterable<ExportedBookmark> | Iterable<ExportedBookmark>) {
  yield line(COLUMNS);
  for await (const { url, title, created, labels, isArchived, isFavourite, type } of bookmarks) {
    const cells = [url, title, formatInstant(created), JSON.stringify(labels)];
    yield line([...cells, String(isArchived), String(isFavourite), type]);
  }
}

const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Blanks at an end are quoted too: some programs trim what isn't. */
const cell = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
