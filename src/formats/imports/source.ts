import { err, ok, type Result } from '../../domain/result';
import { readText } from './decode-text';
import type { ImportFailure, ImportOptions, ImportRow, ImportStep } from './imported';
import { JsonItems, type JsonPath } from './json-items';
import { MAX_WRITTEN_LABELS } from './limits';
import { skipped } from './make-row';
import { isObject, type JsonObject, readJson, shapeFailure } from './read-json';

/** Rows in the order of the file. A failure is the last step. */
export type Rows = Iterable<ImportStep> | AsyncIterable<ImportStep>;

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

export interface JsonFormat {
  /** Where the bookmarks are. */
  readonly path: JsonPath;
  /** The first bookmark of a file in this format has one of these properties. */
  readonly names: readonly string[];
  /** Returns the function that makes a row of each bookmark. */
  rowMaker(text: string, options: ImportOptions): (item: JsonObject, row: number) => ImportRow;
}

/** Makes a source of JSON files, which have the oldest entry first. */
export const jsonSource = (format: JsonFormat): Source => ({
  isNewestFirst: false,
  async read(file, options) {
    const text = await readText(file);
    if (!text.ok) return text;
    const failure = shapeFailure(text.value) ?? formatFailure(text.value, format);
    return failure === null ? ok(rowsOfJson(text.value, format, options)) : err(failure);
  },
});

/** Returns the reason why the text has no bookmarks of this format; null if it may have some. */
function formatFailure(text: string, { path, names }: JsonFormat): ImportFailure | null {
  const items = new JsonItems(text, path);
  let hasItems = false;
  for (const item of items) {
    hasItems = true;
    if (!item.ok || !isObject(item.value)) continue;
    const { value } = item;
    return names.some((name) => Object.hasOwn(value, name)) ? null : OTHER_FORMAT;
  }
  if (hasItems || (items.isFound && items.isWhole)) return null;
  const value = readJson(text);
  return value.ok ? OTHER_FORMAT : value.error;
}

function* rowsOfJson(
  text: string,
  { path, rowMaker }: JsonFormat,
  options: ImportOptions,
): Generator<ImportStep> {
  const makeRow = rowMaker(text, options);
  const items = new JsonItems(text, path);
  let row = 0;
  for (const item of items) {
    row += 1;
    if (!item.ok) yield skipped(row, 'broken', item.text);
    else if (isObject(item.value)) yield makeRow(item.value, row);
    else yield skipped(row, 'not-a-bookmark', JSON.stringify(item.value));
  }
  if (!items.isWhole) yield { kind: 'failed', failure: { kind: 'incomplete' } };
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
  text.split(separator, MAX_WRITTEN_LABELS + 1);
