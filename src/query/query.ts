/** The fields that a term can name (protocol.md section 13). */
export const SEARCH_FIELDS = ['title', 'author', 'site', 'label', 'note'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** One or more words to search for. */
export interface TextTerm {
  readonly kind: 'text';
  /** null: every field. */
  readonly field: SearchField | null;
  /** The text as it was typed, without quotes and escapes. Several words form a phrase. */
  readonly text: string;
  /** True if the last word is a prefix. */
  readonly isPrefix: boolean;
  /** True if matching bookmarks are excluded. */
  readonly isExcluded: boolean;
}

/** One condition. Callers must check `kind`, because more kinds may be added. */
export type QueryTerm = TextTerm;

/** A search. A bookmark matches if all terms match. */
export interface Query {
  readonly terms: readonly QueryTerm[];
}
