import {
  type bookmarkFilters,
  bookmarkSearch,
  type Form,
  type FormValue,
  resolveDateExpression,
} from '../../src/contract';
import { err, ok, type Result, type UnixMs, unixMs } from '../../src/domain';
import { type Query, queryOfBoxes, tokenise } from '../../src/query';
import type { Caller } from '../http/context';
import { type Refusal, refuse, refuseField } from '../http/refusal';
import type { Server } from '../server';
import {
  type BookmarkOrder,
  type BookmarkSearch,
  type CollectionFilters,
  type CollectionRow,
  EVERYTHING,
} from '../storage';

type Filters = FormValue<typeof bookmarkFilters>;
type Asked = FormValue<typeof bookmarkSearch>;

/** Nobody types more; each is a condition for the database. */
const MAX_TERMS = 100;
/** Of all terms together. The database steps through all occurrences of each of them. */
const MAX_WORDS = 64;
/** No date is later (ECMA-262 21.4.1.1), in milliseconds since the epoch. */
const FARTHEST_MS = 8.64e15;

/** The bookmarks that a list contains. */
export interface Wanted {
  readonly search: BookmarkSearch;
  /**
   * True when the result changes only together with the library. Searches for words are not lasting,
   * because words are indexed after a change, and neither are ranges, which can end now.
   */
  readonly isLasting: boolean;
  /** The collection that was asked for; null when none was. */
  readonly collection: CollectionRow | null;
}

/**
 * What the parameters of a list, a feed or an export ask for (protocol.md section 7.1): those of
 * their collection, each overridden by one of the same name; or the refusal, 404 for a collection
 * that is not the caller's.
 * @param form the route's parameters, for the body of a 422
 */
export async function readWanted(
  server: Pick<Server, 'storage' | 'now'>,
  { user }: Pick<Caller, 'user'>,
  asked: Asked,
  form: Form = bookmarkSearch,
): Promise<Result<Wanted, Refusal>> {
  const collection = asked.collection
    ? await server.storage.collections.find(user.id, asked.collection)
    : null;
  if (asked.collection && collection === null) return err(refuse(404));
  const filters: Filters = { ...(collection && filtersOf(collection.filters)), ...asked };
  const query = queryOfBoxes(filters);
  if (query.terms.length > MAX_TERMS) {
    const message = `must have at most ${MAX_TERMS} terms`;
    return err(refuseField(form, asked, 'search', message));
  }
  if (wordCount(query) > MAX_WORDS) {
    const message = `must have at most ${MAX_WORDS} words`;
    return err(refuseField(form, asked, 'search', message));
  }
  const range = rangeOf(filters, server.now());
  const search: BookmarkSearch = {
    ...EVERYTHING,
    query,
    types: listed(filters.type),
    readStatus: listed(filters.read_status),
    isMarked: filters.is_marked ?? null,
    isArchived: filters.is_archived ?? null,
    isLoaded: filters.is_loaded ?? null,
    hasErrors: filters.has_errors ?? null,
    hasLabels: filters.has_labels ?? null,
    hasAnnotations: filters.has_annotations ?? null,
    ...range,
    ids: listed(asked.id),
    order: orderOf(asked),
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

/** Labels are compared as a whole: their words are not counted. */
const wordCount = ({ terms }: Query): number =>
  terms
    .filter(({ field }) => field !== 'label')
    .reduce((sum, { text }) => sum + tokenise(text).length, 0);

/** The filters that a collection has set. */
const filtersOf = (filters: CollectionFilters): Filters =>
  Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== null && value !== ''),
  ) as Filters; // Its fields are those of the form, unset ones empty or null.

const listed = <T>(values: readonly T[] | undefined): readonly T[] | null =>
  values === undefined || values.length === 0 ? null : values;

function orderOf({ sort, id, collection }: Asked): BookmarkOrder {
  if (sort !== undefined && sort.length > 0) return { kind: 'by', keys: sort };
  if (id !== undefined && id.length > 0) return { kind: 'as-given' };
  // A collection is shown newest first, whatever it searches for.
  return collection ? { kind: 'by', keys: ['-created'] } : EVERYTHING.order;
}

/** A start alone goes up to now, an end alone begins with the first bookmark. */
function rangeOf({ range_start: start, range_end: end }: Filters, now: UnixMs) {
  if (!start && !end) return { createdFrom: null, createdTo: null };
  return {
    createdFrom: start ? momentOf(start, now) : null,
    createdTo: end ? momentOf(end, now) : now,
  };
}

/** The form took it as it would be in 1970: it can only be too late by now. */
const momentOf = (text: string, now: UnixMs): UnixMs =>
  unixMs(resolveDateExpression(text, now) ?? FARTHEST_MS);

function isEverything({ query: _, ...search }: BookmarkSearch): boolean {
  const { query, ...everything } = EVERYTHING;
  return Object.entries(everything).every(
    ([name, value]) => search[name as keyof typeof search] === value, // One of its own.
  );
}
