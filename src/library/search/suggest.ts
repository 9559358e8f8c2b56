import type { Bookmark } from '../../domain';
import { parseTextQuery } from '../../query';
import { fromRow } from '../database/bookmark-rows';
import type { Store } from '../database/store';
import { Searcher } from './run-search';

/** Suggests bookmarks for the address bar. */
export interface Suggester {
  /**
   * Returns the best bookmarks for words, the last of which may be the beginning of a word. Rejects
   * with an `AbortError` if it is aborted.
   */
  suggest(words: string, limit: number, signal: AbortSignal): Promise<readonly Bookmark[]>;
}

/** Only words are searched, so that the background does not need the rest of the language. */
export function suggester({ db }: Store): Suggester {
  const searcher = new Searcher(db);
  return {
    async suggest(words, limit, signal) {
      const { terms } = parseTextQuery(words);
      const last = terms.at(-1);
      const isWord = last?.field === null && !/["'\s]$/.test(words);
      const typed = isWord ? [...terms.slice(0, -1), { ...last, isPrefix: true }] : terms;
      const { results } = await searcher.search({ terms: typed }, { limit, signal });
      const rows = await db.bookmarks.bulkGet(results.map(({ id }) => id));
      return rows.flatMap((row) => (row ? [fromRow(row)] : []));
    },
  };
}
