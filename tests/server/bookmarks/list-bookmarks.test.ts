import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BookmarkRow, UserRow } from '../../../server/storage';
import { BookmarkSummary, badFields, FormError, parsePageHeaders } from '../../../src/contract';
import { DAY_MS, SECOND_MS, unixMs } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import { addLoaded } from '../support/bookmarks';
import { BASE, startServer, type TestServer } from '../support/test-server';

/** Returns the time `days` days before the test's clock begins. */
const daysAgo = (days: number) => unixMs(Date.UTC(2026, 0, 15) - days * DAY_MS);

const differentWords = (count: number, beginning = 'a') =>
  Array.from({ length: count }, (_, n) => `${beginning}${n}`).join('%20');

describeOnDatabases('the list of bookmarks on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  let rows: Record<'new' | 'middle' | 'old' | 'loading', BookmarkRow>;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada');
    token = await t.tokenOf(ada);
    rows = {
      old: await addLoaded(t, ada, {
        title: 'Ällte',
        created: daysAgo(30),
        site: 'news.example.org',
        domain: 'example.org',
        authors: ['Ada Lovelace'],
        type: 'video',
        documentType: 'video',
        durationSeconds: 600,
        isArchived: true,
        readProgress: 100,
        labels: ['to read', 'Zoo'],
      }),
      middle: await addLoaded(t, ada, {
        title: 'Bees and trees',
        created: daysAgo(10),
        site: 'a.example.com',
        siteName: 'A place',
        published: daysAgo(400),
        isFavourite: true,
        readProgress: 40,
        labels: ['zoology'],
      }),
      new: await addLoaded(t, ada, {
        title: 'Cats & “dogs”',
        created: daysAgo(1),
        errors: ['cannot load resource'],
        wordCount: 100,
      }),
      loading: await t.storage.bookmarks.create(ada.id, {
        url: 'https://example.org/',
        created: daysAgo(0),
      }),
    };
    await addLoaded(t, await t.addUser('bob'), { title: 'Bees of another' });
    await t.storage.contents.put(rows.old.key, { text: 'A long text on honey' });
    await t.storage.annotations.create(rows.middle.key, {
      startSelector: 'p[1]',
      startOffset: 0,
      endSelector: 'p[1]',
      endOffset: 1,
      position: 0,
      text: 'B',
      color: 'yellow',
      note: 'remember pollen',
      review: '',
      quote: null,
    });
  });
  afterAll(() => t.remove());

  const get = (query = '', headers: Record<string, string> = {}) =>
    t.send('GET', `/api/bookmarks${query}`, { token, headers });
  const names = async (query: string) => {
    const answer = await get(query);
    const list = (await answer.json()) as { id: string }[];
    return list.map(({ id }) => Object.entries(rows).find(([, row]) => row.id === id)?.[0] ?? id);
  };

  it('has the newest bookmark first, each as the contract describes it', async () => {
    const answer = await get();
    const list = (await answer.json()) as Record<string, unknown>[];
    expect(list.map(({ title }) => title)).toEqual([
      '',
      'Cats & “dogs”',
      'Bees and trees',
      'Ällte',
    ]);
    for (const item of list) expect(BookmarkSummary.safeParse(item).success).toBe(true);
    const href = `${BASE}/api/bookmarks/${rows.middle.id}`;
    expect(list[2]).toMatchObject({
      id: rows.middle.id,
      href,
      state: 0,
      loaded: true,
      is_marked: true,
      read_progress: 40,
      labels: ['zoology'],
      resources: { log: { src: `${href}/x/log` }, props: { src: `${href}/x/props.json` } },
    });
    expect(list[0]).toMatchObject({ state: 2, loaded: false, authors: [] });
    expect(list.map((item) => item.published)).toEqual([
      undefined,
      undefined,
      expect.any(String),
      undefined,
    ]);
    expect(list.filter((item) => 'published' in item)).toHaveLength(1);
  });

  it.each([
    ['?type=video', ['old']],
    ['?type=video&type=photo', ['old']],
    ['?type=article', ['new', 'middle']],
    ['?type=', ['loading', 'new', 'middle', 'old']],
    ['?is_marked=true', ['middle']],
    ['?is_marked=1&is_archived=f', ['middle']],
    ['?is_marked=', ['loading', 'new', 'middle', 'old']],
    ['?is_archived=on', ['old']],
    ['?is_loaded=0', ['loading']],
    ['?has_errors=true', ['new']],
    ['?has_labels=false', ['loading', 'new']],
    ['?has_annotations=true', ['middle']],
    ['?has_annotations=false', ['loading', 'new', 'old']],
    ['?has_annotations=1&is_archived=1', []],
    ['?read_status=unread', ['loading', 'new']],
    ['?read_status=reading&read_status=read', ['middle', 'old']],
    ['?labels=%22to+read%22', ['old']],
    ['?labels=to+read', []],
    ['?labels=zoo*', ['middle', 'old']],
    ['?labels=zoo', []],
    ['?labels=-Zoo', ['loading', 'new', 'middle']],
    ['?author=lovelace', ['old']],
    ['?site=example.com', ['middle']],
    ['?title=BEES', ['middle']],
    ['?note=pollen', ['middle']],
    ['?search=honey', ['old']],
    ['?search=allte', ['old']],
    ['?search=label:zoology+trees', ['middle']],
    ['?search=-honey', ['loading', 'new', 'middle']],
    // Everything matches a term without words equally well, and equal matches come oldest first.
    ['?search=-', ['old', 'middle', 'new', 'loading']],
    ['?search=*', ['old', 'middle', 'new', 'loading']],
    ['?search=%22%22', ['old', 'middle', 'new', 'loading']],
    ['?title=*&search=-*', ['old', 'middle', 'new', 'loading']],
    ['?search=*&is_loaded=1', ['old', 'middle', 'new']],
    ['?search=*&sort=-created', ['loading', 'new', 'middle', 'old']],
    // Invalid UTF-8 matches no text.
    ['?search=%FF', []],
    ['?search=honey%FF', []],
    ['?title=old%FF', []],
    ['?title=%E2%82', []],
    ['?labels=%FF', []],
    ['?range_start=-20d', ['loading', 'new', 'middle']],
    ['?range_end=2026-01-06', ['middle', 'old']],
    ['?range_start=2026-01-01&range_end=-1w', ['middle']],
    ['?range_start=-1900y', ['loading', 'new', 'middle', 'old']],
    ['?range_start=%2B8000y', []],
    ['?sort=created', ['old', 'middle', 'new', 'loading']],
    ['?sort=-created', ['loading', 'new', 'middle', 'old']],
    ['?sort=title&is_loaded=1', ['old', 'middle', 'new']],
    ['?sort=-title&is_loaded=1', ['new', 'middle', 'old']],
    ['?sort=site&is_loaded=1', ['middle', 'new', 'old']],
    ['?sort=-duration&is_loaded=1', ['old', 'new', 'middle']],
    ['?sort=published&is_loaded=1', ['middle', 'old', 'new']],
    ['?sort=domain&sort=title&is_loaded=1', ['old', 'middle', 'new']],
    ['?sort=nothing', ['loading', 'new', 'middle', 'old']],
    ['?updated_since=2020-01-01', ['loading', 'new', 'middle', 'old']],
  ])('answers %s', async (query, wanted) => {
    expect(await names(query)).toEqual(wanted);
  });

  it('has the requested ids in their order, and none of other users', async () => {
    const { id: bobs } = await addLoaded(t, await t.addUser('carl'));
    const ids = [rows.old.id, bobs, rows.new.id, rows.old.id];
    const query = `?${new URLSearchParams(ids.map((id) => ['id', id]))}`;
    expect(await names(query)).toEqual(['old', 'new']);
    expect(await names(`${query}&limit=1&offset=1`)).toEqual(['new']);
    expect(await names(`${query}&sort=-created`)).toEqual(['new', 'old']);
  });

  it('ends a range without an end now, before bookmarks with a later date', async () => {
    const later = await addLoaded(t, ada, { created: daysAgo(-1) });
    expect(await names('?range_start=-20d')).toEqual(['loading', 'new', 'middle']);
    expect((await names('?range_start=-20d&range_end=%2B2d'))[0]).toBe(later.id);
    await t.storage.bookmarks.delete(ada.id, [later.id]);
  });

  it('has bookmarks whose words were indexed after the last request', async () => {
    const zoe = await t.addUser('zoe');
    const own = await t.tokenOf(zoe);
    await t.storage.transaction(async ({ bookmarks }) => {
      for (let n = 0; n < 130; n++) {
        await bookmarks.create(zoe.id, { url: `https://example.org/${n}`, title: 'Walnut' });
      }
    });
    const search = (headers = {}) =>
      t.send('GET', '/api/bookmarks?search=walnut', { token: own, headers });
    // A search waits for the words of 128 bookmarks.
    const first = await search();
    expect(first.headers.get('Total-Count')).toBe('128');
    const again = await search({ 'if-none-match': first.headers.get('ETag') ?? '' });
    expect([again.status, again.headers.get('Total-Count')]).toEqual([200, '130']);
  });

  it('is sorted by each key where the keys before it are equal, over all pages', async () => {
    const ema = await t.addUser('ema');
    const own = await t.tokenOf(ema);
    for (let number = 0; number < 12; number += 1) {
      const site = `${'ab'[number % 2]}.example`;
      const title = `T${number % 3}`;
      await addLoaded(t, ema, { site, domain: site, title, created: daysAgo(5) });
    }
    const page = async (query: string) => {
      const answer = await t.send('GET', `/api/bookmarks?${query}`, { token: own });
      return (await answer.json()) as BookmarkSummary[];
    };
    for (const sort of ['sort=domain&sort=-title', 'sort=-site&sort=title&sort=-created']) {
      const whole = await page(sort);
      const pages = [0, 5, 10].map((offset) => page(`${sort}&limit=5&offset=${offset}`));
      const ids = (await Promise.all(pages)).flat().map(({ id }) => id);
      expect(ids).toEqual(whole.map(({ id }) => id));
      expect(new Set(ids).size).toBe(12);
      const keys = ['a T2', 'a T1', 'a T0', 'b T2', 'b T1', 'b T0'].flatMap((key) => [key, key]);
      const wanted = sort.includes('-title') ? keys : keys.toReversed();
      expect(whole.map(({ site, title }) => `${site[0]} ${title}`)).toEqual(wanted);
    }
  });

  it('has the oldest first among bookmarks with equal keys', async () => {
    const ida = await t.addUser('ida');
    const own = await t.tokenOf(ida);
    const ids: string[] = [];
    for (const created of [7, 9, 8, 8]) {
      const same = { title: 'Same words', site: 's.example', domain: 's.example', wordCount: 9 };
      const row = await addLoaded(t, ida, { ...same, created: daysAgo(created) });
      ids.push(row.id);
    }
    while ((await t.storage.search.waiting()) > 0) await t.storage.search.indexSome();
    const [seven, nine, eight, alsoEight] = ids;
    const oldestFirst = [nine, eight, alsoEight, seven];
    for (const sort of ['site', '-site', 'domain', '-domain', 'duration', '-duration', '-title']) {
      const answer = await t.send('GET', `/api/bookmarks?sort=${sort}`, { token: own });
      const list = (await answer.json()) as BookmarkSummary[];
      expect(
        list.map(({ id }) => id),
        sort,
      ).toEqual(oldestFirst);
    }
    const found = await t.send('GET', '/api/bookmarks?search=words', { token: own });
    const list = (await found.json()) as BookmarkSummary[];
    // Their relevance is equal, so they are in the order of their creation.
    expect(list.map(({ id }) => id)).toEqual([seven, nine, eight, alsoEight]);
  });

  it('applies the filters of a collection, which parameters of the same name override', async () => {
    const made = await t.send('POST', '/api/bookmarks/collections', {
      token,
      json: { name: 'Bees', search: 'bees', is_marked: true },
    });
    const id = made.headers.get('Location')?.split('/').at(-1);
    expect(await names(`?collection=${id}`)).toEqual(['middle']);
    expect(await names(`?collection=${id}&is_marked=false`)).toEqual([]);
    expect(await names(`?collection=${id}&search=cats&is_marked=false`)).toEqual(['new']);
  });

  it('counts terms that look for the same once, also those of a collection', async () => {
    const json = { name: 'Many bees', search: 'bees '.repeat(100), title: '-CATS '.repeat(100) };
    const made = await t.send('POST', '/api/bookmarks/collections', { token, json });
    const id = made.headers.get('Location')?.split('/').at(-1);
    expect(await names(`?collection=${id}`)).toEqual(['middle']);
    const written = 'Bées* "bees"* -site:Daily -site:"däily" -title:cats ';
    const search = encodeURIComponent(written.repeat(30));
    expect(await names(`?collection=${id}&search=${search}`)).toEqual(['middle']);
  });

  it('has pages that link to one another', async () => {
    const answer = await get('?limit=1&offset=1&is_loaded=1');
    expect(await answer.json()).toHaveLength(1);
    const page = (offset: number) => `${BASE}/api/bookmarks?limit=1&offset=${offset}&is_loaded=1`;
    expect(parsePageHeaders(answer.headers)).toEqual({
      total: 3,
      pages: 3,
      current: 2,
      next: page(2),
      previous: page(0),
    });
    const beyond = await get('?offset=5000');
    expect(beyond.status).toBe(200);
    expect(await beyond.json()).toEqual([]);
    expect(beyond.headers.get('Total-Count')).toBe('4');
    expect((await get('?limit=1000')).headers.get('Total-Pages')).toBe('1');
    expect((await get('?limit=0')).status).toBe(200);
  });

  it.each([
    ['a start that is too long ago', 'range_start=-99999999999y', 'range_start'],
    ['a search with a null character', 'search=%00', 'search'],
    ['a search with too many words', `search=${differentWords(101, '-a')}`, 'search'],
    ['a phrase with too many words', `search=%22${'a%20'.repeat(65)}%22`, 'search'],
    ['a word with too many parts', `search=${'a.'.repeat(65)}`, 'search'],
    [
      'a search and a title with too many words together',
      `title=${differentWords(40)}&search=${differentWords(25)}`,
      'search',
    ],
  ])('refuses %s', async (_, query, field) => {
    const answer = await get(`?${query}`);
    expect(answer.status).toBe(422);
    const fields = badFields(FormError.parse(await answer.json())).map((bad) => bad.field);
    expect(fields).toEqual([field]);
  });

  describe('when it is requested again', () => {
    const again = async (query: string, etag: string) =>
      (await get(query, { 'if-none-match': etag })).status;
    const tagOf = async (query: string) => (await get(query)).headers.get('ETag') ?? '';

    it('is not sent again until something changes', async () => {
      const etag = await tagOf('?limit=2');
      expect(await again('?limit=2', etag)).toBe(304);
      expect(await again('?limit=2', etag.replaceAll('"', ''))).toBe(304);
      expect(await again('?limit=3', etag)).toBe(200);
      await t.storage.bookmarks.update(ada.id, rows.old.id, { isFavourite: true });
      expect(await again('?limit=2', etag)).toBe(200);
      await t.storage.bookmarks.update(ada.id, rows.old.id, { isFavourite: false });
    });

    it('is the same from the cache as made anew', async () => {
      const answers = [await get('?limit=3'), await get('?limit=3'), await get('?limit=3')];
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      expect(new Set(texts).size).toBe(1);
      const headersOf = ({ headers }: Response) =>
        [...headers].filter(([name]) => name !== 'x-request-id');
      expect(headersOf(answers[2]!)).toEqual(headersOf(answers[0]!));
      const zipped = { 'accept-encoding': 'gzip' };
      const [first, second] = [await get('?limit=3', zipped), await get('?limit=3', zipped)];
      expect(first.headers.get('ETag')).toMatch(/-gzip"$/);
      expect(await second.bytes()).toEqual(await first.bytes());
      await t.storage.bookmarks.update(ada.id, rows.new.id, { isFavourite: true });
      expect(await (await get('?limit=3')).text()).not.toBe(texts[0]);
      await t.storage.bookmarks.update(ada.id, rows.new.id, { isFavourite: false });
    });

    it('is compared without reading a bookmark', async () => {
      const etag = await tagOf('');
      const bookmarks = { listJson: () => Promise.reject(new Error('A bookmark was read')) };
      const blind = t.another({
        storage: new Proxy(t.storage, {
          get: (of, name) => (name === 'bookmarks' ? bookmarks : Reflect.get(of, name)),
        }),
      });
      const answer = await blind.send('GET', '/api/bookmarks', {
        token,
        headers: { 'if-none-match': etag },
      });
      expect(answer.status).toBe(304);
    });

    it.each(['?search=honey', '?range_start=-20d', '?collection='])(
      'is compared by its content for %s',
      async (query) => {
        const etag = await tagOf(query);
        expect(await again(query, etag)).toBe(304);
      },
    );

    it.each(['?range_end=-1d&range_start=2026-01-13', '?range_end=-1d', '?range_start=-1d'])(
      'changes as time passes for %s',
      async (query) => {
        const row = await addLoaded(t, ada);
        // A list is cached when it is requested for the second time.
        for (let n = 0; n < 3; n++) await get(query);
        const before = await get(query);
        const etag = before.headers.get('ETag') ?? '';
        t.advance(DAY_MS + SECOND_MS);
        expect(await again(query, etag)).toBe(200);
        expect(await (await get(query)).text()).not.toBe(await before.text());
        await t.storage.bookmarks.delete(ada.id, [row.id]);
      },
    );
  });
});
