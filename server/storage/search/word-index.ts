import type { RawBuilder } from 'kysely';
import type { WordPattern } from '../../../src/query';
import type { BookmarkKey } from '../ids';
import type { Db } from '../schema/tables';

/** What of a bookmark has words of its own, in the order of the index. */
export const WORD_FIELDS = [
  'title',
  'description',
  'text',
  'site',
  'author',
  'label',
  'note',
] as const;
export type WordField = (typeof WORD_FIELDS)[number];

/** How much a word found in a field says about the whole. */
export const FIELD_WEIGHTS: Readonly<Record<WordField, number>> = {
  title: 10,
  description: 3,
  text: 1,
  site: 2,
  author: 5,
  label: 5,
  note: 3,
};

/** Words to look for. */
export interface WordTerm {
  /** null: everywhere. */
  readonly field: Extract<WordField, 'title' | 'author' | 'site' | 'note'> | null;
  readonly pattern: WordPattern;
}

/** A bookmark's words, each field as `indexText` gives it. */
export interface WordDocument {
  readonly key: BookmarkKey;
  readonly words: Readonly<Record<WordField, string>>;
}

export type KeyRange = readonly [first: BookmarkKey, last: BookmarkKey];

/** The index of words, as each database has it. */
export interface WordIndex {
  /** A select, in parentheses, of the `key` of each bookmark in `range` that has all `terms`, at least one. */
  found(terms: readonly WordTerm[], range: KeyRange): RawBuilder<{ key: BookmarkKey }>;
  /** `keys`, which all have `terms`, best first. */
  rank(
    db: Db,
    terms: readonly WordTerm[],
    keys: readonly BookmarkKey[],
  ): Promise<readonly BookmarkKey[]>;
  /** Puts documents in the place of what was there of them. */
  put(db: Db, documents: readonly WordDocument[]): Promise<void>;
  remove(db: Db, keys: readonly BookmarkKey[]): Promise<void>;
  removeRange(db: Db, range: KeyRange): Promise<void>;
  /** Removes everything. */
  clear(db: Db): Promise<void>;
}
