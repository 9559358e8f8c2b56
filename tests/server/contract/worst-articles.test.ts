// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BookmarkKey, BookmarkRow, NewAnnotation } from '../../../server/storage';
import { MAX_BOOKMARK_LABELS } from '../../../src/contract';
import { TEST_TIMEOUT_MS } from '../../support/timeouts';
import { describeOnDatabases } from '../storage/support/databases';
import { saveArticle } from '../support/saved-article';
import { isTestedOn, ONE_IN, startTimedServer, type TimedServer, tooLong } from './timed-server';
import { marks } from './worst-bodies';

/** The full length of an article, or enough to see the difference. */
const LENGTH = ONE_IN === 1 ? 10_000_000 : 500_000;
/** Half as many paragraphs as that would still block the server for three times as long as it may. */
const PARAGRAPHS_LENGTH = ONE_IN === 1 ? LENGTH : LENGTH / 2;
/** A page in JSON has at most 8 MiB. */
const MAX_SENT_LENGTH = ONE_IN === 1 ? 8_000_000 : 300_000;
/** The greatest depth of an article. */
const DEPTH = 190;
const ANNOTATIONS = ONE_IN === 1 ? 3000 : 300;
const MAX_QUOTE_LENGTH = 10_000;

const fill = (text: string, length = LENGTH) => text.repeat(Math.floor(length / text.length));
const deep = `${'<div>'.repeat(DEPTH)}text${'</div>'.repeat(DEPTH)}`;

/** A page of this size with many more elements takes too long to read, so it is not stored. */
const PARAGRAPHS = fill(`<p>${'some words '.repeat(20)}</p>`, MAX_SENT_LENGTH);
/** SQLite needs as long for them as for millions of words that repeat. */
const DIFFERENT_WORDS = Array.from({ length: 190_000 }, (_, n) => n.toString(36)).join(' ');

/** Sent pages that need the most work to be read and indexed. Each has the word `last`. */
const PAGES: Readonly<Record<string, () => string>> = {
  'a long page': () => `<title>Long</title><article>${PARAGRAPHS}<p>last</article>`,
  'a page with marks': () =>
    `<title>Marks ${marks(2000)}</title><article><p>a${marks(100_000)} last</article>`,
  'a page with many different words': () =>
    `<title>Words</title><article><p>${DIFFERENT_WORDS} last</article>`,
};

/** The articles that need the most work for their length. */
const SHAPES: Readonly<Record<string, () => string>> = {
  'many paragraphs': () => `<section>${fill('<p>a</p>', PARAGRAPHS_LENGTH)}</section>`,
  'deep elements': () => `<section>${fill(deep)}</section>`,
  'one text': () => `<section><p>${fill('some words ')}</p></section>`,
  'many images': () => `<section>${fill('<img src="_resources/ice.png">')}</section>`,
};

/** Returns a highlight of one letter in paragraph `n`. */
const annotationOf = (n: number): NewAnnotation => ({
  startSelector: `section[1]/p[${n + 1}]`,
  startOffset: 0,
  endSelector: `section[1]/p[${n + 1}]`,
  endOffset: 1,
  position: n,
  text: 'a',
  color: 'yellow',
  note: '',
  review: '',
  quote: null,
});

interface Stored {
  readonly bookmark: BookmarkRow;
  /** The path of the share link. */
  readonly shared: string;
  readonly annotationId: string;
}

interface Request {
  readonly method: string;
  readonly path: (stored: Stored) => string;
  readonly json?: object;
  readonly accept?: string;
}

const PLACE = {
  start_selector: 'section[1]',
  start_offset: 0,
  end_selector: 'section[1]',
  end_offset: 1,
  color: 'red',
};
/** The words are similar to those of the text, so that the search reads all of it. */
const quote = { exact: fill('some wards ', MAX_QUOTE_LENGTH), prefix: '', suffix: '' };
const below = (path: string) => (stored: Stored) => `/api/bookmarks/${stored.bookmark.id}${path}`;

