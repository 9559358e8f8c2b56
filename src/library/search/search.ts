import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import {
  type Passage,
  parseQuery,
  passageOf,
  patternsIn,
  type Query,
  type TextQuery,
  type TextTerm,
} from '../../query';
import { unpackText } from '../articles/stored-text';
import { contentsOf } from '../contents/contents';
import { fromRow } from '../database/bookmark-rows';
import type { Dispose } from '../database/commit';
import { watch } from '../database/live';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { DocIds } from './doc-ids';
import { articleText } from './document';
import { type Finder, type FindOptions, findBookmarks } from './find-bookmarks';
import { Searcher } from './run-search';
import { similarWords } from './similar-words';
import { readState } from './store-segments';
import type { SearchOptions } from './take-results';

export interface SearchStatus {
  /** Number of bookmarks in the index, including the trash. */
  readonly documents: number;
  /** Number of changes that are not in the index yet. */
  readonly pending: number;
  /** Size of the index. */
  readonly bytes: number;
  /** Size of the indexed texts of articles, in characters. */
  readonly textLength: number;
  readonly state: 'ready' | 'building' | 'repairing';
}

export type SearchRepository = ReturnType<typeof searchRepository>;

/**
 * Searches the bookmarks outside the trash of one library, from any page and without a worker. A page
 * keeps it as long as it searches.
 */
export function searchRepository(store: Store) {
  const { db } = store;
  const finder = finderOver(store);
  return {
    /**
     * Finds the bookmarks of a view that match all terms of a query, also those that the index cannot
     * answer. Rejects with an `AbortError` if it is aborted.
     */
    find: (query: Query, options: FindOptions) => findBookmarks(finder, query, options),
    /** Rejects with an `AbortError` if it is aborted. */
    search: (query: TextQuery, options: SearchOptions) => finder.searcher.search(query, options),
    /** Returns words that are similar to that of a term without hits; none if it has some. */
    similarWords: (term: TextTerm, signal: AbortSignal) =>
      similarWords(db, finder.searcher, term, signal),
    passage: (query: Query, id: BookmarkId) => readPassage(db, query, id),
    status: () => readStatus(store),
    watchStatus: (listener: (status: SearchStatus) => void): Dispose =>
      watch(store, () => readStatus(store), listener),
    /** Calls `listener` after each change of results. The first call is at once. */
    watch: (listener: () => void): Dispose =>
      watch(
        store,
        () =>
          Promise.all([
            db.searchSegments.toCollection().primaryKeys(),
            db.searchPending.toCollection().last(),
          ]),
        () => listener(),
      ),
  };
}

export type Suggester = ReturnType<typeof suggester>;

/** Suggests bookmarks for the address bar. The contents are read into memory only for conditions. */
export function suggester(store: Store) {
  const { db, now } = store;
  const finder = finderOver(store);
  return {
    /**
     * Returns the best bookmarks for a search, the last word of which may be the beginning of a word.
     * Without words the newest come first. Rejects with an `AbortError` if it is aborted.
     */
    async suggest(typed: string, limit: number, signal: AbortSignal): Promise<readonly Bookmark[]> {
      const { terms, parts } = parseQuery(typed);
      if (terms.length === 0) return [];
      const last = parts.at(-1)?.term;
      const isWord = last?.kind === 'text' && last.field === null && !/["'\s]$/.test(typed);
      const wanted = isWord ? [...terms.slice(0, -1), { ...last, isPrefix: true }] : terms;
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const { ids } = await findBookmarks(
        finder,
        { terms: wanted },
        { limit, sort: { by: 'rank', isReversed: false }, clock: { now: now(), timeZone }, signal },
      );
      const rows = await db.bookmarks.bulkGet([...ids]);
      return rows.flatMap((row) => (row ? [fromRow(row)] : []));
    },
  };
}

const finderOver = (store: Store): Finder => ({
  db: store.db,
  searcher: new Searcher(store.db),
  docIds: new DocIds(store.db),
  contents: () => contentsOf(store),
});

async function readStatus({ db }: Store): Promise<SearchStatus> {
  const [state, numbered, marks, incomplete] = await Promise.all([
    readState(db),
    db.searchDocs.count(),
    db.searchPending.toArray(),
    db.searchMerges.toArray(),
  ]);
  // The documents of a segment that is not complete cannot be found yet.
  const documents = incomplete
    .flatMap(({ numbers }) => numbers)
    .reduce((rest, [from, end]) => rest - (end - from), numbered);
  const pending = marks.reduce((sum, { bookmarkIds }) => sum + bookmarkIds.length, 0);
  const segments = await db.searchSegments.toArray();
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  const textLength = state?.textLength ?? 0;
  const isBuilding = state === null || state.builtTo !== null;
  return {
    documents,
    pending,
    bytes,
    textLength,
    state: isBuilding ? 'building' : state.isRepairing ? 'repairing' : 'ready',
  };
}

/**
 * Returns the passage of a bookmark that has most of the words of a query: of its description, notes,
 * highlights or text. null: none of them has one.
 */
async function readPassage(
  db: LibraryDatabase,
  query: Query,
  id: BookmarkId,
): Promise<Passage | null> {
  const words = patternsIn(query, null);
  const noteWords = patternsIn(query, 'note');
  if (noteWords.length === 0) return null;
  const [row, highlights, article] = await Promise.all([
    db.bookmarks.get(id),
    db.highlights.where('bookmarkId').equals(id).toArray(),
    words.length === 0 ? undefined : db.articles.get(id),
  ]);
  const notes = [row?.note ?? '', ...highlights.map(({ note }) => note)].join('\n');
  const ofNotes = noteWords.length > words.length ? passageOf(notes, noteWords) : null;
  if (ofNotes !== null || words.length === 0) return ofNotes;
  const quotes = highlights.map(({ quote }) => quote.exact.replaceAll('\n', ' '));
  const text = article ? articleText(await unpackText(article.body)) : '';
  return passageOf([row?.description ?? '', notes, ...quotes, text].join('\n'), words);
}
