import type { Bookmark, BookmarkId, View } from '../../domain/bookmark';
import type { Clock, Query, TextTerm } from '../../query';
import type { ListSort } from '../bookmarks/list-page';
import { type ContentsFilter, isCondition } from '../contents/conditions';
import type { Contents } from '../contents/contents';
import { fromRow } from '../database/bookmark-rows';
import type { LibraryDatabase } from '../database/schema';
import type { DocIds } from './doc-ids';
import { firstPlaces } from './rank';
import { type FoundCandidates, gapsOf, type Searcher } from './run-search';
import type { DocNumber } from './segment';
import {
  compare,
  readCandidates,
  type SearchOptions,
  type SearchResults,
  suspectTerms,
  termsToCompare,
} from './take-results';

/** The order of results: by how well they match, or that of a list. */
export type FindSort = ListSort | { readonly by: 'rank'; readonly isReversed: false };

export interface FindOptions extends Pick<SearchOptions, 'signal'> {
  /** Default: `all`. */
  readonly view?: View;
  /** Only bookmarks with this label. */
  readonly label?: string;
  /** Number of results; `Infinity`: all. */
  readonly limit: number;
  /** Number of results whose bookmarks are read, too. Default: 0. */
  readonly withBookmarks?: number;
  /** Without words to search for, `rank` is the newest first. */
  readonly sort: FindSort;
  readonly clock: Clock;
}

/** The first results of a query. */
export interface FoundBookmarks extends Pick<SearchResults, 'total' | 'isCounted' | 'gaps'> {
  readonly ids: readonly BookmarkId[];
  /** The bookmarks of the first of `ids`, as many as were asked for. */
  readonly bookmarks: readonly Bookmark[];
  /** True if there are more results than were asked for. */
  readonly hasMore: boolean;
}

/** The parts of a page that answer searches. */
export interface Finder {
  readonly db: LibraryDatabase;
  readonly searcher: Searcher;
  readonly docIds: DocIds;
  readonly contents: () => Contents;
}

/** The number of candidates that one search compares with phrases. */
const MAX_COMPARED_WITH_PHRASES = 20_000;
/** The number of articles that one search reads for phrases. */
const MAX_ARTICLES_READ = 4_000;
/** Number of candidates that are compared at a time. */
const COMPARED_PER_STEP = 25;

/** A bookmark that has to be compared with the terms, which are none if the index is certain. */
interface Candidate {
  readonly id: BookmarkId;
  readonly terms: readonly TextTerm[];
}

type FoundIds = Omit<FoundBookmarks, 'bookmarks'>;

/** Finds the bookmarks that match all terms of a query. */
export async function findBookmarks(
  finder: Finder,
  query: Query,
  options: FindOptions,
): Promise<FoundBookmarks> {
  const found = await findIds(finder, query, options);
  const wanted = found.ids.slice(0, options.withBookmarks ?? 0);
  const rows = wanted.length === 0 ? [] : await finder.db.bookmarks.bulkGet(wanted);
  return { ...found, bookmarks: rows.flatMap((row) => (row ? [fromRow(row)] : [])) };
}

async function findIds(finder: Finder, { terms }: Query, options: FindOptions): Promise<FoundIds> {
  const { view = 'all', label, limit, sort, clock, signal } = options;
  signal?.throwIfAborted();
  const texts = terms.flatMap((term) => (term.kind === 'text' && !isCondition(term) ? [term] : []));
  const conditions = terms.filter(isCondition);
  const filter = { view, conditions, clock, ...(label !== undefined && { label }) };
  const listSort = sort.by === 'rank' ? NEWEST_FIRST : sort;
  if (texts.length > 0 && view !== 'trash') {
    return findInIndex(finder, texts, filter, options);
  }
  const ids = await finder.contents().list({ ...filter, sort: listSort });
  signal?.throwIfAborted();
  // The index excludes the trash.
  const candidates = ids.map((id) => ({ id, terms: texts }));
  return texts.length > 0
    ? compareAll(finder.db, candidates, options, [])
    : firstIds(ids, limit, true, []);
}

