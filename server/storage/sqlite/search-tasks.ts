import type { SearchInput, SearchKind, SearchOutput } from '../bookmarks/searches';
import type { UnavailableReason } from '../unavailable';

/** The tasks of `search-program.ts`. */
export type SearchTasks = {
  readonly [K in SearchKind]: {
    readonly input: {
      /** The database file, the same in each task of a process. */
      readonly path: string;
      readonly input: SearchInput<K>;
    };
    readonly output: SearchOutcome<K>;
  };
};

export type SearchOutcome<K extends SearchKind> =
  | { readonly kind: 'found'; readonly value: SearchOutput<K> }
  | { readonly kind: 'unavailable'; readonly reason: UnavailableReason }
  | { readonly kind: 'took-too-much-memory' };
