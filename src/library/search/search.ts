import { contentsOf } from '../contents/contents';
import { watch } from '../database/live';
import type { Store } from '../database/store';
import { DocIds } from './doc-ids';
import { findBookmarks } from './find-bookmarks';
import { readPassage } from './read-passage';
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
  const [state, documents, pending] = await Promise.all([
    readState(db),
    db.searchDocs.count(),
    db.searchPending.count(),
  ]);
  const segments = await db.searchSegments.toArray();
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  const textLength = state?.textLength ?? 0;
  const isBuilding = state === null || state.builtTo !== null;
  return {
    ...{ documents, pending, bytes, textLength },
    state: isBuilding ? 'building' : state.isRepairing ? 'repairing' : 'ready',
  };
}
