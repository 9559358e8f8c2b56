import { SEARCH_FIELDS, type SearchField, type TextQuery, type TextTerm } from './query';
import { MARK_AT_END, readTerms } from './read-terms';

/**
 * Parses the text of the service's search box (protocol.md section 13). Every text is a valid query:
 * syntax that is not recognised is searched for literally.
 */
export const parseTextQuery = (text: string): TextQuery => ({ terms: parseTerms(text, null) });

/**
 * Parses the text of one search field, where a colon has no special meaning. `box` is null for the
 * general search box, where terms can name fields.
 */
export const parseTerms = (text: string, box: SearchField | null): readonly TextTerm[] =>
  readTerms(text, box === null ? SEARCH_FIELDS : []).map(
    ({ field, text: words, isPrefix, isExcluded }) => ({
      kind: 'text',
      field: field ?? box,
      text: words,
      isPrefix,
      isExcluded,
    }),
  );

/** Formats terms for the general search box of the service. */
export const formatTerms = (terms: readonly TextTerm[]): string =>
  terms.map((term) => formatTextTerm(term, SPECIAL_SEARCH_TEXTS)).join(' ');

/** Formats terms for the search box of their field. */
export const formatBox = (terms: readonly TextTerm[]): string =>
  terms.map((term) => formatTextTerm({ ...term, field: null }, SPECIAL_SEARCH_TEXTS)).join(' ');

/** Formats a term. A text that `special` matches is quoted. */
export function formatTextTerm(
  { field, text, isPrefix, isExcluded }: TextTerm,
  special: RegExp,
): string {
  const isSpecial = special.test(text) || MARK_AT_END.test(text);
  const words = isSpecial ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
  return `${isExcluded ? '-' : ''}${field === null ? '' : `${field}:`}${words}${isPrefix ? '*' : ''}`;
}

/**
 * Returns an expression for texts that need quotes: those with white space, and those that would be
 * read as a sign, a quote, a prefix or one of `fields`.
 */
export const specialTexts = (fields: readonly string[]): RegExp =>
  new RegExp(`^$|\\s|^[-"']|\\*$|^(${fields.join('|')}):`, 'i');

const SPECIAL_SEARCH_TEXTS = /* @__PURE__ */ specialTexts(SEARCH_FIELDS);
