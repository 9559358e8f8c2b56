import { fold } from './fold';
import type { Query, QueryTerm, SearchField, TextTerm } from './query';
import { patternOf, tokenise, type WordPattern } from './tokenise';

/** What of a bookmark is searched. */
export interface SearchDocument {
  readonly title: string;
  readonly description: string;
  /** The article without markup. */
  readonly text: string;
  readonly siteName: string;
  /** Host name. */
  readonly site: string;
  readonly authors: readonly string[];
  readonly labels: readonly string[];
  /** Of its highlights. */
  readonly notes: readonly string[];
}

/**
 * Whether `document` is found by `query` (protocol.md section 13). This is the meaning of a search,
 * word by word and without an index; what an index finds is held against it.
 */
export const matches = (query: Query, document: SearchDocument): boolean =>
  query.terms.every((term) => holds(term, document));

function holds(term: QueryTerm, document: SearchDocument): boolean {
  if (term.field === 'label') return matchesLabels([term], document.labels);
  const pattern = patternOf(term.text, term.isPrefix);
  if (pattern === null) return true;
  const isFound = textsOf(term.field, document).some((text) => contains(tokenise(text), pattern));
  return isFound !== term.isExcluded;
}

/** The texts a term looks into. Words stand next to one another in the same text only. */
function textsOf(
  field: Exclude<SearchField, 'label'> | null,
  document: SearchDocument,
): readonly string[] {
  const { title, description, text, siteName, site, authors, labels, notes } = document;
  switch (field) {
    case 'title':
      return [title];
    case 'author':
      return authors;
    case 'site':
      return [siteName, site];
    case 'note':
      return notes;
    case null:
      return [title, description, text, siteName, site, ...authors, ...labels, ...notes];
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
 * Whether a bookmark with `labels` is chosen by label terms, all of which must hold: the whole label,
 * in its case; with a star its beginning, in any case (protocol.md section 13).
 */
export function matchesLabels(terms: readonly TextTerm[], labels: readonly string[]): boolean {
  return terms.every(
    ({ text, isPrefix, isExcluded }) =>
      labels.some((label) => (isPrefix ? fold(label).startsWith(fold(text)) : label === text)) !==
      isExcluded,
  );
}

/** What a term does, for whoever wonders why something is found or not. `ui/` makes sentences of it. */
export interface TermExplanation {
  readonly term: QueryTerm;
  /** Whole labels, words next to one another, or nothing because the term has no words. */
  readonly looksFor: 'label' | 'words' | 'nothing';
  /** As they are compared. Empty for labels and nothing. */
  readonly words: readonly string[];
  /** Whether the last word, or the label, may go on. */
  readonly isPrefix: boolean;
}

/** What each term of `query` looks for. */
export const explainQuery = ({ terms }: Query): readonly TermExplanation[] =>
  terms.map((term) => {
    if (term.field === 'label') {
      return { term, looksFor: 'label', words: [], isPrefix: term.isPrefix };
    }
    const pattern = patternOf(term.text, term.isPrefix);
    if (pattern === null) return { term, looksFor: 'nothing', words: [], isPrefix: false };
    return { term, looksFor: 'words', words: pattern.tokens, isPrefix: pattern.isPrefix };
  });
