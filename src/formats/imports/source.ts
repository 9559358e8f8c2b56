import { err, ok, type Result } from '../../domain';
import type { ImportFailure, ImportOptions, ImportRow } from './imported';
import { MAX_RAW_LABELS } from './limits';
import { type Json, readJson, readText } from './read-json';
/** Bookmarks in the order of the file. */
export type Rows = Iterable<ImportRow>;

/** How the files of one program are read. */
export interface Source {
  /** The last entry was saved first. */
  readonly isNewestFirst: boolean;
  read(file: Blob, options: ImportOptions): Promise<Result<Rows, ImportFailure>>;
}

const OTHER_FORMAT = { kind: 'other-format' } as const;

/** A source of text files; `parse` gives null when the text is of another format. */
export const textSource = (
  isNewestFirst: boolean,
  parse: (text: string, options: ImportOptions) => Rows | null,
): Source => ({
  isNewestFirst,
  async read(file, options) {
    const text = await readText(file);
    if (!text.ok) return text;
    const rows = parse(text.value, options);
    return rows === null ? err(OTHER_FORMAT) : ok(rows);
  },
});

/** A source of JSON files, oldest first; `parse` as in `textSource`. */
export const jsonSource = (
  parse: (value: Json, options: ImportOptions) => Rows | null,
): Source => ({
  isNewestFirst: false,
  async read(file, options) {
    const text = await readText(file);
    if (!text.ok) return text;
    const value = readJson(text.value);
    if (!value.ok) return value;
    const rows = parse(value.value, options);
    return rows === null ? err(OTHER_FORMAT) : ok(rows);
  },
});

/** A row of each item, made when its turn comes; rows count from 1. */
export function* rowsOfList(
  items: readonly Json[],
  make: (item: Json, row: number) => ImportRow,
): Generator<ImportRow> {
  for (const [at, item] of items.entries()) yield make(item, at + 1);
}

/** Labels in a cell: a JSON list, or texts with commas between them. */
export function labelsOfCell(cell: string): string[] {
  const trimmed = cell.trim();
  if (trimmed.startsWith('[')) {
    const list = readJson(trimmed);
    if (list.ok && Array.isArray(list.value)) {
      return list.value.filter((label) => typeof label === 'string');
    }
  }
  return splitLabels(trimmed, ',');
}

/** The parts of a text; one more than there may be of labels tells that there are too many. */
export const splitLabels = (text: string, separator: string | RegExp): string[] =>
  text.split(separator, MAX_RAW_LABELS + 1);
