import { parseDate } from '../../contract';
import { normalLabel } from '../../domain/label';
import type { ColumnUse } from '../../domain/table-columns';
import { type CellStyle, isDone, isNo, labelsIn, progressIn } from './cells';
import type { ImportRow, UnreadableValues } from './imported';
import { MAX_IMPORTED_HIGHLIGHTS, MAX_SKIPPED_TEXT } from './limits';
import { oneLine, type RawEntry, type RawHighlight } from './make-row';
import { stateOfValue } from './states';

/** A zero, a dash, or the words with which programs say that there is no value. */
const WITHOUT_VALUE =
  /^(?:[^\p{L}\p{So}1-9]*|n\/?a|na[nt]|nil|none|null|never|undefined|unknown|invalid date)$/iu;
/** The zero of a calendar, also in seconds. */
const NO_DAY = /^(?:0000-00-00|(?:0001|1601)-01-01|-(?:11644473600|62135596800)$)/;

/** False for a text that only says that there is no value. */
const saysSomething = (text: string): boolean => !WITHOUT_VALUE.test(text.trim());

const saysDate = (text: string): boolean =>
  saysSomething(text) && !NO_DAY.test(text.trim()) && parseDate(text) !== 0;

/** A row as its source read it. */
export interface ReadRow extends RawEntry {
  /** The dates as the source has them, if they were converted. */
  readonly written?: Readonly<Partial<Record<'created' | 'published', string | undefined>>>;
  /** Further values that the source could not read. */
  readonly unreadable?: readonly string[];
}

type EntryRow = Extract<ImportRow, { kind: 'entry' }>;

/** Adds to a row what its source has and its bookmark lacks. */
export function withUnreadable(made: EntryRow, raw: ReadRow, row: number): EntryRow {
  const values = valuesIn(made, raw)
    .map((value) => oneLine(value, MAX_SKIPPED_TEXT))
    .filter((value) => value !== '');
  if (values.length === 0) return made;
  const text = `${oneLine(values.join(' · '), MAX_SKIPPED_TEXT)} · ${made.entry.url}`;
  const unreadable: UnreadableValues = { row, count: values.length, text };
  return { ...made, unreadable };
}

function valuesIn({ entry }: EntryRow, raw: ReadRow): readonly string[] {
  const { created = '', published = '', written, html = null, highlights = [] } = raw;
  const isKept = ({ quote }: RawHighlight, at: number) =>
    at < MAX_IMPORTED_HIGHLIGHTS && quote.trim() !== '';
  const kept = highlights.filter(isKept);
  const isLost = (value: string | number | null, text: string) => value === null && saysDate(text);
  return [
    ...(raw.unreadable ?? []),
    ...(isLost(entry.created, created) ? [written?.created ?? created] : []),
    ...(isLost(entry.published, published) ? [written?.published ?? published] : []),
    ...(html !== null && entry.html === null ? [html] : []),
    ...kept
      .map(({ created: date = '' }) => date)
      .filter((date, at) => isLost(entry.highlights[at]?.created ?? null, date)),
    ...highlights
      .filter((one, at) => !isKept(one, at))
      .map(({ quote, note = '' }) => quote.trim() || note),
  ];
}

/** A cell of a table that has a use. */
export interface Cell {
  readonly use: ColumnUse;
  /** The name of its column. */
  readonly name: string;
  readonly text: string;
}

type CanRead = (text: string, style: CellStyle) => boolean;

const isAnswer: CanRead = (text, style) => isDone(text, style) || isNo(text);

/** The cells that have a meaning only if they are written in a known way. Dates are read with their row. */
const CAN_READ: Partial<Record<ColumnUse, CanRead>> = {
  labels: (text, style) => labelsIn(text, style).some((label) => normalLabel(label) !== null),
  state: (text) => stateOfValue(text) !== null,
  archived: isAnswer,
  unread: isAnswer,
  read: isAnswer,
  favourite: isAnswer,
  progress: (text) => Number.isFinite(progressIn(text)),
};

/** Returns the cells whose texts cannot be read, with the names of their columns. */
export const unreadableCells = (cells: readonly Cell[], style: CellStyle): readonly string[] =>
  cells
    .filter(({ use, text }) => saysSomething(text) && CAN_READ[use]?.(text, style) === false)
    .map(named);

/** Returns the text of a cell below the name of its column. */
export const named = ({ name, text }: Pick<Cell, 'name' | 'text'>): string =>
  name === '' ? text : `${name}: ${text}`;
