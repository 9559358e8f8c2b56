import { joinNotes } from '../../../domain/excerpt';
import type { ColumnUse, ColumnUses, TableColumn } from '../../../domain/table-columns';
import { restoreFormula } from '../../csv';
import {
  addressInCell,
  articleIn,
  type CellStyle,
  dateIn,
  highlightsIn,
  isDone,
  isNo,
  labelsIn,
  progressIn,
  styleOf,
} from '../cells';
import { usesOf } from '../columns';
import type { ImportOptions, ImportRow } from '../imported';
import { type RawHighlight, skipped } from '../make-row';
import { readRow } from '../read-row';
import { readTable, type Table } from '../read-table';
import { textSource } from '../source';
import { stateOfList, stateOfValue } from '../states';
import { type Cell, named, unreadableCells } from '../unreadable-values';

/** A program whose tables differ from others. */
interface CsvProgram {
  /** The columns that it needs, in lower case. */
  readonly columns: readonly string[];
  /** Further columns by which it is told from other programs. */
  readonly marks?: readonly string[];
  /** Columns whose use their names do not say. */
  readonly uses?: Readonly<Record<string, ColumnUse>>;
  readonly style?: Partial<CellStyle>;
  /** The progress of a page that was read to its end; 100 if absent. */
  readonly wholeProgress?: number;
  /** Values of its state that are no bookmarks. */
  readonly feedItem?: string;
  readonly trashed?: string;
  /** Cells are as a spreadsheet needs them. */
  readonly hasFormulas?: boolean;
}

/** Any table with addresses, also that of Leafmark. */
const GENERAL: CsvProgram = { columns: [], hasFormulas: true };

const POCKET: CsvProgram = {
  columns: ['url', 'time_added'],
  marks: ['status'],
  trashed: '2',
  style: { separator: '|' },
};
const INSTAPAPER: CsvProgram = {
  columns: ['url', 'folder', 'timestamp'],
  marks: ['title', 'selection'],
};
const RAINDROP: CsvProgram = { columns: ['url', 'folder', 'created'], marks: ['excerpt', 'cover'] };
const READWISE: CsvProgram = {
  columns: ['url', 'title', 'location'],
  marks: ['document tags'],
  uses: { location: 'state' },
  wholeProgress: 1,
  feedItem: 'feed',
};

/** The formats of programs, in the order in which they are tried. */
const CSV_FORMATS = {
  'pocket-file': POCKET,
  instapaper: INSTAPAPER,
  'raindrop-csv': RAINDROP,
  readwise: READWISE,
} as const;

export type CsvFormatName = keyof typeof CSV_FORMATS;

/** True if files of a format may be tables, of a program or of any. */
export const isTableFormat = (format: string): boolean =>
  format === 'csv' || Object.hasOwn(CSV_FORMATS, format);

/** Programs whose tables are read as any other, apart from how their cells are written. */
const OTHER_PROGRAMS: readonly CsvProgram[] = [
  // Diigo separates tags by blanks.
  { columns: ['url', 'tags', 'comments', 'annotations'], style: { separator: null } },
  // So do Pinboard and Delicious.
  { columns: ['tags', 'toread', 'shared'], style: { separator: null } },
  { columns: ['href', 'tags', 'extended'], style: { separator: null } },
  // wallabag writes days as 26/03/2021.
  { columns: ['url', 'mime type', 'creation date'], style: { isDayFirst: true } },
];

/** Returns the program that wrote a table; null if its columns are of no known one. */
export function csvFormatOf(table: Table): CsvFormatName | null {
  const names = Object.keys(CSV_FORMATS) as CsvFormatName[];
  return names.find((name) => isOf(table, CSV_FORMATS[name])) ?? null;
}

const isOf = (table: Table, { columns, marks = [] }: CsvProgram): boolean =>
  hasColumns(table, [...columns, ...marks]);

function hasColumns({ names }: Table, needed: readonly string[]): boolean {
  const found = new Set(names.map((name) => name.toLowerCase()));
  return needed.every((name) => found.has(name));
}

/** Returns the program that wrote a table, unless the format says it. */
function programOf(table: Table, format = 'csv'): CsvProgram {
  const programs: Readonly<Record<string, CsvProgram>> = CSV_FORMATS;
  return programs[format] ?? programs[csvFormatOf(table) ?? ''] ?? GENERAL;
}

/** Returns the use of each column in a table of a program. */
function usesIn(table: Table, { uses = {} }: CsvProgram): ColumnUses {
  const own = (name: string) => {
    const key = name.toLowerCase();
    return Object.hasOwn(uses, key) ? (uses[key] ?? null) : null;
  };
  const found = usesOf(table);
  return table.names.map((name, at) => own(name) ?? found[at] ?? null);
}

interface Reading {
  readonly program: CsvProgram;
  readonly options: ImportOptions;
  /** By address. The first row of an address takes them, because each row would get a copy of its own. */
  readonly highlights?: Map<string, readonly RawHighlight[]>;
  /** Number of rows before those of this table. */
  readonly rowsBefore?: number;
}

/** Reads the rows of a table; null if it lacks a column. */
function readRows(table: Table, reading: Reading): Iterable<ImportRow> | null {
  const { program, options } = reading;
  if (!hasColumns(table, program.columns)) return null;
  const chosen = chosenUses(table, options.columns);
  const uses = chosen ?? usesIn(table, program);
  // A person may take the address back and choose another column next.
  return chosen !== null || uses.includes('url') ? makeRows(table, uses, reading) : null;
}

/** Returns the cells of a row that have a use, without empty ones. */
type InRow = (row: readonly string[]) => readonly Cell[];

