import { fold } from './fold';
import type { SearchField, TextQuery, TextTerm } from './query';
import { patternOf, tokenise, type WordPattern } from './tokenise';

/** The searchable fields of a bookmark. */
export interface SearchDocument {
  readonly title: string;
  readonly description: string;
  /** The text of the article without markup. */
  readonly text: string;
  /** The name and the host of the site. */
  readonly sites: readonly string[];
  readonly authors: readonly string[];
  readonly labels: readonly string[];
  /** Its note, and those of its highlights. */
  readonly notes: readonly string[];
  /** The highlighted texts. */
  readonly quotes: readonly string[];
}

/**
 * True if `query` matches `document` (protocol.md section 13). This is the reference definition of
 * a match, computed without an index. Tests compare the search indexes with it.
 */
export const matches = (query: TextQuery, document: SearchDocument): boolean =>
  query.terms.every((term) => holds(term, document));

function holds(term: TextTerm, document: SearchDocument): boolean {
  if (term.field === 'label') return matchesLabels([term], document.labels);
  const pattern = patternOf(term.text, term.isPrefix);
  if (pattern === null) return true;
  const isFound = textsOf(term.field, document).some((text) => contains(tokenise(text), pattern));
  return isFound !== term.isExcluded;
}

/** The texts that a term searches. A phrase matches only within one text. */
function textsOf(
  field: Exclude<SearchField, 'label'> | null,
  document: SearchDocument,
): readonly string[] {
  const { title, description, text, sites, authors, labels, notes, quotes } = document;
  switch (field) {
    case 'title':
      return [title];
    case 'author':
      return authors;
    case 'site':
      return sites;
    case 'note':
      return notes;
    case null:
      return [title, description, text, ...sites, ...authors, ...labels, ...notes, ...quotes];
  }
}

function contains(tokens: readonly string[], { tokens: wanted, isPrefix }: WordPattern): boolean {
  const last = wanted.length - 1;
  return tokens.some((_, start) =>
    wanted.every((word, index) => {
      const token = tokens[start + index];
      return index === last && isPrefix ? token?.startsWith(word) === true : token === word;
    }),
  );
}

/**
 * True if `labels` satisfy all label terms. A term matches a whole label, case-sensitively. With a
 * star it matches the start of a label, ignoring case (protocol.md section 13).
 */
export function matchesLabels(terms: readonly TextTerm[], labels: readonly string[]): boolean {
  return terms.every(
    ({ text, isPrefix, isExcluded }) =>
      labels.some((label) => (isPrefix ? fold(label).startsWith(fold(text)) : label === text)) !==
      isExcluded,
  );
}

/** Leaves out terms that look for the same as an earlier one, however they are written. */
export function distinctTerms(terms: readonly TextTerm[]): readonly TextTerm[] {
  const known = new Set<string>();
  return terms.filter((term) => {
    const meaning = meaningOf(term);
    const isNew = !known.has(meaning);
    known.add(meaning);
    return isNew;
  });
}

function meaningOf({ field, text, isPrefix, isExcluded }: TextTerm): string {
  const ofLabel = () => ({ label: isPrefix ? fold(text) : text, isPrefix });
  return JSON.stringify([
    field,
    isExcluded,
    field === 'label' ? ofLabel() : patternOf(text, isPrefix),
  ]);
}
