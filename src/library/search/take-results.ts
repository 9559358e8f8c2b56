import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import type { Highlight } from '../../domain/highlight';
import { matches, type TextTerm } from '../../query';
import { unpackText } from '../articles/stored-text';
import { fromRow } from '../database/bookmark-rows';
import type { BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { articleText, searchDocument } from './document';
import type { IndexGap, IndexView } from './index-view';
import type { QueryPlan } from './query-plan';
import { type Candidates, firstPlaces, type Place } from './rank';
import type { DocNumber } from './segment';

export interface SearchOptions {
  /** Number of results. */
  readonly limit: number;
  /** The place after which results are wanted; null: from the start. */
  readonly after?: SearchPlace | null;
  /** A condition that the index cannot evaluate. */
  readonly accepts?: (bookmark: Bookmark) => boolean;
  /** Stops a search that a newer one has replaced. */
  readonly signal?: AbortSignal;
}

/** The place of a result. Opaque to callers. */
export interface SearchPlace {
  readonly score: number;
  readonly created: number;
  readonly doc: number;
}

export interface SearchResult {
  readonly id: BookmarkId;
  /** Only comparable within one query. */
  readonly score: number;
}

export interface SearchResults {
  /** Best first; newer ones first among equals. */
  readonly results: readonly SearchResult[];
  /** Where the next results begin; null: there are none. */
  readonly next: SearchPlace | null;
  /**
   * Number of matches. Without `isCounted` it is an upper bound, because phrases and conditions are
   * compared only with the results that were read.
   */
  readonly total: number;
  readonly isCounted: boolean;
  /**
   * Why results may be missing. `too-many`: the first letters of a word match more than is read, or
   * a phrase occurs in few of the texts that contain its words.
   */
  readonly gaps: readonly (IndexGap | 'too-many')[];
}

/** The number of candidates that one search compares with phrases and conditions. */
const MAX_COMPARED_CANDIDATES = 1_000;
/** The number of articles that one search reads for phrases. */
const MAX_ARTICLES_READ_FOR_RESULTS = 200;
/** Number of candidates that are compared at a time. */
const COMPARED_PER_STEP = 25;

interface Taken {
  readonly results: readonly SearchResult[];
  readonly next: Place | null;
  /** True if the search ended before all candidates were compared. */
  readonly isCut: boolean;
  /** True if every candidate is a match. */
  readonly isCounted: boolean;
}

/** Takes the next results from the candidates, and compares them where the index is not enough. */
export async function takeResults(
  db: LibraryDatabase,
  view: IndexView,
  plan: QueryPlan,
  candidates: Candidates,
  options: SearchOptions,
): Promise<Taken> {
  const { limit, after = null, accepts, signal } = options;
  const terms = termsToCompare(plan);
  const { suspects } = candidates;
  const results: SearchResult[] = [];
  if (terms.length === 0 && suspects.length === 0 && accepts === undefined) {
    const places = firstPlaces(view, candidates, limit + 1, after);
    const shown = places.slice(0, limit);
    const ids = await readIds(db, view, shown);
    for (const [at, id] of ids.entries()) {
      if (id !== undefined) results.push({ id, score: shown[at]?.score ?? 0 });
    }
    const next = places.length > limit ? (shown.at(-1) ?? null) : null;
    return { results, next, isCut: false, isCounted: true };
  }
  let last = after;
  let [compared, texts] = [0, 0];
  while (true) {
    const places = firstPlaces(view, candidates, COMPARED_PER_STEP, last);
    if (places.length === 0) return { results, next: null, isCut: false, isCounted: false };
    if (compared >= MAX_COMPARED_CANDIDATES || texts >= MAX_ARTICLES_READ_FOR_RESULTS) {
      return { results, next: last, isCut: true, isCounted: false };
    }
    compared += places.length;
    const read = await readCandidates(db, await readIds(db, view, places));
    for (const [at, place] of places.entries()) {
      signal?.throwIfAborted();
      last = place;
      const one = read[at];
      if (!one || (accepts !== undefined && !accepts(fromRow(one.row)))) continue;
      const wanted = [...terms, ...suspectTerms(suspects, place.doc)];
      const outcome = await compare(db, one, wanted);
      if (outcome.hasRead) texts += 1;
      if (outcome.isMatch) results.push({ id: one.row.id, score: place.score });
      if (results.length === limit) return { results, next: last, isCut: false, isCounted: false };
    }
  }
}

/** The terms with which every candidate has to be compared. */
export const termsToCompare = ({ clauses, others }: QueryPlan): readonly TextTerm[] => [
  ...clauses
    .filter(({ isExcluded, isCertain }) => !isExcluded && !isCertain)
    .map(({ term }) => term),
  ...others,
];

/** The terms with which one candidate has to be compared in addition. */
export const suspectTerms = (
  suspects: Candidates['suspects'],
  doc: DocNumber,
): readonly TextTerm[] => suspects.flatMap(([{ term }, docs]) => (docs.has(doc) ? [term] : []));

async function readIds(
  db: LibraryDatabase,
  { unstored }: IndexView,
  places: readonly Place[],
): Promise<readonly (BookmarkId | undefined)[]> {
  const rows = await db.searchDocs.bulkGet(places.map(({ doc }) => doc));
  return places.map(({ doc }, at) => unstored.get(doc) ?? rows[at]?.bookmarkId);
}

interface Candidate {
  readonly row: BookmarkRow;
  readonly highlights: readonly Highlight[];
}

export async function readCandidates(
  db: LibraryDatabase,
  ids: readonly (BookmarkId | undefined)[],
): Promise<readonly (Candidate | null)[]> {
  const known = ids.filter((id) => id !== undefined);
  const [rows, highlights] = await Promise.all([
    db.bookmarks.bulkGet(known),
    db.highlights.where('bookmarkId').anyOf(known).toArray(),
  ]);
  const rowOf = new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])));
  const ofBookmark = Map.groupBy(highlights, ({ bookmarkId }) => bookmarkId);
  return ids.map((id) => {
    const row = id && rowOf.get(id);
    return row ? { row, highlights: ofBookmark.get(row.id) ?? [] } : null;
  });
}

/** Compares a candidate with `terms`. Its article is read only if the fields do not decide. */
export async function compare(
  db: LibraryDatabase,
  { row, highlights }: Candidate,
  terms: readonly TextTerm[],
): Promise<{ readonly isMatch: boolean; readonly hasRead: boolean }> {
  const fields = searchDocument(row, highlights, '');
  const open: TextTerm[] = [];
  for (const term of terms) {
    const isMatch = matches({ terms: [term] }, fields);
    // Only the text can add or prevent a match of a term that searches everywhere.
    if (term.field === null && isMatch === term.isExcluded) open.push(term);
    else if (!isMatch) return { isMatch: false, hasRead: false };
  }
  if (open.length === 0) return { isMatch: true, hasRead: false };
  const article = await db.articles.get(row.id);
  const text = article ? articleText(await unpackText(article.body)) : '';
  return { isMatch: matches({ terms: open }, { ...fields, text }), hasRead: true };
}
