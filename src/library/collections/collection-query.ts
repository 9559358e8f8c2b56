import { isSameValue } from '../../domain/bookmark-values';
import { type Collection, type CollectionFilters, NO_FILTERS } from '../../domain/collection';
import {
  type Clock,
  formatQuery,
  parseQuery,
  type Query,
  queryOfFilters,
  translateQuery,
} from '../../query';
import type { CollectionEdit } from './collections';

/** The search of a collection. */
export interface CollectionQuery {
  readonly query: Query;
  /** Filters of the server that the search language does not have. This device ignores them. */
  readonly unknown: Partial<CollectionFilters>;
}

/** Returns the search of a collection. */
export function queryOfCollection(collection: Collection, clock: Clock): CollectionQuery {
  const { query, rest } = queryOfFilters(collection, clock);
  const local = parseQuery(collection.localSearch);
  return { query: { terms: [...query.terms, ...local.terms] }, unknown: rest };
}

/** The fields of a collection that are its search. */
export type SearchFields = CollectionFilters & Pick<Collection, 'localSearch'>;

/** Returns the fields of a new collection with a search. */
export function searchFields(query: Query, clock: Clock): SearchFields {
  const { filters, rest } = translateQuery(query, clock, { isLasting: true });
  return { ...filters, localSearch: formatQuery({ terms: rest }) };
}

/**
 * Returns the edit that gives a collection another search. Filters whose meaning stays the same keep
 * their form, and so do those that the search language does not have.
 */
export function searchEdit(collection: Collection, query: Query, clock: Clock): CollectionEdit {
  const before = searchFields(queryOfCollection(collection, clock).query, clock);
  const after = searchFields(query, clock);
  return Object.fromEntries(
    COLLECTION_QUERY_FIELDS.flatMap((field) =>
      isSameValue(before[field], after[field]) ? [] : [[field, after[field]]],
    ),
  );
}

// The keys of the table are those of the type.
const COLLECTION_QUERY_FIELDS = [
  ...Object.keys(NO_FILTERS),
  'localSearch',
] as (keyof SearchFields)[];
