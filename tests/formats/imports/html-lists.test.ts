import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recogniseFile } from '../../../src/formats';
import { at, blobOf, entriesOf } from './run';

const site = (path: string) => `https://example.org/${path}`;
const link = (path: string, attributes = '') =>
  `<a href="${site(path)}" ${attributes}>Page ${path}</a>`;

/** Returns the state and the labels of each bookmark of a file by its path, in the order of the file. */
async function linksOf(file: string) {
  expect(await recogniseFile(blobOf(file))).toMatchObject({ ok: true });
  const entries = await entriesOf('browser', file, { hasLabelsFromFolders: true });
  return entries.toReversed().map(({ url, labels, isArchived, isFavourite }) => {
    const state = isArchived ? 'archived' : isFavourite ? 'favourite' : 'unread';
    return [url.slice(site('').length), state, ...labels];
  });
}

describe('a file with a list for each state', () => {
  it('of Pocket has the archive, the tags, the dates and no address as a title', async () => {
    const file = `<!DOCTYPE html><html><head><title>Pocket Export</title></head><body>
<h1>Unread</h1><ul>
<li>${link('a', 'time_added="1767225600" tags="tea,to read"')}</li>
<li><a href="${site('b')}" time_added="1767225600" tags="">${site('b')}</a></li>
</ul>
<h1>Read Archive</h1><ul><li>${link('c', 'time_added="1767225600" tags="sea"')}</li></ul>
</body></html>`;
    expect(await linksOf(file)).toEqual([
      ['a', 'unread', 'tea', 'to read'],
      ['b', 'unread'],
      ['c', 'archived', 'sea'],
    ]);
    expect(await entriesOf('browser', file)).toMatchObject([
      { created: at('2026-01-01') },
      { title: '' },
      { title: 'Page a' },
    ]);
  });

  it('of Instapaper has its folders as labels', async () => {
    const list = (name: string, path: string) => `<h1>${name}</h1><ol><li>${link(path)}</li></ol>`;
    const file = `<!DOCTYPE html><title>Instapaper: Export</title>${list('Unread', 'a')}${list('Starred', 'b')}${list('Liked', 'c')}${list('Archive', 'd')}${list('Slow food', 'e')}`;
    expect(await linksOf(file)).toEqual([
      ['a', 'unread'],
      ['b', 'favourite'],
      ['c', 'favourite'],
      ['d', 'archived'],
      ['e', 'unread', 'Slow food'],
    ]);
  });

  it('may have its headings below another one, and lists in its lists', async () => {
    const file = `<html><h1>My pages</h1><h2>Archived</h2><ul><li>${link('a')}<ul><li>${link('b')}</ul></ul><h2>Tea</h2><ol><li>${link('c')}<h3>Green</h3><ol>${link('d')}</ol></ol>${link('e')}`;
    expect(await linksOf(file)).toEqual([
      ['a', 'archived'],
      ['b', 'archived'],
      ['c', 'unread', 'Tea'],
      ['d', 'unread', 'Tea/Green'],
      ['e', 'unread'],
    ]);
  });
});

describe('the folders of a bookmark file', () => {
  const folder = (name: string, content: string, attributes = '') =>
    `<DT><H3 ${attributes}>${name}</H3><DL><p>${content}</DL><p>`;
  const file = (content: string) =>
    `<!DOCTYPE NETSCAPE-Bookmark-file-1><TITLE>Bookmarks</TITLE><H1>Bookmarks</H1><DL><p>${content}</DL><p>`;

  it.each([
    ...['Favorites', 'Favourites', 'BookmarksBar', 'BookmarksMenu', 'Bookmarks Menu'],
    ...['Reading List', 'com.apple.ReadingList', 'Other bookmarks', 'Mobile bookmarks'],
    ...['Tab Group Favorites', 'Tab Group Favourites', 'TabGroupFavourites'],
    ...['Bookmarks Toolbar', 'Other favorites', 'Lesezeichen-Menü', 'Barre de favoris', '书签栏'],
  ])('are no labels if the browser has made them: %s', async (name) => {
    const inside = folder('Tea', link('a')) + link('b');
    expect(await linksOf(file(folder(name, inside)))).toEqual([
      ['a', 'unread', 'Tea'],
      ['b', 'unread'],
    ]);
  });

  it.each(['Tab Group', 'Tab Group Recipes'])(
    'are labels if a person has made them: %s',
    async (name) => {
      expect(await linksOf(file(folder(name, link('a'))))).toEqual([['a', 'unread', name]]);
    },
  );

  it('are no labels if the browser marks them, whatever their name is', async () => {
    const own = [
      folder('Leiste', link('a'), 'PERSONAL_TOOLBAR_FOLDER="true"'),
      folder('Andere', link('b'), 'UNFILED_BOOKMARKS_FOLDER="true"'),
      folder('Lista', link('c'), 'id="com.apple.ReadingList"'),
    ];
    expect(await linksOf(file(own.join('')))).toEqual([
      ['a', 'unread'],
      ['b', 'unread'],
      ['c', 'unread'],
    ]);
  });

  it('are labels if they are a person’s, also with the name of a state or of a browser’s folder', async () => {
    const file_ = file(
      folder('Archive', link('a')) + folder('Tea', folder('Favorites', link('b'))),
    );
    expect(await linksOf(file_)).toEqual([
      ['a', 'unread', 'Archive'],
      ['b', 'unread', 'Tea/Favorites'],
    ]);
  });

  it('are found again behind lists that were not closed, and closings of no list', async () => {
    const odd = `${folder('Tea', `<ul><li>${link('a')}`)}</ul></ol>${link('b')}`;
    expect(await linksOf(file(odd))).toEqual([
      ['a', 'unread', 'Tea'],
      ['b', 'unread'],
    ]);
  });

  it('are read in any nesting of lists', async () => {
    const tags = fc.constantFrom('<dl>', '</dl>', '<ul>', '</ul>', '<ol>', '</ol>', '<h3>f</h3>');
    await fc.assert(
      fc.asyncProperty(fc.array(tags, { maxLength: 40 }), async (parts) => {
        const entries = await entriesOf('browser', `${parts.join('')}${link('a')}`);
        expect(entries).toMatchObject([{ url: site('a') }]);
      }),
    );
  });

  it('may be nested 10,000 deep, and closed more often than opened', async () => {
    const deep = `${'<DL><h3>f</h3>'.repeat(10_000)}${'</ul>'.repeat(100_000)}`;
    const entries = await entriesOf('browser', `${deep}${link('a')}${'</DL>'.repeat(200_000)}`);
    expect(entries).toHaveLength(1);
  });
});
