import { XmlDocument } from 'libxml2-wasm';
import { type Entry, Feed } from 'opds-ts/v1.2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueProblems } from '../../formats/feed-problems';
import { DATABASES, describeOnDatabases } from '../storage/support/databases';
import { addFiles } from '../support/library';
import { saveArticle } from '../support/saved-article';
import { BASE, type Sent, startServer, type TestServer } from '../support/test-server';

const NAVIGATION = 'application/atom+xml;profile=opds-catalog;kind=navigation';
const ACQUISITION = 'application/atom+xml;profile=opds-catalog;kind=acquisition';
const BOOK = 'http://opds-spec.org/acquisition';

const basic = (password: string) => `Basic ${btoa(`reader:${password}`)}`;

/** The headers of KOReader's requests. It lists OPDS 2 first, though it also accepts OPDS 1. */
const koreader = (token: string): Sent => ({
  headers: {
    authorization: basic(token),
    accept: 'application/opds+json, application/atom+xml;profile=opds-catalog, */*',
    'accept-encoding': 'identity',
  },
});

const linkOf = (entry: Entry | Feed, rel: string) =>
  entry.getLinks().find((link) => link.rel === rel);

describeOnDatabases('the catalogue on %s', (database) => {
  let t: TestServer;
  beforeAll(async () => {
    t = await startServer(database);
  });
  afterAll(() => t.remove());

  const someone = async (name: string) => {
    const user = await t.addUser(name);
    return { user, token: await t.tokenOf(user, ['bookmarks:read']) };
  };

  /** Requests a feed as an e-reader does, first with HEAD and then with GET. */
  async function open(token: string, address: string, on = t): Promise<Feed> {
    const path = address.replace(BASE, '');
    const head = await on.send('HEAD', path, koreader(token));
    const answer = await on.send('GET', path, koreader(token));
    expect([head.status, answer.status], path).toEqual([200, 200]);
    expect(await head.text()).toBe('');
    expect(answer.headers.get('Content-Encoding')).toBeNull();
    for (const name of ['Content-Type', 'Content-Length', 'ETag', 'Last-Modified']) {
      expect(head.headers.get(name), name).toBe(answer.headers.get(name));
    }
    // With a date, a reader would take the feed for new when a bookmark left it.
    expect(answer.headers.get('Last-Modified')).toBeNull();
    const text = await answer.text();
    expect(catalogueProblems(text)).toEqual([]);
    const feed = Feed.fromXml(text);
    expect(answer.headers.get('Content-Type')).toBe(linkOf(feed, 'self')?.type);
    expect(linkOf(feed, 'self')?.href).toBe(address.startsWith(BASE) ? address : BASE + path);
    expect(linkOf(feed, 'start')).toMatchObject({ href: `${BASE}/opds`, type: NAVIGATION });
    return feed;
  }

  const titles = (feed: Feed) => feed.getEntries().map((entry) => entry.getTitle());
  const entry = (feed: Feed, title: string) =>
    feed.getEntries().find((one) => one.getTitle() === title)!;
  const follow = (token: string, from: Feed, title: string) =>
    open(token, linkOf(entry(from, title), 'subsection')!.href);

  it('leads from its root to every bookmark and collection', async () => {
    const { user, token } = await someone('ada');
    await saveArticle(t, user, { title: 'New one' });
    await saveArticle(t, user, { title: 'Old one', isArchived: true });
    await saveArticle(t, user, { title: 'Dear one', isFavourite: true });
    const root = await open(token, `${BASE}/opds`);
    expect(root.getKind()).toBe('navigation');
    expect(
      root.getEntries().map((one) => [one.getTitle(), linkOf(one, 'subsection')]),
    ).toMatchObject([
      ['Unread', { href: `${BASE}/opds/bookmarks/unread`, type: ACQUISITION }],
      ['Archive', { href: `${BASE}/opds/bookmarks/archives`, type: ACQUISITION }],
      ['Favourites', { href: `${BASE}/opds/bookmarks/favorites`, type: ACQUISITION }],
      ['All', { href: `${BASE}/opds/bookmarks/all`, type: ACQUISITION }],
      ['Collections', { href: `${BASE}/opds/bookmarks/collections`, type: NAVIGATION }],
    ]);
    const listed = async (title: string) => titles(await follow(token, root, title));
    expect(await listed('Unread')).toEqual(['Dear one', 'New one']);
    expect(await listed('Archive')).toEqual(['Old one']);
    expect(await listed('Favourites')).toEqual(['Dear one']);
    expect(await listed('All')).toEqual(['Dear one', 'Old one', 'New one']);
    expect(await listed('Collections')).toEqual([]);
  });

  it('shows all fields of a book, and offers its download', async () => {
    const { user, token } = await someone('bob');
    const row = await saveArticle(t, user, {
      title: 'The harbour froze',
      description: 'A hard winter.',
      published: t.server.now(),
      images: {
        image: { name: 'image.jpeg', width: 800, height: 600 },
        thumbnail: { name: 'thumbnail.png', width: 380, height: 200 },
      },
    });
    await addFiles(t, row, [{ name: 'thumbnail.png', kind: 'thumbnail' }]);
    const [book] = (await open(token, '/opds/bookmarks/unread')).getEntries();
    const at = new Date(t.server.now()).toISOString().replace('.000Z', 'Z');
    expect(book?.getOptions()).toMatchObject({
      id: expect.stringMatching(/^urn:uuid:[\da-f-]{36}$/),
      title: 'The harbour froze',
      updated: at,
      author: 'Ann Author',
      summary: 'A hard winter.',
      dcMetadata: { issued: at, publisher: 'Example', language: 'en' },
    });
    const epub = linkOf(book!, BOOK)!;
    expect(epub).toMatchObject({
      href: `${BASE}/api/bookmarks/${row.id}/article.epub`,
      type: 'application/epub+zip',
    });
    const download = await t.send('GET', epub.href.replace(BASE, ''), koreader(token));
    expect(download.headers.get('Content-Type')).toBe('application/epub+zip');
    expect(
      Buffer.from(await download.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    // A reader requests the file name separately.
    const head = await t.send('HEAD', epub.href.replace(BASE, ''), koreader(token));
    expect(head.headers.get('Content-Disposition')).toMatch(/^attachment; filename=".*\.epub"/);
    const thumbnail = linkOf(book!, 'http://opds-spec.org/image/thumbnail')!;
    expect(thumbnail.type).toBe('image/png');
    expect(await (await t.send('GET', thumbnail.href.replace(BASE, ''))).text()).toBe(
      'bytes of thumbnail.png',
    );
    expect(linkOf(book!, 'http://opds-spec.org/image')?.type).toBe('image/jpeg');
  });

  it('uses the creation date of a book without another date, and leaves out loading bookmarks', async () => {
    const { user, token } = await someone('cleo');
    await saveArticle(t, user, { title: 'Loading', state: 2 }, null);
    await saveArticle(t, user, { title: 'Undated', lang: '', siteName: '', site: '' });
    await saveArticle(t, user, { title: '', state: 1, url: 'https://example.org/404' }, null);
    const feed = await open(token, '/opds/bookmarks/all');
    expect(titles(feed)).toEqual(['https://example.org/404', 'Undated']);
    const { issued, ...others } = entry(feed, 'Undated').getDcMetadata();
    expect(Date.parse(issued ?? '')).toBe(t.server.now());
    expect(others).toEqual({});
    for (const book of feed.getEntries()) {
      const { href } = linkOf(book, BOOK)!;
      expect((await t.send('GET', href.replace(BASE, ''), koreader(token))).status).toBe(200);
    }
  });

  it('has each bookmark once over all of its pages', async () => {
    const { user, token } = await someone('dora');
    for (let n = 0; n < 121; n++) {
      await saveArticle(t, user, { title: `No. ${n}` }, null);
    }
    const listed: string[] = [];
    const ids = new Set<string>();
    let feed = await open(token, '/opds/bookmarks/unread');
    for (let pages = 1; ; pages++) {
      listed.push(...titles(feed));
      ids.add(feed.getId());
      const next = linkOf(feed, 'next');
      expect(linkOf(feed, 'first')?.href).toContain('offset=0');
      expect(linkOf(feed, 'last')?.href).toContain('offset=100');
      expect(linkOf(feed, 'previous') === undefined).toBe(pages === 1);
      if (next === undefined) break;
      expect(next.type).toBe(ACQUISITION);
      feed = await open(token, next.href);
    }
    expect(listed).toEqual(Array.from({ length: 121 }, (_, n) => `No. ${120 - n}`));
    expect(ids.size).toBe(1);
    const answer = await t.send('GET', '/opds/bookmarks/unread?offset=50', koreader(token));
    const page = XmlDocument.fromString(await answer.text());
    const numberOf = (name: string) =>
      page.get(`/*/os:${name}`, { os: 'http://a9.com/-/spec/opensearch/1.1/' })?.content;
    expect(['totalResults', 'itemsPerPage', 'startIndex'].map(numberOf)).toEqual([
      '121',
      '50',
      '51',
    ]);
    page.dispose();
    const tooLow = await t.send('GET', '/opds/bookmarks/unread?limit=-1', koreader(token));
    expect(tooLow.status).toBe(422);
  });

  it('can be searched by its description', async () => {
    const { user, token } = await someone('emma');
    await saveArticle(t, user, { title: 'Ice & snow' });
    await saveArticle(t, user, { title: 'Sand' }, null);
    const root = await open(token, '/opds');
    const link = linkOf(root, 'search')!;
    expect(link.type).toBe('application/opensearchdescription+xml');
    const answer = await t.send('GET', link.href.replace(BASE, ''), koreader(token));
    expect(answer.headers.get('Content-Type')).toBe(link.type);
    const description = XmlDocument.fromString(await answer.text());
    const os = { os: 'http://a9.com/-/spec/opensearch/1.1/' };
    const name = description.get('/os:OpenSearchDescription/os:ShortName', os)?.content ?? '';
    expect(name.length).toBeLessThanOrEqual(16);
    expect(description.find('//os:Url/@type', os)[0]?.content).toBe(ACQUISITION);
    const template = description.find('//os:Url/@template', os)[0]?.content ?? '';
    description.dispose();
    expect(template).toBe(`${BASE}/opds/bookmarks/all?search={searchTerms}`);
    const search = async (words: string) =>
      titles(await open(token, template.replace('{searchTerms}', encodeURIComponent(words))));
    expect(await search('snow')).toEqual(['Ice & snow']);
    expect(await search('"ice snow"')).toEqual(['Ice & snow']);
    expect(await search('<nowhere> & "')).toEqual([]);
    const titleOf = async (path: string) => (await open(token, path)).getTitle();
    expect(await titleOf('/opds/bookmarks/all?search=%22ice+snow%22')).toBe('"ice snow"');
    expect(await titleOf('/opds/bookmarks/all?search=+')).toBe('All');
    expect(await titleOf('/opds/bookmarks/all')).toBe('All');
  });

  it('has each collection as a feed and as one book, and no book of an empty one', async () => {
    const { user, token } = await someone('finn');
    await saveArticle(t, user, { title: 'Kept', labels: ['x'] });
    await saveArticle(t, user, { title: 'Other', labels: [] });
    const full = { name: 'مجموعة <1>', isPinned: false, filters: filters({ labels: 'x' }) };
    const empty = { name: 'Empty', isPinned: false, filters: filters({ labels: 'nothing' }) };
    for (const collection of [full, empty]) {
      await t.storage.collections.create(user.id, collection);
    }
    const feed = await follow(token, await open(token, '/opds'), 'Collections');
    expect(titles(feed)).toEqual(['Empty', 'مجموعة <1>']);
    const collection = await follow(token, feed, 'مجموعة <1>');
    expect(collection.getId()).toBe(entry(feed, 'مجموعة <1>').getId());
    expect(titles(collection)).toEqual(['Browse', 'مجموعة <1>']);
    const browsed = await follow(token, collection, 'Browse');
    expect(titles(browsed)).toEqual(['Kept']);
    expect(browsed.getTitle()).toBe('مجموعة <1>');
    const searched = `${linkOf(browsed, 'self')?.href}&search=kept`;
    expect((await open(token, searched)).getTitle()).toBe('مجموعة <1>: kept');
    const book = linkOf(entry(collection, 'مجموعة <1>'), BOOK)!;
    expect(book.type).toBe('application/epub+zip');
    const download = await t.send('GET', book.href.replace(BASE, ''), koreader(token));
    expect([download.status, download.headers.get('Content-Type')]).toEqual([
      200,
      'application/epub+zip',
    ]);
    await download.body?.cancel();
    expect(titles(await follow(token, feed, 'Empty'))).toEqual(['Browse']);
    const unknown = `/opds/bookmarks/collections/${'x'.repeat(20)}`;
    expect((await t.send('GET', unknown, koreader(token))).status).toBe(404);
  });

  it('is valid for any title', async () => {
    const { user, token } = await someone('gus');
    const hostile = [
      ']]></title><entry/>',
      'a\u0001b\u0008c\u001fd\ufffee',
      '&lt;b&gt; &amp; "quoted" \'too\'',
      'עברית \u202e and back',
      '\ud83d\ude00 \ud800 half',
    ];
    for (const title of hostile) {
      const fields = { description: title, siteName: title, authors: [title], labels: [title] };
      await saveArticle(t, user, { title, ...fields, url: 'https://example.org/"<>' });
    }
    const feed = await open(token, '/opds/bookmarks/all');
    expect(titles(feed).toReversed()).toEqual([
      ']]></title><entry/>',
      'abcde',
      '&lt;b&gt; &amp; "quoted" \'too\'',
      'עברית \u202e and back',
      expect.stringMatching(/^\ud83d\ude00 .*half$/),
    ]);
  });

  it('is not sent again until something changes', async () => {
    const { user, token } = await someone('hans');
    const { id } = await saveArticle(t, user);
    const first = await t.send('GET', '/opds/bookmarks/unread', koreader(token));
    const { headers } = koreader(token);
    const again = () =>
      t.send('GET', '/opds/bookmarks/unread', {
        headers: { ...headers, 'if-none-match': first.headers.get('ETag') ?? '' },
      });
    expect((await again()).status).toBe(304);
    await t.storage.bookmarks.update(user.id, id, { isArchived: true });
    const changed = await again();
    expect(changed.status).toBe(200);
    expect(Feed.fromXml(await changed.text()).getEntries()).toEqual([]);
  });

  it('has stable ids for its feeds, which differ between users', async () => {
    const [{ token: one }, { token: other }] = [await someone('ida'), await someone('jan')];
    const idsOf = async (token: string) => {
      const root = await open(token, '/opds');
      return [root.getId(), ...root.getEntries().map((section) => section.getId())];
    };
    const ids = await idsOf(one);
    expect(await idsOf(one)).toEqual(ids);
    expect(new Set([...ids, ...(await idsOf(other))]).size).toBe(2 * ids.length);
    for (const id of ids)
      expect(id).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-/);
  });

  describe('at its root', () => {
    const paths = ['/opds', '/opds/', '/opds/bookmarks/unread/', '/opds/search.xml'];

    it.each(paths)('takes the token as the password of Basic, for %s', async (path) => {
      const user = await t.addUser(`kim${path}`);
      const token = await t.tokenOf(user, ['bookmarks:read']);
      expect((await t.send('GET', path, koreader(token))).status).toBe(200);
      expect((await t.send('GET', path, { token })).status).toBe(200);
      const writer = await t.tokenOf(user, ['bookmarks:write', 'profile:read']);
      expect((await t.send('GET', path, koreader(writer))).status).toBe(403);
      expect((await t.send('POST', path, koreader(token))).status).toBe(405);
    });

    it.each([
      ['nothing', {}],
      ['a wrong password', { authorization: basic('wrong') }],
      ['no password', { authorization: `Basic ${btoa('reader:')}` }],
      ['a wrong token', { authorization: 'Bearer wrong' }],
    ])(
      'asks for Basic authentication when it gets %s',
      async (_what, headers: Record<string, string>) => {
        for (const method of ['GET', 'HEAD']) {
          for (const path of paths) {
            const answer = await t.send(method, path, { headers });
            expect(answer.status).toBe(401);
            expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Basic realm="Leafmark"/);
          }
        }
      },
    );
  });
});

