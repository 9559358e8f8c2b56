import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../../src/domain/bookmark';
import { unixMs } from '../../../../src/domain/time';
import type { Library, PageCursor } from '../../../../src/library';
import { addMany } from '../../../../src/library/bookmarks/save-page';
import type { ListRow } from '../../../../src/ui/bookmarks/snapshot';
import { createPageChain, type PageChain } from '../../../../src/ui/highlights/views/page-chain';
import { address, page, testLibrary, value } from '../../../library/library';

const PAGE_SIZE = 50;
const chains: PageChain<ListRow>[] = [];

afterEach(() => {
  for (const chain of chains.splice(0)) chain.dispose();
  vi.restoreAllMocks();
});

async function addPages(library: Library, count: number, more: { firstAt?: number } = {}) {
  const pages = Array.from({ length: count }, (_, n) => ({
    page: address({ url: `https://example.org/${more.firstAt ?? 0}/${n}` }),
    created: unixMs((more.firstAt ?? 1_000_000) - n),
  }));
  return value(await library.part((store) => addMany(store, pages, { outbox: false }))).added;
}

function chainOf(library: Library, pageSize: number): PageChain<ListRow> {
  const chain = createPageChain<ListRow, PageCursor>({
    watchPage: (after, listener) =>
      library.bookmarks.watchPage({ view: 'all', limit: pageSize, after }, listener),
    pageSize,
    margin: 25,
  });
  chains.push(chain);
  return chain;
}

async function longList(count: number) {
  const { library } = await testLibrary();
  const ids = await addPages(library, count);
  const chain = chainOf(library, PAGE_SIZE);
  const shown = () => chain.rows.value?.map(({ id }) => id) ?? null;
  return { library, ids, chain, shown };
}

const settles = (shown: () => readonly BookmarkId[] | null, ids: readonly BookmarkId[]) =>
  vi.waitFor(() => expect(shown()).toEqual(ids));

/** Returns the pages that are watched from now on, by the number of the watcher. */
function watchedPages(library: Library): ReadonlySet<number> {
  const watchers = new Set<number>();
  let made = 0;
  const { watchPage } = library.bookmarks;
  vi.spyOn(library.bookmarks, 'watchPage').mockImplementation((query, listener) => {
    made += 1;
    const watcher = made;
    watchers.add(watcher);
    const stop = watchPage(query, listener);
    return () => {
      watchers.delete(watcher);
      stop();
    };
  });
  return watchers;
}

describe('a list as a chain of pages', () => {
  it('reads no further than the visible rows', async () => {
    const { ids, shown, chain } = await longList(300);
    await settles(shown, ids.slice(0, PAGE_SIZE));
    chain.reveal(0, 10);
    await settles(shown, ids.slice(0, PAGE_SIZE));
    expect(chain.hasMore.value).toBe(true);
  });

  it('reads up to the visible rows, each row once and in order', async () => {
    const { ids, shown, chain } = await longList(300);
    chain.reveal(290, 300);
    await settles(shown, ids);
    expect(chain.hasMore.value).toBe(false);
  });

  it('keeps only the pages near the visible rows live', async () => {
    const { library, ids, shown, chain } = await longList(600);
    const watchers = watchedPages(library);
    chain.reveal(590, 600);
    await settles(shown, ids);
    expect(watchers.size).toBeLessThanOrEqual(4);
  });

  it('receives a new row at the top while the visible rows are far below', async () => {
    const { library, ids, shown, chain } = await longList(200);
    chain.reveal(150, 160);
    await settles(shown, ids);
    const [added] = await addPages(library, 1, { firstAt: 2_000_000 });
    chain.reveal(0, 200);
    await settles(shown, [added!, ...ids]);
  });

  it('closes the gap across page boundaries when rows disappear', async () => {
    const { library, ids, shown, chain } = await longList(200);
    chain.reveal(0, 200);
    await settles(shown, ids);
    const gone = [0, 49, 50, 99, 150].map((at) => ids[at]!);
    value(await library.bookmarks.trash(gone));
    await settles(
      shown,
      ids.filter((id) => !gone.includes(id)),
    );
  });

  it('shortens to the remaining pages', async () => {
    const { library, ids, shown, chain } = await longList(120);
    chain.reveal(0, 120);
    await settles(shown, ids);
    value(await library.bookmarks.trash(ids.slice(30)));
    await settles(shown, ids.slice(0, 30));
    expect(chain.hasMore.value).toBe(false);
  });

  it('stops watching the pages that the list no longer has', async () => {
    const { library, ids, shown, chain } = await longList(150);
    await settles(shown, ids.slice(0, PAGE_SIZE));
    const watchers = watchedPages(library);
    chain.reveal(0, 150);
    await settles(shown, ids);
    expect(watchers.size).toBe(2);
    value(await library.bookmarks.trash(ids.slice(30)));
    await settles(shown, ids.slice(0, 30));
    expect(watchers.size).toBe(0);
  });

  it('shows the changed row', async () => {
    const { library } = await testLibrary();
    const { bookmark } = value(await library.bookmarks.save(page({ title: 'Before' })));
    const chain = chainOf(library, 10);
    await vi.waitFor(() => expect(chain.rows.value).toHaveLength(1));
    value(await library.bookmarks.edit(bookmark.id, { title: 'After' }));
    await vi.waitFor(() => expect(chain.rows.value?.[0]?.title).toBe('After'));
  });
});
