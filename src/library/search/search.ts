import type { BookmarkId } from '../../domain/bookmark';
import { type Passage, passageOf, patternsIn, type Query } from '../../query';
import { unpackText } from '../articles/stored-text';
import { contentsOf } from '../contents/contents';
import { watch } from '../database/live';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { DocIds } from './doc-ids';
import { articleText } from './document';
import { findBookmarks } from './find-bookmarks';
import { Searcher } from './run-search';
import type { SearchRepository, SearchStatus } from './search-repository';
import { readState } from './store-segments';

/** Searches one library. A page keeps it as long as it searches. */
export function searchRepository(store: Store): SearchRepository {
  const { db } = store;
  const searcher = new Searcher(db);
  const finder = { db, searcher, docIds: new DocIds(db), contents: () => contentsOf(store) };
  const status = () => readStatus(store);
  return {
    find: (query, options) => findBookmarks(finder, query, options),
    passage: (query, id) => readPassage(db, query, id),
    search: (query, options) => searcher.search(query, options),
    status,
    watchStatus: (listener) => watch(store, status, (shown) => shown, listener),
    watch: (listener) =>
      watch(
        store,
        () =>
          Promise.all([
            db.searchSegments.toCollection().primaryKeys(),
            db.searchPending.toCollection().last(),
          ]),
        () => null,
        listener,
      ),
  };
}

async function readStatus({ db }: Store): Promise<SearchStatus> {
  const [state, documents, marks] = await Promise.all([
    readState(db),
    db.searchDocs.count(),
    db.searchPending.toArray(),
  ]);
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
  const notes = highlights.map(({ note }) => note).join('\n');
  const ofNotes = noteWords.length > words.length ? passageOf(notes, noteWords) : null;
  if (ofNotes !== null || words.length === 0) return ofNotes;
  const quotes = highlights.map(({ quote }) => quote.exact.replaceAll('\n', ' '));
  const text = article ? articleText(await unpackText(article.body)) : '';
  return passageOf([row?.description ?? '', notes, ...quotes, text].join('\n'), words);
}
