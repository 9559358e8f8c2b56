import { expect } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import { highlightRepository } from '../../src/library';
import { loaded, page, type TestLibrary, testLibrary, value } from '../library/library';

export const URL_1 = 'https://example.org/1';
const PICTURE = 'https://example.org/red.png';
export const HTML = `<p>The harbour froze in January.</p><img src="${PICTURE}">`;

/** Adds a highlight to a bookmark. */
export const add = (
  { library }: TestLibrary,
  bookmarkId: BookmarkId,
  note: string,
  exact = 'harbour',
  suffix = ' froze',
) =>
  library.part(highlightRepository).add({
    bookmarkId,
    quote: { exact, prefix: 'The ', suffix },
    color: 'red',
    position: null,
    note,
  });

/** A library with one page that has everything, and a few others. */
export async function full(): Promise<TestLibrary & { readonly id: BookmarkId }> {
  let made = 0;
  const newId = () => {
    made += 1;
    return `from${String(made).padStart(4, '0')}`;
  };
  const test = await testLibrary({ newId });
  const { library } = test;
  const saved = page({ url: URL_1, title: 'Mine', html: HTML, images: [PICTURE] });
  const { id } = value(await library.bookmarks.save(saved)).bookmark;
  value(await library.articles.addImages(id, [loaded(PICTURE, 'red')]));
  const state = { isFavourite: true, isArchived: true, readProgress: 60, readAnchor: 'p' };
  value(await library.bookmarks.edit(id, { ...state, note: 'my note', addLabels: ['my label'] }));
  value(await add(test, id, 'why?'));
  return { ...test, id };
}

/** Returns the only bookmark. */
export const onlyRow = async ({ tables }: TestLibrary) => {
  const [row, ...others] = await tables.bookmarks.toArray();
  expect(others).toEqual([]);
  return row!;
};
/** Returns the notes of all highlights. */
export const notes = async ({ tables }: TestLibrary) =>
  (await tables.highlights.toArray()).map(({ note }) => note).toSorted();
