// Runs in the page of the benchmark's extension: makes a library in the browser's IndexedDB, indexes
// it and searches it.
import type { BookmarkId } from '../../src/domain/bookmark';
import { newBookmark } from '../../src/domain/new-bookmark';
import { unixMs } from '../../src/domain/time';
import { urlKey } from '../../src/domain/url-identity';
import { type Library, openLibrary, searchIndexer, searchRepository } from '../../src/library';
import { toRow } from '../../src/library/database/bookmark-rows';
import type { ArticleRow, BookmarkRow } from '../../src/library/database/rows';
import { LibraryDatabase } from '../../src/library/database/schema';
import { articleText } from '../../src/library/search/document';
import { parseTextQuery, tokenise } from '../../src/query';
import { createWords } from '../server/random-text';
import { openFts5 } from './fts5';

/** A library to make. */
export interface LibrarySize {
  readonly bookmarks: number;
  /** So many of them have an article. */
  readonly texts: number;
  /** Words of real pages in their order; empty: invented ones. */
  readonly words: readonly string[];
}

const WORDS_IN_TEXT = 600;
const WORDS_IN_TITLE = 7;
const WORDS_IN_DESCRIPTION = 25;
const HAN = '東京都日本大学生活海山川水火木金土天地人心手目口耳足車電話時間年月日分秒';
const CHUNK = 1_000;

/** Stores the bookmarks and articles of a library without its index. */
export async function makeLibrary({ bookmarks, texts, words }: LibrarySize) {
  const db = new LibraryDatabase(null, undefined);
  await db.open();
  const text = textsOf(words);
  for (let from = 0; from < bookmarks; from += CHUNK) {
    const rows: BookmarkRow[] = [];
    const articles: ArticleRow[] = [];
    for (let at = from; at < Math.min(from + CHUNK, bookmarks); at += 1) {
      const row = bookmarkOf(at, at < texts, text);
      rows.push(row);
      if (at < texts) articles.push(articleOf(row.id, text(WORDS_IN_TEXT, at)));
    }
    await db.transaction('rw', ['bookmarks', 'articles'], () =>
      Promise.all([db.bookmarks.bulkAdd(rows), db.articles.bulkAdd(articles)]),
    );
  }
  // They are indexed as a library that is older than its index.
  await db.searchPending.clear();
  db.close();
}

/** Returns a function that makes a text. One text in twenty is Chinese; one word in 100 is rare. */
function textsOf(words: readonly string[]) {
  const invented = createWords(7);
  let state = 1;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const word = () => {
    if (random(100) === 0) return `r${random(1_000_000).toString(36)}`;
    return words.length > 0 ? (words[random(words.length)] ?? '') : invented.text(1);
  };
  return (count: number, number: number) =>
    number % 20 === 19
      ? Array.from({ length: count }, () => HAN.charAt(random(HAN.length))).join('')
      : Array.from({ length: count }, word).join(' ');
}

type Text = ReturnType<typeof textsOf>;

function bookmarkOf(at: number, hasArticle: boolean, text: Text): BookmarkRow {
  const url = `https://site${at % 500}.example/page/${at}`;
  const key = urlKey(url);
  if (key === null) throw new Error(url);
  return toRow({
    ...newBookmark(idOf(at), url, key, unixMs(1_600_000_000_000 + at * 60_000)),
    title: text(WORDS_IN_TITLE, at),
    lang: 'en',
    description: text(WORDS_IN_DESCRIPTION, at),
    wordCount: WORDS_IN_TEXT,
    content: hasArticle ? { kind: 'article' } : { kind: 'address', reason: 'on-server' },
    readingTimeMinutes: 3,
    labels: [`label ${at % 70}`],
    updated: unixMs(1_600_000_000_000),
  });
}

/** Ids in a random order that is the same in each run, so that the queries are the same, too. */
const idOf = (at: number): BookmarkId =>
  `bench-${(Math.imul(at, 0x9e3779b1) >>> 0).toString(36).padStart(7, '0')}` as BookmarkId;

