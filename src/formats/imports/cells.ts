import { parseDate } from '../../contract';
import { escapeMarkup } from '../../domain/markup';
import { DAY_MS, SECOND_MS } from '../../domain/time';
import { MAX_ROW_LABELS } from './limits';
import type { RawHighlight } from './make-row';
import { isObject, isYes, type Json, readJson } from './read-json';
import { splitLabels } from './source';
import { writtenDate } from './written-dates';

/** The way in which the cells of a table are written. */
export interface CellStyle {
  /** Separates labels. null: blanks, but not within quotes. */
  readonly separator: string | null;
  /** True if the day comes before the month in dates such as 2/1/2026. */
  readonly isDayFirst: boolean;
}

const CELL_SEPARATORS = [',', ';', '|'];
const NUMERIC_DATE_CELL = /^\s*(\d{1,2})([/-])(\d{1,2})[/-](\d{4})(?!\d)/;

/** Finds out how cells are written, by all of them: one alone may be written in several ways. */
export function styleOf(
  cells: Iterable<{ readonly labels: string; readonly date: string }>,
): CellStyle {
  const counts = new Map(CELL_SEPARATORS.map((separator) => [separator, 0]));
  const [dates, words] = [
    { day: 0, month: 0 },
    { tagged: 0, other: 0 },
  ];
  for (const { labels, date } of cells) {
    const text = labels.trim();
    if (text !== '' && !text.startsWith('[') && !ARRAY.test(text)) {
      for (const separator of CELL_SEPARATORS) {
        if (text.includes(separator)) counts.set(separator, (counts.get(separator) ?? 0) + 1);
      }
      words[
        text.split(/\s+/, MAX_ROW_LABELS).every((word) => word.startsWith('#')) ? 'tagged' : 'other'
      ] += 1;
    }
    const [, first = 0, , second = 0] = NUMERIC_DATE_CELL.exec(date) ?? [];
    if (Number(first) > 12) dates.day += 1;
    if (Number(second) > 12) dates.month += 1;
  }
  const [best = ','] = CELL_SEPARATORS.toSorted(
    (a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0),
  );
  const isTagged = words.tagged > 0 && words.other === 0 && counts.get(best) === 0;
  return { separator: isTagged ? null : best, isDayFirst: dates.day > dates.month };
}

/** Returns the labels of a cell: a list of JSON, Python or PostgreSQL, or separated texts. */
export function labelsIn(cell: string, { separator }: CellStyle): readonly string[] {
  const text = cell.trim();
  if (/^[[{]\s*'/.test(text)) return pythonList(text);
  if (ARRAY.test(text)) return arrayIn(text);
  if (text.startsWith('[')) {
    const list = readJson(text);
    if (list.ok && Array.isArray(list.value)) return list.value.flatMap(nameIn);
    if (text.endsWith(']')) return splitLabels(text.slice(1, -1), ',');
  }
  if (separator === null) return wordsIn(text);
  return splitLabels(text.replace(/[\r\n]+/g, separator), separator);
}

/** Programs write a label as a text, or as an object with its name. */
function nameIn(label: Json): readonly string[] {
  if (typeof label === 'string') return [label];
  if (!isObject(label)) return [];
  const name = NAME_PROPERTIES.map((key) => label[key]).find((value) => typeof value === 'string');
  return typeof name === 'string' ? [name] : [];
}

const NAME_PROPERTIES = ['name', 'label', 'title', 'tag', 'value', 'text'];

/** Several words in quotes are one label. */
const wordsIn = (text: string): string[] =>
  splitLabels(
    text.replace(/"([^"]*)"/g, (_, words: string) => words.replace(/\s/g, '\u00a0')),
    /[ \t\r\n]+/,
  ).map(withoutSign);

const withoutSign = (label: string): string => label.trim().replace(/^#(?=\S)/, '');

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

/** An array of PostgreSQL: `{fruit,"slow food"}` */
const ARRAY = /^\{[^{}]*\}$/;

/** Returns the labels of such an array. Quotes are around those with a comma, and a backslash before a quote. */
function arrayIn(cell: string): string[] {
  const texts: string[] = [];
  let text = '';
  let isQuoted = false;
  const inside = cell.slice(1, -1);
  for (let at = 0; at < inside.length && texts.length <= MAX_ROW_LABELS; at += 1) {
    const character = inside.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\\') {
      at += 1;
      text += inside.charAt(at);
    } else if (character === ',' && !isQuoted) {
      texts.push(text);
      text = '';
    } else text += character;
  }
  return [...texts, text];
}

/** The first day of spreadsheets, and the numbers of days that they may have for a bookmark. */
const SHEET_START = Date.UTC(1899, 11, 30);
const SHEET_DAYS = /^[34567]\d{4}(?:[.,]\d+)?$/;

/** Returns the text of a date in a form that `parseDate` accepts. */
export function dateIn(cell: string, { isDayFirst }: CellStyle): string {
  const text = cell.trim();
  if (SHEET_DAYS.test(text)) {
    const time = SHEET_START + Number(text.replace(',', '.')) * DAY_MS;
    return String(Math.round(time / SECOND_MS));
  }
  if (/^\d{9,10}\.\d+$/.test(text)) return text.replace(/\..*/, '');
  const parts = NUMERIC_DATE_CELL.exec(text);
  if (parts === null) return writtenDate(text);
  const [whole, first = '', sign, second = '', year] = parts;
  // With hyphens, only the order of the day before the month is in use.
  const isDay = isDayFirst || Number(first) > 12 || (sign === '-' && Number(second) <= 12);
  const [day, month] = isDay ? [first, second] : [second, first];
  return `${year}-${month}-${day}${text.slice(whole.length)}`;
}

/** Returns the address of a cell. People write some without their scheme. */
export const addressInCell = (cell: string): string =>
  cell.trim().replace(/^www\.(?=[^\s.]+\.)/i, 'https://www.');

/** True for a yes, and for a date on which something was done. The day of a spreadsheet may be any number. */
export const isDone = (cell: string, style: CellStyle): boolean =>
  isYes(cell) || (!SHEET_DAYS.test(cell.trim()) && (parseDate(dateIn(cell, style)) ?? 0) > 0);

/** True if a cell says no. An empty one says nothing. */
export const isNo = (cell: string): boolean => NO.test(cell.trim());

const NO = /^(?:fals(?:e|ch|o)|faux|0|no|n|off|nein|non|n[aã]o|nie|нет|いいえ|否|[✗✘])$/i;

/** Returns the number of a cell, which may have a sign of per cent; NaN if it has none. */
export const progressIn = (cell: string): number => Number(cell.replace(/%\s*$/, '') || 0);

/** Highlights are paragraphs. A note follows its highlight. */
export const highlightsIn = (cell: string): readonly RawHighlight[] =>
  cell
    .split(/\n{2,}|\n(?=Highlight:)/)
    .map((text) => HIGHLIGHT.exec(text.trim())?.groups)
    .map((groups) => ({ quote: groups?.quote?.trim() ?? '', note: groups?.note?.trim() ?? '' }));

const HIGHLIGHT = /^(?:Highlight:)?(?<quote>.*?)(?:\n(?:Note|Comment):(?<note>.*))?$/s;

/** Returns an article. One without markup gets its paragraphs. */
export function articleIn(cell: string): string | null {
  if (cell.trim() === '') return null;
  if (/<[a-z][^<>]*>/i.test(cell)) return cell;
  const paragraphs = cell.trim().split(/\n{2,}/);
  return paragraphs.map((text) => `<p>${escapeMarkup(text)}</p>`).join('');
}
