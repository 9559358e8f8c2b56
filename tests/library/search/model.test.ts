import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import type { HighlightId } from '../../../src/domain/highlight';
import { unixMs } from '../../../src/domain/time';
import { capture, page, value } from '../library';
import { scan, withSearch } from './library';

const WORDS = [
  ...['ice', 'Ice', 'icecap', 'café', 'CAFE', 'well-known', 'the', 'x', 'straße', '2024'],
  ...['東京都', '京都', '大', 'ไทย', 'שָׁלוֹם', 'שלום', 'مُحَمَّد', 'محمد', 'emoji😀word', '…', '𝒜bc'],
];
const word = fc.constantFrom(...WORDS);
/** Searches for each kind of change, because a random search has seldom a result. */
const PROBES = [
  'ice',
  'cafe',
  'note:the',
  '大',
  'x',
  'label:ice*',
  'title:ice',
  'author:the',
  '-x',
];
const text = fc
  .array(fc.oneof(word, fc.constantFrom('ice', 'x', 'the')), { maxLength: 6 })
  .map((words) => words.join(' '));
const html = text.map((words) => `<p>${words.replaceAll(' x ', ' <b>x</b>y </p><p>')}</p>`);
const label = fc.constantFrom('ice', 'Ice cold', '東京', `long ${'label '.repeat(60)}`, 'x"/\\y');
const URLS = ['https://ice.example/a', 'https://b.example/b', 'https://c.example/c'];
const urls = fc.constantFrom(...URLS);
const parts = fc.record({
  title: text,
  description: text,
  siteName: text,
  authors: fc.array(text, { maxLength: 2 }),
  html: fc.option(html),
});

const actions = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('save'), url: urls, parts }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('recapture'), url: urls, parts }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('edit'),
      url: urls,
      patch: fc.record(
        { title: text, addLabels: fc.array(label), removeLabels: fc.array(label) },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('highlight'), url: urls, exact: text, note: text }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unhighlight'), url: urls }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('trash'), url: urls }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore'), url: urls }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge'), url: urls }) },
  { weight: 24, arbitrary: fc.record({ kind: fc.constant('step') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('index') }) },
);
type Action = typeof actions extends fc.Arbitrary<infer A> ? A : never;

const term = fc
  .record({
    sign: fc.constantFrom('', '', '-'),
    field: fc.constantFrom('', '', 'title:', 'author:', 'site:', 'note:', 'label:'),
    words: fc.oneof(
      word,
      label.map((name) => `"${name.replace(/["\\]/g, '\\$&')}"`),
      fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `"${words.join(' ')}"`),
      word.map((whole) => whole.slice(0, 2)),
    ),
    star: fc.constantFrom('', '*'),
  })
  .map(({ sign, field, words, star }) => `${sign}${field}${words}${star}`);
const queries = fc.array(term, { maxLength: 3 }).map((terms) => terms.join(' '));

type World = Awaited<ReturnType<typeof withSearch>>;

async function act(world: World, action: Action): Promise<void> {
  const { library, highlights, indexer, clock, tables } = world;
  clock.now = unixMs(clock.now + 1500);
  if (action.kind === 'step') return void value(await indexer.step());
  if (action.kind === 'index') return world.index();
  const rows = await tables.bookmarks.toArray();
  const id = rows.find(({ url }) => url === action.url)?.id;
  if (action.kind === 'save') {
    value(await library.bookmarks.save(page({ url: action.url, ...action.parts })));
  }
  if (id === undefined) return;
  switch (action.kind) {
    case 'recapture':
      await library.bookmarks.recapture(id, capture({ url: action.url, ...action.parts }));
      return;
    case 'edit':
      value(await library.bookmarks.edit(id, action.patch));
      return;
    case 'highlight':
      await highlights.add({
        bookmarkId: id,
        color: 'yellow',
        note: action.note,
        position: null,
        quote: { exact: action.exact, prefix: '', suffix: '' },
      });
      return;
    case 'unhighlight': {
      const ids = (await highlights.ofBookmark(id)).map((one): HighlightId => one.id);
      value(await highlights.delete(ids.slice(0, 1)));
      return;
    }
    case 'trash':
    case 'restore':
    case 'purge':
      value<unknown, unknown>(await library.bookmarks[action.kind]([id]));
      return;
    case 'save':
      return;
  }
}

async function checkSearches(world: World, searches: readonly string[]): Promise<void> {
  for (const query of [...searches, ...PROBES]) {
    const found: readonly BookmarkId[] = await world.find(query);
    expect([...found].sort(), query).toEqual(await scan(world, query));
  }
}

describe('the search index', () => {
  it('finds what a scan of the library finds, after any history and at each step of indexing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(actions, { minLength: 1, maxLength: 60, size: 'max' }),
        fc.array(queries, { minLength: 1, maxLength: 6 }),
        async (history, searches) => {
          const world = await withSearch();
          for (const url of URLS) value(await world.library.bookmarks.save(page({ url })));
          await world.index();
          for (const [at, action] of history.entries()) {
            await act(world, action);
            if (at % 10 === 9) await checkIfBuilt(world, searches);
          }
          await checkIfBuilt(world, searches);
          await world.index();
          await checkSearches(world, searches);
          // Another page has nothing in memory.
          const fresh = { ...world, ...(await world.anotherPage()) };
          await checkSearches(fresh, searches);
          world.close();
        },
      ),
      { numRuns: 16 },
    );
  });
});

/** An index that is being built for the first time says so and may lack bookmarks. */
async function checkIfBuilt(world: World, searches: readonly string[]): Promise<void> {
  if ((await world.search.status()).state === 'ready') await checkSearches(world, searches);
}
