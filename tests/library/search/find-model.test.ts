import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookmarkId, isInView, VIEWS } from '../../../src/domain/bookmark';
import { unixMs } from '../../../src/domain/time';
import { contentsRepository, type FindSort } from '../../../src/library';
import { articleText, searchDocument } from '../../../src/library/search/document';
import { type Query, type QueryTerm, SEARCH_FIELDS } from '../../../src/query';
import { matchesQuery } from '../../query/matches-query';
import { CLOCK, conditionTerm } from '../../query/random-query';
import { page, value } from '../library';
import { withSearch } from './library';

const LABELS = ['to read', 'Ice', 'ice/cold', 'x"y'];
const word = fc.constantFrom('ice', 'Ice', 'café', 'the', 'x', '東京都', '京', 'blue', '…');
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const phrase = fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' '));

const anyPage = fc.record({
  title: text,
  description: text,
  siteName: fc.constantFrom('', 'Ice Review', 'The Daily'),
  published: fc.constantFrom(null, '2024-03-12', '2023-01-01T10:00:00+02:00'),
  type: fc.constantFrom('article', 'photo', 'video'),
  html: fc.option(
    fc.tuple(text, fc.nat(2000)).map(([some, n]) => `<p>${some} ${'w '.repeat(n)}</p>`),
  ),
  created: fc.integer({ min: Date.parse('2025-01-01'), max: CLOCK.now }).map(unixMs),
  labels: fc.subarray(LABELS),
  isArchived: fc.boolean(),
  isFavourite: fc.boolean(),
  readProgress: fc.constantFrom(0, 1, 50, 100),
  isTrashed: fc.constantFrom(false, false, false, true),
  note: fc.option(text),
  ownNote: fc.constantFrom('', '', 'ice', 'café x'),
});
type Page = typeof anyPage extends fc.Arbitrary<infer P> ? P : never;

const textTerm: fc.Arbitrary<QueryTerm> = fc.record({
  kind: fc.constant('text' as const),
  field: fc.constantFrom(null, null, ...SEARCH_FIELDS),
  text: fc.oneof(phrase, fc.constantFrom(...LABELS, 'ic', 'daily')),
  isPrefix: fc.boolean(),
  isExcluded: fc.boolean(),
});
const queries: fc.Arbitrary<Query> = fc
  .array(fc.oneof(textTerm, conditionTerm), { maxLength: 4 })
  .map((terms) => ({ terms }));
const sorts: fc.Arbitrary<FindSort> = fc.oneof(
  fc.constant({ by: 'rank' as const, isReversed: false as const }),
  fc.record({
    by: fc.constantFrom('saved', 'published', 'title', 'site', 'length', 'progress'),
    isReversed: fc.boolean(),
  }),
);
const searches = fc.record({ query: queries, view: fc.constantFrom(...VIEWS), sort: sorts });

/** Makes a library. The last bookmarks are not in the search index yet. */
async function libraryOf(pages: readonly Page[], unindexed: number) {
  const world = await withSearch();
  const { library, highlights, clock } = world;
  clock.now = CLOCK.now;
  const add = async (some: readonly Page[]) => {
    const { added } = value(
      await library.bookmarks.addMany(
        some.map(({ title, description, siteName, published, type, html, ...state }) => ({
          ...state,
          page: page({
            title,
            description,
            siteName,
            published,
            type,
            html,
            url: `https://ice.example/${pages.findIndex((one) => some.includes(one))}/${title}/${state.created}`,
          }),
        })),
        { outbox: false },
      ),
    );
    return added;
  };
  const split = Math.max(0, pages.length - unindexed);
  for (const some of [pages.slice(0, split), pages.slice(split)]) {
    const byUrl = new Map<BookmarkId, Page>();
    for (const one of some) for (const id of await add([one])) byUrl.set(id, one);
    for (const [bookmarkId, { note, ownNote, isTrashed }] of byUrl) {
      value(await library.bookmarks.edit(bookmarkId, { note: ownNote }));
      const quote = { exact: 'blue ice', prefix: '', suffix: '' };
      if (note !== null) {
        await highlights.add({ bookmarkId, quote, color: 'red', note, position: null });
      }
      if (isTrashed) value(await library.bookmarks.trash([bookmarkId]));
    }
    if (some.length > 0 && some[0] === pages[0]) await world.index();
  }
  return world;
}

/** The ids that a scan of all bookmarks finds. */
async function scan(
  { tables, library }: Awaited<ReturnType<typeof withSearch>>,
  query: Query,
  view: (typeof VIEWS)[number],
): Promise<ReadonlySet<BookmarkId>> {
  const found = new Set<BookmarkId>();
  for (const row of await tables.bookmarks.toArray()) {
    if (!isInView(row, view)) continue;
    const highlights = await tables.highlights.where('bookmarkId').equals(row.id).toArray();
    const html = (await library.articles.get(row.id))?.html ?? '';
    const { type, created, readProgress, isArchived, isFavourite, content } = row;
    const document = {
      ...searchDocument(row, highlights, articleText(html)),
      type,
      created,
      readProgress,
      isArchived,
      isFavourite,
      isHighlighted: highlights.length > 0,
      isNoted: row.note !== '',
      hasError: content.kind === 'address' && content.reason !== 'on-server',
      isOffline: content.kind === 'article',
      minutes: row.readingTimeMinutes === 0 ? null : row.readingTimeMinutes,
    };
    if (matchesQuery(query, document, CLOCK)) found.add(row.id);
  }
  return found;
}

describe('a search of the library', () => {
  it('finds what a scan with the reference definition finds, in the chosen order, for any library and query', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPage, { minLength: 1, maxLength: 14 }),
        fc.nat(4),
        fc.array(searches, { minLength: 4, maxLength: 12 }),
        fc.nat(3),
        async (pages, unindexed, list, limit) => {
          const world = await libraryOf(pages, unindexed);
          const contents = world.library.part(contentsRepository);
          for (const { query, view, sort } of list) {
            const all = { view, sort, clock: CLOCK, limit: Number.POSITIVE_INFINITY };
            const found = await world.search.find(query, all);
            const expected = await scan(world, query, view);
            expect(found.ids.toSorted(), JSON.stringify(query)).toEqual([...expected].sort());
            expect(found).toMatchObject({ total: expected.size, isCounted: true, hasMore: false });
            if (sort.by !== 'rank') {
              const order = await contents.ids({ view, sort });
              expect(found.ids).toEqual(order.filter((id) => expected.has(id)));
            }
            const first = await world.search.find(query, { ...all, limit, withBookmarks: 2 });
            expect(first.ids).toEqual(found.ids.slice(0, limit));
            const ids = first.bookmarks.map(({ id }) => id);
            expect(ids).toEqual(found.ids.slice(0, Math.min(limit, 2)));
            expect(first.hasMore).toBe(expected.size > limit);
            expect(first.total).toBeGreaterThanOrEqual(expected.size);
          }
          world.close();
        },
      ),
      { numRuns: 16 },
    );
  });
});
