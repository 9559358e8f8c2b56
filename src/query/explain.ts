import type { Query, QueryTerm } from './query';
import { patternOf } from './tokenise';

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