const NEWEST_FIRST: ListSort = { by: 'saved', isReversed: false };

async function findInIndex(
  finder: Finder,
  texts: readonly TextTerm[],
  filter: ContentsFilter,
  options: FindOptions,
): Promise<FoundIds> {
  const { limit, sort, signal } = options;
  const found = await finder.searcher.candidates({ terms: texts }, signal);
  const { view, plan, candidates, gap, isCut } = found;
  const gaps = gapsOf(gap, isCut);
  const terms = termsToCompare(plan);
  const isCertain = terms.length === 0 && candidates.suspects.length === 0;
  const isWhole = filter.view === 'all' && filter.label === undefined && !filter.conditions?.length;
  let docs = candidates.docs;
  if (!isWhole || sort.by !== 'rank') {
    const byId = await idsOf(finder, found, docs, signal);
    docs = await finder.contents().pick(byId, filter, sort.by === 'rank' ? null : sort);
    signal?.throwIfAborted();
  }
  const total = docs.length;
  if (sort.by === 'rank') {
    const most = isCertain ? limit + 1 : Number.POSITIVE_INFINITY;
    docs = firstPlaces(view, { ...candidates, docs }, most, null).map(({ doc }) => doc);
  }
  const wanted = isCertain ? docs.slice(0, limit) : docs;
  const byId = await idsOf(finder, found, wanted, signal);
  if (isCertain) {
    return { ids: [...byId.keys()], total, isCounted: !isCut, hasMore: total > limit, gaps };
  }
  const toCompare = Array.from(byId, ([id, doc]) => ({
    id,
    terms: [...terms, ...suspectTerms(candidates.suspects, doc)],
  }));
  return compareAll(finder.db, toCompare, options, gaps);
}

/** Returns the documents by their bookmarks, in the same order. */
async function idsOf(
  { docIds }: Finder,
  { view }: FoundCandidates,
  docs: readonly DocNumber[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<BookmarkId, DocNumber>> {
  const ids = await docIds.of(view, docs, signal);
  const byId = new Map<BookmarkId, DocNumber>();
  for (const [at, doc] of docs.entries()) {
    const id = ids[at];
    if (id !== undefined) byId.set(id, doc);
  }
  return byId;
}

/** Compares candidates with their terms until there are enough results. */
async function compareAll(
  db: LibraryDatabase,
  candidates: readonly Candidate[],
  { limit, signal }: FindOptions,
  gaps: FoundBookmarks['gaps'],
): Promise<FoundIds> {
  const ids: BookmarkId[] = [];
  let texts = 0;
  for (let at = 0; at < candidates.length; at += COMPARED_PER_STEP) {
    signal?.throwIfAborted();
    if (ids.length > limit) return firstIds(ids, limit, false, gaps, candidates.length);
    if (at >= MAX_COMPARED_WITH_PHRASES || texts >= MAX_ARTICLES_READ) {
      const cut = [...new Set([...gaps, 'too-many' as const])];
      return firstIds(ids, limit, false, cut, candidates.length);
    }
    const some = candidates.slice(at, at + COMPARED_PER_STEP);
    const read = await readCandidates(
      db,
      some.map(({ id }) => id),
    );
    for (const [place, { id, terms }] of some.entries()) {
      const one = read[place];
      if (!one) continue;
      const { isMatch, hasRead } = await compare(db, one, terms);
      if (hasRead) texts += 1;
      if (isMatch) ids.push(id);
    }
  }
  return firstIds(ids, limit, !gaps.includes('too-many'), gaps);
}

const firstIds = (
  ids: readonly BookmarkId[],
  limit: number,
  isCounted: boolean,
  gaps: FoundBookmarks['gaps'],
  total = ids.length,
): FoundIds => ({
  ids: ids.length > limit ? ids.slice(0, limit) : ids,
  total,
  isCounted,
  hasMore: ids.length > limit,
  gaps,
});
