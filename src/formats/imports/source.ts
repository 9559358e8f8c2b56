import { err, ok, type Result } from '../../domain';
import type { ImportFailure, ImportOptions, ImportRow } from './imported';
import { MAX_RAW_LABELS } from './limits';
import { type Json, readJson, readText } from './read-json';

/** Rows in the order of the file. */
export type Rows = Iterable<ImportRow>;

/** Reads the files of one program. */
export interface Source {
  /** True if the first entry of a file is the newest one. */
  readonly isNewestFirst: boolean;
  read(file: Blob, options: ImportOptions): Promise<Result<Rows, ImportFailure>>;
}

const OTHER_FORMAT = { kind: 'other-format' } as const;

/** Makes a source of text files. `parse` returns null if the text has another format. */
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

/**
 * Makes a source of JSON files, which have the oldest entry first. `parse` is as in `textSource`.
 */
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

/** Makes a row of each item when it is needed. Rows count from 1. */
export function* rowsOfList(
  items: readonly Json[],
  make: (item: Json, row: number) => ImportRow,
): Generator<ImportRow> {
  for (const [at, item] of items.entries()) yield make(item, at + 1);
}

/** Reads the labels of a cell: a JSON list, or texts separated by commas. */
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

/**
 * Splits a text into labels. It returns at most one more than allowed, which shows that there are
 * too many.
 */
export const splitLabels = (text: string, separator: string | RegExp): string[] =>
  text.split(separator, MAX_RAW_LABELS + 1);