const articleOf = (bookmarkId: BookmarkId, text: string): ArticleRow => ({
  bookmarkId,
  body: `<section><p>${text}</p></section>`,
  textLength: text.length,
  wordCount: WORDS_IN_TEXT,
  paragraphs: [text.length],
  images: [],
  report: { words: 0, imagesKept: 0, imagesDropped: 0, warnings: [] },
  capturedAt: unixMs(1_600_000_000_000),
  iconUrl: null,
  imageUrl: null,
});

const opened = lazily(async (): Promise<Library> => {
  const now = () => unixMs(Date.now());
  const library = await openLibrary({ account: null, newId: () => crypto.randomUUID(), now });
  if (!library.ok) throw new Error(JSON.stringify(library.error));
  return library.value;
});

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** The sizes and the time of a whole build. */
export interface BuildTime {
  readonly ms: number;
  readonly bytes: number;
  readonly textLength: number;
  readonly documents: number;
}

export async function buildIndex(): Promise<BuildTime> {
  const library = await opened();
  const began = performance.now();
  const done = await library.part(searchIndexer).run(new AbortController().signal);
  const ms = performance.now() - began;
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  return { ms, ...(await library.part(searchRepository).status()) };
}

/** The time to read all articles of a library and to tokenise them, and the tokenising alone. */
export async function tokeniseAll() {
  const db = new LibraryDatabase(null, undefined);
  await db.open();
  const began = performance.now();
  let [tokeniseMs, sketchMs, bytes, last] = [0, 0, 0, ''];
  const encoder = new TextEncoder();
  while (true) {
    const rows = await db.articles.where('bookmarkId').above(last).limit(50).toArray();
    for (const { body, bookmarkId } of rows) {
      last = bookmarkId;
      const text = articleText(typeof body === 'string' ? body : '');
      bytes += encoder.encode(text).length;
      const start = performance.now();
      tokenise(text);
      const middle = performance.now();
      tokeniseLikeSketch(text);
      tokeniseMs += middle - start;
      sketchMs += performance.now() - middle;
    }
    if (rows.length < 50) break;
  }
  const bookmarks = await db.bookmarks.toArray();
  const texts = bookmarks.flatMap(({ title, description, site, labels }) => [
    ...[title, description, site],
    ...labels,
  ]);
  const start = performance.now();
  for (const text of texts) tokenise(text);
  const middle = performance.now();
  for (const text of texts) tokeniseLikeSketch(text);
  tokeniseMs += middle - start;
  sketchMs += performance.now() - middle;
  for (const text of texts) bytes += encoder.encode(text).length;
  const readMs = performance.now() - began - sketchMs;
  db.close();
  return { tokeniseMs, sketchMs, readMs, bytes };
}

const SEGMENTER = new Intl.Segmenter('zh', { granularity: 'word' });

/**
 * Splits a text like the tokeniser whose time was the reference of the first sketch of the index: runs
 * of letters and numbers of the decomposed text, and Chinese words from a segmenter.
 */
function tokeniseLikeSketch(text: string): readonly string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((run) =>
    /\p{Script=Han}/u.test(run)
      ? Array.from(SEGMENTER.segment(run), ({ segment }) => segment)
      : run,
  );
}

/** Makes the background build the index again. */
export async function rebuild(): Promise<void> {
  const db = new LibraryDatabase(null, undefined);
  await db.open();
  await db.searchState.where('key').equals('state').modify({ version: 0 });
  db.close();
}

/** Resolves when the index is complete. */
export async function untilBuilt(): Promise<void> {
  const search = (await opened()).part(searchRepository);
  while ((await search.status()).state !== 'ready' || (await search.status()).pending > 0) {
    await turn();
  }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 100));

/** The times in ms of edits, and if the index was still being built after them. */
export async function editTimes(count: number) {
  const library = await opened();
  const page = await library.bookmarks.page({ view: 'all', limit: count, after: null });
  const times: number[] = [];
  for (const { id, isFavourite } of page.rows) {
    const began = performance.now();
    const done = await library.bookmarks.edit(id, { isFavourite: !isFavourite });
    times.push(performance.now() - began);
    if (!done.ok) throw new Error(JSON.stringify(done.error));
  }
  const { state } = await library.part(searchRepository).status();
  return { times, isBuilding: state === 'building' };
}

