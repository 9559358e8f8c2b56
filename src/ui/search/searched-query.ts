import {
  type ParsedQuery,
  parseQuery,
  patternOf,
  type Query,
  type QueryPart,
  type QueryProblem,
  type Span,
} from '../../query';

/** A longer text is cut, so that a pasted page does not block the list. */
export const MAX_QUERY = 2000;

/** A part of the text that is left out of a search, with the reason. */
export type SearchProblem =
  | QueryProblem
  /** No part of the query has a letter or a digit. */
  | (Span & { readonly kind: 'no-words'; readonly value: string })
  | (Span & { readonly kind: 'too-long' });

/** The text of the search box, as it is searched. */
export interface SearchedQuery {
  readonly query: Query;
  readonly parsed: ParsedQuery;
  /** In the order of the text. */
  readonly problems: readonly SearchProblem[];
}

/**
 * Parses the text of a search box. The last word is also searched as the beginning of a word, because
 * the user may still be typing it.
 */
export function searchedQuery(text: string): SearchedQuery {
  const parsed = parseQuery(text.slice(0, MAX_QUERY));
  const { parts, problems } = parsed;
  // The service would search for the name of a field that has no value.
  const wrong = new Set(problems.map(({ start }) => start));
  const words = parts.filter(hasText);
  const isEmpty = words.length > 0 && parts.every(({ term }) => term === null || hasNoWords(term));
  const terms = parts.flatMap((part, at) => {
    if (part.term === null || hasNoWords(part.term) || wrong.has(part.start)) return [];
    const isTyped = at === parts.length - 1 && part.end === text.length;
    return isTyped ? asBeginning(text, part.term) : part.term;
  });
  return {
    query: { terms },
    parsed,
    problems: [
      ...problems,
      ...(isEmpty ? words.map(({ start, end }) => noWords(text, start, end)) : []),
      ...(text.length > MAX_QUERY
        ? [{ kind: 'too-long', start: MAX_QUERY, end: text.length } as const]
        : []),
    ],
  };
}

type Term = NonNullable<QueryPart['term']>;

const hasNoWords = (term: Term): boolean =>
  term.kind === 'text' && term.field !== 'label' && patternOf(term.text, false) === null;

/** True for a part whose value is not missing: that has a message of its own. */
const hasText = ({ term }: QueryPart): boolean =>
  term?.kind === 'text' && term.text !== '' && hasNoWords(term);

const noWords = (text: string, start: number, end: number): SearchProblem => ({
  kind: 'no-words',
  start,
  end,
  value: text.slice(start, end),
});

function asBeginning(text: string, term: Term): Term {
  const isWord = term.kind === 'text' && term.field !== 'label' && !term.isExcluded;
  // A closing quote ends the word.
  return isWord && !/["']$/.test(text) ? { ...term, isPrefix: true } : term;
}

/** Returns the text without a part. */
export const withoutPart = (text: string, { start, end }: Span): string =>
  `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim();
