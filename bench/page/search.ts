// Indexes the library and searches it.
import { unixMs } from '../../src/domain/time';
import { searchIndexer, searchRepository } from '../../src/library';
import { unpackText } from '../../src/library/articles/stored-text';
import { addMany } from '../../src/library/bookmarks/save-page';
import { articleText } from '../../src/library/search/document';
import { parseTextQuery, tokenise } from '../../src/query';
import { elapsed } from '../figure';
import { openFts5 } from './fts5';
import { chunksOf, HAN, library, pageOf, textsOf, value, withDatabase } from './library';

/** The time of a whole build in ms, and the size of the index. */
export async function buildIndex() {
  const { part } = await library();
  const { signal } = new AbortController();
  const ms = await elapsed(async () => value(await part(searchIndexer).run(signal)));
  const { bytes } = await part(searchRepository).status();
  return { ms, bytes };
}

/** The time to read all articles of a library and to tokenise them, and the tokenising alone. */
export async function tokeniseAll() {
  let [tokeniseMs, bytes] = [0, 0];
  const encoder = new TextEncoder();
  const take = async (text: string) => {
    bytes += encoder.encode(text).length;
    tokeniseMs += await elapsed(() => tokenise(text));
  };
  const readMs = await elapsed(() =>
    withDatabase(async (db) => {
      for await (const rows of chunksOf(db.articles)) {
        for (const { body } of rows) await take(articleText(await unpackText(body)));
      }
      for await (const rows of chunksOf(db.bookmarks)) {
        for (const { title, description, site, labels } of rows) {
          for (const text of [title, description, site, ...labels]) await take(text);
        }
      }
    }),
  );
  return { tokeniseMs, readMs, bytes };
}

/** Makes the background build the index again. */
export const rebuild = (): Promise<unknown> =>
  withDatabase((db) => db.searchState.where('key').equals('state').modify({ version: 0 }));

/** Resolves when the index is complete. */
export async function untilBuilt(): Promise<void> {
  const search = (await library()).part(searchRepository);
  while ((await search.status()).state !== 'ready' || (await search.status()).pending > 0) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The times in ms of edits, and if the index was still being built after them. */
export async function editTimes(count: number) {
  const { bookmarks, part } = await library();
  const page = await bookmarks.page({ view: 'all', limit: count, after: null });
  const times: number[] = [];
  for (const { id, isFavourite } of page.rows) {
    const edit = { isFavourite: !isFavourite };
    times.push(await elapsed(async () => value(await bookmarks.edit(id, edit))));
  }
  const { state } = await part(searchRepository).status();
  return { times, isBuilding: state === 'building' };
}

/** Makes queries as they are typed: starts of words, two words, and Chinese words. */
export async function queriesOf(count: number): Promise<readonly string[]> {
  const rows = await withDatabase((db) => db.bookmarks.limit(20 * count).toArray());
  const words = rows
    .flatMap(({ title }) => tokenise(title))
    .filter((word) => /^\w{5,}$/.test(word));
  const pick = (at: number) => words[(at * 7_919) % words.length] ?? 'a';
  return Array.from({ length: count }, (_, at) => {
    if (at % 5 === 4) return HAN.slice(at % 30, (at % 30) + 2);
    if (at % 5 >= 2) return `${pick(at)} ${pick(at + 1).slice(0, 3 + (at % 3))}*`;
    return `${pick(at).slice(0, 3 + (at % 3))}*`;
  });
}

/** The time of each search for the words that are meant by words with a mistake, in ms. */
export async function similarToMistyped(count: number): Promise<readonly number[]> {
  const search = (await library()).part(searchRepository);
  const words = (await queriesOf(4 * count)).flatMap((query) => /^\w{5,}/.exec(query) ?? []);
  const times: number[] = [];
  for (const word of words.slice(0, count)) {
    const [term] = parseTextQuery(`${word.slice(0, 2)}q${word.slice(3)}`).terms;
    if (term === undefined) continue;
    const { signal } = new AbortController();
    times.push(await elapsed(() => search.similarWords(term, signal)));
  }
  return times;
}

/** Those of the queries that have results. */
export async function queriesWithResults(count: number) {
  const search = (await library()).part(searchRepository);
  const found: string[] = [];
  for (const query of await queriesOf(count)) {
    const { results } = await search.search(parseTextQuery(query), { limit: 1 });
    if (results.length > 0) found.push(query);
  }
  return found;
}

/** As the search box of the library page asks. */
const FIRST = {
  limit: 20,
  sort: { by: 'rank', isReversed: false },
  clock: { now: unixMs(Date.now()), timeZone: 'UTC' },
} as const;

/** The time of each query with our index and with FTS5, in turns. Each is searched `runs` times. */
export async function searchAll(queries: readonly string[], runs: number) {
  const search = (await library()).part(searchRepository);
  const fts5 = await fillFts5();
  const times = queries.map((query) => ({ query, ms: [] as number[], fts5Ms: [] as number[] }));
  for (let run = 0; run < runs; run += 1) {
    for (const { query, ms, fts5Ms } of times) {
      const began = performance.now();
      const { ids } = await search.find(parseTextQuery(query), FIRST);
      ms.push(performance.now() - began);
      const start = performance.now();
      const found = fts5.search(query, FIRST.limit);
      fts5Ms.push(performance.now() - start);
      if (found !== ids.length) throw new Error(`${query}: ${found}, not ${ids.length}`);
    }
  }
  return times;
}

/** Makes an index of FTS5 of the same texts. */
async function fillFts5() {
  const fts5 = await openFts5();
  await withDatabase(async (db) => {
    for await (const rows of chunksOf(db.bookmarks)) {
      const articles = await db.articles.bulkGet(rows.map(({ id }) => id));
      const documents = rows.map(async ({ title, description, site, labels }, at) => ({
        fields: [title, description, site, ...labels],
        text: articleText(await unpackText(articles[at]?.body ?? '')),
      }));
      fts5.add(await Promise.all(documents));
    }
  });
  return fts5;
}

/** The time from opening a library to its first result, or to its first row for `floor`. */
export const coldOpen = (query: string, side: 'search' | 'floor'): Promise<number> =>
  elapsed(async () => {
    const { bookmarks, part } = await library();
    if (side === 'floor') await bookmarks.page({ view: 'all', limit: 1, after: null });
    else await part(searchRepository).find(parseTextQuery(query), FIRST);
  });

/** The times in ms to index one new article, and to put a row of its size. */
export async function addOne(words: readonly string[], runs: number) {
  const { part } = await library();
  const indexer = part(searchIndexer);
  const text = textsOf(words);
  const size = { bookmarks: 10_000_000, articles: 10_000_000 };
  const [adds, puts]: [number[], number[]] = [[], []];
  await withDatabase(async (db) => {
    for (let run = 0; run < runs; run += 1) {
      const page = pageOf(1_000_000 + run * 20, size, text);
      const { added } = value(await part((store) => addMany(store, [page], { outbox: false })));
      const [row] = (await db.bookmarks.bulkGet([...added])).flatMap((each) => each ?? []);
      if (row === undefined) throw new Error('The bookmark was not added.');
      puts.push(await elapsed(() => db.bookmarks.put(row)));
      adds.push(await elapsed(async () => value(await indexer.step())));
      // Merges are not part of adding.
      while ((await indexer.step()).ok && (await db.searchMerges.count()) > 0);
    }
  });
  return { adds, puts };
}
