import {
  distinctTerms,
  patternOf,
  type SearchField,
  type TextQuery,
  type TextTerm,
} from '../../query';
import { ALL_FIELDS, FIELD, foldedLabelTerm, labelTerm, MAX_LABEL_TERM } from './document';
import type { Lookup } from './find-terms';

/** Further terms are only compared with the bookmarks that the first ones find. */
const MAX_CLAUSES = 32;
/** Further words of a phrase are only compared with the texts that the first ones find. */
const MAX_PHRASE_WORDS = 16;

const MASKS: Readonly<Record<SearchField, number>> = {
  title: FIELD.title,
  author: FIELD.author,
  site: FIELD.site,
  label: FIELD.label,
  note: FIELD.note,
};

/** Words that all have to be in one document of one family. */
export interface WordsInFamily {
  readonly words: readonly Lookup[];
  /** The fields that count, for `fields`. */
  readonly mask: number;
}

/** A term of a query, as it is looked up in the index. */
export interface Clause {
  readonly term: TextTerm;
  readonly isExcluded: boolean;
  /** A bookmark matches with any of them. */
  readonly anyOf: readonly WordsInFamily[];
  /** False if the index finds too much, so that each bookmark has to be compared with the term. */
  readonly isCertain: boolean;
}

export interface QueryPlan {
  readonly clauses: readonly Clause[];
  /** Terms that are not looked up. */
  readonly others: readonly TextTerm[];
}

/** Plans the lookups of a query. Terms that the index cannot answer are left to the caller. */
export function planQuery({ terms }: TextQuery): QueryPlan {
  const clauses = distinctTerms(terms).flatMap((term) => clauseOf(term) ?? []);
  return {
    clauses: clauses.slice(0, MAX_CLAUSES),
    others: clauses.slice(MAX_CLAUSES).map(({ term }) => term),
  };
}

/** Returns null for a term without words, which every bookmark matches. */
function clauseOf(term: TextTerm): Clause | null {
  const { field, text, isPrefix, isExcluded } = term;
  if (field === 'label') {
    const lookup = isPrefix ? foldedLabelTerm(text) : labelTerm(text);
    const words: readonly Lookup[] = [{ family: 'fields', term: lookup, isPrefix }];
    const isCertain = lookup.length <= MAX_LABEL_TERM && !/\p{Surrogate}/u.test(text);
    return { term, isExcluded, anyOf: [{ words, mask: FIELD.label }], isCertain };
  }
  const pattern = patternOf(text, isPrefix);
  if (pattern === null) return null;
  const { tokens } = pattern;
  const wordsIn = (family: Lookup['family']): readonly Lookup[] =>
    tokens.slice(0, MAX_PHRASE_WORDS).map((token, at) => ({
      family,
      term: token,
      isPrefix: pattern.isPrefix && at === tokens.length - 1,
    }));
  const fields = { words: wordsIn('fields'), mask: field === null ? ALL_FIELDS : MASKS[field] };
  const anyOf = field === null ? [fields, { words: wordsIn('text'), mask: 0 }] : [fields];
  return { term, isExcluded, anyOf, isCertain: tokens.length === 1 };
}
