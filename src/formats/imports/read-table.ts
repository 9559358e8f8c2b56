import { isWebAddress } from '../../domain/web-address';
import { addressInCell } from './cells';
import { usedAs } from './column-names';

/** Maximum number of columns in a row. Further columns are only counted. */
const MAX_COLUMNS = 256;

/** A row of a table. */
interface CsvRow {
  /** At most `MAX_COLUMNS`. */
  readonly cells: readonly string[];
  /** Number of all its cells. */
  readonly width: number;
}

/**
 * Reads the rows of a CSV text (RFC 4180) from `at` on and skips blank ones. It accepts what other programs
 * write: any line break, a quote within a cell, text after a closing quote, and a cell without a
 * closing quote.
 */
function* readCsv(text: string, { delimiter, start }: Dialect): Generator<CsvRow> {
  const separator = delimiter.charCodeAt(0);
  let cells: string[] = [];
  let width = 0;
  let at = start;
  while (at < text.length) {
    const cell = readCell(text, at, separator);
    width += 1;
    if (width <= MAX_COLUMNS) cells.push(cell.value);
    at = cell.end;
    if (text[at] === delimiter) {
      at += 1;
      // A delimiter at the end of the text starts one more cell, which is empty.
      if (at < text.length) continue;
      width += 1;
      if (width <= MAX_COLUMNS) cells.push('');
    }
    if (cells.some((value) => value !== '')) yield { cells, width };
    [cells, width] = [[], 0];
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
}

/**
 * Reads the cell that starts at `at`. Its line breaks are `\n`. `end` is the place of the delimiter or line break, or the end of
 * the text.
 */
function readCell(text: string, at: number, separator: number): { value: string; end: number } {
  if (text[at] !== '"') {
    const end = endOfPlain(text, at, separator);
    return { value: text.slice(at, end), end };
  }
  const pieces: string[] = [];
  let from = at + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return readUnclosed(text, at, separator);
    pieces.push(text.slice(from, quote));
    if (text[quote + 1] !== '"') {
      const end = endOfPlain(text, quote + 1, separator);
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
function readUnclosed(text: string, at: number, separator: number): { value: string; end: number } {
  const end = endOfPlain(text, at + 1, separator);
  return { value: text.slice(at + 1, end).replaceAll('""', '"'), end };
}

function endOfPlain(text: string, at: number, separator: number): number {
  let end = at;
  while (end < text.length && !isEnd(text.charCodeAt(end), separator)) end += 1;
  return end;
}

const isEnd = (code: number, separator: number) =>
  code === separator || code === 0x0a || code === 0x0d;

/** The way in which a table is written. */
interface Dialect {
  /** One character. */
  readonly delimiter: string;
  /** The place of the first row. */
  readonly start: number;
}

/** The delimiters that are tried, the most frequent ones first. */
const DELIMITERS = [',', ';', '\t', '|'];
/** The beginning of a text that shows its delimiter. */
const PREFIX_LENGTH = 65_536;
const PREFIX_ROWS = 20;
/** Spreadsheets name the delimiter in a first line. */
const NAMED_DELIMITER = /^\ufeff?"?sep=([^"\w\s]|\t)"?[;,\t ]*(?:\r\n?|\n)/i;

/**
 * Finds the delimiter by the content: that which gives the most columns with a known name, then the
 * most rows with as many cells as the header, and then addresses with the least behind them.
 */
function dialectOf(text: string): Dialect {
  const named = NAMED_DELIMITER.exec(text.slice(0, 20));
  if (named?.[1] !== undefined) return { delimiter: named[1], start: named[0].length };
  const prefix = text.slice(0, PREFIX_LENGTH);
  const start = startOfTable(prefix);
  let best = { delimiter: ',', known: 0, same: 0, address: Number.POSITIVE_INFINITY };
  for (const delimiter of DELIMITERS) {
    const [header, ...rows] = firstRows(prefix, { delimiter, start });
    if (header === undefined) continue;
    const known = header.cells.filter((name) => usedAs(name) !== null).length;
    const same = header.width > 1 ? rows.filter(({ width }) => width === header.width).length : 0;
    const address = header.cells.find(isWebAddress)?.length ?? Number.POSITIVE_INFINITY;
    const advantage = known - best.known || same - best.same || best.address - address;
    if (advantage > 0) best = { delimiter, known, same, address };
  }
  return { delimiter: best.delimiter, start };
}

/** Returns where the header is: below a title and comments, or in the first line. */
function startOfTable(prefix: string): number {
  const first = prefix.startsWith('\ufeff') ? 1 : 0;
  let start = first;
  for (const line of prefix.slice(first).split(/(?<=\n|\r(?!\n))/, PREFIX_ROWS)) {
    const at = start;
    if (DELIMITERS.some((delimiter) => isHeader(prefix, { delimiter, start: at }))) return start;
    // A comment may say from where the table is.
    if (/https?:/i.test(line) && !/^\s*"?(?:#|\/\/|;)/.test(line)) return first;
    start += line.length;
  }
  return first;
}

/** True if a row has two known names, one of them that of the addresses, and the next row is as wide and has one. */
function isHeader(text: string, dialect: Dialect): boolean {
  const [header, row] = firstRows(text, dialect, 2);
  const known = header?.cells.map((name) => usedAs(name)?.use);
  const url = known?.indexOf('url') ?? -1;
  if (url === -1 || known?.every((use, at) => use === undefined || at === url)) return false;
  const cell = row?.cells[url]?.trim() ?? '';
  return row?.width === header?.width && !/\s/.test(cell) && isWebAddress(addressInCell(cell));
}

function firstRows(text: string, dialect: Dialect, count = PREFIX_ROWS): readonly CsvRow[] {
  const rows: CsvRow[] = [];
  for (const row of readCsv(text, dialect)) {
    rows.push(row);
    if (rows.length === count) break;
  }
  return rows;
}

/** A table, usually with a header. */
export interface Table {
  /** False if the first row is a bookmark. Then columns have their numbers as names. */
  readonly hasHeader: boolean;
  /** As written, without white space at the ends; at most `MAX_COLUMNS`. */
  readonly names: readonly string[];
  /** Number of the columns behind those. */
  readonly further: number;
  /** The first rows below the header. */
  readonly samples: readonly (readonly string[])[];
  /** The rows below the header, which can be read any number of times. */
  readonly rows: Iterable<readonly string[]>;
}

/** Reads a table. It has no names if the text is empty. */
export function readTable(text: string): Table {
  const dialect = dialectOf(text);
  const first = firstRows(text.slice(0, PREFIX_LENGTH), dialect);
  // The beginning may end within the first row.
  const [{ cells, width } = { cells: [], width: 0 }] = readCsv(text, dialect);
  const hasHeader = !cells.some((cell) => isWebAddress(addressInCell(cell)));
  const names = cells.map((name, at) => (hasHeader ? name.trim() : String(at + 1)));
  return {
    hasHeader,
    names,
    further: width - names.length,
    samples: (hasHeader ? first.slice(1) : first).map((row) => row.cells),
    rows: {
      *[Symbol.iterator]() {
        const rows = readCsv(text, dialect);
        if (hasHeader) rows.next();
        for (const row of rows) yield row.cells;
      },
    },
  };
}
