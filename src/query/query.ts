/** Where a term may look by name (protocol.md section 13). */
export const SEARCH_FIELDS = ['title', 'author', 'site', 'label', 'note'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** Words to look for. */
export interface TextTerm {
  readonly kind: 'text';
  /** null: everywhere. */
  readonly field: SearchField | null;
  /** As it was typed, without quotes and escapes; several words stand next to each other. */
  readonly text: string;
  /** Whether the last word may go on. */
  readonly isPrefix: boolean;
  /** Whether what matches is left out. */
  readonly isExcluded: boolean;
}

/** One condition. More kinds may come: a reader of queries must look at `kind`. */
export type QueryTerm = TextTerm;

/** A search: all of its terms must hold. */
export interface Query {
  readonly terms: readonly QueryTerm[];
}
