import { matchesLabels } from './match-labels';
import type { Query, QueryTerm, SearchField } from './query';
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
