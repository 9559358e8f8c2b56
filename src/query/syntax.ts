import { type Query, type QueryTerm, SEARCH_FIELDS, type SearchField } from './query';

const BLANK = /\s/;
const FIELD = new RegExp(`^(${SEARCH_FIELDS.join('|')}):(?=\\S)`, 'i');

/**
 * Parses the text of the search box (protocol.md section 13). Every text is a valid query: syntax
 * that is not recognised is searched for literally.
 */
export function parseQuery(text: string): Query {
  return { terms: parseTerms(text, null) };
}

/**
 * Parses the text of one search field, where a colon has no special meaning. `box` is null for the
 * general search box, where terms can name fields.
 */
export function parseTerms(text: string, box: SearchField | null): readonly QueryTerm[] {
  const terms: QueryTerm[] = [];
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
    const [term, end] = readTerm(text, at, box);
    terms.push(term);
    at = end;
  }
  return terms;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && BLANK.test(text.charAt(at))) at++;
  return at;
}

/** Returns the term that starts at `start`, and the position after it. */
function readTerm(text: string, start: number, box: SearchField | null): [QueryTerm, number] {
  const isExcluded = text[start] === '-' && isInsideTerm(text, start + 1);
  const afterSign = isExcluded ? start + 1 : start;
  // The slice is long enough for every field name. Slicing the whole rest for each term would take
  // quadratic time.
  const named = box === null ? FIELD.exec(text.slice(afterSign, afterSign + 8)) : null;
  const field = named ? (named[1]?.toLowerCase() as SearchField) : box; // The regular expression matches only these names.
  const from = afterSign + (named?.[0].length ?? 0);
  const quote = text[from];
  const [words, isPrefix, end] =
    quote === '"' || quote === "'" ? readPhrase(text, from, quote) : readBare(text, from);
  return [{ kind: 'text', field, text: words, isPrefix, isExcluded }, end];
}

const isInsideTerm = (text: string, at: number) => at < text.length && !BLANK.test(text.charAt(at));

/** Reads a phrase from its opening quote. Without a closing quote it extends to the end. */
function readPhrase(text: string, from: number, quote: string): [string, boolean, number] {
  let phrase = '';
  for (let at = from + 1; at < text.length; at++) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (char === '\\' && (next === quote || next === '\\')) {
      phrase += next;
      at++;
    } else if (char === quote) {
      const isPrefix = next === '*' && !isInsideTerm(text, at + 2);
      return [phrase, isPrefix, isPrefix ? at + 2 : at + 1];
    } else phrase += char;
  }
  return [phrase, false, text.length];
}

/** Reads the text up to the next white space. */
function readBare(text: string, from: number): [string, boolean, number] {
  let end = from;
  while (isInsideTerm(text, end)) end++;
  const word = text.slice(from, end);
  const isPrefix = word.length > 1 && word.endsWith('*');
  return [isPrefix ? word.slice(0, -1) : word, isPrefix, end];
}

/** Formats a query so that `parseQuery` reads it back unchanged. */
export const formatQuery = ({ terms }: Query): string => formatTerms(terms);

/** Formats terms for the general search box. */
export const formatTerms = (terms: readonly QueryTerm[]): string =>
  terms.map((term) => formatTerm(term)).join(' ');

/** Formats terms for the search box of their field. */
export const formatBox = (terms: readonly QueryTerm[]): string =>
  terms.map((term) => formatTerm({ ...term, field: null })).join(' ');

function formatTerm({ field, text, isPrefix, isExcluded }: QueryTerm): string {
  const words = needsQuotes(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
  return `${isExcluded ? '-' : ''}${field === null ? '' : `${field}:`}${words}${isPrefix ? '*' : ''}`;
}

/**
 * Matches texts that need quotes: those with white space, and those that would be read as a sign, a
 * quote, a prefix or a field name.
 */
const SPECIAL = new RegExp(`^$|\\s|^[-"']|\\*$|^(${SEARCH_FIELDS.join('|')}):`, 'i');

const needsQuotes = (text: string): boolean => SPECIAL.test(text);
