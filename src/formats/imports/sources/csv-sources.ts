import { type NamedRow, type NamedTable, readTable, restoreFormula } from '../../csv';
import type { ImportOptions, ImportRow } from '../imported';
import { MAX_ROW_LABELS } from '../limits';
import { makeRow, type RawEntry, type RawHighlight, skipped } from '../make-row';
import { isYes } from '../read-json';
import { labelsOfCell, splitLabels, textSource } from '../source';

/** A CSV file with a header. */
export interface CsvFormat {
  /** The columns that it needs, in lower case. */
  readonly columns: readonly string[];
  /** Further columns by which it is told from the files of other programs. */
  readonly marks: readonly string[];
  makeRow(cell: NamedRow, row: number, options: ImportOptions): ImportRow;
}

const entryFormat = (
  columns: readonly string[],
  marks: readonly string[],
  entryOf: (cell: NamedRow) => RawEntry,
): CsvFormat => ({
  columns,
  marks,
  makeRow: (cell, row, options) => makeRow(entryOf(cell), row, options),
});

/**
 * @param highlights by address. The first row of an address takes them, because each row would get a
 * copy of its own.
 */
export const pocketFormat = (
  highlights: Map<string, readonly RawHighlight[]> = new Map(),
): CsvFormat =>
  entryFormat(['url', 'time_added'], ['status'], (cell) => ({
    url: cell('url'),
    // Pocket wrote the address if it did not know the title.
    title: cell('title') === cell('url') ? '' : cell('title'),
    created: cell('time_added'),
    labels: splitLabels(cell('tags'), '|'),
    isArchived: cell('status').trim() === 'archive',
    highlights: taken(highlights, cell('url')),
  }));

function taken(
  highlights: Map<string, readonly RawHighlight[]>,
  url: string,
): readonly RawHighlight[] {
  const found = highlights.get(url) ?? [];
  highlights.delete(url);
  return found;
}

const instapaperFormat = entryFormat(
  ['url', 'folder', 'timestamp'],
  ['title', 'selection'],
  (cell) => ({
    url: cell('url'),
    title: cell('title'),
    excerpt: cell('selection'),
    created: cell('timestamp'),
    ...stateOfFolder(cell('folder'), cell('tags')),
  }),
);

const raindropFormat = entryFormat(['url', 'folder', 'created'], ['excerpt', 'cover'], (cell) => ({
  url: cell('url'),
  title: cell('title'),
  description: cell('excerpt'),
  note: cell('note'),
  created: cell('created'),
  ...stateOfFolder(cell('folder').replaceAll(' / ', '/'), cell('tags')),
  isFavourite: isYes(cell('favorite')),
  highlights: raindropHighlights(cell('highlights')),
}));

/** Highlights are paragraphs. A note follows its highlight. */
function raindropHighlights(cell: string) {
  return cell
    .split(/\n{2,}/)
    .map((text) => /^(?:Highlight:)?(?<quote>.*?)(?:\nNote:(?<note>.*))?$/s.exec(text.trim()))
    .map((match) => ({ quote: match?.groups?.quote ?? '', note: match?.groups?.note ?? '' }));
}

const readwiseFormat: CsvFormat = {
  columns: ['url', 'title', 'location'],
  marks: ['document tags'],
  makeRow(cell, row, options) {
    const location = cell('location').trim().toLowerCase();
    // A feed item that the person did not save.
    if (location === 'feed') return skipped(row, 'only-a-feed-item', cell('url'));
    const entry = {
      url: cell('url'),
      title: cell('title'),
      created: cell('saved date'),
      labels: pythonList(cell('document tags')),
      isArchived: location === 'archive',
      readProgress: 100 * Number(cell('reading progress') || 0),
    };
    return makeRow(entry, row, options);
  },
};

/**
 * Any order and case of the columns `url`, `title`, `state` or `folder`, `created` or `timestamp`,
 * `labels` or `tags`, and further ones of Leafmark and other programs.
 */
