import { complete } from '../bookmarks/complete';
import { countMatches, findKeys, findPage } from '../bookmarks/find-keys';
import { changedSince, findInOrder } from '../bookmarks/sync-bookmarks';
import type { UnavailableReason } from '../database/unavailable';
import { listLabels } from '../labels/labels';

/** The searches that `search-program.ts` does. */
export const SEARCHES = {
  changedSince,
  complete,
  countMatches,
  findInOrder,
  findKeys,
  findPage,
  listLabels,
};
export type SearchName = keyof typeof SEARCHES;

/** The tasks of `search-program.ts`. */
export interface SearchTasks {
  readonly search: {
    readonly input: {
      /** The database file, the same in each task of a process. */
      readonly path: string;
      readonly name: SearchName;
      readonly input: unknown;
    };
    readonly output:
      | { readonly kind: 'found'; readonly value: unknown }
      | { readonly kind: 'unavailable'; readonly reason: UnavailableReason }
      | { readonly kind: 'took-too-much-memory' };
  };
}
