import { IDBObjectStore } from 'fake-indexeddb';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isInView, VIEWS } from '../../../src/domain/bookmark';
import { unixMs } from '../../../src/domain/time';
import { contentsRepository, highlightRepository, type Library } from '../../../src/library';
import { BLOCK_SIZE } from '../../../src/library/database/contents-block';
import { address, page, testLibrary, value } from '../library';

afterEach(() => vi.restoreAllMocks());

const anyPage = fc.record({
  host: fc.constantFrom('a.example', 'b.example'),
  type: fc.constantFrom('article', 'photo', 'video'),
  labels: fc.subarray(['x', 'y', 'a/b']),
  authors: fc.subarray(['Ada Lovelace', 'Grace Hopper']),
  isArchived: fc.boolean(),
  isFavourite: fc.boolean(),
  isTrashed: fc.boolean(),
});

const tally = (names: readonly string[]) =>
  new Map([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));

describe('the counts of a list', () => {
  it('are those of a scan, by view, label, site, author and type, for any library', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPage, { maxLength: 20 }),
        fc.constantFrom(...VIEWS),
        fc.constantFrom(undefined, 'x'),
        async (parts, view, label) => {
          const { library, tables, close } = await testLibrary();
          const pages = parts.map(({ host, type, authors, isTrashed: _, ...state }, n) => ({
            ...state,
            page: page({ url: `https://${host}/${n}`, type, authors }),
          }));
          const { added } = value(await library.bookmarks.addMany(pages, { outbox: false }));
          value(await library.bookmarks.trash(added.filter((_, n) => parts[n]?.isTrashed)));
          const filter = { view, ...(label && { label }) };
          const contents = library.part(contentsRepository);
          const labelled = (await tables.bookmarks.toArray()).filter(
            ({ labels }) => label === undefined || labels.includes(label),
          );
          const listed = labelled.filter((row) => isInView(row, view));
          expect(await contents.count(filter)).toBe(listed.length);
          const found = await contents.facets(filter);
          for (const each of VIEWS) {
            const count = labelled.filter((row) => isInView(row, each)).length;
            expect(found.views[each], each).toBe(count);
          }
          expect(found.labels).toEqual(tally(listed.flatMap(({ labels }) => labels)));
          expect(found.sites).toEqual(tally(listed.map(({ site }) => site)));
          expect(found.authors).toEqual(tally(listed.flatMap(({ authors }) => authors)));
          const types = tally(listed.map(({ type }) => type));
          expect(found.types).toEqual({
            article: 0,
            photo: 0,
            video: 0,
            ...Object.fromEntries(types),
          });
          close();
        },
      ),
      { numRuns: 20 },
    );
  });

  it('change with the highlights of another context', async () => {
    const { library, another } = await testLibrary();
    const { bookmark } = value(await library.bookmarks.save(page()));
    const conditions = [{ kind: 'state', state: 'highlighted', isExcluded: false } as const];
    const contents = library.part(contentsRepository);
    const seen = vi.fn<() => void>();
    const stop = contents.watch(seen);
    await vi.waitFor(() => expect(seen).toHaveBeenCalledOnce());
    expect(await contents.count({ view: 'all', conditions })).toBe(0);
    const highlights = (await another()).part(highlightRepository);
    const quote = { exact: 'One', prefix: '', suffix: '' };
    value(
      await highlights.add({ bookmarkId: bookmark.id, quote, color: 'yellow', position: null }),
    );
    await vi.waitFor(() => expect(seen).toHaveBeenCalledTimes(2));
    expect(await contents.count({ view: 'all', conditions })).toBe(1);
    stop();
  });
});

const SORTS = ['saved', 'published', 'title', 'site', 'length', 'progress'] as const;

const changes = fc.array(
  fc.record({
    kind: fc.constantFrom('title', 'progress', 'published', 'trash', 'restore', 'purge', 'add'),
    at: fc.nat(),
    text: fc.constantFrom('alder', 'Birch', 'cedar', 'étude'),
  }),
  { minLength: 1, maxLength: 12 },
);

describe('the contents of a library in memory', () => {
  it('have the same orders after any changes as those of a new page', async () => {
    await fc.assert(
      fc.asyncProperty(changes, fc.constantFrom(...VIEWS), async (list, view) => {
        const { library, another, close } = await testLibrary();
        const { bookmarks } = library;
        let made = 0;
        const add = async (count: number) => {
          const pages = Array.from({ length: count }, () => {
            made += 1;
            const url = `https://site${made % 7}.example/${made}`;
            const title = `page ${(made * 7) % 30}`;
            return { page: address({ url, title }), created: unixMs(made % 90) };
          });
          return value(await bookmarks.addMany(pages, { outbox: false })).added;
        };
        const ids = [...(await add(2 * BLOCK_SIZE + 9))];
        const queries = SORTS.flatMap((by) =>
          [false, true].map((isReversed) => ({ view, sort: { by, isReversed } })),
        );
        const listsOf = async (one: Library) => {
          const contents = one.part(contentsRepository);
          return Promise.all(queries.map((query) => contents.ids(query)));
        };
        await listsOf(library);
        for (const { kind, at, text } of list) {
          const id = ids[at % ids.length]!;
          if (kind === 'title') value(await bookmarks.edit(id, { title: text }));
          if (kind === 'progress') value(await bookmarks.edit(id, { readProgress: at % 101 }));
          if (kind === 'published') value(await bookmarks.edit(id, { published: '2024-03-12' }));
          if (kind === 'trash' || kind === 'restore')
            value<unknown, unknown>(await bookmarks[kind]([id]));
          if (kind === 'purge') value(await bookmarks.purge([id]));
          if (kind === 'add') ids.push(...(await add(3)));
          if (at % 2 === 0) await listsOf(library);
        }
        expect(await listsOf(library)).toEqual(await listsOf(await another()));
        close();
      }),
      { numRuns: 12 },
    );
  });

  it('read only the written blocks after a change', async () => {
    const { library } = await testLibrary();
    const pages = Array.from({ length: 3 * BLOCK_SIZE }, (_, n) => ({
      page: page({ url: `https://example.org/${n}` }),
    }));
    const { added } = value(await library.bookmarks.addMany(pages, { outbox: false }));
    const contents = library.part(contentsRepository);
    const counted = () => contents.count({ view: 'favourites' });
    expect(await counted()).toBe(0);
    value(await library.bookmarks.edit(added[BLOCK_SIZE]!, { isFavourite: true }));
    const ranges: unknown[] = [];
    const original = IDBObjectStore.prototype.getAll;
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (
      this: IDBObjectStore,
      ...parameters: unknown[]
    ) {
      const [{ query }] = parameters as [{ readonly query: IDBKeyRange }];
      ranges.push([this.name, query.lower, query.upper]);
      return Reflect.apply(original, this, parameters);
    });
    expect(await counted()).toBe(1);
    expect(ranges).toEqual([['contents', 1, 1]]);
  });

  it('are the same for all parts of a page', async () => {
    const { library } = await testLibrary();
    value(await library.bookmarks.save(page()));
    await library.part(contentsRepository).count({ view: 'all' });
    const read = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    expect(await library.part(contentsRepository).count({ view: 'all' })).toBe(1);
    expect(read).not.toHaveBeenCalled();
  });
});
