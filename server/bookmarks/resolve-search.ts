import {
  type bookmarkFilters,
  bookmarkSearch,
  type CollectionFilters,
  type Form,
  type FormValue,
  resolveDateExpression,
} from '../../src/contract';
import { err, ok, type Result } from '../../src/domain/result';
import { type UnixMs, unixMs } from '../../src/domain/time';
import { distinctTerms, queryOfBoxes, type TextQuery, tokenise } from '../../src/query';
import type { Caller } from '../http/context';
import { type Refusal, refuse, refuseField } from '../http/refusal';
import type { Server } from '../server';
import {
  type BookmarkOrder,
  type BookmarkSearch,
  type CollectionRow,
  EVERYTHING,
} from '../storage';

type Filters = FormValue<typeof bookmarkFilters>;
type SearchParameters = FormValue<typeof bookmarkSearch>;

/** Each term becomes a condition of the SQL query. */
const MAX_QUERY_TERMS = 100;
/** The words of all terms together. The database reads all occurrences of each word. */
const MAX_QUERY_WORDS = 64;
/** The latest date (ECMA-262 21.4.1.1), in milliseconds since the epoch. */
const LATEST_MS = 8.64e15;

/** The bookmarks that a list, a feed or an export contains. */
export interface ResolvedSearch {
  readonly search: BookmarkSearch;
  /**
   * True when the result changes only together with the library. Searches for words are not lasting,
   * because words are indexed after a change, and neither are ranges, which can end now.
   */
  readonly isLasting: boolean;
  /** The collection of the parameters; null when they name none. */
  readonly collection: CollectionRow | null;
}

/**
 * Resolves the parameters of a list, a feed or an export to a search (protocol.md section 7.1).
 * Parameters override filters of the collection with the same name. Returns a refusal with 404 for a
 * collection that the caller does not have, and with 422 for too many terms or words.
 * @param form the parameters of the route, for the body of a 422
 */
export async function resolveSearch(
  server: Pick<Server, 'storage' | 'now'>,
  { user }: Pick<Caller, 'user'>,
  parameters: SearchParameters,
  form: Form = bookmarkSearch,
): Promise<Result<ResolvedSearch, Refusal>> {
  const collection = parameters.collection
    ? await server.storage.collections.find(user.id, parameters.collection)
    : null;
  if (parameters.collection && collection === null) return err(refuse(404));
  const filters: Filters = { ...(collection && filtersOf(collection.filters)), ...parameters };
  const query = { terms: distinctTerms(queryOfBoxes(filters).terms) };
  if (query.terms.length > MAX_QUERY_TERMS) {
    const message = `must have at most ${MAX_QUERY_TERMS} terms`;
    return err(refuseField(form, parameters, 'search', message));
  }
  if (wordCount(query) > MAX_QUERY_WORDS) {
    const message = `must have at most ${MAX_QUERY_WORDS} words`;
    return err(refuseField(form, parameters, 'search', message));
  }
  const range = rangeOf(filters, server.now());
  const search: BookmarkSearch = {
    ...EVERYTHING,
    query,
    types: nullIfEmpty(filters.type),
    readStatus: nullIfEmpty(filters.read_status),
    isFavourite: filters.is_marked ?? null,
    isArchived: filters.is_archived ?? null,
    isLoaded: filters.is_loaded ?? null,
    hasErrors: filters.has_errors ?? null,
    hasLabels: filters.has_labels ?? null,
    hasAnnotations: filters.has_annotations ?? null,
    ...range,
    ids: nullIfEmpty(parameters.id),
    order: orderOf(parameters),
  };
  const isPlain = query.terms.length === 0 && isEverything(search);
  return ok({
    search: isPlain ? EVERYTHING : search,
    isLasting:
      range.createdFrom === null &&
      range.createdTo === null &&
      query.terms.every(({ field }) => field === 'label'),
    collection,
  });
}

/** Counts the words of a query without those of labels, which are compared as a whole. */
const wordCount = ({ terms }: TextQuery): number =>
  terms
    .filter(({ field }) => field !== 'label')
    .reduce((sum, { text }) => sum + tokenise(text).length, 0);

/** Returns the filters that a collection has set. */
const filtersOf = (filters: CollectionFilters): Filters =>
  Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== null && value !== ''),
  ) as Filters; // The columns have the names and values of the form. Unset ones are empty or null.

const nullIfEmpty = <T>(values: readonly T[] | undefined): readonly T[] | null =>
  values === undefined || values.length === 0 ? null : values;

function orderOf({ sort, id, collection }: SearchParameters): BookmarkOrder {
  if (sort !== undefined && sort.length > 0) return { kind: 'by', keys: sort };
  if (id !== undefined && id.length > 0) return { kind: 'as-given' };
  // A collection is ordered by date even if it searches for words.
  return collection ? { kind: 'by', keys: ['-created'] } : EVERYTHING.order;
}

/** Without an end, the range ends now. Without a start, it begins with the first bookmark. */
function rangeOf({ range_start: start, range_end: end }: Filters, now: UnixMs) {
  if (!start && !end) return { createdFrom: null, createdTo: null };
  return {
    createdFrom: start ? momentOf(start, now) : null,
    createdTo: end ? momentOf(end, now) : now,
  };
}

/** The form has validated the expression for 1970, so null means that the date is too late today. */
const momentOf = (text: string, now: UnixMs): UnixMs =>
  unixMs(resolveDateExpression(text, now) ?? LATEST_MS);

function isEverything({ query: _, ...search }: BookmarkSearch): boolean {
  const { query, ...everything } = EVERYTHING;
  return Object.entries(everything).every(
    ([name, value]) => search[name as keyof typeof search] === value,
  );
}
