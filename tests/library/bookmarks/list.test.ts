import { IDBIndex } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type BookmarkId, VIEWS } from '../../../src/domain/bookmark';
import { unixMs } from '../../../src/domain/time';
import { addMany as addPages } from '../../../src/library/bookmarks/save-page';
import type { BookmarkPage, Library, PageCursor, PageQuery } from '../../../src/library/index';
import { address, page, testLibrary, value } from '../library';

afterEach(() => vi.restoreAllMocks());

async function addMany(library: Library, count: number) {
  const pages = Array.from({ length: count }, (_, n) => ({
    page: address({ url: `https://example.org/${n}` }),
    created: unixMs(1000 + Math.floor(n / 3)), // several at the same time
    isArchived: n % 4 === 0,
    isFavourite: n % 5 === 0,
  }));
  return value(await library.part((store) => addPages(store, pages, { outbox: false })));
}

async function allOf(library: Library, view: PageQuery['view'], limit: number) {
  const ids: BookmarkId[] = [];
  let after: PageCursor | null = null;
  do {
    const next: BookmarkPage = await library.bookmarks.page({ view, limit, after });
    ids.push(...next.rows.map(({ id }) => id));
    after = next.next;
  } while (after !== null);
  return ids;
}

/** The number of rows that each read requested. */
const readCounts = (calls: unknown[][]) =>
  calls.map(([options]) => (options as { count?: number }).count);

describe('a page of the list', () => {
  it('has each bookmark of a view once, newest first, in pages of any size', async () => {
    const { library, tables, clock } = await testLibrary();
    const { added } = await addMany(library, 40);
    for (const [at, id] of added.slice(0, 6).entries()) {
      clock.now = unixMs(clock.now + at);
      value(await library.bookmarks.trash([id]));
    }
    const rows = await tables.bookmarks.toArray();
    const inOrder = (kept: typeof rows, key: 'created' | 'trashedAt') =>
      kept.sort((a, b) => b[key]! - a[key]! || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
    const live = rows.filter(({ trashedAt }) => trashedAt === null);
    const expected = {
      unread: inOrder(
        live.filter(({ isArchived }) => !isArchived),
        'created',
      ),
      all: inOrder([...live], 'created'),
      favourites: inOrder(
        live.filter(({ isFavourite }) => isFavourite),
        'created',
      ),
      archive: inOrder(
        live.filter(({ isArchived }) => isArchived),
        'created',
      ),
      trash: inOrder(
        rows.filter(({ trashedAt }) => trashedAt !== null),
        'trashedAt',
      ),
    };
    for (const view of VIEWS) {
      for (const limit of [1, 3, 34, 200]) {
        expect(await allOf(library, view, limit), `${view} by ${limit}`).toEqual(expected[view]);
      }
    }
  });

  it('ends at the end of the list, also when the last page is full', async () => {
    const { library } = await testLibrary();
    await addMany(library, 6);
    const first = await library.bookmarks.page({ view: 'all', limit: 3, after: null });
    const second = await library.bookmarks.page({ view: 'all', limit: 3, after: first.next });
    expect(second.rows).toHaveLength(3);
    expect(second.next).toBeNull();
  });

  it('skips and repeats nothing when a bookmark is added between two pages', async () => {
    const { library } = await testLibrary();
    await addMany(library, 6);
    const before = await allOf(library, 'all', 6);
    const first = await library.bookmarks.page({ view: 'all', limit: 3, after: null });
    value(await library.bookmarks.save(page({ url: 'https://example.org/new' })));
    const second = await library.bookmarks.page({ view: 'all', limit: 3, after: first.next });
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(before);
  });

  it('reads the same number of rows at depth 5,000 as at the top', async () => {
    const { library } = await testLibrary();
    await addMany(library, 5100);
    const getAll = vi.spyOn(IDBIndex.prototype, 'getAll');
    const cursor = vi.spyOn(IDBIndex.prototype, 'openCursor');
    await library.bookmarks.page({ view: 'all', limit: 20, after: null });
    const deep: PageCursor = { sort: 1030, id: '' as BookmarkId };
    const { rows } = await library.bookmarks.page({ view: 'all', limit: 20, after: deep });
    expect(rows).toHaveLength(20);
    expect(readCounts(getAll.mock.calls)).toEqual([21, 21]);
    expect(cursor).not.toHaveBeenCalled();
  });
});

describe('watching a page of the list', () => {
  it("reads one page again after an edit, independent of the list's length", async () => {
    const { library } = await testLibrary();
    await addMany(library, 3000);
    const pages: BookmarkPage[] = [];
    library.bookmarks.watchPage({ view: 'all', limit: 20, after: null }, (next) => {
      pages.push(next);
    });
    await vi.waitFor(() => expect(pages).toHaveLength(1));
    const getAll = vi.spyOn(IDBIndex.prototype, 'getAll');
    const cursor = vi.spyOn(IDBIndex.prototype, 'openCursor');
    value(await library.bookmarks.edit(pages[0]!.rows[5]!.id, { title: 'In sight' }));
    await vi.waitFor(() => expect(pages.at(-1)?.rows[5]?.title).toBe('In sight'));
    expect(readCounts(getAll.mock.calls)).toEqual([21]);
    const walked = cursor.mock.contexts.map((index) => (index as IDBIndex).name);
    expect(walked).not.toContain('[inAll+id]');
    expect(pages).toHaveLength(2);
  });
});

describe('a page of a label', () => {
  async function labelled(library: Library) {
    const pages = Array.from({ length: 30 }, (_, n) => ({
      page: address({ url: `https://example.org/${n}` }),
      created: unixMs(1000 + Math.floor(n / 3)),
      labels: n % 2 === 0 ? ['even', 'even more'] : ['odd'],
      isArchived: n % 4 === 0,
    }));
    return value(await library.part((store) => addPages(store, pages, { outbox: false }))).added;
  }

  async function read(library: Library, query: Pick<PageQuery, 'view' | 'label'>) {
    const ids: BookmarkId[] = [];
    let after: PageCursor | null = null;
    do {
      const next: BookmarkPage = await library.bookmarks.page({ ...query, limit: 4, after });
      ids.push(...next.rows.map(({ id }) => id));
      after = next.next;
    } while (after !== null);
    return ids;
  }

  it('has each bookmark with the label once, newest first', async () => {
    const { library } = await testLibrary();
    const added = await labelled(library);
    const even = added.filter((_, n) => n % 2 === 0);
    const rank = (id: BookmarkId) => Math.floor(added.indexOf(id) / 3);
    const expected = even.sort((a, b) => rank(b) - rank(a) || (a < b ? 1 : -1));
    expect(await read(library, { view: 'all', label: 'even' })).toEqual(expected);
  });

  it('leaves out bookmarks in the trash and those that lost the label', async () => {
    const { library } = await testLibrary();
    const [first, , third] = await labelled(library);
    value(await library.bookmarks.trash([first!]));
    value(await library.bookmarks.edit(third!, { removeLabels: ['even'] }));
    const ids = await read(library, { view: 'all', label: 'even' });
    expect(ids).toHaveLength(13);
    expect(ids).not.toContain(first);
    expect(ids).not.toContain(third);
    expect(await read(library, { view: 'trash', label: 'even' })).toEqual([first]);
  });

  it('is limited to the view', async () => {
    const { library } = await testLibrary();
    await labelled(library);
    expect(await read(library, { view: 'archive', label: 'even' })).toHaveLength(8);
    expect(await read(library, { view: 'unread', label: 'even' })).toHaveLength(7);
  });
});
