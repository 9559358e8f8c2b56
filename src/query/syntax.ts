import { type Query, type QueryTerm, SEARCH_FIELDS, type SearchField } from './query';

const BLANK = /\s/;
const FIELD = new RegExp(`^(${SEARCH_FIELDS.join('|')}):(?=\\S)`, 'i');

/**
 * Reads what is typed into a search box (protocol.md section 13). Every text is a query: what can't
 * be understood is looked for as it stands.
 */
export function parseQuery(text: string): Query {
  return { terms: parseTerms(text, null) };
}

/**
 * Reads what is typed into the box of one field, where a colon is a colon; null for the box where
 * fields can be named.
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

/** The term that begins at `start`, and where it ends. */
function readTerm(text: string, start: number, box: SearchField | null): [QueryTerm, number] {
  const isExcluded = text[start] === '-' && isInsideTerm(text, start + 1);
  const afterSign = isExcluded ? start + 1 : start;
  // Long enough for each name: a slice of the rest for each term would cost its square.
  const named = box === null ? FIELD.exec(text.slice(afterSign, afterSign + 8)) : null;
  const field = named ? (named[1]?.toLowerCase() as SearchField) : box; // one of the alternatives
  const from = afterSign + (named?.[0].length ?? 0);
  const quote = text[from];
  const [words, isPrefix, end] =
    quote === '"' || quote === "'" ? readPhrase(text, from, quote) : readBare(text, from);
  return [{ kind: 'text', field, text: words, isPrefix, isExcluded }, end];
}

const isInsideTerm = (text: string, at: number) => at < text.length && !BLANK.test(text.charAt(at));

/** A phrase from its opening quote on; without a closing one it runs to the end. */
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

/** A text up to the next blank. */
function readBare(text: string, from: number): [string, boolean, number] {
  let end = from;
  while (isInsideTerm(text, end)) end++;
  const word = text.slice(from, end);
  const isPrefix = word.length > 1 && word.endsWith('*');
  return [isPrefix ? word.slice(0, -1) : word, isPrefix, end];
}

/** The search that `parseQuery` reads as `query`. */
export const formatQuery = ({ terms }: Query): string => formatTerms(terms);

/** Terms as they are typed into a search box. */
export const formatTerms = (terms: readonly QueryTerm[]): string =>
  terms.map((term) => formatTerm(term)).join(' ');

/** Terms as they are typed into the box of their field. */
export const formatBox = (terms: readonly QueryTerm[]): string =>
  terms.map((term) => formatTerm({ ...term, field: null })).join(' ');

function formatTerm({ field, text, isPrefix, isExcluded }: QueryTerm): string {
  const words = needsQuotes(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
  return `${isExcluded ? '-' : ''}${field === null ? '' : `${field}:`}${words}${isPrefix ? '*' : ''}`;
}

/** What a bare word can't be: blank, a sign, a quote, a star at the end, a field's name. */
const SPECIAL = new RegExp(`^$|\\s|^[-"']|\\*$|^(${SEARCH_FIELDS.join('|')}):`, 'i');

const needsQuotes = (text: string): boolean => SPECIAL.test(text);
