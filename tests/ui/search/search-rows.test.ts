import { expect, it, onTestFinished, vi } from 'vitest';
import {
  contentsRepository,
  type FoundBookmarks,
  type SearchRepository,
  searchRepository,
} from '../../../src/library';
import { createSearchRows } from '../../../src/ui/search/search-rows';
import { searchedQuery } from '../../../src/ui/search/searched-query';
import { page, type TestLibrary, testLibrary, value } from '../../library/library';

const savePages = async ({ library }: TestLibrary, from: number, count: number) => {
  const pages = Array.from({ length: count }, (_, at) => ({
    page: page({ url: `https://ice.example/${from + at}`, title: `Ice ${from + at}` }),
  }));
  value(await library.bookmarks.addMany(pages, { outbox: false }));
};

/** Opens the rows of a search for `text` whose first three results are visible. */
function openRows({ library }: TestLibrary, text: string, found?: SearchRepository['find']) {
  const search = library.part(searchRepository);
  const rows = createSearchRows({
    library,
    search: found ? { ...search, find: found } : search,
    contents: library.part(contentsRepository),
    query: searchedQuery(text).query,
    sort: { by: 'rank', isReversed: false },
    firstResults: 3,
    onFound() {},
    Empty: () => {
      throw new Error('It is only shown in a list.');
    },
  });
  onTestFinished(() => rows.dispose());
  return rows;
}

it('reads the visible results with their rows first, and then the others', async () => {
  const test = await testLibrary();
  await savePages(test, 0, 12);
  const rows = openRows(test, 'ice');
  const shown: number[] = [];
  rows.ids.subscribe((ids) => {
    if (ids !== null) shown.push(ids.length);
    // No visible row is blank.
    for (const id of ids?.slice(0, 3) ?? []) expect(rows.rows.value.has(id)).toBe(true);
  });
  await vi.waitFor(() => expect(rows.rows.value.size).toBe(12));
  expect(rows.isWhole.value).toBe(true);
  expect(shown[0]).toBe(3);
  expect(rows.found?.total.value).toBe(12);
});

it.each(['ice', 'is:unread'])(
  'finds a page that is saved between the first results of %s and the others',
  async (text) => {
    const test = await testLibrary();
    await savePages(test, 0, 2);
    const { find } = test.library.part(searchRepository);
    let calls = 0;
    const rows = openRows(test, text, async (...args): Promise<FoundBookmarks> => {
      const found = await find(...args);
      calls += 1;
      if (calls === 1) await savePages(test, 2, 1);
      return found;
    });
    await vi.waitFor(() => expect(rows.ids.value).toHaveLength(3));
  },
);
