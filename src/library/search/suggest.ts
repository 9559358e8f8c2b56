import type { Bookmark } from '../../domain/bookmark';
import { parseQuery } from '../../query';
import { contentsOf } from '../contents/contents';
import { fromRow } from '../database/bookmark-rows';
import type { Store } from '../database/store';
import { DocIds } from './doc-ids';
import { findBookmarks } from './find-bookmarks';
import { Searcher } from './run-search';

export type Suggester = ReturnType<typeof suggester>;

/** Suggests bookmarks for the address bar. The contents are read into memory only for conditions. */
export function suggester(store: Store) {
  const { db, now } = store;
  const contents = () => contentsOf(store);
  const finder = { db, searcher: new Searcher(db), docIds: new DocIds(db), contents };
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