/** Every request that reads a stored article. */
const REQUESTS: readonly Request[] = [
  { method: 'GET', path: below('/article') },
  { method: 'GET', path: ({ shared }) => shared },
  { method: 'POST', path: below('/annotations'), json: PLACE },
  { method: 'POST', path: below('/annotations'), json: { ...PLACE, quote } },
  { method: 'GET', path: below('/annotations') },
  {
    method: 'PATCH',
    path: (stored) => below(`/annotations/${stored.annotationId}`)(stored),
    json: { color: 'red' },
  },
  { method: 'GET', path: () => '/api/bookmarks/annotations?limit=1000' },
  {
    method: 'POST',
    path: () => '/api/bookmarks/sync',
    json: { with_json: true, with_html: true, with_annotations: true },
  },
  { method: 'POST', path: () => '/api/bookmarks/sync', json: { with_markdown: true } },
  { method: 'GET', path: below('/article.md') },
  { method: 'GET', path: below('/article.md'), accept: 'application/zip' },
  // An OPDS catalogue links to this address.
  { method: 'GET', path: below('/article.epub') },
  { method: 'GET', path: () => '/api/bookmarks/export.md' },
  { method: 'GET', path: () => '/api/bookmarks/export.md', accept: 'application/zip' },
  { method: 'GET', path: () => '/api/bookmarks/export.epub' },
  { method: 'GET', path: below('') },
  { method: 'PATCH', path: below(''), json: { title: 'b' } },
  { method: 'GET', path: () => '/api/bookmarks?search=text' },
  { method: 'GET', path: () => '/api/bookmarks/feed' },
  { method: 'GET', path: () => '/opds/bookmarks/all' },
  { method: 'GET', path: () => '/api/bookmarks/export.html' },
];

const SHAPE_COUNT = Object.keys(SHAPES).length;

/** Selects some requests for each shape, so that each is sent for some shape on some database. */
const sampled = (shape: number, database: string) =>
  REQUESTS.filter(
    (_, at) =>
      ONE_IN === 1 ||
      (at % SHAPE_COUNT === shape && isTestedOn(database, Math.floor(at / SHAPE_COUNT))) ||
      (shape === 0 && at < 3 && isTestedOn(database, at)),
  );

