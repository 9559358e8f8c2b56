import type { RawBuilder } from 'kysely';
import type { WordPattern } from '../../../src/query';
import type { BookmarkKey } from '../schema/ids';
import type { Db } from '../schema/tables';

/** The fields of the word index, in its order. */
export const WORD_INDEX_FIELDS = [
  'title',
  'description',
  'text',
  'site',
  'author',
  'label',
  'note',
] as const;
export type WordField = (typeof WORD_INDEX_FIELDS)[number];

/** The rank of a word by its field. */
export const FIELD_WEIGHTS: Readonly<Record<WordField, number>> = {
  title: 10,
  description: 3,
  text: 1,
  site: 2,
  author: 5,
  label: 5,
  note: 3,
};

/** Words to search for. */
export interface WordTerm {
  /** null searches all fields. */
  readonly field: Extract<WordField, 'title' | 'author' | 'site' | 'note'> | null;
  readonly pattern: WordPattern;
}

/** A bookmark's words by field, as returned by `indexText`. */
export interface WordDocument {
  readonly key: BookmarkKey;
  readonly words: Readonly<Record<WordField, string>>;
}

export type KeyRange = readonly [first: BookmarkKey, last: BookmarkKey];

/** The word index of a database. */
export interface WordIndex {
  /** Builds a select, in parentheses, of the keys in `range` with all `terms`. Needs at least one term. */
  found(terms: readonly WordTerm[], range: KeyRange): RawBuilder<{ key: BookmarkKey }>;
  /** Sorts `keys`, which all contain `terms`, by relevance. */
  rank(
    db: Db,
    terms: readonly WordTerm[],
    keys: readonly BookmarkKey[],
  ): Promise<readonly BookmarkKey[]>;
  /** Replaces the words of the documents. */
  put(db: Db, documents: readonly WordDocument[]): Promise<void>;
  remove(db: Db, keys: readonly BookmarkKey[]): Promise<void>;
}
