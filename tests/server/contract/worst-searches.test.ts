// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TEST_TIMEOUT_MS } from '../../support/timeouts';
import { describeOnDatabases } from '../storage/support/databases';
import { ONE_IN, startTimedServer, type TimedServer, tooLong } from './timed-server';

/** The full size takes minutes to index. */
const [PAGES, WORDS_IN_PAGE, LABELS] = ONE_IN === 1 ? [25, 60_000, 500] : [2, 12_000, 100];
/** The most words of a search. */
const WORDS = 64;
/** The most occurrences of a word that are indexed. */
const OCCURRENCES = 20_000;

const list = (count: number, of: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => of(n));

/** Returns a text of different words that begin with `abc`, after the numbered words of `PHRASES`. */
const textOf = (page: number) =>
  [
    ...list(WORDS, (n) => `w${n} abcd`),
    ...list(WORDS_IN_PAGE, (n) => `abc${(page * WORDS_IN_PAGE + n).toString(36)}`),
  ].join(' ');

const LETTERS = list(26, (n) => String.fromCharCode(97 + n));
const SHORT = LETTERS.flatMap((one) => ['', 'b', 'w'].map((other) => `${one}${other}*`));
const PHRASES = list(WORDS / 2, (n) => `"w${n} abc"*`);

/** The searches that need the most work for their length. */
const SEARCHES: readonly (readonly [name: string, search: string])[] = [
  ['one letter', 'a*'],
  ['the same letter again and again', 'a* '.repeat(WORDS)],
  ['the same letter without it', '-a* '.repeat(WORDS)],
  ['two letters', 'ab* -aw*'],
  ['many short beginnings', SHORT.slice(0, WORDS).join(' ')],
  [
    'many excluded short beginnings',
    SHORT.slice(0, WORDS)
      .map((term) => `-${term}`)
      .join(' '),
  ],
  ['a long beginning', 'abc*'],
  ['phrases that end with a beginning', PHRASES.join(' ')],
  ['excluded phrases', PHRASES.map((term) => `-${term}`).join(' ')],
  ['a phrase of a word that occurs everywhere', `"${'often '.repeat(WORDS)}"`],
];

const QUERIES: readonly (readonly [name: string, path: string])[] = [
  ...SEARCHES.map(
    ([name, search]) => [name, `/api/bookmarks?search=${encodeURIComponent(search)}`] as const,
  ),
  ['a title, an author and a site', '/api/bookmarks?title=a*&author=a*&site=a*&note=a*'],
  [
    'many labels',
    `/api/bookmarks?labels=${encodeURIComponent(list(90, (n) => `l${n}*`).join(' '))}`,
  ],
  ['many ids', `/api/bookmarks?${list(3000, (n) => `id=${n}`).join('&')}`],
  ['a feed', '/api/bookmarks/feed?search=a*'],
  ['an export', '/api/bookmarks/export.csv?search=a*'],
  ['the catalogue', '/opds/bookmarks/all?search=a*'],
  ['a sync', '/api/bookmarks/sync?search=a*'],
  ['all labels', '/api/bookmarks/labels?q=*l*1*'],
  ['completed titles', '/api/bookmarks/@complete?type=title&q=*a*'],
];

describeOnDatabases('the worst searches on a server on %s', (database) => {
  let timed: TimedServer;
  beforeAll(async () => {
    timed = await startTimedServer(database);
    const { t, world } = timed;
    const save = async (title: string, text: string) => {
      const labels = list(LABELS, (n) => `l${n} ${title}`);
      const made = {
        url: 'https://a.example/',
        state: 0,
        title,
        labels,
        authors: ['abc'],
      } as const;
      const { key } = await t.storage.bookmarks.create(world.user.id, made);
      await t.storage.contents.put(key, { text });
    };
    for (let page = 0; page < PAGES; page += 1) await save(`abc ${page}`, textOf(page));
    await save('often', 'often '.repeat(OCCURRENCES));
    while ((await t.storage.search.indexSome()) > 0);
  });
  afterAll(() => timed.remove());

  const timeout = ONE_IN === 1 ? 600_000 : TEST_TIMEOUT_MS;
  it('do not block the server', { timeout }, async () => {
    const { server, world } = timed;
    const kept = await timed.measure(
      QUERIES.map(([name, path]) => {
        const ask = async () => {
          const answer = await server.send('GET', path, { token: world.token });
          await answer.arrayBuffer();
          return String(answer.status);
        };
        return [name, ask] as const;
      }),
    );
    // A search of the full size can take too long.
    const expected = ONE_IN === 1 ? /: (200|503)$/ : /: 200$/;
    expect([...kept.keys()].filter((sent) => !expected.test(sent))).toEqual([]);
    expect(tooLong(kept)).toEqual([]);
  });
});