describeOnDatabases('the worst articles on a server on %s', (database, databaseName) => {
  let timed: TimedServer;
  beforeAll(async () => {
    timed = await startTimedServer(database);
  });
  afterAll(() => timed.remove());

  async function store(article: string): Promise<Stored> {
    const { t, world } = timed;
    const bookmark = await saveArticle(t, world.user, {}, article);
    const key: BookmarkKey = bookmark.key;
    const annotationId = await t.storage.transaction(async ({ annotations }) => {
      let id = '';
      for (let n = 0; n < ANNOTATIONS; n += 1) {
        id = (await annotations.create(key, annotationOf(n))).id;
      }
      return id;
    });
    const link = `/api/bookmarks/${bookmark.id}/share/link`;
    const answer = await timed.server.send('GET', link, { token: world.token });
    return {
      bookmark,
      annotationId,
      shared: new URL(answer.headers.get('Location') ?? '').pathname,
    };
  }

  const timeout = ONE_IN === 1 ? 600_000 : TEST_TIMEOUT_MS;

  it.each(Object.keys(SHAPES).map((shape, at) => [shape, at] as const))(
    'do not block the server with %s',
    { timeout },
    async (shape, at) => {
      const stored = await store(SHAPES[shape]?.() ?? '');
      const { server, world } = timed;
      const kept = await timed.measure(
        sampled(at, databaseName).map(({ method, path, json, accept }) => {
          const send = async () => {
            const headers = { accept: accept ?? '*/*' };
            const sent = { token: world.token, headers, ...(json && { json }) };
            const answer = await server.send(method, path(stored), sent);
            await answer.arrayBuffer();
            return String(answer.status);
          };
          return [`${method} ${path(stored)}${accept ? ` as ${accept}` : ''}`, send] as const;
        }),
      );
      // Articles of the full size can take too long or too much memory.
      const expected = ONE_IN === 1 ? /: (20[0-9]|400|503)$/ : /: (20[0-9]|400)$/;
      const unexpected = [...kept.keys()].filter((sent) => !expected.test(sent));
      expect(unexpected).toEqual([]);
      expect(tooLong(kept)).toEqual([]);
      await world.t.storage.bookmarks.delete(world.user.id, [stored.bookmark.id]);
    },
  );

  it.each(Object.keys(PAGES))(
    'do not block the server while %s is extracted, stored and indexed',
    { timeout },
    async (name) => {
      const { server, world } = timed;
      const { token } = world;
      const ask = async (path: string) =>
        (await server.send('GET', path, { token })).json() as Promise<never>;
      const kept = await timed.measure([
        [
          name,
          async () => {
            const json = { url: `https://example.org/${name}`, html: PAGES[name]?.() };
            const sent = await server.send('POST', '/api/bookmarks', { token, json });
            expect(sent.status).toBe(202);
            const id = sent.headers.get('Bookmark-Id') ?? '';
            const state = async () =>
              ((await ask(`/api/bookmarks/${id}`)) as { state: number }).state;
            await expect.poll(state, { timeout: timeout / 2, interval: 20 }).not.toBe(2);
            if ((await state()) !== 0) return 'not read';
            const found: readonly { id: string }[] = await ask('/api/bookmarks?search=last');
            return found.some((one) => one.id === id) ? 'found' : 'not found';
          },
        ],
      ]);
      // The largest one takes its reader too long on a busy machine.
      const likely = ONE_IN === 1 ? /: (found|not read)$/ : /: found$/;
      expect([...kept.keys()].filter((sent) => !likely.test(sent))).toEqual([]);
      expect(tooLong(kept)).toEqual([]);
    },
  );

  it('do not block the server with the most and longest labels, which consist of marks', async () => {
    const { server, world } = timed;
    const { token } = world;
    const labels = Array.from({ length: MAX_BOOKMARK_LABELS }, (_, n) => `${n}${marks(2000)}`);
    const json = { url: 'https://example.org/labels', labels };
    const requests = [
      ['POST', '/api/bookmarks', { json }],
      ['GET', '/api/bookmarks/labels', {}],
      ['GET', '/api/bookmarks?search=label%3A7*', {}],
    ] as const;
    const kept = await timed.measure(
      requests.map(([method, path, sent]) => {
        const send = async () => {
          const answer = await server.send(method, path, { token, ...sent });
          await answer.arrayBuffer();
          return String(answer.status);
        };
        return [`${method} ${path}`, send] as const;
      }),
    );
    expect([...kept.keys()].filter((sent) => !/: 20[02]$/.test(sent))).toEqual([]);
    expect(tooLong(kept)).toEqual([]);
  });

  // The processes do not use the database.
  if (!isTestedOn(databaseName, 0)) return;
  it('do not delay the page of another user while they block the reading processes', async () => {
    const { server, t, world } = timed;
    const token = await t.tokenOf(await t.addUser('bob'));
    // A million elements keep a reading process busy for several seconds.
    const slow = fill('<p>a</p>', 8_000_000);
    const save = async (html: string, as: string) => {
      const json = { url: `https://example.org/${Math.random()}`, html };
      const answer = await server.send('POST', '/api/bookmarks', { token: as, json });
      expect(answer.status).toBe(202);
      return answer.headers.get('Bookmark-Id') ?? '';
    };
    const stateOf = async (id: string, as: string) => {
      const answer = await server.send('GET', `/api/bookmarks/${id}`, { token: as });
      return ((await answer.json()) as { state: number }).state;
    };
    const blocking: string[] = [];
    for (let n = 0; n < 4; n += 1) blocking.push(await save(slow, world.token));
    const id = await save('<title>Small</title><p>Hello there.', token);
    await expect.poll(() => stateOf(id, token), { interval: 50 }).toBe(0);
    const states = await Promise.all(blocking.map((each) => stateOf(each, world.token)));
    // The first ones may have been read by now. If they had delayed the small page, three would be.
    expect(states.slice(2)).toEqual([2, 2]);
  });
});
