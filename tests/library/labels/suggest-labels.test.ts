import { beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { labelSuggestions } from '../../../src/library';
import { page, type TestLibrary, testLibrary, value } from '../library';

let test: TestLibrary;
beforeEach(async () => {
  test = await testLibrary();
});

/** Saves a page of a site with keywords and labels. */
async function save(
  path: string,
  keywords: readonly string[],
  labels: readonly string[] = [],
): Promise<BookmarkId> {
  const pages = [{ page: page({ url: `https://${path}`, keywords }), labels }];
  const [id] = value(await test.library.bookmarks.addMany(pages, { outbox: false })).added;
  return id!;
}
const suggest = (id: BookmarkId) => test.library.part(labelSuggestions).of(id);

describe('suggestions of labels', () => {
  it('are labels of the same site by use, then keywords that are labels, then new ones', async () => {
    await save('a.example/1', [], ['rare', 'common']);
    await save('www.a.example/2', [], ['common']);
    await save('b.example/1', [], ['Botany', 'elsewhere']);
    const id = await save('a.example/3', ['moss', 'botany', 'Common']);
    expect(await suggest(id)).toEqual(['common', 'rare', 'Botany', 'moss']);
  });

  it('leave out the labels that the page has, and pages in the trash', async () => {
    const gone = await save('a.example/1', [], ['gone']);
    value(await test.library.bookmarks.trash([gone]));
    const id = await save('a.example/2', ['Moss', 'fern'], ['moss']);
    expect(await suggest(id)).toEqual(['fern']);
  });

  it('are never labels of the bookmark by themselves, and are not sent', async () => {
    const id = await save('a.example/1', ['moss']);
    const bookmark = await test.library.bookmarks.get(id);
    expect(bookmark?.labels).toEqual([]);
    expect(bookmark).not.toHaveProperty('keywords');
  });

  it('follow a new capture of the page, and stay through an edit', async () => {
    const id = await save('a.example/1', ['moss']);
    value(await test.library.bookmarks.edit(id, { title: 'Other', addLabels: ['one'] }));
    expect(await suggest(id)).toEqual(['moss']);
    value(
      await test.library.bookmarks.save(page({ url: 'https://a.example/1', keywords: ['fern'] })),
    );
    expect((await suggest(id)).length).toBe(1);
  });

  it('are ten at most, six of them of the site', async () => {
    const of = (name: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${name} ${at}`);
    await save('a.example/1', [], of('site', 20));
    const id = await save('a.example/2', of('page', 20));
    const found = await suggest(id);
    expect(found).toHaveLength(10);
    expect(found.filter((label) => label.startsWith('site'))).toHaveLength(6);
  });

  it('are none of a bookmark that does not exist', async () => {
    expect(await suggest('x' as BookmarkId)).toEqual([]);
  });
});
