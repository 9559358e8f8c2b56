import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/domain/time';
import { highlightRepository, searchIndexer, searchRepository } from '../../src/library';
import { formatTerm, parseQuery, SEARCH_FIELDS } from '../../src/query';
import { page, value } from '../library/library';
import { describeOnDatabases } from '../server/storage/support/databases';
import { startServer } from '../server/support/test-server';
import { type Device, startWorld, type World } from './support/world';

const PAGES = 24;
const WORDS = [
  ...['ice', 'Iceland', 'café', 'CAFE', 'well-known', 'the', 'x', 'straße', '2024', 'ﬁne', 'İzmir'],
  ...[
    '東京都',
    '京都',
    '大学',
    'ไทย',
    'שָׁלוֹם',
    'مُحَمَّد',
    'ΟΔΟΣ',
    'ガード',
    '𠮷野',
    'up\u00ADdate',
    "l'eau",
  ],
];
const LABELS = ['ice', 'Ice', 'to read', '東京', 'x"y', 'news/daily', 'straße'];

const word = fc.constantFrom(...WORDS);
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const anyPage = fc.record({
  title: text,
  description: text,
  siteName: text,
  note: text,
  highlightNote: fc.option(text),
  authors: fc.array(text, { maxLength: 2 }),
  labels: fc.subarray(LABELS),
  site: fc.constantFrom('ice.example', 'www.example.org', 'xn--caf-dma.example'),
  // A text may mark up parts of words and separate words without a space.
  html: fc
    .array(fc.tuple(text, fc.constantFrom('<p>', '<br>', '<b>', '</b>', ', ', '&nbsp;', '&#8211;')))
    .map((pieces) => `<p>${pieces.flat().join('')}</p>`),
  isTrashed: fc.constantFrom(false, false, false, false, false, true),
});

const term = fc
  .record({
    kind: fc.constant('text' as const),
    field: fc.constantFrom(null, null, null, ...SEARCH_FIELDS),
    text: fc.oneof(
      word,
      fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' ')),
      fc.constantFrom(...LABELS, 'ic', 'example', 'wel', '京', 'str', 'eau', 'update'),
    ),
    isPrefix: fc.boolean(),
    isExcluded: fc.constantFrom(false, false, true),
  })
  .map(formatTerm);
/** Parts of a query while a person types it. */
const syntax = fc.constantFrom('"', "'", '\\', '-', '*', ':', ' ', 'title:', 'label:', 'foo:', '(');
const typed = fc
  .array(fc.oneof(syntax, word), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''));
const searches = fc
  .oneof({ weight: 3, arbitrary: fc.array(term, { minLength: 1, maxLength: 3 }) }, fc.tuple(typed))
  .map((terms) => terms.join(' '))
  // The other terms are not part of the language of the server.
  .filter((search) => parseQuery(search).terms.every(({ kind }) => kind === 'text'));

describeOnDatabases('a search on this device and on the server with %s', (database) => {
  let world: World;
  let device: Device;
  let serverIds: ReadonlyMap<string, string>;
  // The libraries are those of a test, and there is only one.
  beforeEach(async () => {
    world = await startWorld(await startServer(database));
    const source = await world.device();
    for (const [at, one] of fc.sample(anyPage, { numRuns: PAGES, seed: 21 }).entries()) {
      await savePage(source, at, one);
      world.advance(MINUTE_MS);
    }
    device = await world.device();
    // The server reads the pages that were sent to it, and has its text of them afterwards.
    for (const each of [source, source, device]) {
      expect(await each.round()).toMatchObject({ kind: 'done' });
      await world.work();
      world.advance(MINUTE_MS);
    }
    value(await device.library.part(searchIndexer).run(new AbortController().signal));
    const rows = await device.tables.bookmarks.toArray();
    serverIds = new Map(rows.map(({ id, serverId }) => [id, serverId ?? id]));
  });
  afterEach(async () => {
    await world.end();
    await world.t.remove();
  });

  it('has the same results in the same order', async () => {
    const search = device.library.part(searchRepository);
    let found = 0;
    await fc.assert(
      fc.asyncProperty(searches, fc.boolean(), async (text_, isReversed) => {
        const sort = { by: 'saved', isReversed } as const;
        const clock = { now: world.now(), timeZone: 'UTC' };
        const here = await search.find(parseQuery(text_), { limit: PAGES, sort, clock });
        const there = value(
          await world.client.bookmarks.list({
            search: text_,
            limit: PAGES,
            sort: [isReversed ? 'created' : '-created'],
          }),
        );
        const ids = here.ids.map((id) => serverIds.get(id));
        expect(ids).toEqual((there.body ?? []).map(({ id }) => id));
        found += ids.length > 0 && ids.length < PAGES / 2 ? 1 : 0;
      }),
      { numRuns: 120 },
    );
    // Many searches choose some of the bookmarks.
    expect(found).toBeGreaterThan(30);
  });
});

type Page = typeof anyPage extends fc.Arbitrary<infer P> ? P : never;

async function savePage(source: Device, at: number, one: Page): Promise<void> {
  const { note, highlightNote, labels, isTrashed, site, html, ...fields } = one;
  const quote = `the beginning ${at}`;
  const url = `https://${site}/${at}`;
  const filler = 'The harbour froze in January. '.repeat(20);
  const saved = value(
    await source.library.bookmarks.save(
      page({ ...fields, url, html: `<p>${quote} ${filler}</p>${html}` }),
    ),
  );
  const { id } = saved.bookmark;
  value(await source.library.bookmarks.edit(id, { note, addLabels: labels }));
  if (highlightNote !== null) {
    const exact = { exact: quote, prefix: '', suffix: '' };
    await source.library
      .part(highlightRepository)
      .add({ bookmarkId: id, quote: exact, color: 'red', note: highlightNote, position: null });
  }
  if (isTrashed) value(await source.library.bookmarks.trash([id]));
}
