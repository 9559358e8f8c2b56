import { fold } from './fold';
import {
  BOOKMARK_TYPES,
  NAMED_PERIODS,
  QUERY_FIELDS,
  type QueryField,
  STATES,
  wordOf,
} from './query';
import { formatTerm, parseQuery, type QueryPart, type QueryProblem, type Span } from './query-text';

/** The fields whose values come from the library. */
export type LookedUpField = 'label' | 'site' | 'author';

/** Returns values of a field that begin with `typed`, the most useful first. */
export type ValueLookup = (field: LookedUpField, typed: string) => readonly string[];

export interface Suggestion {
  readonly kind: 'field' | 'value';
  /** The field that is named, or the field of the value. */
  readonly field: QueryField;
  /** The text to show: the name with its colon, or the value. */
  readonly label: string;
  /** The text that replaces the range. */
  readonly insert: string;
}

/** Suggestions for the text at a cursor. */
export interface Completions {
  /** The part of the text that a suggestion replaces. */
  readonly range: Span;
  readonly suggestions: readonly Suggestion[];
}

/** The number of values of a field that are suggested. */
const MAX_VALUES = 20;

/** Values of the fields that only have certain ones, or examples of them. */
const COMPLETED_VALUES = {
  is: STATES.map(wordOf),
  type: BOOKMARK_TYPES,
  before: [...NAMED_PERIODS, '7d', '1m', '1y'],
  after: [...NAMED_PERIODS, '7d', '1m', '1y'],
  during: [...NAMED_PERIODS, '7d', '1m', '1y'],
  length: ['<5', '<10', '5-15', '>15', '>30'],
} as const satisfies Partial<Record<QueryField, readonly string[]>>;

const LOOKED_UP: ReadonlySet<QueryField> = new Set<LookedUpField>(['label', 'site', 'author']);
const isLookedUp = (field: QueryField): field is LookedUpField => LOOKED_UP.has(field);

/**
 * Suggests names of fields, and values of the field at the cursor. Nothing is suggested for words
 * without a field, which may be anything.
 */
export function completionsAt(text: string, cursor: number, lookup: ValueLookup): Completions {
  const at = Math.max(0, Math.min(cursor, text.length));
  const part = parseQuery(text).parts.find(({ start, end }) => start < at && at <= end);
  if (part === undefined) return { range: { start: at, end: at }, suggestions: fieldsFor('') };
  const { field } = part;
  if (field === null || at < valueStartOf(text, part, field)) {
    const start = text.startsWith('-', part.start) ? part.start + 1 : part.start;
    const end = field === null ? part.end : valueStartOf(text, part, field);
    return { range: { start, end }, suggestions: fieldsFor(text.slice(start, at)) };
  }
  const start = valueStartOf(text, part, field);
  const typed = typedValue(text.slice(start, at));
  // Without a closing quote the value extends to the end of the text, over the following terms.
  const end = isClosed(text.slice(start, part.end)) ? part.end : at;
  const suggestions = valuesOf(field, typed, lookup).map(
    (value): Suggestion => ({ kind: 'value', field, label: value, insert: written(field, value) }),
  );
  return { range: { start, end }, suggestions };
}

/** The beginnings of dates and of reading times. */
const BEGINS_DATE = /^([+-]\d{0,5}|\d{1,4}|\d{4}-(\d{1,2}(-(\d{1,2}(T[\d:.Z+-]*)?)?)?)?)$/i;
const BEGINS_LENGTH = /^([<>]=?|=|\d{1,5}-\d{0,5})$/;

/** True if the part with this problem ends at the cursor and more typing can mend it. */
export function isUnfinished({ kind, value, end }: QueryProblem, cursor: number): boolean {
  if (end !== cursor) return false;
  const typed = value.toLowerCase();
  const begins = (names: readonly string[]) => names.some((name) => name.startsWith(typed));
  switch (kind) {
    case 'empty-value':
      return true;
    case 'unknown-state':
      return begins([...STATES, ...COMPLETED_VALUES.is]);
    case 'unknown-type':
      return begins(BOOKMARK_TYPES);
    case 'bad-date':
      return begins(NAMED_PERIODS) || BEGINS_DATE.test(typed);
    case 'bad-length':
      return BEGINS_LENGTH.test(typed);
  }
}

const isClosed = (value: string): boolean => !/^["']/.test(value) || /^(["']).*\1\*?$/s.test(value);

/** A name without a value ends the part. */
const valueStartOf = (text: string, { value, end }: QueryPart, field: QueryField): number =>
  text.slice(value.start, end).toLowerCase() === `${field}:` ? end : value.start;

const typedValue = (value: string): string =>
  parseQuery(`label:${value}`).terms.map(textOfLabelTerm).join(' ');

const textOfLabelTerm = (term: ReturnType<typeof parseQuery>['terms'][number]): string =>
  term.kind === 'text' && term.field === 'label' ? term.text : '';

function fieldsFor(typed: string): readonly Suggestion[] {
  const start = typed.toLowerCase();
  return QUERY_FIELDS.filter((field) => `${field}:`.startsWith(start)).map((field) => ({
    kind: 'field',
    field,
    label: `${field}:`,
    insert: `${field}:`,
  }));
}

function valuesOf(field: QueryField, typed: string, lookup: ValueLookup): readonly string[] {
  if (isLookedUp(field)) return lookup(field, typed).slice(0, MAX_VALUES);
  if (!(field in COMPLETED_VALUES)) return [];
  // The test above is one for the keys of the table.
  const values: readonly string[] = COMPLETED_VALUES[field as keyof typeof COMPLETED_VALUES];
  const start = fold(typed);
  return values.filter((value) => value.startsWith(start));
}

/** Returns a value as it is written after the name of its field. */
function written(field: QueryField, value: string): string {
  if (!isLookedUp(field)) return value;
  const term = { kind: 'text', field, text: value, isPrefix: false, isExcluded: false } as const;
  return formatTerm(term).slice(`${field}:`.length);
}