/** Makes queries as they are typed: starts of words, two words, and Chinese words. */
export async function queriesOf(count: number): Promise<readonly string[]> {
  const db = new LibraryDatabase(null, undefined);
  await db.open();
  const rows = await db.bookmarks.limit(20 * count).toArray();
  db.close();
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
  const search = (await opened()).part(searchRepository);
  const words = (await queriesOf(4 * count)).flatMap((query) => /^\w{5,}/.exec(query) ?? []);
  const times: number[] = [];
  for (const word of words.slice(0, count)) {
    const [term] = parseTextQuery(`${word.slice(0, 2)}q${word.slice(3)}`).terms;
    if (term === undefined) continue;
    const began = performance.now();
    await search.similarWords(term, new AbortController().signal);
    times.push(performance.now() - began);
  }
  return times;
}

/** Those of the queries that have results. */
export async function queriesWithResults(count: number) {
  const search = (await opened()).part(searchRepository);
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
  const search = (await opened()).part(searchRepository);
  const fts5 = await fillFts5();
  const times = queries.map((query) => ({ query, ms: [] as number[], fts5Ms: [] as number[] }));
  for (let run = 0; run < runs; run += 1) {
    for (const { query, ms, fts5Ms } of times) {
      const began = performance.now();
      const { ids } = await search.find(parseTextQuery(query), FIRST);
      ms.push(performance.now() - began);
      const start = performance.now();
      const found = fts5.search(query, 20);
      fts5Ms.push(performance.now() - start);
      if (found !== ids.length) throw new Error(`${query}: ${found}, not ${ids.length}`);
    }
  }
  return times;
}

/** Makes an index of FTS5 of the same texts. */
async function fillFts5() {
  const db = new LibraryDatabase(null, undefined);
  await db.open();
  const fts5 = await openFts5();
  for (let last = ''; ; ) {
    const rows = await db.bookmarks.where('id').above(last).limit(CHUNK).toArray();
    const articles = await db.articles.bulkGet(rows.map(({ id }) => id));
    fts5.add(
      rows.map(({ title, description, site, labels }, at) => {
        const body = articles[at]?.body;
        const text = typeof body === 'string' ? articleText(body) : '';
        return { fields: [title, description, site, ...labels], text };
      }),
    );
    last = rows.at(-1)?.id ?? '';
    if (rows.length < CHUNK) break;
  }
  db.close();
  return fts5;
}

/** The time from opening a library to its first result, or to its first row for `floor`. */
export async function coldOpen(query: string, side: 'search' | 'floor') {
  const began = performance.now();
  const library = await opened();
  if (side === 'search') {
    await library.part(searchRepository).find(parseTextQuery(query), FIRST);
  } else await library.bookmarks.page({ view: 'all', limit: 1, after: null });
  return performance.now() - began;
}

/** The median times in ms to index one new article, and to put a row of its size. */
export async function addOne(words: readonly string[], runs: number) {
  const db = new LibraryDatabase(null, undefined);
  await db.open();
  const indexer = (await opened()).part(searchIndexer);
  const text = textsOf(words);
  const [adds, puts]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    const row = bookmarkOf(10_000_000 + run, true, text);
    const article = articleOf(row.id, text(WORDS_IN_TEXT, run * 20));
    const start = performance.now();
    await db.bookmarks.put(row);
    puts.push(performance.now() - start);
    await db.articles.put(article);
    const began = performance.now();
    const done = await indexer.step();
    adds.push(performance.now() - began);
    if (!done.ok) throw new Error(JSON.stringify(done.error));
    // Merges are not part of adding.
    while ((await indexer.step()).ok && (await db.searchMerges.count()) > 0);
  }
  db.close();
  return { adds, puts };
}
