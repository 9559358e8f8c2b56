import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type BookmarkRow,
  type BookmarkSearch,
  EVERYTHING,
  type NewBookmark,
  type Storage,
  startIndexing,
  type UserRow,
} from '../../../server/storage/index';
import {
  indexLongText,
  MAX_INDEXED_LENGTH,
  MAX_INDEXED_OCCURRENCES,
} from '../../../server/storage/search/search';
import { unixMs } from '../../../src/domain/time';
import {
  indexText,
  matches,
  parseTextQuery,
  type SearchDocument,
  type TextQuery,
} from '../../../src/query/index';
import { DATABASES, type TestDatabase, testClock } from './support/databases';
import { addUser, fakeAnnotation } from './support/rows';

interface Saved extends Partial<NewBookmark> {
  readonly text?: string;
  readonly notes?: readonly string[];
}

describe.each(DATABASES)('a search on %s', (databaseName, database) => {
  const clock = testClock();
  let db: TestDatabase;
  let storage: Storage;
  let ada: UserRow;
  beforeEach(async () => {
    db = await database();
    storage = await db.open(clock.now);
    ada = await addUser(storage);
  });
  afterEach(() => db.remove());

  async function save({ text = '', notes = [], ...bookmark }: Saved): Promise<BookmarkRow> {
    clock.advance(1);
    const row = await storage.bookmarks.create(ada.id, {
      url: 'https://example.com/',
      ...bookmark,
    });
    await storage.contents.put(row.key, { text });
    for (const note of notes) await storage.annotations.create(row.key, fakeAnnotation({ note }));
    return row;
  }
  const all = { limit: 100, offset: 0 };
  const wanted = (query: string | TextQuery, others: Partial<BookmarkSearch> = {}) => ({
    ...EVERYTHING,
    query: typeof query === 'string' ? parseTextQuery(query) : query,
    ...others,
  });
  async function find(query: string | TextQuery, others: Partial<BookmarkSearch> = {}) {
    const { rows, total } = await storage.bookmarks.list(ada.id, wanted(query, others), all);
    expect(total).toBe(rows.length);
    return rows.map(({ id }) => id);
  }

  describe('has the same results as `matches` of src/query', () => {
    const word = fc.constantFrom(
      ...['cafe', 'Café', 'known', 'well-known', '東京', '東京都', '都', 'ab', 'abc', 'x1', 'ไทย'],
      ...['a', 'C', 'ÁB', '𐐀𐐁𐐂', '𐐨'],
      ...['Łódź', 'lodz', 'Ærø', 'aero', '서울은', '서울', 'کتاب', 'كتاب', '١٢', '12', 'ʼı'],
      ...['straße', "d'accord", 'AND', 'NOT', '"quoted"', 'near*', 'title:cafe', '\\', '(x)'],
    );
    const words = fc.array(word, { maxLength: 3 }).map((list) => list.join(' '));
    const document: fc.Arbitrary<SearchDocument> = fc.record({
      title: words,
      description: words,
      text: words,
      sites: fc.tuple(words, fc.constantFrom('', 'www.example.com', 'cafe.example.org')),
      authors: fc.array(words, { maxLength: 2 }),
      labels: fc.uniqueArray(word, { maxLength: 2 }),
      notes: fc.array(words, { maxLength: 3 }),
      // The server finds them in the text.
      quotes: fc.constant([]),
    });
    const query: fc.Arbitrary<TextQuery> = fc
      .array(
        fc.record({
          kind: fc.constant('text' as const),
          field: fc.constantFrom(null, null, 'title', 'author', 'site', 'label', 'note'),
          text: fc.array(word, { minLength: 1, maxLength: 2 }).map((list) => list.join(' ')),
          isPrefix: fc.boolean(),
          isExcluded: fc.boolean(),
        }),
        { minLength: 1, maxLength: 3 },
      )
      .map((terms) => ({ terms }));

    it('for random documents and queries', async () => {
      const saved: { id: string; document: SearchDocument }[] = [];
      for (const document_ of fc.sample(document, { numRuns: 40, seed: 7 })) {
        const { quotes, sites, notes, ...fields } = document_;
        const [note = '', ...others] = notes;
        const [siteName = '', site = ''] = sites;
        saved.push({
          id: (await save({ ...fields, note, notes: others, siteName, site })).id,
          document: document_,
        });
      }
      await fc.assert(
        fc.asyncProperty(query, async (searched) => {
          const expected = saved.flatMap(({ id, document }) =>
            matches(searched, document) ? id : [],
          );
          expect((await find(searched)).toSorted()).toEqual(expected.toSorted());
          const marked = await find(searched, { isFavourite: true });
          expect(marked).toEqual([]);
        }),
        { numRuns: 150 },
      );
    });

    it('after each change', async () => {
      const first = await save({ title: 'apple', labels: ['fruit'], text: 'red' });
      expect(await find('apple')).toEqual([first.id]);
      await storage.bookmarks.update(ada.id, first.id, { title: 'pear' });
      expect(await find('apple')).toEqual([]);
      expect(await find('pear red')).toEqual([first.id]);
      await storage.contents.put(first.key, { text: 'green' });
      expect(await find('pear red')).toEqual([]);
      await storage.labels.rename(ada.id, 'fruit', 'food');
      expect(await find('food -fruit green')).toEqual([first.id]);
      const { id } = await storage.annotations.create(first.key, fakeAnnotation({ note: 'ripe' }));
      expect(await find('note:ripe')).toEqual([first.id]);
      await storage.annotations.update(first.key, id, { note: 'rotten' });
      expect(await find('ripe')).toEqual([]);
      expect(await find('note:rotten')).toEqual([first.id]);
      await storage.annotations.update(first.key, id, { note: '' });
      expect(await find('rotten')).toEqual([]);
      await storage.annotations.update(first.key, id, { note: 'sweet' });
      expect(await find('sweet')).toEqual([first.id]);
      await storage.annotations.delete(first.key, id);
      expect(await find('sweet')).toEqual([]);
      await storage.bookmarks.update(ada.id, first.id, { note: 'for Ada' });
      expect(await find('note:ada')).toEqual([first.id]);
      await storage.labels.delete(ada.id, 'food');
      expect(await find('food')).toEqual([]);
      await storage.bookmarks.delete(ada.id, [first.id]);
      expect(await find('pear')).toEqual([]);
    });

    it.each([
      ['title', { title: 'pear' }],
      ['description', { description: 'pear' }],
      ['site', { site: 'pear.example' }],
      ['site name', { siteName: 'pear' }],
      ['authors', { authors: ['pear'] }],
      ['labels', { labels: ['pear'] }],
    ] as const)('after a change of the %s alone', async (_field, change) => {
      const row = await save({ title: 'apple' });
      expect(await find('pear')).toEqual([]);
      await storage.bookmarks.update(ada.id, row.id, change);
      expect(await find('pear')).toEqual([row.id]);
    });

    it('in long texts, at any position of the words', async () => {
      const long = Array.from({ length: 30_000 }, (_, index) => `w${index}`);
      const row = await save({ text: long.join(' '), title: 'long' });
      for (const at of [0, 9_990, 9_999, 10_000, 16_382, 16_383, 20_000, 29_990]) {
        expect(await find(`"w${at} w${at + 1} w${at + 2}"`)).toEqual([row.id]);
        expect(await find(`"w${at + 1} w${at}"`)).toEqual([]);
        expect(await find(`w${at} long w3`)).toEqual([row.id]);
        expect(await find(`w${at} -w3`)).toEqual([]);
      }
    });

    it('in texts that contain the same word hundreds of times', async () => {
      const row = await save({ text: `${'very '.repeat(3000)}long way ${'so '.repeat(999)}far` });
      expect(await find('"very long way so"')).toEqual([row.id]);
      expect(await find('"so far"')).toEqual([row.id]);
      expect(await find('"long far"')).toEqual([]);
    });
  });

  it('finds only bookmarks of the same user', async () => {
    const grace = await addUser(storage, 'grace');
    await storage.bookmarks.create(grace.id, { url: 'https://a.org/', title: 'apple' });
    const mine = await save({ title: 'apple' });
    expect(await find('apple')).toEqual([mine.id]);
    expect(await find('-pear')).toEqual([mine.id]);
  });

  it('sorts by relevance, or by age on request', async () => {
    const inText = await save({ title: 'first', text: 'an apple a day keeps the doctor away' });
    const inTitle = await save({ title: 'apple', text: 'fruit' });
    const often = await save({ title: 'apple apple', text: 'apple apple' });
    const relevance = await find('apple');
    expect(relevance.at(-1)).toBe(inText.id);
    expect(relevance.slice(0, 2).toSorted()).toEqual([inTitle.id, often.id].toSorted());
    const newest = { order: { kind: 'by', keys: ['-created'] } } as const;
    expect(await find('apple', newest)).toEqual([often.id, inTitle.id, inText.id]);
    const pages = await Promise.all(
      [0, 1, 2].map((offset) =>
        storage.bookmarks.list(ada.id, wanted('apple'), { limit: 1, offset }),
      ),
    );
    expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(relevance);
  });

  it('puts the matches that are too old to be ranked after the ranked ones, newest first', async () => {
    const saved: string[] = [];
    // The oldest would be the most relevant ones.
    for (let n = 0; n < 7; n += 1) {
      const title = n < 4 ? 'apple' : 'pear';
      saved.push((await save({ title, text: 'an apple a day' })).id);
    }
    const search = wanted('apple', { order: { kind: 'default', maxRanked: 3 } });
    const page = async (offset: number, limit: number) =>
      (await storage.bookmarks.list(ada.id, search, { offset, limit })).rows.map(({ id }) => id);
    const whole = await page(0, 100);
    expect(whole.slice(0, 3).toSorted()).toEqual(saved.slice(4).toSorted());
    expect(whole.slice(3)).toEqual(saved.slice(0, 4).toReversed());
    for (const limit of [1, 2, 3, 5]) {
      const pages: string[] = [];
      for (let offset = 0; offset < 7; offset += limit) pages.push(...(await page(offset, limit)));
      expect(pages, `in pages of ${limit}`).toEqual(whole);
    }
  });

  it('finds the words that begin with one or two letters, and the words that are no longer', async () => {
    const long = await save({ title: 'Éclair', text: `${'filler '.repeat(2000)} Zebra` });
    const exact = await save({ title: 'é', labels: ['Ec'], notes: ['zéro'], text: '東京都 𐐀𐐁𐐂' });
    const other = await save({ title: 'cake', authors: ['Eve Adams'], text: 'a b' });
    const found = async (search: string) => (await find(search)).toSorted();
    const ids = (...rows: BookmarkRow[]) => rows.map(({ id }) => id).toSorted();
    expect(await found('E*')).toEqual(ids(long, exact, other));
    expect(await found('title:é*')).toEqual(ids(long, exact));
    expect(await found('ec*')).toEqual(ids(long, exact));
    expect(await found('author:e*')).toEqual(ids(other));
    expect(await found('author:ad* -title:e*')).toEqual(ids(other));
    expect(await found('z*')).toEqual(ids(long, exact));
    expect(await found('ze* -note:ze*')).toEqual(ids(long));
    expect(await found('"a b"* a*')).toEqual(ids(other));
    expect(await found('"filler z"*')).toEqual(ids(long));
    expect(await found('東')).toEqual(ids(exact));
    expect(await found('𐐨* 𐐨𐐩*')).toEqual(ids(exact));
    expect(await found('x*')).toEqual([]);
  });

  // PostgreSQL reads whole texts where there are few, so the times do not differ there.
  if (databaseName === 'SQLite') {
    it('takes less time for one letter than for three that begin the same words', async () => {
      const words = Array.from({ length: 20_000 }, (_, n) => `abc${n.toString(36)}`);
      await save({ text: words.join(' ') });
      const cpuMsOf = async (search: string) => {
        const before = process.cpuUsage();
        expect(await find(search)).toHaveLength(1);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      };
      const short: number[] = [];
      const long: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        short.push(await cpuMsOf('a*'));
        long.push(await cpuMsOf('abc*'));
      }
      expect(Math.min(...short)).toBeLessThan(Math.min(...long) / 2);
    });
  }

  it('can be combined with filters', async () => {
    const old = await save({ title: 'apple', isArchived: true, created: unixMs(1000) });
    const young = await save({ title: 'apple', labels: ['a b'] });
    expect(await find('apple', { isArchived: true })).toEqual([old.id]);
    expect(await find('apple', { createdFrom: unixMs(1001) })).toEqual([young.id]);
    expect(await find('apple label:"a b"')).toEqual([young.id]);
    expect(await find('apple -label:a*')).toEqual([old.id]);
    expect(await find('apple', { ids: [old.id] })).toEqual([old.id]);
  });

  it('indexes new bookmarks first, and each of them once', async () => {
    await save({ title: 'apple' });
    expect(await storage.search.waiting()).toBe(1);
    expect(await find('apple')).toHaveLength(1);
    expect(await storage.search.waiting()).toBe(0);
    expect(await storage.search.indexSome()).toBe(0);
  });

  it('uses an index that is updated in the background', async () => {
    await save({ title: 'apple' });
    const faults: unknown[] = [];
    let isBroken = false;
    const { search, events } = storage;
    const indexing = startIndexing(
      {
        events,
        search: {
          ...search,
          indexSome() {
            if (isBroken) throw new Error('away');
            return search.indexSome();
          },
        },
      },
      (fault) => faults.push(fault),
    );
    const isIndexed = () => vi.waitFor(async () => expect(await search.waiting()).toBe(0));
    await isIndexed();
    await save({ title: 'pear' });
    await isIndexed();
    isBroken = true;
    await save({ title: 'plum' });
    await vi.waitFor(() => expect(faults).toHaveLength(1));
    await indexing.stop();
    expect(await search.waiting()).toBe(1);
  });

  it('indexes bookmarks together when they are saved shortly after one another', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const batches: number[] = [];
    const { search, events } = storage;
    const indexSome = async () => {
      const count = await search.indexSome();
      batches.push(count);
      return count;
    };
    const indexing = startIndexing({ events, search: { ...search, indexSome } }, () => {});
    await vi.waitFor(() => expect(batches).toEqual([0]));
    for (const title of ['apple', 'pear', 'plum']) await save({ title });
    await new Promise((resolve) => setImmediate(resolve));
    expect(await search.waiting()).toBe(3);
    await vi.waitFor(() => expect(batches.slice(0, 2)).toEqual([0, 3]));
    await indexing.stop();
  });

  it('finds the words of the first million characters of an article', async () => {
    const words = Array.from({ length: 200_000 }, (_, index) => `w${index}`).join(' ');
    const row = await save({ text: words });
    const last = words.slice(0, MAX_INDEXED_LENGTH).split(' ').length - 1;
    expect(await find(`w${last - 1}`)).toEqual([row.id]);
    expect(await find(`w${last + 1}`)).toEqual([]);
  });

  it('indexes a word of an article at most twenty thousand times', async () => {
    const row = await save({ text: `${'honey '.repeat(MAX_INDEXED_OCCURRENCES)}honey bee` });
    expect(await find('honey bee')).toEqual([row.id]);
    expect(await find('"honey bee"')).toEqual([]);
    const rare = await save({ text: `${'honey '.repeat(MAX_INDEXED_OCCURRENCES - 1)}honey bee` });
    expect(await find('"honey bee"')).toEqual([rare.id]);
  });

  it('indexes long articles one at a time, and short ones together', async () => {
    const long = 'honey '.repeat(150_000);
    for (const title of ['first', 'second']) await save({ title, text: long });
    for (const title of ['third', 'fourth', 'fifth']) await save({ title, text: 'short' });
    expect(await storage.search.indexSome()).toBe(4);
    expect(await storage.search.indexSome()).toBe(1);
    expect(await find('honey')).toHaveLength(2);
  });

  it('finds the new words when a bookmark changes during indexing', async () => {
    const row = await save({ title: 'apple' });
    const indexing = storage.search.indexSome();
    const changing = storage.bookmarks.update(ada.id, row.id, { title: 'pear' });
    await Promise.all([indexing, changing]);
    expect(await find('pear')).toEqual([row.id]);
    expect(await find('apple')).toEqual([]);
  });
});

describe('the words of a long text', () => {
  it.each([
    ['words', 'Ärger & honey, '],
    ['a script without blanks', '蜂蜜は甘い。'],
    ['letters of two units', '𠮷野家𠮷 '],
    ['one word', 'honey'],
    ['no words', '… '],
  ])('are the words of its parts, for %s', async (_what, some) => {
    const text = some.repeat(200_000);
    expect(await indexLongText(text)).toBe(indexText([text]));
  });

  it('are extracted without blocking other work', async () => {
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    });
    await indexLongText('honey and bees '.repeat(400_000));
    clearInterval(counting);
    expect(turns).toBeGreaterThan(5);
  });
});
