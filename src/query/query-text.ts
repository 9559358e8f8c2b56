import { formatLength, parseLength } from './length';
import { formatPeriod, parsePeriod } from './period';
import {
  BOOKMARK_TYPES,
  QUERY_FIELDS,
  type Query,
  type QueryField,
  type QueryTerm,
  SEARCH_FIELDS,
  type SearchField,
  STATES,
  wordOf,
} from './query';
import { readTerms, type WrittenTerm } from './read-terms';
import { formatTextTerm, specialTexts } from './syntax';

/** A part of the text of a query, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

export type QueryProblemKind =
  /** A field is followed by nothing. */
  | 'empty-value'
  /** `is:` with a word that no state has. */
  | 'unknown-state'
  | 'unknown-type'
  /** Not one of the forms of a period, or a day that does not exist. */
  | 'bad-date'
  /** Not one of the forms of a length, or a range that ends before it begins. */
  | 'bad-length';

/** A part of a query that cannot be understood, or that is probably not meant as it is written. */
export interface QueryProblem extends Span {
  readonly kind: QueryProblemKind;
  readonly field: QueryField;
  /** The text in place of a value. */
  readonly value: string;
}

/** A term with its place in the text. */
export interface QueryPart extends Span {
  /** null: it has a problem and is left out of the query. */
  readonly term: QueryTerm | null;
  /** The field that is named; null: none. */
  readonly field: QueryField | null;
  /** The value, with its quotes and its star. */
  readonly value: Span;
}

/** A parsed query. Parts with a problem are left out of `terms` if only this device knows their field. */
export interface ParsedQuery extends Query {
  readonly parts: readonly QueryPart[];
  readonly problems: readonly QueryProblem[];
}

/** A name without a value, such as `is:`. */
const BARE_NAME = new RegExp(`^(${QUERY_FIELDS.join('|')}):$`, 'i');

/**
 * Parses the text of the search box of this device: the language of the service (protocol.md section
 * 13) and more fields. It never fails. What the service understands means the same on both sides.
 */
export function parseQuery(text: string): ParsedQuery {
  const problems: QueryProblem[] = [];
  const parts = readTerms(text, QUERY_FIELDS).map((written): QueryPart => {
    const { term, problem } = interpret(written);
    const { start, end, valueStart } = written;
    const value = { start: valueStart, end };
    if (problem !== null) problems.push({ start, end, ...problem });
    return { start, end, term, field: problem?.field ?? written.field, value };
  });
  return { terms: parts.flatMap(({ term }) => term ?? []), parts, problems };
}

interface Interpreted {
  readonly term: QueryTerm | null;
  readonly problem: Pick<QueryProblem, 'kind' | 'field' | 'value'> | null;
}

function interpret(written: WrittenTerm<QueryField>): Interpreted {
  const { field, text, isQuoted, isPrefix, isExcluded } = written;
  if (field === null) {
    const name = isQuoted || isPrefix ? undefined : BARE_NAME.exec(text)?.[1]?.toLowerCase();
    const named = QUERY_FIELDS.find((one) => one === name);
    // The service searches for the word `title` then.
    const term = named === undefined || isTextField(named) ? textTerm(written, null) : null;
    const problem = named && ({ kind: 'empty-value', field: named, value: '' } as const);
    return { term, problem: problem ?? null };
  }
  const value = isPrefix ? `${text}*` : text;
  const failed = (kind: QueryProblemKind): Interpreted => ({
    term: null,
    problem: { kind: value === '' ? 'empty-value' : kind, field, value },
  });
  switch (field) {
    case 'is': {
      const word = value.toLowerCase();
      // `is:unread` is in collections and habits of earlier versions.
      const state = word === 'new' ? 'unread' : STATES.find((one) => one === word);
      return state ? fine({ kind: 'state', state, isExcluded }) : failed('unknown-state');
    }
    case 'type': {
      const type = BOOKMARK_TYPES.find((one) => one === value.toLowerCase());
      return type ? fine({ kind: 'type', type, isExcluded }) : failed('unknown-type');
    }
    case 'before':
    case 'after':
    case 'during': {
      const period = parsePeriod(value);
      // An instant has no length.
      const isPeriod = period !== null && !(field === 'during' && period.kind === 'instant');
      return isPeriod ? fine({ kind: 'date', field, period, isExcluded }) : failed('bad-date');
    }
    case 'length': {
      const length = parseLength(value);
      return length ? fine({ kind: 'length', length, isExcluded }) : failed('bad-length');
    }
    default: {
      const problem = text === '' ? ({ kind: 'empty-value', field, value: '' } as const) : null;
      return { term: textTerm(written, field), problem };
    }
  }
}

const fine = (term: QueryTerm): Interpreted => ({ term, problem: null });

const textTerm = (
  { text, isPrefix, isExcluded }: WrittenTerm<QueryField>,
  field: SearchField | null,
): QueryTerm => ({ kind: 'text', field, text, isPrefix, isExcluded });

const isTextField = (field: QueryField): field is SearchField =>
  SEARCH_FIELDS.some((one) => one === field);

const SPECIAL_QUERY_TEXTS = /* @__PURE__ */ specialTexts(QUERY_FIELDS);

/** Formats a query so that `parseQuery` reads back the same terms. */
export const formatQuery = ({ terms }: Query): string => terms.map(formatTerm).join(' ');

/** Formats one term, as it is written in the search box of this device. */
export function formatTerm(term: QueryTerm): string {
  if (term.kind === 'text') return formatTextTerm(term, SPECIAL_QUERY_TEXTS);
  return `${term.isExcluded ? '-' : ''}${conditionOf(term)}`;
}

function conditionOf(term: Exclude<QueryTerm, { kind: 'text' }>): string {
  switch (term.kind) {
    case 'state':
      return `is:${wordOf(term.state)}`;
    case 'type':
      return `type:${term.type}`;
    case 'date':
      return `${term.field}:${formatPeriod(term.period)}`;
    case 'length':
      return `length:${formatLength(term.length)}`;
  }
}
