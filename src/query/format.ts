import { type Query, type QueryTerm, SEARCH_FIELDS } from './query';

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