function* makeRows(table: Table, uses: ColumnUses, reading: Reading) {
  const { program, rowsBefore = 0 } = reading;
  const columns = uses.flatMap((use, at) =>
    use === null ? [] : { use, at, name: table.names[at] ?? '' },
  );
  const clean = program.hasFormulas ? restoreFormula : (cell: string) => cell;
  const inRow: InRow = (row) =>
    columns
      .map(({ use, at, name }) => ({ use, name, text: clean(row[at] ?? '') }))
      .filter(({ text }) => /\S/.test(text));
  const style = styleIn(table, program, inRow);
  let number = rowsBefore;
  for (const row of table.rows) {
    number += 1;
    yield csvRowOf(inRow(row), number, style, reading);
  }
}

/** Rows that show how cells are written. */
const STYLE_ROWS = 2000;

function styleIn(table: Table, program: CsvProgram, inRow: InRow): CellStyle {
  const cells: { labels: string; date: string }[] = [];
  for (const row of table.rows) {
    for (const { use, text } of inRow(row)) {
      if (use === 'labels') cells.push({ labels: text, date: '' });
      if (use === 'created') cells.push({ labels: '', date: text });
    }
    if (cells.length >= STYLE_ROWS) break;
  }
  const other = OTHER_PROGRAMS.find((each) => program === GENERAL && isOf(table, each));
  return { ...styleOf(cells), ...program.style, ...other?.style };
}

function csvRowOf(
  cells: readonly Cell[],
  row: number,
  style: CellStyle,
  { program, options, highlights }: Reading,
): ImportRow {
  const of = (use: ColumnUse) => cells.filter((cell) => cell.use === use).map(({ text }) => text);
  const first = (use: ColumnUse) => of(use)[0] ?? '';
  const written = (use: ColumnUse) => {
    const cell = cells.find((each) => each.use === use);
    return cell && named({ name: cell.name, text: cell.text.trim() });
  };
  const url = addressInCell(first('url'));
  // A feed item that the person did not save.
  const stated = first('state').trim().toLowerCase();
  if (stated === program.feedItem) return skipped(row, 'only-a-feed-item', url);
  const folder = first('folder').trim().replaceAll(' / ', '/');
  const ofFolder = stateOfList(folder);
  const state = stateOfValue(stated) ?? ofFolder;
  if (state === 'trash' || stated === program.trashed) return skipped(row, 'in-trash', url);
  const labels = of('labels').flatMap((cell) => labelsIn(cell, style));
  const { wholeProgress = 100 } = program;
  const entry = {
    url,
    title: first('title'),
    siteName: first('site'),
    labels: [...labels, ...(ofFolder === null ? [folder] : [])],
    created: dateIn(first('created'), style),
    published: dateIn(first('published'), style),
    description: first('description'),
    note: joinNotes(of('note')),
    excerpt: first('excerpt'),
    authors: [first('authors')],
    lang: first('language').replaceAll('_', '-'),
    isArchived:
      state === 'archived' ||
      [...of('archived'), ...of('read')].some((cell) => isDone(cell, style)) ||
      of('unread').some(isNo),
    isFavourite: state === 'favourite' || of('favourite').some((cell) => isDone(cell, style)),
    readProgress: (100 / wholeProgress) * progressIn(first('progress')),
    html: articleIn(first('content')),
    highlights: [...of('highlights').flatMap(highlightsIn), ...taken(url, highlights)],
    written: { created: written('created'), published: written('published') },
    unreadable: unreadableCells(cells, style),
  };
  return readRow(entry, row, options);
}

function taken(url: string, highlights: Reading['highlights']): readonly RawHighlight[] {
  const found = highlights?.get(url) ?? [];
  highlights?.delete(url);
  return found;
}

const csvSource = (program: CsvProgram) =>
  textSource(true, (text, options) => readRows(readTable(text), { program, options }));

/** Readwise Reader's CSV. */
export const readwise = csvSource(READWISE);
export const instapaper = csvSource(INSTAPAPER);
export const raindropCsv = csvSource(RAINDROP);

/** Any CSV file with addresses. That of a known program is read as such. */
export const csv = textSource(true, (text, options) => {
  const table = readTable(text);
  return readRows(table, { program: programOf(table), options });
});

/** Returns the columns of a table as a format reads them, and the number of those that have no name here. */
export function columnsIn(
  text: string,
  format: string,
  chosen: ColumnUses | undefined,
): { columns: readonly TableColumn[]; further: number } {
  const table = readTable(text);
  const uses = chosenUses(table, chosen) ?? usesIn(table, programOf(table, format));
  const columns = table.names.map((name, at) => ({ name, use: uses[at] ?? null }));
  return { columns, further: table.further };
}

/** Returns the uses that a person has chosen for a table; null if they are of another one, or none are. */
const chosenUses = ({ names }: Table, chosen: ColumnUses | undefined): ColumnUses | null =>
  chosen?.length === names.length ? chosen : null;

/** The parts of an export of Pocket, one after another; null if one lacks a column. */
export function pocketRows(
  parts: readonly string[],
  highlights: Map<string, readonly RawHighlight[]>,
  options: ImportOptions,
): Iterable<ImportRow> | null {
  const tables = parts.map(readTable);
  const isPocket = tables.every((table) => hasColumns(table, POCKET.columns));
  return isPocket && tables.length > 0 ? rowsOfParts(tables, highlights, options) : null;
}

function* rowsOfParts(
  tables: readonly Table[],
  highlights: Map<string, readonly RawHighlight[]>,
  options: ImportOptions,
) {
  let rowsBefore = 0;
  for (const table of tables) {
    const reading = { program: POCKET, options, highlights, rowsBefore };
    for (const row of readRows(table, reading) ?? []) {
      rowsBefore += 1;
      yield row;
    }
  }
}