const generalFormat = entryFormat(['url'], [], (written) => {
  const cell: NamedRow = (column) => restoreFormula(written(column));
  const { labels, isArchived, isFavourite } = stateOfFolder(
    cell('folder'),
    cell('labels') || cell('tags'),
  );
  const state = cell('state').trim().toLowerCase();
  return {
    url: cell('url'),
    title: cell('title'),
    created: cell('created') || cell('timestamp'),
    labels,
    description: cell('excerpt'),
    note: cell('note'),
    isArchived: (state === '' ? isArchived : state === 'archive') || isYes(cell('is_archived')),
    isFavourite:
      (state === '' ? isFavourite : state === 'starred') ||
      isYes(cell('is_marked')) ||
      isYes(cell('favorite')),
  };
});

/** Folder names that state the status of a bookmark. */
const STATES: ReadonlySet<string> = new Set(['', 'unread', 'archive', 'starred', 'unsorted']);

/** Reads a folder, which is a state or a label, and the cell with the labels. */
function stateOfFolder(cell: string, labels: string) {
  const folder = cell.trim();
  const state = folder.toLowerCase();
  return {
    labels: [...labelsOfCell(labels), ...(STATES.has(state) ? [] : [folder])],
    isArchived: state === 'archive',
    isFavourite: state === 'starred',
  };
}

/** The formats of programs, in the order in which they are tried. */
const CSV_FORMATS = {
  'pocket-file': pocketFormat(),
  instapaper: instapaperFormat,
  'raindrop-csv': raindropFormat,
  readwise: readwiseFormat,
} as const;

export type CsvFormatName = keyof typeof CSV_FORMATS;

/** Returns the program that wrote a table; null if its columns are of no known one. */
export function csvFormatOf({ columns }: NamedTable): CsvFormatName | null {
  const names = Object.keys(CSV_FORMATS) as CsvFormatName[];
  const isOf = (name: CsvFormatName) =>
    hasAll(columns, CSV_FORMATS[name].columns) && hasAll(columns, CSV_FORMATS[name].marks);
  return names.find(isOf) ?? null;
}

const hasAll = (columns: ReadonlySet<string>, needed: readonly string[]): boolean =>
  needed.every((name) => columns.has(name));

/** Reads the rows of a table; null if it lacks a column. */
export function rowsOfTable(
  { columns, rows }: NamedTable,
  format: CsvFormat,
  options: ImportOptions,
): Iterable<ImportRow> | null {
  return hasAll(columns, format.columns) ? makeRows(rows, format, options) : null;
}

function* makeRows(rows: Iterable<NamedRow>, format: CsvFormat, options: ImportOptions) {
  let row = 0;
  for (const cell of rows) {
    row += 1;
    yield format.makeRow(cell, row, options);
  }
}

const csvSource = (format: CsvFormat) =>
  textSource(true, (text, options) => rowsOfTable(readTable(text), format, options));

/** Readwise Reader's CSV. */
export const readwise = csvSource(readwiseFormat);
export const instapaper = csvSource(instapaperFormat);
export const raindropCsv = csvSource(raindropFormat);

/** Any CSV file with addresses. That of a known program is read as such. */
export const csv = textSource(true, (text, options) => {
  const table = readTable(text);
  const name = csvFormatOf(table);
  return rowsOfTable(table, name === null ? generalFormat : CSV_FORMATS[name], options);
});

/** Parses a list of strings in Python's syntax: `['a', "b's"]`. */
function pythonList(cell: string): string[] {
  const texts: string[] = [];
  let quote: string | null = null;
  let text = '';
  for (let at = 0; at < cell.length && texts.length <= MAX_ROW_LABELS; at += 1) {
    const character = cell.charAt(at);
    if (quote === null) {
      if (character === "'" || character === '"') quote = character;
    } else if (character === quote) {
      texts.push(text);
      quote = null;
      text = '';
    } else if (character === '\\') {
      at += 1;
      text += cell.charAt(at);
    } else {
      text += character;
    }
  }
  return texts;
}
