import type { BookmarkId } from '../../../src/domain/bookmark';
import {
  highlightRepository,
  type SearchOptions,
  type SearchRepository,
  searchIndexer,
  searchRepository,
} from '../../../src/library';
import { articleText, searchDocument } from '../../../src/library/search/document';
import { matches, parseTextQuery } from '../../../src/query';
import { type TestLibrary, testLibrary, value } from '../library';

/** Opens a library with its search and highlights. */
export async function withSearch() {
  const test = await testLibrary();
  const search = test.library.part(searchRepository);
  const indexer = test.library.part(searchIndexer);
  const highlights = test.library.part(highlightRepository);
  /** Finishes all work on the index. */
  const index = async () => void value(await indexer.run(new AbortController().signal));
  /** The search of a page that was just opened. */
  const anotherPage = async () => {
    const another = (await test.another()).part(searchRepository);
    return { search: another, find: finder(another) };
  };
  return { ...test, search, indexer, highlights, index, find: finder(search), anotherPage };
}

/** Returns a function that reads the ids of all results, best first, in pages of two. */
const finder =
  (search: SearchRepository) =>
  async (text: string, options: Partial<SearchOptions> = {}): Promise<readonly BookmarkId[]> => {
    const ids: BookmarkId[] = [];
    let after: SearchOptions['after'] = null;
    do {
      const { results, next } = await search.search(parseTextQuery(text), {
        limit: 2,
        ...options,
        after,
      });
      ids.push(...results.map(({ id }) => id));
      after = next;
    } while (after !== null);
    return ids;
  };

/** The ids that a scan of the whole library finds, sorted. */
export async function scan(
  { tables, library }: Pick<TestLibrary, 'tables' | 'library'>,
  text: string,
): Promise<readonly BookmarkId[]> {
  const query = parseTextQuery(text);
  const found: BookmarkId[] = [];
  for (const row of await tables.bookmarks.toArray()) {
    if (row.trashedAt !== null) continue;
    const highlights = await tables.highlights.where('bookmarkId').equals(row.id).toArray();
    const html = (await library.articles.get(row.id))?.html ?? '';
    if (matches(query, searchDocument(row, highlights, articleText(html)))) found.push(row.id);
  }
  return found.sort();
}
