import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Bookmark, type BookmarkId, isInView, VIEWS } from '../../../src/domain/bookmark';
import { unixMs } from '../../../src/domain/time';
import type { ListQuery, ListSort } from '../../../src/library';
import { contentsRepository } from '../../../src/library';
import { fold } from '../../../src/query';
import { page, testLibrary, value } from '../library';

const FIELDS = ['saved', 'published', 'title', 'site', 'length', 'progress'] as const;

const anyPage = fc.record({
  title: fc.constantFrom('Ábaco', 'abacus', 'Zebra', 'zebra', 'Ölfarbe', '日本'),
  siteName: fc.constantFrom('', 'Nautilus', 'ábc'),
  published: fc.constantFrom(null, '2024-03-12', '2023-01-01T10:00:00+02:00', 'not a date'),
  words: fc.integer({ min: 1, max: 900 }),
  readProgress: fc.constantFrom(0, 30, 100),
  labels: fc.uniqueArray(fc.constantFrom('a', 'b')),
  isArchived: fc.boolean(),
  isFavourite: fc.boolean(),
  isTrashed: fc.boolean(),
});

/** The value by which a bookmark is sorted; null: it has none. */
function sortValue(bookmark: Bookmark, by: (typeof FIELDS)[number]): string | number | null {
  const published = Date.parse(bookmark.published ?? '');
  switch (by) {
    case 'saved':
      return -bookmark.created;
    case 'published':
      return Number.isNaN(published) ? null : published;
    case 'title':
      return fold(bookmark.title);
    case 'site':
      return fold(bookmark.siteName || bookmark.site);
    case 'length':
      return bookmark.readingTimeMinutes;
    case 'progress':
      return bookmark.readProgress;
  }
}

describe('the order of a list', () => {
  it('has each bookmark of the list once, sorted by the value, for any library', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyPage, { maxLength: 20 }), async (parts) => {
        const { library, close } = await testLibrary();
        const pages = parts.map(({ words, isTrashed: _, ...part }, n) => ({
          ...part,
          page: page({
            ...part,
            url: `https://example.org/${n}`,
            html: `<p>${'word '.repeat(words)}</p>`,
          }),
          created: unixMs(1_000_000 + n),
        }));
        const { added } = value(await library.bookmarks.addMany(pages, { outbox: false }));
        value(await library.bookmarks.trash(added.filter((_, n) => parts[n]?.isTrashed)));
        const all = (await Promise.all(added.map((id) => library.bookmarks.get(id)))).filter(
          (bookmark) => bookmark !== null,
        );
        for (const view of VIEWS) {
          for (const label of [undefined, 'a']) {
            const listed = all.filter(
              (bookmark) =>
                isInView(bookmark, view) &&
                (label === undefined || bookmark.labels.includes(label)),
            );
            for (const by of FIELDS) {
              for (const isReversed of [false, true]) {
                const query = { view, sort: { by, isReversed }, ...(label && { label }) };
                const ids = await library.part(contentsRepository).ids(query);
                expect(ids.toSorted()).toEqual(listed.map(({ id }) => id).toSorted());
                if (view === 'trash' && by === 'saved') continue; // Sorted by the deletion.
                const values = ids.map((id) => sortValue(all.find((each) => each.id === id)!, by));
                const sorted = values.filter((each) => each !== null).toSorted(compare);
                if (isReversed) sorted.reverse();
                const without = values.length - sorted.length;
                expect(values).toEqual([...sorted, ...Array(without).fill(null)]);
              }
            }
          }
        }
        close();
      }),
      { numRuns: 15 },
    );
  });

  it('puts the newest first where everything else is equal', async () => {
    const { library } = await testLibrary();
    const pages = [1, 2, 3].map((n) => ({
      page: page({ url: `https://example.org/${n}`, title: 'The same' }),
      created: unixMs(n),
    }));
    const { added } = value(await library.bookmarks.addMany(pages, { outbox: false }));
    const ids = await library.part(contentsRepository).ids(byTitle('all'));
    expect(ids).toEqual(added.toReversed());
  });

  it('is the same random order for the same seed', async () => {
    const { library } = await testLibrary();
    const pages = Array.from({ length: 40 }, (_, n) => ({
      page: page({ url: `https://example.org/${n}` }),
    }));
    const { added } = value(await library.bookmarks.addMany(pages, { outbox: false }));
    const random = (seed: number) =>
      library
        .part(contentsRepository)
        .ids({ view: 'all', sort: { by: 'random', isReversed: false, seed } });
    const first = await random(1);
    expect(first.toSorted()).toEqual(added.toSorted());
    expect(await random(1)).toEqual(first);
    expect(await random(2)).not.toEqual(first);
  });

  it('is read again after a change in another context, until nobody watches it', async () => {
    const { library, another } = await testLibrary();
    const pages = ['a', 'b'].map((name) => ({
      page: page({ url: `https://example.org/${name}`, title: name }),
    }));
    const { added } = value(await library.bookmarks.addMany(pages, { outbox: false }));
    const [a, b] = added as [BookmarkId, BookmarkId];
    const seen = vi.fn<(ids: readonly BookmarkId[]) => void>();
    const stop = library.part(contentsRepository).watchIds(byTitle('unread'), (ids) => seen(ids));
    await vi.waitFor(() => expect(seen).toHaveBeenLastCalledWith([a, b]));
    const other = await another();
    value(await other.bookmarks.edit(a, { title: 'c' }));
    await vi.waitFor(() => expect(seen).toHaveBeenLastCalledWith([b, a]));
    value(await other.bookmarks.edit(b, { isArchived: true }));
    await vi.waitFor(() => expect(seen).toHaveBeenLastCalledWith([a]));
    stop();
    const calls = seen.mock.calls.length;
    value(await other.bookmarks.edit(b, { isArchived: false }));
    expect(await library.part(contentsRepository).ids(byTitle('unread'))).toEqual([b, a]);
    expect(seen.mock.calls.length).toBe(calls);
  });
});

const byTitle = (view: ListQuery['view']): ListQuery => ({
  view,
  sort: { by: 'title', isReversed: false } satisfies ListSort,
});

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
