import { describe, expect, it, vi } from 'vitest';
import type { BookmarkPage, Counts, LabelCount } from '../../src/library';
import { page, testLibrary, value } from './library';

const FIRST_PAGE = { view: 'unread', limit: 20, after: null } as const;

describe('live queries', () => {
  it('bring a change from another context to an open list, counters and labels', async () => {
    const { library, another } = await testLibrary();
    const other = await another();
    let list: BookmarkPage | undefined;
    let counts: Counts | undefined;
    let labels: readonly LabelCount[] | undefined;
    library.bookmarks.watchPage(FIRST_PAGE, (next) => {
      list = next;
    });
    library.bookmarks.watchCounts((next) => {
      counts = next;
    });
    library.labels.watchAll((next) => {
      labels = next;
    });
    await vi.waitFor(() => expect([list?.rows, counts?.all, labels]).toEqual([[], 0, []]));

    const { bookmark } = value(await other.bookmarks.save(page()));
    value(await other.bookmarks.edit(bookmark.id, { addLabels: ['ideas'] }));
    await vi.waitFor(() => {
      expect(list?.rows).toMatchObject([{ id: bookmark.id, labels: ['ideas'] }]);
      expect(counts).toMatchObject({ unread: 1, all: 1 });
      expect(labels).toEqual([{ name: 'ideas', count: 1 }]);
    });
  });

  it('are silent once disposed of, twice if need be', async () => {
    const { library } = await testLibrary();
    const listener = vi.fn();
    const dispose = library.bookmarks.watchPage(FIRST_PAGE, listener);
    await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce());
    dispose();
    dispose();
    value(await library.bookmarks.save(page()));
    let seen = 0;
    library.bookmarks.watchPage(FIRST_PAGE, ({ rows }) => {
      seen = rows.length;
    });
    await vi.waitFor(() => expect(seen).toBe(1));
    expect(listener).toHaveBeenCalledOnce();
  });

  it('show an article once it is there, body and all', async () => {
    const { library } = await testLibrary();
    const html = `<p>${'A long text. '.repeat(1000)}</p>`;
    const { bookmark } = value(await library.bookmarks.save(page({ html })));
    let shown: string | undefined;
    library.articles.watch(bookmark.id, (article) => {
      shown = article?.html;
    });
    await vi.waitFor(() => expect(shown).toBe(html));
  });
});