describe('the catalogue below a path', () => {
  it('has the path in every address', async () => {
    const base = 'https://example.net/leaf';
    const t = await startServer(DATABASES[0][1], { flags: { 'base-url': `${base}/` } });
    const user = await t.addUser();
    const token = await t.tokenOf(user);
    await saveArticle(t, user);
    await t.storage.collections.create(user.id, {
      name: 'All',
      isPinned: false,
      filters: filters({}),
    });
    const paths = ['/opds', '/opds/bookmarks/all?limit=1&offset=1', '/opds/bookmarks/collections'];
    for (const path of [...paths, '/opds/search.xml']) {
      const answer = await t.send('GET', `/leaf${path}`, koreader(token));
      expect(answer.status).toBe(200);
      const text = await answer.text();
      const addresses = [...text.matchAll(/(?:href|template)="([^"]*)"/g)].map(([, url]) => url!);
      expect(addresses.length).toBeGreaterThan(0);
      for (const address of addresses)
        expect(address).toMatch(/^https:\/\/example\.(net\/leaf|org)\//);
    }
    await t.remove();
  });
});

/** Returns a collection with these filters and no others. */
function filters(wanted: { readonly labels?: string }) {
  return {
    search: '',
    title: '',
    author: '',
    site: '',
    labels: '',
    note: '',
    type: null,
    read_status: null,
    is_marked: null,
    is_archived: null,
    is_loaded: null,
    has_errors: null,
    has_labels: null,
    has_annotations: null,
    range_start: '',
    range_end: '',
    ...wanted,
  };
}
